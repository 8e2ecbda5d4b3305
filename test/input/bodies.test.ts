// Sends invalid bodies to every route with a body: always a 4xx that names the field, never a 5xx.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import {
  assertDefined,
  assertHealthy,
  pathOf,
  send,
  startTarget,
  tokenFor,
  validBody,
  type Target,
} from '../support/attack.ts';
import { assertErrorReply, type ApiOperation, type Schema } from '../support/reply-check.ts';

let target: Target;
before(async () => {
  target = await startTarget();
});
after(async () => {
  await assertHealthy(target);
  await target.gateway.release();
});

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

/** Texts that are not valid JSON, with a description. */
const malformed: [string, string | Buffer][] = [
  ['cut off', '{"order":{"amount":1'],
  ['not JSON at all', 'amount=12&currency=PLN'],
  ['a trailing comma', '{"a":1,}'],
  ['two documents', '{}{}'],
  ['single quotes', "{'a':1}"],
  ['a comment', '{"a":1/* one */}'],
  ['NaN', '{"a":NaN}'],
  ['a leading zero', '{"a":00}'],
  ['a plus sign', '{"a":+1}'],
  ['a bare point', '{"a":1.}'],
  ['a raw NUL', '{"a":"x\0y"}'],
  ['a raw control character', '{"a":"x\ny"}'],
  ['invalid UTF-8', bytes('{"a":"', [0xc3, 0x28], '"}')],
  ['an overlong encoding', bytes('{"a":"', [0xc0, 0xaf], '"}')],
  ['a surrogate in UTF-8', bytes('{"a":"', [0xed, 0xa0, 0x80], '"}')],
  ['a byte order mark', bytes([0xef, 0xbb, 0xbf], '{"a":1,}')],
  ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
];

/** JSON with something that no request may contain. */
const refused: readonly (readonly [what: string, body: string])[] = [
  ['a duplicate key', '{"secret":"a","secret":"b"}'],
  ['a duplicate key in disguise', '{"secret":"a","\\u0073ecret":"b"}'],
  ['a duplicate of an absent value', '{"a":null,"a":1}'],
  ['__proto__', '{"__proto__":{"admin":true}}'],
  ['__proto__ below', '{"order":{"__proto__":1}}'],
  ['a NUL character', '{"a":"x\\u0000y"}'],
  ['a lone high surrogate', '{"a":"\\ud83d"}'],
  ['a lone low surrogate', '{"a":"\\ude00\\ud83d"}'],
  ['33 levels', nested(33)],
  ['many levels', nested(5000)],
  ['many arrays', '['.repeat(20_000)],
  ['an endless number', `{"a":${'9'.repeat(5000)}}`],
  ['an exponent above that of a double', '{"a":1e325}'],
  ['an exponent below that of a double', '{"a":1e-325}'],
  ['an exponent of its own size', '{"a":[1e131000]}'],
  ['an exponent that no database takes', '{"a":{"b":-1E+200000}}'],
];

const withBody = (): ApiOperation[] => target.operations.filter((one) => one.body !== undefined);

test('malformed JSON is 400 everywhere', async () => {
  for (const operation of withBody()) {
    for (const [what, body] of malformed) {
      const about = `${operation.method} ${operation.path} with ${what}`;
      const reply = await send(target, operation, body);
      assert.equal(reply.status, 400, `${about}: ${reply.status} ${reply.text}`);
      assertErrorReply(reply, about);
      assert.equal((reply.body as Json)['code'], 'INVALID_JSON', about);
      assert.ok(namedField(reply) !== '', `${about}: no field is named in ${reply.text}`);
    }
  }
});

test('JSON with something that no request may contain is 400 and names it', async () => {
  for (const operation of withBody()) {
    for (const [what, body] of refused) {
      const about = `${operation.method} ${operation.path} with ${what}`;
      const reply = await send(target, operation, body);
      assert.equal(reply.status, 400, `${about}: ${reply.status} ${reply.text}`);
      assertErrorReply(reply, about);
      assert.equal((reply.body as Json)['code'], 'INVALID_REQUEST', about);
      assert.ok(namedField(reply) !== '', `${about}: no field is named in ${reply.text}`);
    }
  }
});

