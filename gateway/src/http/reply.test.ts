// How bad news of every origin becomes a reply, and that nothing of a request's values is repeated.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonError, readJson } from '../core/json.ts';
import { invalid, Refusal } from '../core/refusals.ts';
import { ConnectionLost, RetryableFailure, UniqueViolation } from '../storage/errors.ts';
import { asRefusal, errorBody } from './reply.ts';

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

test('what a schema refuses is told by field, with the rule that stands in the schema', () => {
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
