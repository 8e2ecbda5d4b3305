// Every field of every request and answer has a description, and every value of an enumeration has
// a meaning, so that the OpenAPI document, /docs and the reference explain all of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { referenceEndpoints } from '@bramka/cli/reference/pages.ts';

type Json = Record<string, unknown>;

/** Fields without a description and enumerations without meanings, in the schema and inside it. */
function undescribed(schema: unknown, at: string, isField = false): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const object = schema as Json;
  const text = object['description'];
  const isDescribed = typeof text === 'string' && text.trim() !== '';
  const values = (object['enum'] ?? []) as string[];
  const meanings = (object['x-enumDescriptions'] ?? {}) as Json;
  const unexplained = values.filter((value) => !meanings[value]);
  const inside = (part: unknown): string[] =>
    Object.entries((part ?? {}) as Json).flatMap(([name, one]) =>
      undescribed(one, `${at}.${name}`, true),
    );
  return [
    ...(isField && !isDescribed ? [`${at} has no description`] : []),
    ...unexplained.map((value) => `${at}: the value ${value} has no meaning`),
    ...inside(object['properties']),
    ...undescribed(object['items'], `${at}[]`),
    ...((object['anyOf'] ?? []) as unknown[]).flatMap((one) => undescribed(one, at)),
  ];
}

test('every request and response field has a description, and every value a meaning', () => {
  const routes = referenceEndpoints();
  assert.ok(routes.length > 50);
  const missing = routes.flatMap(({ method, path, ...endpoint }) =>
    (['params', 'query', 'body', 'reply'] as const).flatMap((part) => {
      const schema: unknown = JSON.parse(JSON.stringify(endpoint[part] ?? null));
      return undescribed(schema, `${method} ${path} ${part}`);
    }),
  );
  assert.deepEqual(missing, []);
});

test('finds a field without a description and a value without a meaning', () => {
  const status = { type: 'string', enum: ['A', 'B'], 'x-enumDescriptions': { A: 'First.' } };
  const rows = { items: { properties: { id: { type: 'string', description: ' ' } } } };
  const schema = { properties: { status, rows: { ...rows, description: 'Rows.' } } };
  assert.deepEqual(undescribed(schema, 'reply'), [
    'reply.status has no description',
    'reply.status: the value B has no meaning',
    'reply.rows[].id has no description',
  ]);
});