test('bodies that are not objects are 400, and only a missing one may be accepted', async () => {
  for (const operation of withBody()) {
    for (const body of ['[]', '[{}]', '"text"', '5', 'true', '[[[]]]']) {
      const reply = await send(target, operation, body);
      assert.equal(reply.status, 400, `${operation.path} ${body} ${reply.text}`);
      assertErrorReply(reply);
    }
    for (const body of ['', ' \n', 'null', '{}']) {
      assertDefined(await send(target, operation, body), `${operation.path} ${body}`);
    }
  }
});

test('a body above 64 KiB is 413, one of 64 KiB is read', async () => {
  for (const operation of withBody()) {
    const large = await send(target, operation, JSON.stringify({ a: 'x'.repeat(70_000) }));
    assert.equal(large.status, 413, large.text);
    assertErrorReply(large);
    const filler = ' '.repeat(64 * 1024 - 2);
    const fits = await send(target, operation, `{${filler}}`);
    assert.notEqual(fits.status, 413);
    assertDefined(fits, operation.path);
  }
});

test('a stream of unknown length is cut off at 64 KiB', async () => {
  const operation = withBody()[0] as ApiOperation;
  const chunk = new TextEncoder().encode(' '.repeat(16 * 1024));
  let sent = 0;
  const stream = new ReadableStream({
    pull(controller) {
      sent += 1;
      if (sent > 40) controller.close();
      else controller.enqueue(chunk);
    },
  });
  const reply = await fetch(`${target.gateway.url}${pathOf(target, operation)}`, {
    method: operation.method,
    headers: { 'content-type': 'application/json' },
    body: stream,
    duplex: 'half',
  }).catch(() => undefined);
  // The gateway may close the connection while the rest is still being sent.
  if (reply) assert.equal(reply.status, 413);
});

const foreignTypes = [
  'text/plain',
  'application/xml',
  'garbage',
  'multipart/form-data; boundary=x',
  'application/jsonx',
  'application/x-www-form-urlencodedx',
  'application/x-www-form',
];
const formType = 'application/x-www-form-urlencoded';

test('other media types are 415', async () => {
  for (const operation of withBody()) {
    for (const type of foreignTypes) {
      const body = JSON.stringify(validBody(operation));
      await assertNotTaken(operation, type, body);
    }
  }
});

/** Bodies that an endpoint with forms would read, refuse, or treat as absent. */
const forms: [what: string, type: string, body: string][] = [
  ['fields', formType, 'secret=a&amount=1'],
  ['JSON', formType, '{"secret":"a"}'],
  ['a charset', `${formType}; charset=UTF-8`, 'secret=a'],
  ['capitals', 'Application/X-WWW-Form-URLEncoded', 'secret=a'],
  ['nothing in it', formType, ''],
  ['__proto__', formType, '__proto__=1'],
  ['broken escapes', formType, 'secret=%'],
  ['too much of it', formType, `secret=${'x'.repeat(70_000)}`],
];

test('forms are 415 where only JSON is accepted', async () => {
  const taking = await takingForms();
  const jsonOnly = withBody().filter(({ method, path }) => !taking.has(`${method} ${path}`));
  assert.ok(jsonOnly.length > 5);
  for (const operation of jsonOnly) {
    for (const [what, type, body] of forms) await assertNotTaken(operation, type, body, what);
  }
});

async function assertNotTaken(
  operation: ApiOperation,
  type: string,
  body: string,
  what = '',
): Promise<void> {
  const reply = await target.gateway.call(operation.method, pathOf(target, operation), {
    token: tokenFor(target, operation),
    body,
    headers: { 'content-type': type },
  });
  const about = `${operation.path} ${type} ${what}`;
  assert.equal(reply.status, 415, `${about} ${reply.text}`);
  assertErrorReply(reply, about);
}

/** Operations that accept forms according to their description, as `POST /path`. */
async function takingForms(): Promise<Set<string>> {
  type Paths = Record<string, Record<string, { requestBody?: { content: Json } }>>;
  const { body } = await target.gateway.call<{ paths: Paths }>('GET', '/openapi.json');
  const operations = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { requestBody }]) => requestBody && formType in requestBody.content)
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  return new Set(operations);
}

