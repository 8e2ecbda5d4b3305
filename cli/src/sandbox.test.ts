// `bramka clock`, `bramka faults` and `bramka reset` against a real sandbox, and what they say when
// something is wrong.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startGateway } from '@bramka/test/support/gateway.ts';
import { exclusiveGateway, type BorrowedGateway } from '@bramka/test/support/pool/borrow.ts';
import { readDuration } from './commands/clock.ts';
import { runBramka } from './testing/run-bramka.ts';

let gateway: BorrowedGateway;
before(async () => {
  gateway = await exclusiveGateway('embedded');
});
after(() => gateway?.release());

async function succeed(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await runBramka(words, { BRAMKA_URL: gateway.url });
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  return stdout;
}

test('the clock is shown, moved, stopped and let go on', async () => {
  assert.match(await succeed('clock', 'show'), /^\d{4}-\S+Z, running, real time\n$/);
  assert.match(await succeed('clock', 'advance', '31d2h'), /Z, running, 31d 2h ahead of real time/);
  assert.match(await succeed('clock', 'freeze'), /Z, frozen, /);
  const at = '2090-01-31T12:00:00.000Z';
  assert.ok((await succeed('clock', 'set', at)).startsWith(`${at}, frozen, `));
  assert.match(await succeed('clock', 'resume'), /^2090-01-31T12:0\d\S+Z, running, /);
  const shown = JSON.parse(await succeed('clock', 'show', '--json')) as { frozen: boolean };
  assert.equal(shown.frozen, false);
});

test('what a move of the clock fired is told', async () => {
  const token = await gateway.authenticate();
  const body = { channel: 'PAYWALL', order: { amount: 1, currency: 'PLN' } };
  await gateway.call('POST', '/v1/ecommerce/payment', { token, body });
  assert.match(
    await succeed('clock', 'advance', '32d'),
    /^Done:\n(?: {2}.*\n)*? {2}end +1 deadline passed: a payment expired, /m,
  );
});

test('faults are set, listed and cleared', async () => {
  assert.match(await succeed('faults', 'list'), /^No faults/);
  const words = ['--drop-answer', '--latency', '20', '--verbs', 'capture,refund', '--rate', '0.5'];
  await succeed('faults', 'set', 'acquirer', ...words, '--remaining', '3', '--seed', '9');
  const listed = await succeed('faults', 'list');
  assert.match(listed, /^acquirer +(dropAnswer, latencyMs 20|latencyMs 20, dropAnswer) /m);
  assert.match(listed, / capture, refund +0\.5 +3 +0$/m);
  await succeed('faults', 'set', '--outage');
  assert.match(await succeed('faults', 'list'), /^acquirer +outage +all +1 +- +0$/m);
  assert.match(await succeed('faults', 'clear'), /^No faults/);
  const twice = await succeed('faults', 'set', 'acs', '--duplicate-callback', '--verbs', 'rreq');
  assert.match(twice, /^acs +duplicateCallback +rreq /m);
  await succeed('faults', 'set', 'directory', '--timeout');
  assert.doesNotMatch(await succeed('faults', 'clear', 'acs'), /^acs /m);
  await succeed('faults', 'set', 'acquirer', '--outage');
  assert.match(await succeed('faults', 'clear'), /^No faults/);
});

test('a reset empties the sandbox and brings real time back', async () => {
  const shop = await gateway.addMerchant();
  assert.match(
    await succeed('reset', '--keep-merchants'),
    /^The sandbox is empty; merchants were kept\. /,
  );
  await gateway.authenticate(shop.merchantId, shop.secret);
  assert.match(
    await succeed('reset'),
    /^The sandbox is empty; the demo merchants were restored\. /,
  );
  assert.match(await succeed('clock', 'show'), /running, real time\n$/);
});

describe('what is wrong is said in one sentence', () => {
  const cases: [title: string, words: string[], sentence: RegExp][] = [
    ['going back', ['clock', 'set', '2020-01-01T00:00:00Z'], /only moves forward/],
    ['no time', ['clock', 'set', 'tomorrow'], /at must be a time such as/],
    ['an unknown provider', ['faults', 'set', 'bank', '--outage'], /provider must be one of/],
    ['no fault', ['faults', 'set'], /name a fault, such as --outage/],
    ['nobody there', ['reset', '--url', 'http://127.0.0.1:1'], /no gateway answers at/],
  ];
  for (const [title, words, sentence] of cases) {
    test(title, async () => {
      const { code, stderr } = await runBramka(words, { BRAMKA_URL: gateway.url });
      assert.equal(code, 1);
      assert.match(stderr, /^bramka: [^\n]+\n$/);
      assert.match(stderr, sentence);
    });
  }

  test('a gateway without a sandbox', async () => {
    const acquirer = { BRAMKA_ACQUIRER_URL: 'http://127.0.0.1:9/acquirer' };
    const production = await startGateway({ env: { BRAMKA_ENV: 'production', ...acquirer } });
    const { stderr } = await runBramka(['clock', 'show'], { BRAMKA_URL: production.url });
    assert.match(
      stderr,
      /^bramka: the gateway at \S+ is not a sandbox: it does not have \/sandbox\/clock/,
    );
    await production.stop();
  });
});

const durations: [text: string, seconds: number][] = [
  ['31d', 2_678_400],
  ['2h', 7200],
  ['90s', 90],
  ['1d12h', 129_600],
  ['1h30m5s', 5405],
];
for (const [text, seconds] of durations) {
  test(`reads ${text} as ${seconds} seconds`, () => assert.equal(readDuration(text), seconds));
}
for (const text of ['', '31', '2x', '1h2d', '-1d']) {
  test(`refuses "${text}" as a duration`, () => assert.throws(() => readDuration(text), /31d, 2h/));
}
