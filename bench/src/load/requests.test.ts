// The bytes of a payment request: well-formed, and different in the order number only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paymentWriter, statusReads } from './requests.ts';

const target = { port: 8080, token: 'abc.def' };

test('writes a request whose length fits its body, with the next order number', () => {
  let order = 41;
  const write = paymentWriter(target, () => (order += 1));
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
  const reads = statusReads(target, ['id-1', 'id-2']).map((bytes) => bytes.toString());
  assert.equal(reads.length, 2);
  assert.match(
    reads[1] ?? '',
    /^GET \/v1\/ecommerce\/payment\/id-2\/status HTTP\/1\.1\r\n.*\r\n\r\n$/s,
  );
});
