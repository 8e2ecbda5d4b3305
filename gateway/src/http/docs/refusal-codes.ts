// Every refusal that a call of a route can be answered with: what the server checks before the
// endpoint, then what the endpoint declares. Tests compare every answer of a gateway with it.

import type { RefusalCode } from '../../core/refusals.ts';
import type { Access, Route } from '../endpoint.ts';

/** What any call can meet before it is looked at, and after. */
const first: readonly RefusalCode[] = ['OVERLOADED', 'TOO_MANY_REQUESTS'];
const last: readonly RefusalCode[] = ['STORAGE_UNAVAILABLE', 'INTERNAL_ERROR'];

/** A page of a suspended merchant is refused everywhere, the merchant itself for what is new. */
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

/** In the order they are checked. A parameter that is too long makes the address unknown. */
export function refusalsOf(route: Route): RefusalCode[] {
  const { endpoint } = route;
  const all: RefusalCode[] = [
    ...first,
    ...byAccess[endpoint.access],
    ...(endpoint.params ? (['ROUTE_NOT_FOUND'] as const) : []),
    ...ofBody(route),
    ...ofFields(route),
    ...(endpoint.idempotent ? (['IDEMPOTENCY_KEY_REUSED'] as const) : []),
    ...(endpoint.refusals ?? []),
    ...last,
  ];
  return [...new Set(all)];
}

/** A body is read before anybody asks for it, so also where none is needed. */
function ofBody({ method, endpoint }: Route): RefusalCode[] {
  if (method === 'GET') return [];
  const { bodies = ['json'], neighbour } = endpoint;
  const isJson = neighbour?.bodyType === undefined && bodies.includes('json');
  return [
    'MEDIA_TYPE_NOT_SUPPORTED',
    'BODY_TOO_LARGE',
    ...(isJson ? (['INVALID_JSON'] as const) : []),
  ];
}

/** A simulated provider checks parameters itself; a body that is broken off is refused anywhere. */
function ofFields({ method, endpoint }: Route): RefusalCode[] {
  const { params, query, neighbour } = endpoint;
  const hasSchema = neighbour ? undefined : (params ?? query);
  return method !== 'GET' || hasSchema ? ['INVALID_REQUEST'] : [];
}
