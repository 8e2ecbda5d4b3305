// Tests of the request bytes: well-formed, and payments differ only in the order number.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationWrites, paymentWriter, readsOf, statusPath } from './requests.ts';

const target = { port: 8080, token: 'abc.def' };

test('writes a request with the right length and the next order number', () => {
  let order = 41;
  const write = paymentWriter(target, 'AUTH', () => (order += 1));
  for (const expected of ['order-0000000000000042', 'order-0000000000000043']) {
    const [head = '', body = ''] = write().toString().split('\r\n\r\n');
    assert.match(head, /^POST \/v1\/ecommerce\/payment HTTP\/1\.1\r\n/);
    assert.match(head, /\r\nAuthorization: Bearer abc\.def\r\n/);
    assert.equal(Number(/Content-Length: (\d+)/.exec(head)?.[1]), Buffer.byteLength(body));
    const { order: sent } = JSON.parse(body) as { order: { extOrderId: string } };
    assert.equal(sent.extOrderId, expected);
  }
});

test('makes one status read per payment', () => {
  const reads = readsOf(target, ['id-1', 'id-2'].map(statusPath)).map((bytes) => bytes.toString());
  assert.equal(reads.length, 2);
  assert.match(
    reads[1] ?? '',
    /^GET \/v1\/ecommerce\/payment\/id-2\/status HTTP\/1\.1\r\n.*\r\n\r\n$/s,
  );
});

test('requests a preauthorization if wanted', () => {
  const kinds = (['AUTH', 'PREAUTH'] as const).map((kind) => {
    const [head = '', body = ''] = paymentWriter(target, kind, () => 1)()
      .toString()
      .split('\r\n\r\n');
    assert.equal(Number(/Content-Length: (\d+)/.exec(head)?.[1]), Buffer.byteLength(body));
    return (JSON.parse(body) as { options?: { transKind: string } }).options?.transKind;
  });
  assert.deepEqual(kinds, [undefined, 'PREAUTH']);
});

test('makes one operation per payment, without a body', () => {
  const writes = operationWrites(target, 'capture', ['id-1', 'id-2']).map(String);
  assert.equal(writes.length, 2);
  assert.match(writes[1] ?? '', /^POST \/v1\/ecommerce\/payment\/id-2\/capture HTTP\/1\.1\r\n/);
  assert.match(writes[1] ?? '', /\r\nAuthorization: Bearer abc\.def\r\nContent-Length: 0\r\n\r\n$/);
});
