// The generator of the client: every operation has a name, no name is left over, and schemas become
// the types that merchants expect.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiDocument } from '@bramka/gateway/docs/docs-routes.ts';
import { referenceEndpoints } from '../reference/pages.ts';
import { clientFiles } from './client-files.ts';
import { docComment } from './doc-comment.ts';
import { accepted, merchantApi, onlyReads, operatorApi } from './names.ts';
import { operationsOf } from './operations.ts';
import { amountPaths, TypeTable, type Schema } from './schema-types.ts';

const document = apiDocument(referenceEndpoints(), 'sandbox');
const apis = [merchantApi, operatorApi];
const operations = apis.flatMap((api) => operationsOf(document, api));
const files = clientFiles(document);

test('every operation of both APIs has a name', () => {
  const nameless = operations.filter(({ names }) => names.length === 0).map(({ key }) => key);
  assert.deepEqual(nameless, [], 'add rows to names.ts, then run `npm run client`');
});

test('no name is left over, and none is used twice', () => {
  const keys = operations.map(({ key }) => key);
  for (const api of apis) {
    const named = Object.keys(api.names).map((row) => row.replace(' ', ` ${api.base}`));
    assert.deepEqual(
      named.filter((key) => !keys.includes(key)),
      [],
    );
    const calls = operationsOf(document, api).flatMap(({ names }) => names.map(({ call }) => call));
    assert.equal(new Set(calls).size, calls.length);
    for (const call of calls) assert.match(call, /^[a-z][A-Za-z]*\.[a-z][A-Za-z0-9]*$/);
  }
});

test('covers the paths of merchants and operators, not those of providers', () => {
  const all = Object.keys(document['paths'] as object);
  const ours = new Set(operations.map(({ path }) => path));
  const left = all.filter((path) => !ours.has(path));
  for (const path of left) {
    assert.ok(/^\/(sandbox(\/|$)|$)/.test(path) || merchantApi.leftOut?.test(path), path);
  }
  assert.ok(ours.size > 80);
});

test('only calls that change nothing are marked as such, and no mark is left over', () => {
  const rows = operations.flatMap(({ key, names }) => names.map(({ call }) => ({ key, call })));
  for (const { key } of rows.filter(({ call }) => onlyReads.includes(call))) {
    assert.match(key, /^POST .*\/(auth|search|binInfo|cardInfo|bins\/find|routes\/explain)$/);
  }
  const calls = rows.map(({ call }) => call);
  const marked = [...onlyReads, ...Object.keys(accepted)];
  assert.deepEqual(
    marked.filter((call) => !calls.includes(call)),
    [],
  );
});

for (const { title, folder, typeNames } of apis) {
  test(`every better name of a type of the ${title} is used`, () => {
    const types = files.get(`${folder}types.ts`) ?? '';
    const unused = Object.values(typeNames).filter(
      (name) => !new RegExp(`^export (interface|type) ${name}\\b`, 'm').test(types),
    );
    assert.deepEqual(unused, []);
  });
}

test('calls have the parameters of the path, then the body, the query and the options', () => {
  const calls = (files.get('calls.ts') ?? '').replaceAll(/\s+/g, ' ');
  const signatures = [
    'create(body: CreatePayment, options?: CallOptions): Promise<Result<Payment>>;',
    'cancelTransaction( paymentId: string, transId: string, body?: CancelTransaction | null, ' +
      'options?: CallOptions, ): Promise<Result<Transaction>>;',
    'get(paymentId: string, refundId: string, options?: CallOptions): Promise<Result<Refund>>;',
    'getReportCsv(batchId: string, options?: CallOptions): Promise<Result<string>>;',
    'search(body: SearchPayments, options?: CallOptions): Promise<Result<readonly string[]>>;',
  ];
  for (const signature of signatures) assert.ok(calls.includes(signature), signature);
});

const field = (type: Schema, more: Partial<Schema> = {}): Schema => ({
  type: 'object',
  properties: { field: type },
  ...more,
});

const rows: [what: string, schema: Schema, direction: 'request' | 'answer', text: string][] = [
  ['a text', { type: 'string' }, 'answer', 'readonly field?: string;'],
  ['a required text', { type: 'string' }, 'answer', 'readonly field: string;'],
  ['an amount', { type: 'number' }, 'answer', 'readonly field?: Amount;'],
  ['an integer', { type: 'integer' }, 'answer', 'readonly field?: number;'],
  [
    'an optional field',
    { type: ['string', 'null'] },
    'request',
    'field?: string | null | undefined;',
  ],
  ['a list', { type: 'array', items: { type: 'string' } }, 'answer', 'field?: readonly string[];'],
  [
    'a list of values',
    { type: 'array', items: { type: 'string', enum: ['A'] } },
    'answer',
    'readonly (Field | Other)[];',
  ],
  ['values in an answer', { type: 'string', enum: ['A', 'B'] }, 'answer', 'field?: Field | Other;'],
  [
    'values in a request',
    { type: ['string', 'null'], enum: ['A', null] },
    'request',
    'field?: Field | null | undefined;',
  ],
  [
    'two forms',
    { anyOf: [{ type: 'integer' }, { type: 'string' }] },
    'answer',
    'field?: number | string;',
  ],
  [
    'an open object',
    { type: 'object', patternProperties: { '^.*$': {} } },
    'answer',
    'Readonly<Record<string, unknown>>;',
  ],
  ['anything', {}, 'answer', 'readonly field?: unknown;'],
];
for (const [what, schema, direction, text] of rows) {
  test(`the type of ${what} in ${direction === 'answer' ? 'an answer' : 'a request'}`, () => {
    const types = new TypeTable({});
    const required = what.startsWith('a required') ? { required: ['field'] } : {};
    assert.equal(types.typeOf(field(schema, required), direction, 'Made'), 'Made');
    assert.ok(types.text().includes(text), types.text());
  });
}

test('equal objects are one type, different ones have the owner in their name', () => {
  const types = new TypeTable({});
  const part = (description: string): Schema => field({ type: 'string', description });
  const outer = { type: 'object', properties: { part: part('One.'), other: field(part('Two.')) } };
  types.typeOf(outer, 'answer', 'First');
  types.typeOf(field(part('One.')), 'answer', 'Second');
  assert.deepEqual(types.names(), ['Field', 'First', 'Other', 'Part', 'Second']);
  assert.throws(() => types.reserve(outer, 'answer', 'Third'), /same type/);
});

test('amounts are found in objects, lists and alternatives', () => {
  const amount: Schema = { type: ['number', 'null'] };
  const list: Schema = { type: 'array', items: field(amount) };
  const schema: Schema = {
    properties: { list, one: { anyOf: [field(amount), { type: 'null' }] } },
  };
  assert.deepEqual(amountPaths(schema), ['list.field', 'one.field']);
  assert.deepEqual(amountPaths({ type: 'array', items: schema }), ['list.field', 'one.field']);
});

test('doc comments are wrapped, end with a full stop and cannot end early', () => {
  assert.equal(docComment(['Short'], '  '), '  /** Short. */\n');
  assert.equal(docComment(['', ' '], ''), '');
  assert.equal(docComment(['a */ b'], ''), '/** a *\\/ b. */\n');
  const long = docComment(['word '.repeat(60), 'Next'], '  ');
  assert.ok(long.split('\n').every((line) => line.length <= 100));
  assert.ok(long.startsWith('  /**\n   * word') && long.endsWith('   * Next.\n   */\n'));
});
