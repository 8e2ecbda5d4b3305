// `bramka listen`, `events`, `event` and `replay` against a running gateway: exact bytes, receivers
// that are down or refuse, a gateway that is killed and started again, and Ctrl-C.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { startGateway, type Gateway } from '@bramka/test/support/gateway.ts';
import { createInstallation, type Installation } from '@bramka/test/support/installation.ts';
import { until } from '@bramka/test/support/waiting/until.ts';
import { runCommand } from './program.ts';
import { receiver } from './testing/receiver.ts';
import { runBramka } from './testing/run-bramka.ts';

let installation: Installation;
let gateway: Gateway;
let token: string;
before(async () => {
  installation = await createInstallation('embedded');
  gateway = await startGateway({ installation });
  token = await gateway.authenticate();
});
after(async () => {
  await gateway?.stop();
  await installation?.remove();
});

/** Runs until `stop` is called, as with Ctrl-C. */
function start(...words: string[]) {
  const stop = new AbortController();
  let stdout = '';
  let stderr = '';
  const ended = runCommand(words, {
    env: { BRAMKA_URL: gateway.url },
    print: (text) => (stdout += text),
    printError: (text) => (stderr += text),
    stopSignal: () => stop.signal,
  });
  return {
    stdout: () => stdout,
    stderr: () => stderr,
    stop: async (): Promise<number> => {
      stop.abort();
      return ended;
    },
  };
}

async function listen(...words: string[]) {
  const running = start('listen', ...words);
  await until(() => running.stdout().includes('Ctrl-C ends.'), 'the introduction');
  return running;
}

async function pay(): Promise<string> {
  const reply = await gateway.payByCard({ token });
  const paymentId = String(reply.body['paymentId']);
  await gateway.waitForStatus(token, paymentId, 'COMPLETED');
  return paymentId;
}

/** The stream begins with the first event after the connection, so the cursor makes it certain. */
async function cursor(): Promise<string> {
  let next = '';
  for (let hasMore = true; hasMore;) {
    const query = next === '' ? '?limit=500' : `?limit=500&after=${next}`;
    const { body } = await gateway.call('GET', `/v1/ecommerce/events${query}`, { token });
    next = String(body['next']);
    hasMore = body['hasMore'] === true;
  }
  return next;
}

test('forwards the bytes and headers of a delivery, and shows one line each', async () => {
  const shop = await receiver();
  const running = await listen('--forward-to', `${shop.url}/hooks/`, '--after', await cursor());
  assert.match(running.stdout(), new RegExp(`${shop.url}/hooks/payment and `));
  const paymentId = await pay();
  await until(() => shop.received.length >= 3, 'the events of a payment');
  await until(() => /COMPLETED {2}-> 200 in \d+ ms\n/.test(running.stdout()), 'the last line');
  const secret = Buffer.from('notify-secret-10000001').toString('base64');
  for (const { url, headers, body } of shop.received) {
    assert.equal(url, '/hooks/payment');
    assert.deepEqual(Object.keys(headers).sort(), [
      'connection',
      'content-length',
      'content-type',
      'host',
      'signature',
      'user-agent',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ]);
    assert.match(body, new RegExp(`^\\{"event":"PAYMENT_STATUS".*"paymentId":"${paymentId}"`));
    new Webhook(`whsec_${secret}`).verify(body, headers as Record<string, string>);
  }
  const lines = running
    .stdout()
    .split('\n')
    .filter((line) => line.includes(paymentId));
  assert.match(lines[0] ?? '', /^[\d:.]{12} {2}PAYMENT_STATUS {2}\S+ {2}NEW {2}-> 200 in \d+ ms$/);
  assert.match(lines[1] ?? '', / {2}NEW -> PENDING {2}-> 200 in /);
  assert.equal(await running.stop(), 0);
  assert.match(running.stdout(), /\nStopped\.\n$/);
  assert.equal(running.stderr(), '');
  shop.close();
});

test('a receiver that is down gets the event later; one that refuses is left alone', async () => {
  const gone = await receiver();
  gone.close();
  const running = await listen('--forward-to', gone.url, '--after', await cursor());
  await pay();
  await until(
    () => /-> nothing listens at \S+ in \d+ ms; again in 1 s\n/.test(running.stdout()),
    'a failure',
  );
  const back = await receiver([503, 400], gone.port);
  await until(() => back.received.length >= 4, 'the events');
  const [first, second, third] = back.received;
  assert.equal(second?.body, first?.body, 'after 503 the same event comes again');
  assert.notEqual(third?.body, second?.body, 'after 400 it does not');
  await until(() => /-> 503 in .*; again in \d s\n/.test(running.stdout()), 'the line of 503');
  assert.match(running.stdout(), /-> 400 in \d+ ms\n/);
  assert.equal(await running.stop(), 0);
  back.close();
});

