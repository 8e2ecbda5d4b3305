// Where bad news becomes a reply: a refusal keeps its code, an unreachable database is 503,
// everything else is a defect, 500 and loud. Nothing of the request's values is ever repeated.

import { JsonError } from '../core/json.ts';
import { Refusal, type RefusalCode, type RefusalDetail } from '../core/refusals.ts';
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

const toldByField: ReadonlySet<RefusalCode> = new Set([
  'INVALID_REQUEST',
  'MEDIA_TYPE_NOT_SUPPORTED',
]);

/** Clients show the message alone, so it says which field is wrong when there is one to name. */
function sentence(refusal: Refusal): string {
  const [first] = refusal.details;
  if (!first || !toldByField.has(refusal.code)) return refusal.message;
  return `${first.field} ${first.message}${first.message.endsWith('?') ? '' : '.'}`;
}

function faults(found: readonly ValidationFault[]): RefusalDetail[] {
  const details = new Map<string, RefusalDetail>();
  const named = found.filter(isAboutAField);
  // A body of several shapes fails by its type in each shape that was not meant.
  const inner = named.filter(({ instancePath, keyword }) => instancePath + keyword !== 'type');
  for (const fault of inner.length > 0 ? inner : named) {
    const field = fieldOf(fault);
    if (!details.has(field)) details.set(field, { field, message: sentenceOf(fault) });
  }
  return [...details.values()].slice(0, MOST_DETAILS);
}

/** A body that may be left out is null or its schema; only the latter is worth a word. */
function isAboutAField({ instancePath, keyword, params }: ValidationFault): boolean {
  if (instancePath !== '') return true;
  return keyword !== 'anyOf' && !(keyword === 'type' && params?.['type'] === 'null');
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

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

function sentenceOf({ keyword, params = {}, message = 'is not valid' }: ValidationFault): string {
  const limit = String(params['limit']);
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'exactNumber':
      return 'must be a number';
    case 'enum':
      return `must be one of ${(params['allowedValues'] as readonly unknown[]).join(', ')}`;
    case 'type':
      return `must be ${typeNames[String(params['type'])] ?? String(params['type'])}`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'minLength':
      return limit === '1' ? 'must not be empty' : `must have at least ${limit} characters`;
    case 'maxLength':
      return `must have at most ${limit} characters`;
    case 'maxItems':
      return `must have at most ${limit} entries`;
    case 'pattern':
      return `must have the form ${String(params['pattern'])}`;
    case 'format':
      return params['format'] === 'date-time'
        ? 'must be a time such as 2026-01-31T12:00:00.000Z'
        : message;
    default:
      return message;
  }
}
