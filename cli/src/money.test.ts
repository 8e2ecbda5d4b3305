// `bramka fees`, `deposits`, `balances` and `audit list --merchant` against a running gateway.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { anyDatabase } from '@bramka/test/support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '@bramka/test/support/pool/borrow.ts';
import { runBramka, type Ended } from './testing/run-bramka.ts';

let gateway: BorrowedGateway;
before(async () => {
  gateway = await sharedGateway(anyDatabase);
});
after(() => gateway?.release());

const bramka = (...words: string[]): Promise<Ended> => {
  const { adminKey } = gateway.installation;
  return runBramka(words, { BRAMKA_URL: gateway.url, BRAMKA_ADMIN_KEY: adminKey });
};
async function succeed(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await bramka(...words);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, stdout);
  return stdout;
}
async function failing(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await bramka(...words);
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, stderr);
  return stderr;
}

test('fee rules are added and listed', async () => {
  const { merchantId } = await gateway.addMerchant();
  const scope = ['--merchant', merchantId, '--method', 'CARD', '--organization', 'VISA'];
  const amounts = ['--fixed', '0.30', '--minimum', '0.50', '--from', '2090-01-01T00:00:00Z'];
  const added = await succeed('fees', 'add', '1.25', 'PLN', ...scope, ...amounts);
  assert.match(added, /^MERCHANT +METHOD +ORGANIZATION +PERCENT +FIXED +MINIMUM +FROM\n/);
  const row = new RegExp(
    `^${merchantId} +CARD +VISA +1.25 % +0.30 PLN +0.50 PLN +2090-01-01T00:00:00.000Z$`,
    'm',
  );
  assert.match(added, row);
  const plain = await succeed('fees', 'add', '0', 'JPY', '--merchant', merchantId, '--json');
  assert.match(plain, /"percent": "0",\n +"fixed": 0,/);
  const listed = await succeed('fees', 'list', merchantId);
  assert.match(listed, row);
  assert.match(listed, new RegExp(`^${merchantId} +- +- +0 % +0 JPY +0 JPY +20`, 'm'));
  const past = ['--merchant', merchantId, '--from', '2020-01-01T00:00:00Z'];
  assert.match(await failing('fees', 'add', '1', 'PLN', ...past), /validFrom must not be before/);
});

test('deposits and withdrawals are recorded, listed and counted', async () => {
  const { merchantId } = await gateway.addMerchant();
  assert.equal(await succeed('deposits', 'list', merchantId), 'No deposits.\n');
  assert.equal(await succeed('balances', merchantId), 'No money was moved yet.\n');
  const deposit = ['add', merchantId, '5000.00', 'PLN', '--reference', 'FT 1'];
  const added = await succeed('deposits', ...deposit);
  assert.match(added, /^\S+Z +DEPOSIT +5000.00 PLN +FT 1 +[0-9a-f-]{36}$/m);
  assert.equal(await succeed('deposits', ...deposit), added);
  const draw = (amount: string) => ['withdraw', merchantId, amount, 'PLN', '--reference', 'FT 2'];
  assert.match(await failing('deposits', ...draw('5000.01')), /\(INSUFFICIENT_FUNDS\)\n$/);
  assert.match(await succeed('deposits', ...draw('0.01')), / WITHDRAWAL +0.01 PLN +FT 2 /);
  const listed = await succeed('deposits', 'list', merchantId);
  assert.match(listed, / DEPOSIT +5000.00 PLN +FT 1 .*\n.* WITHDRAWAL +0.01 PLN +FT 2 /);
  const balances = await succeed('balances', merchantId);
  assert.equal(
    balances.replace(/ +/g, ' '),
    'ACCOUNT BALANCE CURRENCY\nBANK -4999.99 PLN\nMERCHANT_PAYABLE 4999.99 PLN\n',
  );
  const actions = await succeed('audit', 'list', '--merchant', merchantId);
  assert.match(actions, /^\S+Z +operator +ADD_DEPOSIT +DONE +[0-9a-f-]{36} +\d+\.\d+$/m);
  assert.match(await succeed('audit', 'list', '--merchant', '9999'), /^The operator did nothing/);
});
