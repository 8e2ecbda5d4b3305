// Where bad news becomes a reply: a refusal keeps its code, an unreachable database is 503,
// everything else is a defect, 500 and loud. Nothing of the request's values is ever repeated.

import { JsonError } from '../core/json.ts';
import { Refusal, type RefusalDetail } from '../core/refusals.ts';
import { ConnectionLost, RetryableFailure } from '../storage/errors.ts';

export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly details: readonly RefusalDetail[];
  readonly traceId: string;
}

const MOST_DETAILS = 20;

interface ValidationFault {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params?: Record<string, unknown>;
  readonly message?: string;
}

interface FrameworkError {
  readonly code?: string;
  readonly validation?: readonly ValidationFault[];
  readonly validationContext?: string;
  readonly statusCode?: number;
}

/** The refusal that an error of any origin amounts to; undefined for a defect. */
export function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof JsonError) {
    return new Refusal('INVALID_JSON', [{ field: error.path || 'body', message: error.reason }]);
  }
  if (error instanceof ConnectionLost || error instanceof RetryableFailure) {
    return new Refusal('STORAGE_UNAVAILABLE', [], 1);
  }
  const framework = (error ?? {}) as FrameworkError;
  if (framework.validation) return new Refusal('INVALID_REQUEST', faults(framework.validation));
  switch (framework.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal('BODY_TOO_LARGE');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refusal('MEDIA_TYPE_NOT_SUPPORTED');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Refusal('INVALID_REQUEST', [
        { field: 'Content-Length', message: 'does not match the body' },
      ]);
    case 'ECONNRESET':
      return new Refusal('INVALID_REQUEST', [{ field: 'body', message: 'did not arrive in full' }]);
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Refusal('ROUTE_NOT_FOUND');
    default:
      return undefined;
  }
}

export function errorBody(refusal: Refusal, traceId: string): ErrorBody {
  const { code, details } = refusal;
  return { code, message: sentence(refusal), details, traceId };
}

/** Clients show the message alone, so it says which field is wrong when there is one to name. */
function sentence(refusal: Refusal): string {
  const [first] = refusal.details;
  if (refusal.code !== 'INVALID_REQUEST' || !first) return refusal.message;
  return `${first.field} ${first.message}.`;
}

function faults(found: readonly ValidationFault[]): RefusalDetail[] {
  const details = new Map<string, RefusalDetail>();
  for (const fault of found) {
    const field = fieldOf(fault);
    if (!details.has(field)) details.set(field, { field, message: sentenceOf(fault) });
  }
  return [...details.values()].slice(0, MOST_DETAILS);
}

/** `/order/subpayments/0/amount` as `order.subpayments[0].amount`. */
function fieldOf(fault: ValidationFault): string {
  const steps = fault.instancePath.split('/').slice(1);
  if (fault.keyword === 'required') steps.push(String(fault.params?.['missingProperty']));
  let field = '';
  for (const step of steps) {
    if (/^\d+$/.test(step)) field += `[${step}]`;
    else field += field === '' ? step : `.${step}`;
  }
  return field === '' ? 'body' : field;
}

function sentenceOf(fault: ValidationFault): string {
  if (fault.keyword === 'required') return 'is required';
  if (fault.keyword === 'exactNumber') return 'must be a number';
  if (fault.keyword === 'enum') {
    const allowed = fault.params?.['allowedValues'];
    if (Array.isArray(allowed)) return `must be one of ${allowed.join(', ')}`;
  }
  return fault.message ?? 'is not valid';
}