test('a gateway that is killed and started again: it says so and misses nothing', async () => {
  const shop = await receiver();
  const running = await listen('--forward-to', shop.url, '--after', await cursor());
  await pay();
  await until(() => shop.received.length >= 3, 'the first payment');
  const before = shop.received.length;
  await gateway.kill9();
  await until(() => /Connecting again in 1 s\.\n/.test(running.stderr()), 'the lost connection');
  const { port } = new URL(gateway.url);
  gateway = await startGateway({ installation, env: { PORT: port } });
  const paymentId = await pay();
  await until(() => shop.received.length >= before + 3, 'the second payment');
  const ids = shop.received.map(({ headers }) => headers['webhook-id']);
  assert.equal(new Set(ids).size, ids.length, 'none came twice');
  const sequences = shop.received
    .filter(({ body }) => body.includes(paymentId))
    .map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence);
  assert.deepEqual(
    sequences,
    sequences.map((_, index) => index + 1),
  );
  assert.equal(await running.stop(), 0);
  shop.close();
});

test('only shows events without a receiver, with filters and messages', async () => {
  const start = await cursor();
  const [one, ignored] = [await pay(), await pay()];
  const running = await listen('--payment', one, '--print', '--after', start);
  await until(() => running.stdout().includes('PENDING -> COMPLETED'), 'the events');
  assert.ok(!running.stdout().includes(ignored));
  assert.match(running.stdout(), /^\{"event":"PAYMENT_STATUS"/m);
  assert.equal(await running.stop(), 0);
});

test('what cannot work ends with a sentence', async () => {
  const env = { BRAMKA_URL: gateway.url };
  const cases: [words: string[], stderr: RegExp][] = [
    [['--forward-to', 'ftp://x'], /^bramka: --forward-to must be an address such as /],
    [['--after', 'nonsense'], /^bramka: The cursor cannot be used\..*; CURSOR_INVALID\)\n$/],
    [['--events', 'NOTHING'], /INVALID_REQUEST\)\n$/],
    [['--secret', 'wrong'], /\(CREDENTIALS_INVALID\)\n$/],
  ];
  for (const [words, expected] of cases) {
    const { code, stderr } = await runBramka(['listen', ...words], env);
    assert.equal(code, 1);
    assert.match(stderr, expected);
  }
});

test('events are listed with their delivery state', async () => {
  const start = await cursor();
  const paymentId = await pay();
  const env = { BRAMKA_URL: gateway.url };
  const { stdout, code } = await runBramka(['events', '--after', start], env);
  assert.equal(code, 0);
  assert.match(stdout, /^TIME +EVENT +STATUS +PAYMENT +DELIVERY +ATTEMPTS +ID\n/);
  assert.match(stdout, new RegExp(`Z +PAYMENT_STATUS +COMPLETED +${paymentId} +\\w+ +0 +`));
  const none = await runBramka(['events', '--payment', paymentId, '--state', 'FAILED'], env);
  assert.deepEqual([none.code, none.stdout], [0, 'No events.\n']);
  const wrong = await runBramka(['replay'], env);
  assert.match(wrong.stderr, /^bramka: name one event, or choose with --failed, /);
});

test('events --follow shows events as they happen, each once, until Ctrl-C', async () => {
  const from = await cursor();
  const earlier = await pay();
  const running = start('events', '--follow', '--after', from);
  await until(() => running.stdout().includes(earlier), 'the events before');
  const later = [await pay(), await pay()];
  const isShown = (paymentId: string): boolean =>
    new RegExp(`PAYMENT_STATUS +COMPLETED +${paymentId} `).test(running.stdout());
  await until(() => later.every(isShown), 'the events that happen meanwhile');
  assert.equal(await running.stop(), 0);
  const [head, ...lines] = running.stdout().trimEnd().split('\n');
  assert.match(head ?? '', /^TIME +EVENT /);
  const query = `?limit=500&after=${from}`;
  const { body } = await gateway.call<{ events: { eventId: string }[] }>(
    'GET',
    `/v1/ecommerce/events${query}`,
    { token },
  );
  assert.deepEqual(
    lines.map((line) => line.split(/ +/).at(-1)),
    body.events.map(({ eventId }) => eventId),
  );
  assert.equal(running.stderr(), '');
});

test('events --follow prints a JSON line per event, and nothing without events', async () => {
  const running = start('events', '--follow', '--json', '--after', await cursor());
  const paymentId = await pay();
  await until(() => running.stdout().includes('"COMPLETED"'), 'the event as JSON');
  assert.equal(await running.stop(), 0);
  for (const line of running.stdout().trimEnd().split('\n')) {
    assert.equal((JSON.parse(line) as { paymentId: string }).paymentId, paymentId);
  }
  const silent = start('events', '--follow', '--after', await cursor());
  assert.equal(await silent.stop(), 0);
  assert.equal(silent.stdout(), '');
});
