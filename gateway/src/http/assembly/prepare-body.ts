// What is done with a body before the schema checks it: a missing one is refused, numbers become
// plain, empty strings are dropped, and probable spelling mistakes are refused.

import { Refusal } from '../../core/refusals.ts';
import type { AnyEndpoint } from '../endpoint.ts';
import { dropEmptyStrings, treatsEmptyAsAbsent } from './empty-strings.ts';
import { refuseNearMisses } from './near-miss.ts';
import { withPlainNumbers } from './whole-numbers.ts';

export function prepareBody(endpoint: AnyEndpoint, sent: unknown): unknown {
  const { body: schema, bodyOptional, anyNames, fieldName } = endpoint;
  const given = bodyOptional ? (sent ?? {}) : sent;
  if (!schema) return given;
  if (given === undefined) {
    throw new Refusal('INVALID_REQUEST', [{ field: 'body', message: 'is required' }]);
  }
  const body = withPlainNumbers(schema, given);
  if (treatsEmptyAsAbsent(endpoint)) dropEmptyStrings(schema, body);
  if (!anyNames) refuseNearMisses(schema, body, fieldName);
  return body;
}
