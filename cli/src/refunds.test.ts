// `bramka refund`, `refunds` and `balance` against a running gateway.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { paymentIdOf } from '@bramka/test/support/life/payments.ts';
import { anyDatabase } from '@bramka/test/support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '@bramka/test/support/pool/borrow.ts';
import { runBramka, type Ended } from './testing/run-bramka.ts';

let gateway: BorrowedGateway;
before(async () => {
  gateway = await sharedGateway(anyDatabase);
});
after(() => gateway?.release());

test('a payment is refunded in parts, listed, and the balance follows', async () => {
  const { merchantId, secret } = await gateway.addMerchant();
  const env = { BRAMKA_URL: gateway.url, BRAMKA_MID: merchantId, BRAMKA_API_SECRET: secret };
  const bramka = (...words: string[]): Promise<Ended> => runBramka(words, env);
  const succeed = async (...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await bramka(...words);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, stdout);
    return stdout;
  };
  assert.equal(await succeed('balance'), 'No money was moved yet.\n');
  const token = await gateway.authenticate(merchantId, secret);
  const paymentId = paymentIdOf(await gateway.payByCard({ token, amount: 20, currency: 'PLN' }));
  await gateway.waitForStatus(token, paymentId, 'COMPLETED');
  assert.match(await succeed('balance'), /^PLN +20\.00 +0\.00$/m);
  assert.equal(await succeed('refunds', paymentId), 'No refunds.\n');

  const part = await succeed('refund', paymentId, '5.50', '--ext-id', 'return-17');
  assert.match(part, /s {2}refund requested by merchant \d+\n/);
  assert.match(part, new RegExp(`Payment ${paymentId}: refunded 5\\.50 PLN, refund [0-9a-f-]{36}`));
  const [refundId = ''] = /[0-9a-f-]{36}(?=\.\n$)/.exec(part) ?? [];
  const again = await succeed('refund', paymentId, '5.50', '--ext-id', 'return-17');
  assert.match(again, new RegExp(`refund ${refundId}\\.\n$`));
  const other = await bramka('refund', paymentId, '6', '--ext-id', 'return-17');
  assert.deepEqual(other.code, 1);
  assert.match(other.stderr, /\(REFUND_ID_USED\)\n$/);
  const tooMuch = await bramka('refund', paymentId, '14.51');
  assert.match(tooMuch.stderr, /\(REFUND_EXCEEDS_PAYMENT\)\n$/);
  const rest = await succeed('refund', paymentId, '--json');
  assert.match(rest, /"amount": 14\.50,/);

  const listed = await succeed('refunds', paymentId);
  assert.match(listed, new RegExp(` COMPLETED +5\\.50 PLN +return-17 +- +${refundId}\n`));
  assert.match(listed, / COMPLETED +14\.50 PLN +- +- +[0-9a-f-]{36}\n$/);
  assert.match(await succeed('balance'), /^PLN +0\.00 +0\.00$/m);
});
