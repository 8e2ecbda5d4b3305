// `bramka blik` against a real sandbox: a code, a confirmed and a refused payment, saved shops.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { blikClient, type BlikClient } from '@bramka/test/support/life/blik.ts';
import { exclusiveGateway, type BorrowedGateway } from '@bramka/test/support/pool/borrow.ts';
import { anyDatabase } from '@bramka/test/support/installation.ts';
import { runBramka } from './testing/run-bramka.ts';

let gateway: BorrowedGateway;
let blik: BlikClient;
before(async () => {
  gateway = await exclusiveGateway(anyDatabase);
  blik = blikClient(gateway, await gateway.authenticate());
});
after(() => gateway?.release());

const run = (...words: string[]) => runBramka(['blik', ...words, '--url', gateway.url]);
const succeed = async (...words: string[]): Promise<string> => {
  const { code, stdout, stderr } = await run(...words);
  assert.equal(code, 0, stderr);
  return stdout;
};

test('a code is printed alone on its line, and pays after accept', async () => {
  assert.match(await succeed('pushes'), /^No payment waits/);
  const printed = await succeed('code');
  const [code = ''] = printed.split('\n');
  assert.match(code, /^\d{6}$/);
  const payment = await blik.pay(code);
  const { pushId } = await blik.push(payment);
  assert.match(await succeed('pushes'), new RegExp(`^${pushId} +1 +123\\.00 PLN`, 'm'));
  assert.equal(await succeed('accept'), `Payment ${pushId} is APPROVED.\n`);
  assert.equal((await blik.status(payment))['status'], 'COMPLETED');
});

test('a payment is refused by its id, as JSON', async () => {
  const { code } = JSON.parse(await succeed('code', '--phone', '2', '--json')) as { code: string };
  const { pushId } = await blik.push(await blik.pay(code));
  const answered = JSON.parse(await succeed('refuse', pushId, '--json')) as object;
  assert.deepEqual(answered, { pushId, state: 'DECLINED', reason: 'USER_DECLINED' });
});

test('a saved shop is listed and removed', async () => {
  assert.match(await succeed('aliases'), /^No shop is saved/);
  const instrument = { type: 'BLIK_CODE', code: await blik.code(), alias: 'cli-customer' };
  const payment = await blik.pay(instrument, { options: { registerAlias: true } });
  await blik.push(payment);
  await succeed('accept');
  const [{ aliasId = '' } = {}] = JSON.parse(await succeed('aliases', '--json')) as {
    aliasId?: string;
  }[];
  assert.match(await succeed('aliases'), /UID .*cli-customer/);
  assert.match(await succeed('unregister', aliasId), /^Removed .*\(cli-customer\)\.$/m);
  assert.match(await succeed('aliases'), /^No shop is saved/);
});

test('what cannot be done is one sentence', async () => {
  const rows: [words: string[], sentence: RegExp][] = [
    [['accept'], /no payment waits for the customer/],
    [['accept', 'x'], /No such payment waits for a confirmation/],
    [['code', '--phone', '9'], /No such phone/],
    [['unregister', 'x'], /No such saved shop/],
  ];
  for (const [words, sentence] of rows) {
    const { code, stderr } = await run(...words);
    assert.equal(code, 1);
    assert.match(stderr, sentence);
  }
});

test('`bramka pay --blik` says at once what it waits for', async () => {
  const pay = (code: string, ...words: string[]) =>
    runBramka(['pay', '19.99', '--blik', code, ...words, '--url', gateway.url]);
  const code = 'PATCH …/instrument with {"type": "BLIK_CODE", "code": "…"}';
  const wrong = await pay('100001', '--wait', '1');
  assert.equal(wrong.code, 1);
  const [, , line = '', ...more] = wrong.stdout.trimEnd().split('\n');
  assert.equal(
    line.replace(/^\S+ s {2}/, ''),
    `rejected: BLIK_WRONG_TICKET; waiting for you to ${code}`,
  );
  assert.deepEqual(more, [], 'once');
  assert.ok(wrong.stderr.endsWith(` is still PENDING; stopped waiting, next: ${code}\n`));
  const paymentId = /payment (\S+) of/.exec(wrong.stdout)?.[1] ?? '';
  const status = await runBramka(['status', paymentId, '--url', gateway.url]);
  assert.match(status.stdout, /^next +PATCH …\/instrument with/m);

  const confirm = 'the customer confirms in the bank app; in a sandbox: bramka blik accept';
  const good = await pay(await blik.code(), '--wait', '1');
  assert.match(good.stdout, new RegExp(` s {2}waiting; ${confirm}\n$`));
  const waitingId = /payment (\S+) of/.exec(good.stdout)?.[1] ?? '';
  const waiting = await runBramka(['status', waitingId, '--url', gateway.url]);
  assert.match(
    waiting.stdout,
    new RegExp(`^in progress +AUTH of 19.99 PLN since \\S+; ${confirm}$`, 'm'),
  );
  await succeed('accept');
});

test('`bramka pay --blik` pays with a code, and excludes other ways to pay', async () => {
  const pay = (...words: string[]) =>
    runBramka(['pay', '19.99', ...words, '--url', gateway.url, '--json']);
  const paid = await pay('--blik', '777123');
  assert.equal(paid.code, 0, paid.stderr);
  assert.equal((JSON.parse(paid.stdout) as { status: string }).status, 'COMPLETED');
  for (const other of [['--card', '4111111111111111'], ['--bank', '204'], ['--preauth']]) {
    const refused = await pay('--blik', '777123', ...other);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /'--blik <code>' cannot be used with option/);
  }
});
