// Tests of the document check: a status, code, media type or field that the document does not list
// fails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply } from '../client.ts';
import { assertDocumented } from './check.ts';

const TYPE = 'application/json; charset=utf-8';
const base = '/v1/ecommerce/payment';
const id = '019a8f52-7c3e-7b14-9d20-5e6f0c1a2b3d';

function reply(status: number, body: unknown, type = TYPE): Reply<unknown> {
  const headers = new Headers({ 'content-type': type, 'x-trace-id': 't' });
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers, text, body };
}

const refusal = (code: string) => ({ code, message: 'It is so.', details: [], traceId: 't' });
const status = {
  paymentId: id,
  status: 'NEW',
  dataRequest: 'INSTRUMENT',
  version: 1,
  statusPresentation: false,
};

const rows: [what: string, method: string, path: string, reply: Reply<unknown>, fits: boolean][] = [
  ['a success', 'GET', `${base}/${id}/status`, reply(200, status), true],
  ['a query', 'GET', `${base}/${id}/status?x=1`, reply(200, status), true],
  ['an unknown field', 'GET', `${base}/${id}/status`, reply(200, { ...status, x: 1 }), false],
  ['a missing field', 'GET', `${base}/${id}/status`, reply(200, { status: 'NEW' }), false],
  ['a refusal', 'GET', `${base}/${id}/status`, reply(404, refusal('PAYMENT_NOT_FOUND')), true],
  ['a code', 'GET', `${base}/${id}/status`, reply(404, refusal('MERCHANT_NOT_FOUND')), false],
  ['a code of another status', 'GET', `${base}/${id}`, reply(409, refusal('TOKEN_INVALID')), false],
  ['a status', 'GET', `${base}/${id}/status`, reply(422, refusal('OPERATION_DECLINED')), false],
  ['a media type', 'GET', `${base}/${id}/status`, reply(200, 'x', 'text/html'), false],
  ['another address', 'GET', '/elsewhere', reply(418, 'x', 'text/plain'), true],
  ['the address without parameter', 'GET', `${base}/methods`, reply(200, { methods: [] }), true],
];

for (const [what, method, path, answer, fits] of rows) {
  test(`${what} ${fits ? 'passes' : 'that is not listed fails'}: ${method} ${path}`, () => {
    const check = () => assertDocumented(method, path, answer);
    if (fits) assert.doesNotThrow(check);
    else assert.throws(check, assert.AssertionError);
  });
}
