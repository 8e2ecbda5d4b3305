// Tests of validation messages: the field as the merchant writes it, and what it must be.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type, type TSchema } from 'typebox';
import { patternText } from '../schema.ts';
import { testEndpoint, testRoute } from '../testing/test-route.ts';
import { bareServer } from '../testing/bare-server.ts';
import { faultDetails, type ValidationFault } from './validation-faults.ts';

test('the type of the body is mentioned only when nothing else is wrong', () => {
  const shape = { instancePath: '', keyword: 'type', params: { type: 'array' } };
  const field = { instancePath: '/rate', keyword: 'maximum', params: { limit: 1 } };
  assert.deepEqual(faultDetails([shape, field]), [{ field: 'rate', message: 'must be at most 1' }]);
  assert.deepEqual(faultDetails([shape]), [{ field: 'body', message: 'must be an array' }]);
});

test('a field is named as the merchant writes it', () => {
  const rows: [ValidationFault, field: string, message: string][] = [
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
    [{ instancePath: '/a~1b/c~0d', keyword: 'exactNumber' }, 'a/b.c~d', 'must be a number'],
    [{ instancePath: '/x', keyword: 'odd' }, 'x', 'is not valid'],
    [{ instancePath: '/x', keyword: 'pattern' }, 'x', 'has the wrong format'],
  ];
  for (const [fault, field, message] of rows) {
    assert.deepEqual(faultDetails([fault]), [{ field, message }]);
  }
});

test('each field is named once, and at most twenty', () => {
  const many = Array.from({ length: 50 }, (_, index) => ({
    instancePath: `/field${index}`,
    keyword: 'type',
    params: { type: 'string' },
  }));
  assert.equal(faultDetails([...many, ...many]).length, 20);
});

const time = '2026-01-31T12:00:00.000Z';
const oneToThree = Type.Array(Type.String(), { minItems: 1, maxItems: 3, uniqueItems: true });
const wholeOrText = Type.Union([Type.Integer(), Type.String({ maxLength: 4 })]);

/** Schema, value sent, and the message that results from the real validator. */
const rows: [TSchema, sent: unknown, message: string][] = [
  [Type.String(), 1, 'must be a string'],
  [Type.Integer(), 'x', 'must be a whole number'],
  [Type.Boolean(), 1, 'must be true or false'],
  [Type.Object({}), 1, 'must be an object'],
  [oneToThree, 1, 'must be an array'],
  [oneToThree, [], 'must have at least 1 entry'],
  [oneToThree, ['a', 'b', 'c', 'd'], 'must have at most 3 entries'],
  [oneToThree, ['a', 'a'], 'must not have the same entry twice'],
  [Type.Integer({ minimum: 60 }), 59, 'must be at least 60'],
  [Type.Integer({ maximum: 30 }), 31, 'must be at most 30'],
  [Type.String({ minLength: 1 }), '', 'must not be empty'],
  [Type.String({ minLength: 4 }), 'abc', 'must have at least 4 characters'],
  [Type.String({ maxLength: 3 }), 'abcd', 'must have at most 3 characters'],
  [Type.String({ enum: ['A', 'B'] }), 'C', 'must be one of A, B'],
  [Type.Literal('A'), 'C', 'must be A'],
  [Type.String({ format: 'date-time' }), 'now', `must be a time such as ${time}`],
  [
    Type.String({ format: 'uuid' }),
    'x',
    'must be a UUID such as 019a8f52-7c3e-7b14-9d20-5e6f0c1a2b3d',
  ],
  [patternText('^[^@]+@[^@]+$', 'an e-mail address'), 'x', 'must be an e-mail address'],
  [Type.Union([patternText('^a$', 'the letter a'), Type.Integer()]), 'x', 'must be the letter a'],
  [wholeOrText, true, 'must be a whole number or a string'],
  [wholeOrText, 'abcde', 'must have at most 4 characters'],
  [
    Type.Object({}, { additionalProperties: false }),
    { a: 1 },
    'contains a field that is not allowed',
  ],
];

for (const [schema, sent, message] of rows) {
  test(`${JSON.stringify(sent)} for ${JSON.stringify(schema)} "${message}"`, async () => {
    const take = testEndpoint({
      summary: 'Take',
      access: 'open',
      body: Type.Object({ a: schema }),
      reply: Type.Object({}),
      answer: () => Promise.resolve({}),
    });
    const server = bareServer([testRoute('POST', '/take', take)]);
    const payload = { a: sent };
    const reply = await server.inject({ method: 'POST', url: '/take', payload });
    assert.equal(reply.statusCode, 400);
    const body = reply.json<{ message: string; details: object[] }>();
    assert.deepEqual(body.details, [{ field: 'a', message }]);
    assert.equal(body.message, `a ${message}.`);
  });
}

test('a body with several variants is described by the variant that was meant', async () => {
  const one = Type.Object({ name: Type.String() });
  const take = testEndpoint({
    summary: 'Take',
    access: 'open',
    body: Type.Union([one, Type.Array(one)]),
    reply: Type.Object({}),
    answer: () => Promise.resolve({}),
  });
  const server = bareServer([testRoute('POST', '/take', take)]);
  const told = async (payload: string): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const reply = await server.inject({ method: 'POST', url: '/take', headers, payload });
    return reply.json<{ details: unknown }>().details;
  };
  assert.deepEqual(await told('{}'), [{ field: 'name', message: 'is required' }]);
  assert.deepEqual(await told('[{"name":1}]'), [
    { field: '[0].name', message: 'must be a string' },
  ]);
  assert.deepEqual(await told('5'), [{ field: 'body', message: 'must be an object or an array' }]);
});
