// `bramka pay` and `bramka triggers` against a real sandbox gateway, and the lines its banner
// offers for copying, run as they stand.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { parties } from '@bramka/sandbox/parties.ts';
import { partiesFor, triggersOf } from '@bramka/sandbox/party/list.ts';
import { startGateway, type Gateway } from '@bramka/test/support/gateway.ts';
import { tokenizerClient } from '@bramka/test/support/life/tokens.ts';
import { browserDevice, cards } from '@bramka/test/support/threeds/challenge.ts';
import { runBramka, type Ended } from './testing/run-bramka.ts';

let gateway: Gateway;
before(async () => {
  gateway = await startGateway();
});
after(() => gateway?.stop());

function bramka(...words: string[]): Promise<Ended> {
  return runBramka(words, { BRAMKA_URL: gateway.url });
}

test('a payment is followed step by step until it is COMPLETED', async () => {
  const { code, stdout, stderr } = await bramka('pay', '19.99', '--order', 'order-7');
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  const [first = '', second = '', third = '', ...rest] = stdout.trim().split('\n');
  assert.match(first, /^\d+\.\d\d s {2}authenticated as merchant 10000001$/);
  const paymentId = /payment (\S+) of 19\.99 PLN is PENDING$/.exec(second)?.[1] ?? '';
  assert.match(third, /COMPLETED$/);
  assert.deepEqual(rest, []);
  const token = await gateway.authenticate();
  const read = await gateway.call('GET', `/v1/ecommerce/payment/${paymentId}`, { token });
  assert.match(read.text, /"amount":19\.99,"currency":"PLN","extOrderId":"order-7"/);
});

test('a card is encrypted as in a browser, also when the clock was moved', async () => {
  const { code, stdout } = await bramka('pay', '19.99', '--encrypt', '--holder', 'Ada');
  assert.equal(code, 0, stdout);
  assert.match(stdout, /card encrypted to the key of the gateway\n[^]*COMPLETED\n$/);
  const body = { advance: 3600 };
  assert.equal((await gateway.call('POST', '/sandbox/clock', { body })).status, 200);
  assert.equal((await bramka('pay', '19.99', '--encrypt')).code, 0);
});

test('a card that cannot be right is not encrypted', async () => {
  const { code, stderr } = await bramka('pay', '5', '--encrypt', '--card', '4111111111111112');
  assert.equal(code, 1);
  assert.equal(stderr, 'bramka: the card cannot be encrypted: instrumentNo is not valid\n');
  const both = await bramka('pay', '5', '--encrypt', '--blik', '777123');
  assert.equal(both.code, 1);
  assert.match(both.stderr, /cannot be used with option '--encrypt'/);
});

test('a stored card pays by its token number, a network token by its reference', async () => {
  const token = await gateway.authenticate();
  const tokens = tokenizerClient(gateway, token);
  const { instrumentNo } = await tokens.tokenize();
  const stored = await bramka('pay', '19.99', '--token', instrumentNo);
  assert.equal(stored.code, 0, stored.stdout);
  assert.match(stored.stdout, /COMPLETED\n$/);
  const device = browserDevice();
  const { instrumentRef = '' } = await tokens.tokenize(cards.frictionless, {
    kind: 'NETWORK',
    device,
  });
  const network = await bramka('pay', '19.99', '--network-token', instrumentRef);
  assert.equal(network.code, 0, network.stdout);
  const unknown = await bramka('pay', '5', '--network-token', 'none');
  assert.equal(unknown.stderr, 'bramka: this merchant has no network token none\n');
  const rejected = await bramka('pay', '5', '--token', 'none');
  assert.match(rejected.stdout, /REJECTED: TOKEN_NOT_ACTIVE\. .+\n$/);
  const both = await bramka('pay', '5', '--token', 'x', '--card', '4111111111111111');
  assert.match(both.stderr, /cannot be used with option/);
});

test('a declined payment tells why and ends with exit code 1', async () => {
  const { code, stdout } = await bramka('pay', '5', '--card', '4000000000009995');
  assert.equal(code, 1);
  assert.match(stdout, /REJECTED: INSUFFICIENT_FUNDS\. .+\n$/);
});

test('a shop pays with its own MID, secret and currency', async () => {
  const shop = await gateway.addMerchant();
  const words = ['--mid', shop.merchantId, '--secret', shop.secret, '--currency', 'JPY'];
  const { code, stdout } = await bramka('pay', '500', ...words, '--json');
  assert.equal(code, 0);
  assert.equal((JSON.parse(stdout) as { status: string }).status, 'COMPLETED');
});

