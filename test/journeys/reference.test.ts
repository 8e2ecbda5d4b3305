// Compares the generated reference with a running sandbox: docs/reference/endpoints.md lists the
// operations of /openapi.json, and the pages of the groups have the same fields and errors.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { operationsOf, type ApiOperation } from '@bramka/gateway/docs/content/document.ts';
import { fieldsOf } from '@bramka/gateway/docs/content/fields.ts';
import type { Json } from '../support/client.ts';
import { anyDatabase } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { tablesIn } from '../support/reference/markdown-tables.ts';

const reference = new URL('../../docs/reference/', import.meta.url);
const folder = new URL('endpoints/', reference);
const groups = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));

/** Each operation of the pages with everything written about it. */
const sections = new Map(
  groups.flatMap((written) =>
    written
      .split(/^## /m)
      .slice(1)
      .map((part): [string, string] => [/^`([^`]+)`/.exec(part)?.[1] ?? '', part]),
  ),
);

describe('the written reference', () => {
  let gateway: BorrowedGateway;
  let operations: ApiOperation[];
  before(async () => {
    gateway = await sharedGateway(anyDatabase);
    const { body } = await gateway.call<Json>('GET', '/openapi.json');
    operations = operationsOf(body);
  });
  after(() => gateway?.release());

  const nameOf = ({ method, path }: ApiOperation): string => `${method} ${path}`;

  test('has the operations of a running sandbox, and no others', () => {
    assert.ok(operations.length > 40);
    assert.deepEqual([...sections.keys()].sort(), operations.map(nameOf).sort());
    const list = readFileSync(new URL('endpoints.md', reference), 'utf8');
    const listed = [...list.matchAll(/^\| \[`([^`]+)`\]/gm)].map(([, name = '']) => name);
    assert.deepEqual(listed.sort(), operations.map(nameOf).sort());
  });

  test('has the fields and errors of each of them, row by row', () => {
    for (const operation of operations) {
      const section = sections.get(nameOf(operation)) ?? '';
      const { parameters, body, reply, refusals } = operation;
      const expected = [
        parameters.map(({ name }) => name),
        fieldsOf(body?.schema ?? {}).map(({ name }) => name),
        fieldsOf(reply.schema).map(({ name }) => name),
        [...refusals],
      ];
      const tables = tablesIn(section).map(({ heads, rows }) =>
        rows.map((row) => (heads[0] === 'Status' ? row[1] : row[0]?.replaceAll('&emsp;', ''))),
      );
      const shown = expected.filter((rows) => rows.length > 0);
      assert.deepEqual(tables, shown, nameOf(operation));
    }
  });
});