test('a field of a wrong type is 400 and named', async () => {
  for (const operation of withBody()) {
    for (const [path, wrong] of wrongValues(operation.body?.schema ?? {}, [])) {
      const body = withValue(validBody(operation), path, wrong);
      const field = path.join('.');
      const about = `${operation.method} ${operation.path} ${field} = ${JSON.stringify(wrong)}`;
      const reply = await send(target, operation, body);
      assert.equal(reply.status, 400, `${about}: ${reply.text}`);
      assertErrorReply(reply, about);
      const fields = ((reply.body as Json)['details'] as Json[]).map((one) => one['field']);
      // A field of a bare instrument or device is named as in a wrapped one.
      const names = [field, `instrument.${field}`, `device.${field}`];
      assert.ok(
        names.some((name) => fields.includes(name)),
        `${about}: names ${fields.join(', ')}`,
      );
    }
  }
});

test('bad amounts are 400 and named', async () => {
  const amounts = [
    '12.345',
    '-1',
    '0',
    '0.00',
    '-0',
    '1e400',
    '"12"',
    '1e-3',
    '1000000000',
    '00',
    '+1',
    '999999999.991',
    '1e9',
    '0.001',
    '1E+99',
    '{}',
    '[]',
    'true',
    '1.10000000000000000001',
    '12.',
    '.5',
    '0x10',
    '1_000',
    '1,5',
    '" 1"',
    '-1e-400',
    '1e99999999999',
    '12.340',
  ];
  const url = '/v1/ecommerce/payment';
  for (const amount of amounts) {
    const body = `{"order":{"amount":${amount},"currency":"PLN"}}`;
    const reply = await target.gateway.call('POST', url, { token: target.token, body });
    assert.equal(reply.status, 400, `${amount}: ${reply.text}`);
    assertErrorReply(reply, amount);
    assert.match(namedField(reply), /^order\.amount|^order$/, `${amount}: ${reply.text}`);
  }
  const yen = '{"order":{"amount":12.5,"currency":"JPY"}}';
  const reply = await target.gateway.call('POST', url, { token: target.token, body: yen });
  assert.deepEqual([reply.status, namedField(reply)], [400, 'order.amount']);
  for (const amount of ['0.01', '999999999.99', '1e2', '12.5', '1.25e1']) {
    const body = `{"order":{"amount":${amount},"currency":"PLN"}}`;
    const fine = await target.gateway.call('POST', url, { token: target.token, body });
    assert.equal(fine.status, 200, `${amount}: ${fine.text}`);
  }
});

test('an invalid amount is refused by other operations as well', async () => {
  const operations = withBody().filter((one) => 'amount' in (one.body?.schema.properties ?? {}));
  for (const operation of operations) {
    for (const amount of ['12.345', '-1', '0', '1e400', '"12"', '1000000000']) {
      const reply = await send(target, operation, `{"amount":${amount}}`);
      assert.ok(reply.status >= 400 && reply.status < 500, `${operation.path} ${reply.text}`);
      assertErrorReply(reply);
    }
  }
});

test('unknown fields are ignored and null means absent', async () => {
  const body = {
    ...validBody(withBody().find((one) => one.path.endsWith('/payment')) as ApiOperation),
    customer: null,
    device: { ip: null, unknown: [{ deep: { er: 1.5 } }] },
    constructor: { name: 'x' },
    toString: 'x',
    unknownObject: { hasOwnProperty: 1, 'a.b': [null] },
  };
  const reply = await target.gateway.call('POST', '/v1/ecommerce/payment', {
    token: target.token,
    body,
  });
  assert.equal(reply.status, 200, reply.text);
});

function namedField(reply: Reply<unknown>): string {
  const [first] = (reply.body as { details: { field: string }[] }).details;
  return first?.field ?? '';
}

/** For every field of the schema, values of other types. */
function* wrongValues(schema: Schema, path: string[]): Generator<[string[], unknown]> {
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const at = [...path, name];
    const wrong: Record<string, unknown[]> = {
      string: [5, true, [], {}, 1.5],
      integer: ['5', 1.5, true, {}, []],
      number: ['5', true, {}, [5]],
      boolean: ['true', 1, 0, {}, []],
      object: ['x', 5, true, []],
      array: ['x', 5, true, {}],
    };
    for (const value of wrong[inner.type ?? ''] ?? []) yield [at, value];
    if (inner.type === 'object') yield* wrongValues(inner, at);
  }
}

function withValue(body: Json, path: readonly string[], value: unknown): Json {
  const [name = '', ...rest] = path;
  if (rest.length === 0) return { ...body, [name]: value };
  const inner = typeof body[name] === 'object' ? (body[name] as Json) : {};
  return { ...body, [name]: withValue(inner, rest, value) };
}
