// `bramka pay --bank` and `bramka bank` against a real sandbox, and what they say when something is
// wrong.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sharedGateway, type BorrowedGateway } from '@bramka/test/support/pool/borrow.ts';
import { addMerchantClient, type MerchantClient } from '@bramka/test/support/life/payments.ts';
import { createTransfer, remoteIdOf } from '@bramka/test/support/transfers/bank.ts';
import { runBramka } from './testing/run-bramka.ts';

let gateway: BorrowedGateway;
let merchant: MerchantClient;
before(async () => {
  gateway = await sharedGateway('embedded');
  merchant = await addMerchantClient(gateway);
});
after(() => gateway?.release());

const run = (...words: string[]) => runBramka(words, { BRAMKA_URL: gateway.url });

async function succeed(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...words);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  return stdout;
}

async function fail(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...words);
  assert.deepEqual([code, stdout], [1, '']);
  return stderr;
}

const newTransfer = async (): Promise<string> => remoteIdOf(await createTransfer(merchant));

test('a payment by transfer from a bank that pays by itself is completed', async () => {
  const shown = await succeed('pay', '19.99', '--bank', '204');
  assert.match(shown, /payment \S+ of 19\.99 PLN is PENDING\n/);
  assert.match(shown, /the bank is at http\S+; to pay: bramka bank pay [A-Z0-9]{10}\n/);
  assert.match(shown, /COMPLETED\n$/);
});

test('a transfer is listed, opened and paid', async () => {
  const remoteID = await newTransfer();
  assert.match(
    await succeed('bank', 'list'),
    new RegExp(`^${remoteID} +BM +WAITING +10\\.00 PLN`, 'm'),
  );
  const opened = await succeed('bank', 'open', remoteID);
  const until = /^Transfer [A-Z0-9]{10} of 10\.00 PLN is OPENED; it can be paid until \S+Z\.\n$/;
  assert.match(opened, until);
  const paid = await succeed('bank', 'pay', remoteID);
  assert.equal(paid, `Transfer ${remoteID} of 10.00 PLN is PAID (AUTHORIZED).\n`);
  const again = await succeed('bank', 'refuse', remoteID);
  assert.match(again, /is PAID/);
});

test('a transfer is refused, and printed as JSON', async () => {
  const remoteID = await newTransfer();
  const shown = JSON.parse(await succeed('bank', 'refuse', remoteID, '--json')) as object;
  assert.deepEqual(
    { ...shown, back: '', page: '', validUntil: '', orderID: '' },
    {
      remoteID,
      provider: 'BM',
      orderID: '',
      bankId: 106,
      bankName: 'Test bank',
      amount: '10.00',
      currency: 'PLN',
      description: 'Zamowienie zolte',
      state: 'REFUSED',
      details: 'REJECTED_BY_USER',
      refundedAmount: '0.00',
      validUntil: '',
      page: '',
      back: '',
    },
  );
});

test('abandoning a transfer leaves it waiting', async () => {
  const remoteID = await newTransfer();
  assert.match(await succeed('bank', 'abandon', remoteID), /is WAITING; it can be paid until/);
});

test('without an id the newest waiting transfer is used', async () => {
  await newTransfer();
  assert.match(await succeed('bank', 'pay'), /^Transfer \S+ of \S+ PLN is PAID/);
});

test('an unknown transfer and a gateway that is not there are named', async () => {
  const unknown = await fail('bank', 'pay', 'NOPE');
  assert.equal(unknown, `bramka: the sandbox at ${gateway.url} has no transfer NOPE\n`);
  const { code, stderr } = await runBramka(['bank', 'list'], { BRAMKA_URL: 'http://127.0.0.1:1' });
  assert.equal(code, 1);
  assert.match(stderr, /127\.0\.0\.1:1/);
});

test('the help names every action', async () => {
  const shown = await succeed('bank', '--help');
  for (const word of ['list', 'open', 'pay', 'refuse', 'abandon'])
    assert.match(shown, new RegExp(`^ +${word} `, 'm'));
});
