// How bad news of every origin becomes a reply, and that nothing of a request's values is repeated.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonError, readJson } from '../core/json.ts';
import { invalid, Refusal } from '../core/refusals.ts';
import { ConnectionLost, RetryableFailure, UniqueViolation } from '../storage/errors.ts';
import { asRefusal, errorBody } from './reply.ts';

interface Fault {
  instancePath: string;
  keyword: string;
  params?: Params;
  message?: string;
}

type Params = Record<string, unknown>;

const validation = (...faults: Fault[]) =>
  Object.assign(new Error('body is invalid'), { validation: faults, validationContext: 'body' });

test('a refusal stays what it is', () => {
  const refusal = new Refusal('PAYMENT_NOT_FOUND');
  assert.equal(asRefusal(refusal), refusal);
});

test('broken JSON is named with its place', () => {
  let fault: unknown;
  try {
    readJson('{"order": {"amount": 1, "amount": 2}}');
  } catch (error) {
    fault = error;
  }
  assert.ok(fault instanceof JsonError);
  const refusal = asRefusal(fault);
  assert.equal(refusal?.code, 'INVALID_JSON');
  assert.equal(refusal.details[0]?.field, fault.path);
});

test('a database that is away is 503, with a time to come back', () => {
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

test('the type of the body is worth a word only when nothing else is wrong', () => {
  const shape = { instancePath: '', keyword: 'type', params: { type: 'array' } };
  const field = { instancePath: '/rate', keyword: 'maximum', params: { limit: 1 } };
  const details = asRefusal({ validation: [shape, field] })?.details;
  assert.deepEqual(details, [{ field: 'rate', message: 'must be at most 1' }]);
});

test('a field is named as the merchant writes it', () => {
  const rows: [Fault, field: string, message: string][] = [
    [
      { instancePath: '/order', keyword: 'required', params: { missingProperty: 'amount' } },
      'order.amount',
      'is required',
    ],
    [
      { instancePath: '', keyword: 'required', params: { missingProperty: 'order' } },
      'order',
      'is required',
    ],
    [
      { instancePath: '/order/subpayments/0/amount', keyword: 'exactNumber' },
      'order.subpayments[0].amount',
      'must be a number',
    ],
    [
      { instancePath: '', keyword: 'type', params: { type: 'object' } },
      'body',
      'must be an object',
    ],
    [
      { instancePath: '/channel', keyword: 'enum', params: { allowedValues: ['A', 'B'] } },
      'channel',
      'must be one of A, B',
    ],
    [{ instancePath: '/x', keyword: 'odd' }, 'x', 'is not valid'],
  ];
  for (const [fault, field, message] of rows) {
    assert.deepEqual(asRefusal(validation(fault))?.details, [{ field, message }]);
  }
});

const limits = `
  minimum   | { "limit": 60 }             | must be at least 60
  maximum   | { "limit": 30 }             | must be at most 30
  minLength | { "limit": 1 }              | must not be empty
  minLength | { "limit": 4 }              | must have at least 4 characters
  maxLength | { "limit": 128 }            | must have at most 128 characters
  maxItems  | { "limit": 32 }             | must have at most 32 entries
  type      | { "type": "integer" }       | must be a whole number
  type      | { "type": "boolean" }       | must be true or false
  pattern   | { "pattern": "^[A-Z]{3}$" } | must have the form ^[A-Z]{3}$
  format    | { "format": "date-time" }   | must be a time such as 2026-01-31T12:00:00.000Z
`;

for (const line of limits.trim().split('\n')) {
  const [keyword = '', params = '', message = ''] = line.split('|').map((cell) => cell.trim());
  test(`${keyword} with ${params} is told as "${message}"`, () => {
    const fault = { instancePath: '/x', keyword, params: JSON.parse(params) as Params };
    assert.deepEqual(asRefusal(validation(fault))?.details, [{ field: 'x', message }]);
  });
}

test('a body that may be left out is told by its fields, not by its absence', () => {
  const reason = { instancePath: '/reason', keyword: 'type', params: { type: 'string' } };
  const found = validation(
    { instancePath: '', keyword: 'type', params: { type: 'null' } },
    reason,
    { instancePath: '', keyword: 'anyOf', params: {} },
  );
  assert.deepEqual(asRefusal(found)?.details, [{ field: 'reason', message: 'must be a string' }]);
});

test('each field is named once, with its first fault, and at most twenty', () => {
  const twice = validation(
    { instancePath: '/a', keyword: 'type', params: { type: 'string' } },
    { instancePath: '/a', keyword: 'pattern', params: { pattern: '^a$' } },
  );
  assert.deepEqual(asRefusal(twice)?.details, [{ field: 'a', message: 'must be a string' }]);
  const many = Array.from({ length: 50 }, (_, index) => ({
    instancePath: `/field${index}`,
    keyword: 'type',
    params: { type: 'string' },
  }));
  assert.equal(asRefusal(validation(...many))?.details.length, 20);
});

test('the body has code, message, details and trace id', () => {
  const body = errorBody(new Refusal('PAYMENT_NOT_FOUND'), 'trace-1');
  assert.deepEqual(body, {
    code: 'PAYMENT_NOT_FOUND',
    message: 'There is no such payment.',
    details: [],
    traceId: 'trace-1',
  });
});

test('the message names the wrong field, for clients that show nothing else', () => {
  const body = errorBody(invalid('order.amount', 'must be above zero'), 'trace-1');
  assert.equal(body.message, 'order.amount must be above zero.');
  assert.deepEqual(body.details, [{ field: 'order.amount', message: 'must be above zero' }]);
});

test('the message of a wrong media type names those that are taken, where it knows them', () => {
  const code = 'MEDIA_TYPE_NOT_SUPPORTED';
  const general = 'Send the body in a media type that the endpoint takes.';
  assert.equal(errorBody(new Refusal(code), '').message, general);
  const named = new Refusal(code, [{ field: 'Content-Type', message: 'must be a/b or c/d' }]);
  assert.equal(errorBody(named, '').message, 'Content-Type must be a/b or c/d.');
});
