// What is done with a body before the schema checks it: a missing one is refused, numbers become
// plain, empty strings are dropped, and names that are not known are refused.

import { Refusal } from '../../core/refusals.ts';
import type { Endpoint } from '../endpoint.ts';
import { dropEmptyStrings, treatsEmptyAsAbsent } from './empty-strings.ts';
import { checkNames } from './near-miss.ts';
import { withPlainNumbers } from './whole-numbers.ts';

export function prepareBody(endpoint: Endpoint, sent: unknown, query: unknown): unknown {
  const body = plainBody(endpoint, sent);
  checkNames(endpoint, { query, body });
  return body;
}

function plainBody(endpoint: Endpoint, sent: unknown): unknown {
  const { body: schema, bodyOptional } = endpoint;
  const value = bodyOptional ? (sent ?? {}) : sent;
  if (!schema) return value;
  if (value === undefined) {
    throw new Refusal('INVALID_REQUEST', [{ field: 'body', message: 'is required' }]);
  }
  const body = withPlainNumbers(schema, value);
  if (treatsEmptyAsAbsent(endpoint)) dropEmptyStrings(schema, body);
  return body;
}
