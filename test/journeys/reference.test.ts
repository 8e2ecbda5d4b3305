// Compares the generated reference with a running sandbox: docs/reference/endpoints.md has the
// operations of /openapi.json with the same fields and errors, and the docs page shows them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { operationsOf, type ApiOperation } from '@bramka/gateway/docs/content/document.ts';
import { fieldsOf } from '@bramka/gateway/docs/content/fields.ts';
import type { Json } from '../support/client.ts';
import { anyDatabase } from '../support/place.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { tablesIn } from '../support/reference/markdown-tables.ts';

const written = readFileSync(new URL('../../docs/reference/endpoints.md', import.meta.url), 'utf8');

/** Each operation of the page with everything written about it. */
const sections = new Map(
  written
    .split(/^### /m)
    .slice(1)
    .map((part) => [/^`([^`]+)`/.exec(part)?.[1] ?? '', part.replace(/^## [^]*/m, '')]),
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
      const found = tablesIn(section).map(({ heads, rows }) =>
        rows.map((row) => (heads[0] === 'Status' ? row[1] : row[0]?.replaceAll('&emsp;', ''))),
      );
      const shown = expected.filter((rows) => rows.length > 0);
      assert.deepEqual(found, shown, nameOf(operation));
    }
  });

  test('matches the docs page', async () => {
    const { text } = await gateway.call('GET', '/docs');
    for (const { id, summary } of operations) {
      assert.ok(text.includes(`<article id="${id}">`), `${id}: ${summary}`);
    }
    assert.doesNotMatch(text, /<code>\{\}<\/code>/, 'an answer is shown empty');
  });
});
