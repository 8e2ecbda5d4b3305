// Every example of the documentation is what it is an example of: requests fit the schema of their
// body, answers the schema of their endpoint, and no answer is shown empty that has fields to show.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationsOf, type ApiOperation } from '@bramka/gateway/http/docs/content/document.ts';
import { fieldsOf } from '@bramka/gateway/http/docs/content/fields.ts';
import { sampleReply } from '@bramka/gateway/http/docs/content/samples.ts';
import { endpoint, mediaTypes, route } from '@bramka/gateway/http/endpoint.ts';
import { apiDocument } from '@bramka/gateway/http/system/system-routes.ts';
import { faultsOf, type Schema } from '@bramka/test/support/reply-check.ts';
import { referenceRoutes } from './pages.ts';

const operations = operationsOf(apiDocument(referenceRoutes(), 'sandbox'));

/** Every example of an operation that is not what it should be. */
function faultsIn(operation: ApiOperation): string[] {
  const { body, reply } = operation;
  const fits = (schema: unknown, value: unknown, what: string): string[] =>
    faultsOf(schema as Schema, asSent(value), what);
  const sent = [body?.example, body?.exampleForm].filter((example) => example !== undefined);
  const isJson = reply.mediaType === mediaTypes.json;
  return [
    ...sent.flatMap((example) => fits(body?.schema, example, 'body')),
    ...(isJson ? fits(reply.schema, sampleReply(operation), 'reply') : []),
    ...Object.entries(reply.others).flatMap(([when, one]) => fits(reply.schema, one, when)),
  ];
}

/** As JSON tells it: what has no value is left out. */
function asSent(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}

for (const operation of operations) {
  const { method, path, body, reply } = operation;
  test(`the examples of ${method} ${path} fit it`, () => {
    assert.deepEqual(faultsIn(operation), []);
    if (reply.mediaType !== mediaTypes.json) return assert.ok(reply.schema.description);
    if (fieldsOf(reply.schema).length > 0) assert.notDeepEqual(sampleReply(operation), {});
    const isSent = body?.example !== undefined || body?.exampleForm !== undefined;
    assert.ok(isSent || body?.required !== true, 'there is no example of the body');
  });
}

/** As much as the merchant, the shop's page and the directory server meet in an authentication. */
const mustShow: readonly [path: string, method: string, ...fields: string[]][] = [
  ['/v1/ecommerce/payment', 'POST', 'dataRequest', 'acsData', 'creqPayload', 'clientToken'],
  ['/v1/ecommerce/payment/{paymentId}', 'GET', 'acsData', 'instrument', 'refundedAmount'],
  ['/v1/ecommerce/payment/{paymentId}', 'PATCH', 'acsData'],
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
    const shown = JSON.stringify([sampleReply(found), found.reply.others]);
    for (const field of fields) assert.ok(shown.includes(`"${field}"`), field);
  });
}

test('an example that does not fit is found', () => {
  const [capture] = referenceRoutes().filter((one) => one.path.endsWith('/capture'));
  assert.ok(capture);
  const spoilt = endpoint({
    ...capture.endpoint,
    example: { amount: 'all' },
    exampleReply: { status: 'PAID' },
    otherReplies: { 'when odd': { acsData: {} } },
  });
  const document = apiDocument([route('POST', capture.path, spoilt)], 'sandbox');
  const [operation] = operationsOf(document);
  assert.ok(operation);
  const faults = faultsIn(operation).join('\n');
  assert.match(faults, /^body\.amount is no number$/m);
  assert.match(faults, /^reply\.status is not one of the enum$/m);
  assert.match(faults, /^when odd\.acsData is not documented$/m);
});
