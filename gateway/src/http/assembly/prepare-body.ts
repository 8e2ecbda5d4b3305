// What is done with a body before the schema checks it: a missing one is refused, numbers become
// plain, empty strings are dropped, and names that are not known are refused.

import { invalid } from '../../core/refusals.ts';
import type { Endpoint } from '../endpoint.ts';
import { dropEmptyStrings, treatsEmptyAsAbsent } from './empty-strings.ts';
import { checkNames } from './near-miss.ts';
import { withPlainNumbers } from './whole-numbers.ts';

export function prepareBody(endpoint: Endpoint, sent: unknown, query: unknown): unknown {
  const { body: schema, bodyOptional } = endpoint;
  let body = bodyOptional ? (sent ?? {}) : sent;
  if (schema) {
    if (body === undefined) throw invalid('body', 'is required');
    body = withPlainNumbers(schema, body);
    if (treatsEmptyAsAbsent(endpoint)) dropEmptyStrings(schema, body);
  }
  checkNames(endpoint, { query, body });
  return body;
}
