// Every example of the documentation is what it is an example of: requests fit the schema of their
// body unless they are refused for it, answers the schema of their endpoint, and every endpoint has
// an example of its JSON answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationsOf, type ApiOperation } from '@bramka/gateway/docs/content/operations.ts';
import { recordedExamples } from '@bramka/gateway/docs/examples.ts';
import { fieldsOf } from '@bramka/gateway/docs/content/fields.ts';
import { usualAnswer } from '@bramka/gateway/docs/content/samples.ts';
import { mediaTypes } from '@bramka/gateway/http/endpoint.ts';
import { faultsOf, type Schema } from '@bramka/test/support/reply-check.ts';
import { referenceEndpoints } from './pages.ts';

const operations = operationsOf(referenceEndpoints(), recordedExamples());

/** Every example of an operation that is not what it should be. */
function faultsIn({ cases, body, reply, refusals }: ApiOperation): string[] {
  const fits = (schema: unknown, value: unknown, what: string): string[] =>
    value === undefined ? [] : faultsOf(schema as Schema, value, what);
  return cases.flatMap(({ when = 'usual', status, answer, ...sent }) => {
    if (status !== 200) return refusalFaults(refusals, answer, when);
    return [
      ...fits(body?.schema, sent.body, `${when}: body`),
      ...fits(body?.schema, sent.form, `${when}: form`),
      ...fits(reply.schema, answer, `${when}: answer`),
    ];
  });
}

function refusalFaults(refusals: readonly string[], answer: unknown, when: string): string[] {
  const { code } = answer as { code: string };
  return refusals.includes(code) ? [] : [`${when}: ${code} is no error of this endpoint`];
}

for (const operation of operations) {
  const { method, path, body, reply } = operation;
  test(`the examples of ${method} ${path} fit it`, () => {
    assert.deepEqual(faultsIn(operation), []);
    const isSent = body?.example !== undefined || body?.exampleForm !== undefined;
    assert.ok(isSent || body?.required !== true, 'there is no example of the body');
    if (reply.mediaType !== mediaTypes.json) return assert.ok(reply.schema.description);
    // An endpoint that only redirects has no fields.
    if (fieldsOf(reply.schema).length === 0 && reply.schema.type === 'object') return;
    assert.notEqual(usualAnswer(operation), undefined, 'there is no example of the answer');
    assert.notDeepEqual(usualAnswer(operation), {});
  });
}

test('every recorded example belongs to an endpoint', () => {
  const known = new Set(operations.map(({ method, path }) => `${method} ${path}`));
  const strange = Object.keys(recordedExamples()).filter((name) => !known.has(name));
  assert.deepEqual(strange, [], 'run `npm run examples`');
});

/** As much as the merchant, the shop's page and the directory server meet in an authentication. */
const mustShow: readonly [path: string, method: string, ...fields: string[]][] = [
  ['/v1/ecommerce/payment', 'POST', 'dataRequest', 'acsData', 'creqPayload', 'clientToken'],
  ['/v1/ecommerce/payment/{paymentId}', 'GET', 'acsData', 'instrument', 'refundedAmount'],
  ['/v1/ecommerce/payment/{paymentId}', 'PATCH', 'acsData'],
  ['/v1/ecommerce/payment/{paymentId}/capture', 'POST', 'transactionStatus'],
  ['/v1/ecommerce/payment/{paymentId}/acsData', 'GET', 'acsSignedContent', 'threeDSMethodData'],
  ['/v1/ecommerce/payment/binInfo', 'POST', 'protocolVersion', 'directoryServerId'],
  ['/v1/ecommerce/payment/{paymentId}/binInfo', 'POST', 'protocolVersion'],
  ['/v1/ecommerce/tokenizer/binInfo', 'POST', 'protocolVersion'],
  ['/v1/ecommerce/payment/cardInfo', 'POST', 'cardMask', 'fundsTransfer'],
  ['/v1/ecommerce/notifications/acs/status', 'POST', 'RRes', 'Erro', 'redirectURL'],
];

for (const [path, method, ...fields] of mustShow) {
  test(`the answers of ${method} ${path} show ${fields.join(', ')}`, () => {
    const found = operations.find((one) => one.path === path && one.method === method);
    assert.ok(found);
    const shown = JSON.stringify(found.cases.map(({ answer }) => answer));
    for (const field of fields) assert.ok(shown.includes(`"${field}"`), field);
  });
}

test('an example that does not fit is found', () => {
  const capture = referenceEndpoints().filter((one) => one.path.endsWith('/capture'));
  const [route] = capture;
  assert.ok(route);
  const examples = {
    [`POST ${route.path}`]: [
      { body: { amount: 'all' }, status: 200, answer: { status: 'PAID' } },
      { when: 'when odd', status: 200, answer: { acsData: {} } },
      { when: 'after all', status: 409, answer: { code: 'MERCHANT_EXISTS' } },
    ],
  };
  const [operation] = operationsOf(capture, examples);
  assert.ok(operation);
  const faults = faultsIn(operation).join('\n');
  assert.match(faults, /^usual: body\.amount is /m);
  assert.match(faults, /^usual: answer\.status is not /m);
  assert.match(faults, /^when odd: answer\.acsData is /m);
  assert.match(faults, /^after all: MERCHANT_EXISTS is no error of this endpoint$/m);
});
