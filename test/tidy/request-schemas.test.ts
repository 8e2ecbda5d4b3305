// Checks that every keyword used in a request schema has an error sentence, and every pattern a
// rule in words, so that no error message shows a regular expression.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { referenceRoutes } from '@bramka/cli/reference/pages.ts';
import {
  describedFormats,
  describedKeywords,
} from '@bramka/gateway/http/assembly/validation-faults.ts';

type Json = Record<string, unknown>;

/** Keywords that refuse nothing by themselves. */
const silent = new Set([
  'properties',
  'patternProperties',
  'items',
  'description',
  'examples',
  'x-rule',
  'x-secret',
  'x-enumDescriptions',
]);

interface Place {
  readonly at: string;
  readonly schema: Json;
}

/** The schema and all schemas inside it. */
function placesOf(schema: unknown, at: string): Place[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = schema as Json;
  const inside = (part: unknown): Place[] =>
    Object.entries((part ?? {}) as Json).flatMap(([name, one]) => placesOf(one, `${at}.${name}`));
  return [
    { at, schema: own },
    ...inside(own['properties']),
    ...inside(own['patternProperties']),
    ...inside(own['anyOf']),
    ...placesOf(own['items'], `${at}[]`),
  ];
}

const places = referenceRoutes().flatMap(({ method, path, endpoint }) =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    placesOf(JSON.parse(JSON.stringify(endpoint[part] ?? null)), `${method} ${path} ${part}`),
  ),
);

test('every keyword of a request schema has a sentence', () => {
  assert.ok(places.length > 300, `${places.length} schemas were found`);
  for (const { at, schema } of places) {
    for (const keyword of Object.keys(schema)) {
      const isKnown = silent.has(keyword) || describedKeywords.has(keyword);
      assert.ok(isKnown, `${at}: ${keyword} has no sentence in http/assembly/validation-faults.ts`);
    }
    const format = schema['format'] as string | undefined;
    if (format !== undefined) assert.ok(describedFormats.has(format), `${at}: ${format}`);
  }
});

test('every pattern of a request schema has a description in words', () => {
  const patterns = places.filter(({ schema }) => 'pattern' in schema);
  assert.ok(patterns.length > 10, `${patterns.length} patterns were found`);
  for (const { at, schema } of patterns) {
    const rule = schema['x-rule'];
    assert.ok(typeof rule === 'string', `${at}: describe the pattern in words, see formed()`);
    assert.doesNotMatch(rule, /[\^$\\[\]{}+*?]|^must/, `${at}: "must be ${rule}"`);
  }
});
