// Every refusal that a route can answer with: those of the server's checks before the endpoint,
// then those that the endpoint declares. Tests compare every answer of a gateway with this list.

import type { RefusalCode } from '../core/refusals.ts';
import type { Access, Endpoint } from '../http/endpoint.ts';

/** Refusals that every route can answer with: before all checks, and after them. */
const first: readonly RefusalCode[] = ['OVERLOADED', 'TOO_MANY_REQUESTS'];
const last: readonly RefusalCode[] = ['STORAGE_UNAVAILABLE', 'INTERNAL_ERROR'];

/** A suspended merchant: CLIENT tokens are refused everywhere, its own ones for new payments. */
const ofMerchant: readonly RefusalCode[] = [
  'TOKEN_MISSING',
  'TOKEN_INVALID',
  'TOKEN_EXPIRED',
  'TOKEN_REVOKED',
  'CLIENT_TOKEN_INVALID',
  'CLIENT_TOKEN_EXPIRED',
  'TOKEN_NOT_FOR_THIS',
  'MERCHANT_SUSPENDED',
];

const byAccess: Readonly<Record<Access, readonly RefusalCode[]>> = {
  open: [],
  merchant: ofMerchant,
  'merchant-or-client': ofMerchant,
  operator: ['ADMIN_KEY_INVALID'],
};

/** In the order they are checked. A path parameter that is too long or a word: ROUTE_NOT_FOUND. */
export function refusalsOf(endpoint: Endpoint): RefusalCode[] {
  const all: RefusalCode[] = [
    ...first,
    ...byAccess[endpoint.access],
    ...(endpoint.params ? (['ROUTE_NOT_FOUND'] as const) : []),
    ...ofBody(endpoint),
    ...ofFields(endpoint),
    ...(endpoint.idempotent ? (['IDEMPOTENCY_KEY_REUSED'] as const) : []),
    ...(endpoint.refusals ?? []),
    ...last,
  ];
  return [...new Set(all)];
}

/** The body is read before the endpoint runs, even if the endpoint needs none. */
function ofBody({ method, bodies = ['json'], simulated }: Endpoint): RefusalCode[] {
  if (method === 'GET') return [];
  const isJson = simulated?.bodyType === undefined && bodies.includes('json');
  return [
    'MEDIA_TYPE_NOT_SUPPORTED',
    'BODY_TOO_LARGE',
    ...(isJson ? (['INVALID_JSON'] as const) : []),
  ];
}

/**
 * A simulated provider looks up every path parameter; an incomplete body is refused everywhere, and
 * of operators every unknown parameter.
 */
function ofFields({ method, access, params, query, simulated }: Endpoint): RefusalCode[] {
  const hasSchema = simulated ? query : (params ?? query);
  const isChecked = method !== 'GET' || access === 'operator' || hasSchema;
  return isChecked ? ['INVALID_REQUEST'] : [];
}
