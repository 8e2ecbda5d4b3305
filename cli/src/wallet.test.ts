// `bramka wallet token` and `bramka pay --wallet` against a real sandbox.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sharedGateway, type BorrowedGateway } from '@bramka/test/support/pool/borrow.ts';
import { anyDatabase } from '@bramka/test/support/installation.ts';
import { runBramka } from './testing/run-bramka.ts';

let gateway: BorrowedGateway;
before(async () => {
  gateway = await sharedGateway(anyDatabase);
});
after(() => gateway?.release());

const run = (...words: string[]) => runBramka([...words, '--url', gateway.url]);
const tokenOf = async (...words: string[]): Promise<Record<string, unknown>> => {
  const { code, stdout, stderr } = await run('wallet', 'token', ...words);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^[\w+/]+=*\n$/, 'one line');
  return JSON.parse(Buffer.from(stdout, 'base64').toString()) as Record<string, unknown>;
};

test('prints a token of each wallet and version', async () => {
  for (const version of ['EC_v1', 'RSA_v1']) {
    const { paymentData } = await tokenOf('--type', 'APAY', '--version', version);
    assert.equal((paymentData as { version: string }).version, version);
  }
  const google = await tokenOf('--type', 'GPAY', '--card', '5555555555554444');
  assert.equal(google['protocolVersion'], 'ECv2');
});

test('as JSON with the masked number', async () => {
  const words = ['--type', 'GPAY', '--auth-method', 'PAN_ONLY', '--card', '5555555555554444'];
  const { stdout } = await run('wallet', 'token', ...words, '--json');
  const { cardMask } = JSON.parse(stdout) as { cardMask: string };
  assert.equal(cardMask, '555555******4444');
});

test('pays with either wallet; the card in it decides', async () => {
  for (const wallet of ['APAY', 'GPAY']) {
    const paid = await run('pay', '19.99', '--wallet', wallet);
    assert.equal(paid.code, 0, paid.stderr);
    assert.match(paid.stdout, new RegExp(`${wallet} token for 489539\\*{6}\\d{4}`));
    assert.match(paid.stdout, /COMPLETED\n$/);
  }
  const declined = await run('pay', '19.99', '--wallet', 'APAY', '--card', '4000000000009995');
  assert.equal(declined.code, 1);
  assert.match(declined.stdout, /REJECTED.*INSUFFICIENT_FUNDS/s);
});

const wrong: [words: string[], sentence: RegExp][] = [
  [['wallet', 'token'], /required option '--type <wallet>'/],
  [['wallet', 'token', '--type', 'C2P'], /Allowed choices are APAY, GPAY/],
  [['wallet', 'token', '--type', 'APAY', '--auth-method', 'PAN_ONLY'], /authMethod.*absent/],
  [['wallet', 'token', '--type', 'APAY', '--amount', 'x'], /must be a number/],
  [['wallet', 'token', '--type', 'APAY', '--merchant', '1'], /has no merchant 1$/m],
  [['pay', '1', '--wallet', 'APAY', '--blik', '777123'], /cannot be used with/],
  [['pay', '1', '--wallet', 'APAY', '--encrypt'], /cannot be used with/],
];
for (const [words, sentence] of wrong) {
  test(`refuses bramka ${words.join(' ')}`, async () => {
    const { code, stdout, stderr } = await run(...words);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, sentence);
  });
}
