// Tests of how errors of every origin become a reply, and that no value of the request is repeated.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonError, readJson } from '../core/json.ts';
import { invalid, Refusal, refusals } from '../core/refusals.ts';
import { ConnectionLost, RetryableFailure, UniqueViolation } from '../storage/errors.ts';
import { asRefusal, errorBody } from './reply.ts';

test('a refusal stays unchanged', () => {
  const refusal = new Refusal('PAYMENT_NOT_FOUND');
  assert.equal(asRefusal(refusal), refusal);
});

function refusalOf(text: string): Refusal | undefined {
  try {
    readJson(text);
  } catch (error) {
    assert.ok(error instanceof JsonError);
    return asRefusal(error);
  }
  return undefined;
}

test('broken JSON is named with its place', () => {
  const refusal = refusalOf('{"order": {"amount": 1,}}');
  assert.equal(refusal?.code, 'INVALID_JSON');
  const message = 'The body is not JSON: a key in double quotes is expected.';
  assert.deepEqual(refusal.details, [{ field: 'order', message }]);
});

test('JSON with content that is not accepted is an invalid request, in one sentence', () => {
  const refused: readonly (readonly [text: string, sentence: string])[] = [
    ['{"a":1,"a":2}', 'a appears more than once in its object.'],
    ['{"a":{"__proto__":2}}', 'a.__proto__ is a name that is not allowed.'],
    ['{"a":["\\u0000"]}', 'a[0] must not contain the character U+0000.'],
    ['{"a":"\\ud800"}', 'a must not contain a lone surrogate.'],
    ['{"a":1e131000}', 'a must have an exponent from -324 to 324.'],
    [`{"a":${'9'.repeat(41)}}`, 'a must be written in at most 40 characters.'],
    ['['.repeat(40), `${'[0]'.repeat(32)} is nested deeper than 32 levels.`],
    [`"${'x'.repeat(16_385)}"`, 'body must not contain a string longer than 16384 characters.'],
  ];
  for (const [text, sentence] of refused) {
    const refusal = refusalOf(text);
    assert.equal(refusal?.code, 'INVALID_REQUEST', sentence);
    assert.equal(errorBody(refusal, 't').message, sentence);
  }
});

test('an unreachable database is 503, with Retry-After', () => {
  for (const error of [new ConnectionLost(new Error('x')), new RetryableFailure(new Error('x'))]) {
    const refusal = asRefusal(error);
    assert.deepEqual(
      [refusal?.code, refusal?.status, refusal?.retryAfterSeconds],
      ['STORAGE_UNAVAILABLE', 503, 1],
    );
  }
});

const framework = `
  FST_ERR_CTP_BODY_TOO_LARGE         | BODY_TOO_LARGE           | 413
  FST_ERR_CTP_INVALID_MEDIA_TYPE     | MEDIA_TYPE_NOT_SUPPORTED | 415
  FST_ERR_CTP_INVALID_CONTENT_LENGTH | INVALID_REQUEST          | 400
  FST_ERR_BAD_URL                    | ROUTE_NOT_FOUND          | 404
`;

for (const line of framework.trim().split('\n')) {
  const [code = '', expected, status] = line.split('|').map((cell) => cell.trim());
  test(`${code} is ${expected}`, () => {
    const refusal = asRefusal(Object.assign(new Error('told by the framework'), { code }));
    assert.deepEqual([refusal?.code, String(refusal?.status)], [expected, status]);
  });
}

test('anything else is a defect', () => {
  for (const error of [
    new Error('boom'),
    new TypeError('x is not a function'),
    new UniqueViolation('payments_pkey'),
    Object.assign(new Error('x'), { code: 'FST_ERR_SOMETHING_NEW' }),
    'a string',
    42,
    {},
  ]) {
    assert.equal(asRefusal(error), undefined);
  }
});

test('a schema violation is reported by field, with the rule from the schema', () => {
  const email = { pattern: '@', 'x-rule': 'an e-mail address' };
  const schema = { properties: { email } };
  const fault = {
    instancePath: '/email',
    schemaPath: '#/properties/email/pattern',
    keyword: 'pattern',
  };
  const contexts = [
    ['body', { body: schema }],
    ['params', { params: schema }],
    ['querystring', { query: schema }],
  ] as const;
  for (const [validationContext, schemas] of contexts) {
    const error = Object.assign(new Error('x'), { validation: [fault], validationContext });
    const refusal = asRefusal(error, schemas);
    assert.equal(refusal?.code, 'INVALID_REQUEST');
    assert.deepEqual(refusal.details, [{ field: 'email', message: 'must be an e-mail address' }]);
    assert.equal(errorBody(refusal, '').message, 'email must be an e-mail address.');
  }
});

test('the body has code, message, details and trace id', () => {
  const body = errorBody(new Refusal('PAYMENT_NOT_FOUND'), 'trace-1');
  assert.deepEqual(body, {
    code: 'PAYMENT_NOT_FOUND',
    message: refusals.PAYMENT_NOT_FOUND[1],
    details: [],
    traceId: 'trace-1',
  });
});

test('the message names the wrong field, for clients that show nothing else', () => {
  const body = errorBody(invalid('order.amount', 'must be above zero'), 'trace-1');
  assert.equal(body.message, 'order.amount must be above zero.');
  assert.deepEqual(body.details, [{ field: 'order.amount', message: 'must be above zero' }]);
});

test('the message of a wrong media type names the accepted ones, if they are known', () => {
  const code = 'MEDIA_TYPE_NOT_SUPPORTED';
  const general = 'The media type of the body is not supported. Send application/json.';
  assert.equal(errorBody(new Refusal(code), '').message, general);
  const named = new Refusal(code, [{ field: 'Content-Type', message: 'must be a/b or c/d' }]);
  assert.equal(errorBody(named, '').message, 'Content-Type must be a/b or c/d.');
});
