// Turns an error into a reply: a refusal keeps its code, an unavailable database is 503, and any
// other error is a defect: 500, with an error in the log. A reply never repeats a value of the
// request.

import { JsonError } from '../core/json.ts';
import { Refusal, type RefusalCode, type RefusalDetail } from '../core/refusals.ts';
import { isUnavailable } from '../storage/errors.ts';
import { faultDetails, type ValidationFault } from './assembly/validation-faults.ts';

interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly details: readonly RefusalDetail[];
  readonly traceId: string;
}

/** The schemas of an endpoint, which contain their rules in words. */
interface RequestSchemas {
  readonly body?: unknown;
  readonly params?: unknown;
  readonly query?: unknown;
}

interface FrameworkError {
  readonly code?: string;
  readonly validation?: readonly ValidationFault[];
  readonly validationContext?: 'body' | 'params' | 'querystring';
  readonly statusCode?: number;
}

/** The refusal for an error of any origin; undefined for a defect. */
export function asRefusal(error: unknown, schemas: RequestSchemas = {}): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof JsonError) {
    const code = error.kind === 'syntax' ? 'INVALID_JSON' : 'INVALID_REQUEST';
    return new Refusal(code, [{ field: error.path || 'body', message: error.reason }]);
  }
  if (isUnavailable(error)) return new Refusal('STORAGE_UNAVAILABLE', [], 1);
  const framework = (error ?? {}) as FrameworkError;
  if (framework.validation) {
    const { validation, validationContext } = framework;
    const schema =
      schemas[validationContext === 'querystring' ? 'query' : (validationContext ?? 'body')];
    return new Refusal('INVALID_REQUEST', faultDetails(validation, schema));
  }
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
      return new Refusal('INVALID_REQUEST', [{ field: 'body', message: 'is incomplete' }]);
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

/** The message of these refusals names the field of the first detail. */
const namesField: ReadonlySet<RefusalCode> = new Set([
  'INVALID_REQUEST',
  'BODY_TOO_LARGE',
  'MEDIA_TYPE_NOT_SUPPORTED',
  'TOKEN_INVALID',
  'TOKEN_EXPIRED',
  'TOKEN_NOT_FOR_THIS',
]);

/** Clients often show only the message, so it names the field that is wrong. */
function sentence(refusal: Refusal): string {
  const [first] = refusal.details;
  if (first && refusal.code === 'INVALID_JSON') return first.message;
  if (!first || !namesField.has(refusal.code)) return refusal.message;
  if (first.message.endsWith('.')) return first.message;
  return `${first.field} ${first.message}${first.message.endsWith('?') ? '' : '.'}`;
}
