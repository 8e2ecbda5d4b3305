// Compares the generated reference with a running sandbox: docs/reference/endpoints.md lists the
// operations of /openapi.json, and the pages of the groups have the same fields and errors.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fieldsOf, type Schema } from '@bramka/gateway/docs/content/fields.ts';
import { parties } from '@bramka/sandbox/parties.ts';
import type { Json } from '../support/client.ts';
import { anyDatabase } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { tablesIn } from '../support/reference/markdown-tables.ts';

const reference = new URL('../../docs/reference/', import.meta.url);
const folder = new URL('endpoints/', reference);
const groups = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));

/** Those of providers that a sandbox simulates only if they are named are in the reference too. */
const isOptional = (operation: string): boolean =>
  parties.some(({ name, onlyIfNamed }) => onlyIfNamed && operation.includes(`/sandbox/${name}/`));

/** Each operation of the pages with everything written about it. */
const sections = new Map(
  groups.flatMap((written) =>
    written
      .split(/^## /m)
      .slice(1)
      .map((part): [string, string] => [/^`([^`]+)`/.exec(part)?.[1] ?? '', part]),
  ),
);

type Content = Record<string, { readonly schema: Schema }>;

interface Operation {
  readonly name: string;
  readonly parameters: readonly { readonly name: string }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: { readonly '200': { readonly content: Content } };
  readonly 'x-refusals': readonly string[];
}

const fieldNames = (content: Content | undefined): string[] => {
  const [first] = Object.values(content ?? {});
  return fieldsOf(first?.schema ?? {}).map(({ name }) => name);
};

describe('the written reference', () => {
  let gateway: BorrowedGateway;
  let operations: Operation[];
  before(async () => {
    gateway = await sharedGateway(anyDatabase);
    const { body } = await gateway.call<Json>('GET', '/openapi.json');
    const paths = Object.entries(body['paths'] as Record<string, Record<string, Operation>>);
    operations = paths.flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        name: `${method.toUpperCase()} ${path}`,
      })),
    );
  });
  after(() => gateway?.release());

  test('has the operations of a running sandbox, and no others', () => {
    assert.ok(operations.length > 40);
    const names = operations.map(({ name }) => name).sort();
    const written = [...sections.keys()].sort();
    assert.ok(written.some(isOptional));
    assert.deepEqual(
      written.filter((name) => !isOptional(name)),
      names,
    );
    const list = readFileSync(new URL('endpoints.md', reference), 'utf8');
    const listed = [...list.matchAll(/^\| \[`([^`]+)`\]/gm)].map(([, name = '']) => name);
    assert.deepEqual(listed.sort(), written);
  });

  test('has the fields and errors of each of them, row by row', () => {
    for (const operation of operations) {
      const section = sections.get(operation.name) ?? '';
      const expected = [
        operation.parameters.map(({ name }) => name),
        fieldNames(operation.requestBody?.content),
        fieldNames(operation.responses['200'].content),
        [...operation['x-refusals']],
      ];
      const tables = tablesIn(section).map(({ heads, rows }) =>
        rows.map((row) => (heads[0] === 'Status' ? row[1] : row[0]?.replaceAll('&emsp;', ''))),
      );
      const shown = expected.filter((rows) => rows.length > 0);
      assert.deepEqual(tables, shown, operation.name);
    }
  });
});