test('a payment that takes longer than the wait is left to go on', async () => {
  const words = ['--card', '4000000000020026', '--wait', '1'];
  const { code, stderr } = await bramka('pay', '5', ...words);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^bramka: payment \S+ is still PENDING; stopped waiting, processing continues\n$/,
  );
});

test('what cannot be paid is refused in one sentence', async () => {
  const cases: [words: string[], sentence: RegExp][] = [
    [['1.234'], /^bramka: order\.amount .+\n$/],
    [['5', '--card', '4111111111111112'], /^bramka: instrument\.instrumentNo is not a card/],
    [['5', '--mid', '29999999'], /^bramka: the API secret of merchant 29999999 is not known/],
    [
      ['5', '--secret', 'wrong'],
      /^bramka: The merchant id or the secret is wrong\. Check both[^\n]*\n$/,
    ],
    [['many'], /^bramka: 'many' is not a valid amount\. It must be a number such as 19\.99\.\n$/],
  ];
  for (const [words, sentence] of cases) {
    const { code, stdout, stderr } = await bramka('pay', ...words);
    assert.equal(code, 1);
    assert.match(stderr, sentence);
    assert.doesNotMatch(stdout, /payment/);
  }
});

test('a challenge is told, done by its own command, and leads to COMPLETED', async () => {
  const { code, stdout } = await bramka('pay', '5', '--card', '4917110020000007', '--wait', '1');
  assert.equal(code, 1);
  const [, acsTxnId = ''] =
    /waiting for the customer; to confirm: bramka challenge (\S+)/.exec(stdout) ?? [];
  const paymentId = /payment (\S+) of/.exec(stdout)?.[1] ?? '';
  const wrong = await bramka('challenge', acsTxnId, '--password', 'x');
  assert.equal(wrong.stdout, 'Wrong password; 2 tries left.\n');
  const right = await bramka('challenge', acsTxnId);
  const passed = 'The customer is authenticated (transStatus Y).\n';
  assert.deepEqual([right.code, right.stdout], [0, passed]);
  const token = await gateway.authenticate();
  assert.equal((await gateway.waitForStatus(token, paymentId))['status'], 'COMPLETED');
});

test('a challenge that is not there is one sentence, and so is an unknown action', async () => {
  const none = await bramka('challenge', '01a1ddaa-94be-73d2-943c-8b7759934376', 'push');
  assert.match(none.stderr, /^bramka: the sandbox at \S+ has no challenge 01a1ddaa\S+\n$/);
  const odd = await bramka('challenge', 'x', 'dance');
  assert.match(odd.stderr, /^bramka: .*Allowed choices are password, push/);
});

test('the triggers are shown in groups, within 80 columns, and as JSON', async () => {
  // Without those of parties that are only used if they are named.
  const shown = triggersOf(partiesFor(parties, []));
  const { stdout } = await bramka('triggers');
  const lines = stdout.split('\n');
  for (const { value } of shown) {
    const rows = lines.filter((line) => line.startsWith(`  ${value}  `));
    assert.equal(rows.length, shown.filter((other) => other.value === value).length);
  }
  assert.deepEqual(
    lines.filter((line) => line.length > 80),
    [],
  );
  assert.match(stdout, /^ {2}4000000000009995 +Declined with INSUFFICIENT_FUNDS\.$/m);
  const { stdout: json } = await bramka('triggers', '--json');
  assert.deepEqual(JSON.parse(json), shown);
});

test('the lines of the banner pay when they are pasted into a shell', async () => {
  const banner = gateway.logs();
  const from = banner.indexOf('    TOKEN=');
  const to = banner.indexOf('  Or in one command');
  assert.ok(from > 0 && to > from, banner);
  const wait = 'for try in $$(seq 600); do $1 | grep COMPLETED && break; sleep 0.1; done';
  const script = banner.slice(from, to).replace(/^ +(curl .+\/status \\\n.+)$/m, wait);
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-euc', script]);
  assert.match(stdout, /"status":"COMPLETED"/);
});

test('the banner tells both demo merchants, but not a key that the operator has set', () => {
  const banner = gateway.logs();
  assert.match(banner, /Bramka, sandbox environment/);
  assert.match(banner, /10000001 +sandbox-secret-10000001 +notify-secret-10000001/);
  assert.match(banner, /10000002 +sandbox-secret-10000002 +notify-secret-10000002/);
  assert.match(banner, /Operator key +the value of BRAMKA_ADMIN_KEY\n/);
  assert.ok(!banner.includes(gateway.adminKey));
  for (const part of ['/v1/ecommerce', '/docs', '/health/ready']) {
    assert.ok(banner.includes(`${gateway.url}${part}\n`), part);
  }
});
