// `bramka pay --preauth`, `status`, `capture`, `cancel` and `adjust` against a running sandbox.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { startGateway, type Gateway } from '@bramka/test/support/gateway.ts';
import { runBramka, type Ended } from './testing/run-bramka.ts';

let gateway: Gateway;
before(async () => {
  gateway = await startGateway({ env: { BRAMKA_PROVIDER_TIMEOUT_MS: '500' } });
});
after(() => gateway?.stop());

function bramka(...words: string[]): Promise<Ended> {
  return runBramka(words, { BRAMKA_URL: gateway.url });
}

async function succeed(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await bramka(...words);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, stdout);
  return stdout;
}

async function preauthorize(amount: string): Promise<string> {
  const paid = await succeed('pay', amount, '--preauth', '--json');
  return (JSON.parse(paid) as { paymentId: string }).paymentId;
}

test('a preauthorization is shown, adjusted, captured in part and then final', async () => {
  const paid = await succeed('pay', '100', '--preauth', '--holder', 'Jan Nowak');
  const paymentId = /to take it: bramka capture (\S+)\n$/.exec(paid)?.[1] ?? '';
  const held = await succeed('status', paymentId);
  assert.match(held, /^kind +PREAUTH$/m);
  assert.match(held, /^authorized +100\.00 PLN$/m);
  assert.match(held, new RegExp(`^next +bramka capture ${paymentId}, or cancel it$`, 'm'));
  assert.match(await succeed('adjust', paymentId, '110'), /adjusted, 110\.00 PLN held now\.\n$/);
  assert.match(await succeed('capture', paymentId, '60.00'), /: captured 60\.00 PLN\.\n$/);
  const captured = await succeed('status', paymentId);
  assert.match(captured, /^captured +60\.00 PLN$/m);
  assert.match(captured, /^\S+Z +ADJUSTMENT +COMPLETED +110\.00 PLN$/m);
  for (const operation of [['capture'], ['cancel'], ['adjust', '5']]) {
    const [command = '', ...amount] = operation;
    const { code, stderr } = await bramka(command, paymentId, ...amount);
    assert.equal(code, 1);
    assert.match(stderr, /^bramka: The payment has been captured\. [^\n]*\(ALREADY_CAPTURED\)\n$/);
  }
});

test('a capture without an amount takes everything that is held', async () => {
  const paymentId = await preauthorize('12.50');
  const reply = JSON.parse(await succeed('capture', paymentId, '--json')) as object;
  assert.deepEqual(
    Object.entries(reply).filter(([name]) => /status/i.test(name)),
    [
      ['status', 'COMPLETED'],
      ['transactionStatus', 'COMPLETED'],
    ],
  );
  assert.match(await succeed('status', paymentId), /^captured +12\.50 PLN$/m);
});

test('a completed payment is cancelled by a reversal', async () => {
  const paymentId = await preauthorize('20');
  const cancelled = await succeed('cancel', paymentId, '--reason', 'CLIENT');
  assert.match(cancelled, /: cancelled, the amount was reversed\.\n$/);
  const { code, stdout } = await bramka('status', paymentId, '--wait', '1');
  assert.equal(code, 1, 'a final status other than COMPLETED');
  assert.match(stdout, /^status +CANCELLED/m);
  assert.match(stdout, /^\S+Z +REVERSAL +COMPLETED +20\.00 PLN$/m);
});

test('an operation that the acquirer has not answered is waited for', async () => {
  const paymentId = await preauthorize('30');
  await succeed('faults', 'set', 'acquirer', '--drop-answer', '--verbs', 'capture');
  const { code, stdout, stderr } = await bramka('capture', paymentId, '--wait', '0');
  assert.equal(code, 1);
  assert.match(stdout, /PENDING: the acquirer has not answered yet, waiting\n$/);
  assert.match(stderr, /is still PENDING; stopped waiting, processing continues\n$/);
  const status = await succeed('status', paymentId);
  assert.match(status, /^in progress +CAPTURE of 30\.00 PLN since \S+; /m);
  await succeed('faults', 'clear');
});

test('a repeat with the same idempotency key has no second effect', async () => {
  const words = ['pay', '7.00', '--json', '--idempotency-key', 'cli-test-1'];
  const first = JSON.parse(await succeed(...words)) as { paymentId: string };
  const second = JSON.parse(await succeed(...words)) as { paymentId: string };
  assert.equal(second.paymentId, first.paymentId);
});

test('the merchant and its secret come from the environment', async () => {
  const shop = await gateway.addMerchant();
  const env = { BRAMKA_URL: gateway.url, BRAMKA_MID: shop.merchantId };
  const without = await runBramka(['pay', '5'], env);
  assert.match(without.stderr, /is not known: use --secret or BRAMKA_API_SECRET\n$/);
  const paid = await runBramka(['pay', '5'], { ...env, BRAMKA_API_SECRET: shop.secret });
  assert.equal(paid.code, 0, paid.stderr);
  assert.match(paid.stdout, new RegExp(`authenticated as merchant ${shop.merchantId}\n`));
  const words = ['pay', '5', '--mid', '10000001'];
  const asDemo = await runBramka(words, { ...env, BRAMKA_API_SECRET: shop.secret });
  assert.equal(asDemo.code, 0, asDemo.stderr);
});

test('when the result is unknown, the key to repeat the request with is printed', async () => {
  const busy = { code: 'STORAGE_UNAVAILABLE', message: 'The database is away.', details: [] };
  const answers: readonly [text: string, expected: RegExp][] = [
    [JSON.stringify(busy), /^bramka: The database is away\. \(STORAGE_UNAVAILABLE\)/],
    [
      '<h1>Bad Gateway</h1>',
      /^bramka: the gateway at \S+ did not answer: a proxy .* HTTP status 503; try again later; /,
    ],
  ];
  for (const [text, expected] of answers) {
    const keys: unknown[] = [];
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url === '/v1/ecommerce/auth') {
        return response.end('{"access_token":"t","expires_in":600}');
      }
      keys.push(request.headers['idempotency-key']);
      return response.writeHead(503).end(text);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { code, stderr } = await runBramka(['capture', 'some-id', '7.00'], { BRAMKA_URL: url });
    server.close();
    server.closeAllConnections();
    assert.equal(code, 1);
    assert.match(stderr, expected);
    assert.match(stderr, new RegExp(`repeat it with --idempotency-key ${String(keys[0])},`));
  }
});
