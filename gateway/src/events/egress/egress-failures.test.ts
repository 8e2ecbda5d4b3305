// Tests of notifications that get no answer: every cause is provoked by a real server, and after
// each the next notification is delivered.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { deadAddress } from '@bramka/test/support/loopback-server.ts';
import * as behaviours from '@bramka/test/support/receivers/behaviours.ts';
import {
  RECEIVER_NAME,
  receiverCertificates,
} from '@bramka/test/support/receivers/certificates.ts';
import {
  openReceiver,
  type Behaviour,
  type Receiver,
  type TlsFiles,
} from '@bramka/test/support/receivers/receiver.ts';
import { LONGEST_WAIT_MS, until, within } from '@bramka/test/support/waiting/until.ts';
import type { NetworkCause } from './answer.ts';
import { createEgress, type Egress, type EgressOptions } from './egress.ts';

const sandbox = { allowsPrivate: true, requiresHttps: false };
const certificates = receiverCertificates();
const opened: Egress[] = [];
const receivers: Receiver[] = [];

async function receive(behave: Behaviour, tls?: TlsFiles): Promise<Receiver> {
  const made = await openReceiver(behave, tls);
  receivers.push(made);
  return made;
}

function egress(options: Partial<EgressOptions> = {}): Egress {
  const made = createEgress({ ...sandbox, authorities: certificates.authority, ...options });
  opened.push(made);
  return made;
}

after(async () => {
  // The receivers first: a sender waits for what it is sending.
  for (const one of receivers) await one.close();
  for (const one of opened) await one.close();
});

const TOO_EARLY = /^The receiver closed the connection without an answer/;
const CHUNKED = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
const NOT_HTTP = /^The answer is not valid HTTP/;

const failures: [what: string, behave: Behaviour, cause: NetworkCause, answer: RegExp][] = [
  ['a reset after the request', behaviours.reset, 'RESET', TOO_EARLY],
  ['an end after the request', behaviours.halfClose, 'RESET', TOO_EARLY],
  ['a reset in the head', behaviours.resetInHead, 'RESET', TOO_EARLY],
  ['an answer that is not HTTP', behaviours.garbage, 'PROTOCOL', NOT_HTTP],
  ['headers without an end', behaviours.oversizedHeaders, 'PROTOCOL', NOT_HTTP],
  ['a status that is no number', behaviours.write('HTTP/1.1 OK\r\n\r\n'), 'PROTOCOL', NOT_HTTP],
  ['too many early answers', behaviours.informationalFlood, 'PROTOCOL', /^Too many informational/],
  [
    'a switch of the protocol',
    behaviours.write('HTTP/1.1 101 S\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    'PROTOCOL',
    NOT_HTTP,
  ],
];
for (const [what, behave, cause, text] of failures) {
  test(`${what} is ${cause}, and the next notification is delivered`, async () => {
    const receiver = await receive(behave);
    const sender = egress();
    const got = await sender.post(receiver.url, {}, '{}');
    assert.equal(got.cause, cause);
    assert.match(got.answer, text);
    assert.equal(receiver.received.length, 1, 'nothing is repeated');
    await until(() => receiver.open() === 0, 'the end of the connection');
    receiver.behave = behaviours.accept;
    assert.equal((await sender.post(receiver.url, {}, '{}')).cause, 'STATUS');
  });
}

test('17 informational answers are too many', async () => {
  const receiver = await receive(behaviours.informational(103, 17, behaviours.accept));
  assert.equal((await egress().post(receiver.url, {}, '{}')).cause, 'PROTOCOL');
});

describe('what the HTTP client does not count is limited as well', () => {
  const floods: [what: string, begin: string, repeated: string, expected: string][] = [
    ['empty lines before an answer', '', '\r\n', 'PROTOCOL'],
    ['the reason of the status', 'HTTP/1.1 200 ', 'x', 'PROTOCOL'],
    ['the extension of a chunk', `${CHUNKED}1;`, 'x', 'STATUS'],
  ];
  for (const [what, begin, repeated, expected] of floods) {
    for (const tls of [undefined, certificates.good]) {
      test(`${what}, ${tls ? 'https' : 'http'}`, async () => {
        const receiver = await receive(behaviours.flood(begin, repeated), tls);
        const sender = egress({ timeoutMs: 3_600_000, bodyMs: 3_600_000 });
        const posted = sender.post(receiver.url, {}, '{}');
        const got = await within(LONGEST_WAIT_MS, posted, () => 'the end of the answer');
        assert.equal(got.cause, expected);
        await until(() => receiver.open() === 0, 'the end of the connection');
      });
    }
  }
});

describe('one limit covers everything', () => {
  const timeoutMs = 200;
  const slow: [what: string, behave: Behaviour][] = [
    ['no answer', behaviours.hang],
    ['a head that comes byte by byte', behaviours.dripHead],
  ];
  for (const [what, behave] of slow) {
    test(`${what} is a time-out, and the connection is destroyed`, async () => {
      const receiver = await receive(behave);
      const started = performance.now();
      const got = await egress({ timeoutMs }).post(receiver.url, {}, '{}');
      const took = performance.now() - started;
      assert.equal(got.cause, 'TIMEOUT');
      assert.equal(got.answer, 'The receiver did not answer within 200 ms.');
      assert.ok(got.durationMs >= timeoutMs - 5, String(got.durationMs));
      assert.ok(got.durationMs <= Math.ceil(took), 'it is a part of what the caller waits');
      await until(() => receiver.open() === 0, 'the end of the connection');
    });
  }

  test('a name not resolved in time is a time-out, and later nothing is sent', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const receiver = await receive(behaviours.accept);
    const addresses = Promise.withResolvers<string[]>();
    const sender = egress({ timeoutMs, resolve: () => addresses.promise });
    const posting = sender.post(`http://shop.example:${receiver.port}/`, {}, '{}');
    t.mock.timers.tick(timeoutMs);
    const got = await posting;
    assert.equal(got.cause, 'TIMEOUT');
    assert.equal(got.answer, 'The connection was not established within 200 ms.');
    addresses.resolve(['127.0.0.1']);
    for (const number of [2, 3, 4]) {
      await sender.post(`http://shop.example:${receiver.port}/`, {}, `{"n":${number}}`);
    }
    assert.deepEqual(
      receiver.received.map((one) => one.body.toString()),
      ['{"n":2}', '{"n":3}', '{"n":4}'],
    );
  });

  test('a connection that is established after the limit sends nothing', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const asked = Promise.withResolvers<() => void>();
    const receiver = await receive((socket) => asked.resolve(() => void socket.resetAndDestroy()));
    const looking = Promise.withResolvers<void>();
    const addresses = Promise.withResolvers<string[]>();
    const lookups = [
      () => Promise.resolve(['127.0.0.1']),
      () => {
        looking.resolve();
        return addresses.promise;
      },
    ];
    const resolve = () => (lookups.shift() ?? assert.fail('a third lookup'))();
    const sender = egress({ timeoutMs, connectionsPerOrigin: 1, resolve });
    const post = (number: number) =>
      sender.post(`http://shop.example:${receiver.port}/`, {}, `{"n":${number}}`);
    const [first, second] = [post(1), post(2)];
    const reset = await asked.promise;
    t.mock.timers.tick(timeoutMs - 1);
    reset();
    assert.equal((await first).cause, 'RESET');
    await looking.promise;
    t.mock.timers.tick(1);
    assert.equal((await second).cause, 'TIMEOUT');
    receiver.behave = behaviours.accept;
    addresses.resolve(['127.0.0.1']);
    await post(3);
    assert.deepEqual(
      receiver.received.map((one) => one.body.toString()),
      ['{"n":1}', '{"n":3}'],
    );
  });

  test('a receiver that did not answer in time gets no other connection for that', async () => {
    const [receiver, other] = [await receive(behaviours.hang), await receive(behaviours.accept)];
    const looked: string[] = [];
    const resolve = (host: string) => {
      looked.push(host);
      return Promise.resolve(['127.0.0.1']);
    };
    const sender = egress({ timeoutMs, resolve });
    assert.equal((await sender.post(`http://a.example:${receiver.port}`, {}, '')).cause, 'TIMEOUT');
    await until(() => receiver.open() === 0, 'the end of the connection');
    assert.equal((await sender.post(`http://b.example:${other.port}`, {}, '')).cause, 'STATUS');
    assert.deepEqual(looked, ['a.example', 'b.example']);
  });

  test('the limit of connections holds while connections break', async () => {
    let [open, most] = [0, 0];
    const receiver = await receive((socket) => void setImmediate(() => socket.resetAndDestroy()));
    receiver.greet = (socket) => {
      open += 1;
      most = Math.max(most, open);
      socket.on('close', () => (open -= 1));
    };
    const sender = egress({ connectionsPerOrigin: 4 });
    const all = Array.from({ length: 100 }, () => sender.post(receiver.url, {}, '{}'));
    for (const got of await Promise.all(all)) assert.equal(got.cause, 'RESET');
    assert.equal(receiver.connections(), 100);
    // The receiver may notice the end of a connection late.
    assert.ok(most <= 8, `${most} at a time`);
  });

  test('a TLS handshake without an end is a time-out', async () => {
    const receiver = await receive(behaviours.hang);
    const url = receiver.url.replace('http:', 'https:');
    const got = await egress({ timeoutMs }).post(url, {}, '{}');
    assert.equal(got.cause, 'TIMEOUT');
    await until(() => receiver.open() === 0, 'the end of the connection');
  });

  test('waiting for a free connection counts, and later nothing is sent', async () => {
    const receiver = await receive(behaviours.hang);
    const sender = egress({ timeoutMs, connectionsPerOrigin: 2 });
    const all = Array.from({ length: 5 }, () => sender.post(receiver.url, {}, '{"n":1}'));
    for (const got of await Promise.all(all)) assert.equal(got.cause, 'TIMEOUT');
    receiver.behave = behaviours.accept;
    const last = await egress().post(receiver.url, {}, '{"n":2}');
    assert.equal(last.cause, 'STATUS');
    await sender.close();
    const bodies = receiver.received.map((one) => one.body.toString());
    assert.equal(bodies.at(-1), '{"n":2}');
    // When the first two end, two more may get their connections just before they end too.
    assert.ok(bodies.length <= 5, `${bodies.join()}: not all had a connection in time`);
  });
});

describe('TLS', () => {
  const wrong: [what: keyof typeof certificates, answer: RegExp][] = [
    ['expired', /expired/],
    ['wrongName', /does not match/],
    ['unknownAuthority', /unable to/],
  ];
  for (const [what, text] of wrong) {
    test(`a certificate is refused: ${what}`, async () => {
      const receiver = await receive(behaviours.accept, certificates[what] as never);
      const got = await egress().post(receiver.url, {}, '{}');
      assert.equal(got.cause, 'TLS');
      assert.match(got.answer, text);
      assert.equal(receiver.received.length, 0);
    });
  }

  test('a right certificate is accepted, by address and by name', async () => {
    const receiver = await receive(behaviours.accept, certificates.good);
    const sender = egress({ resolve: () => Promise.resolve(['127.0.0.1']) });
    for (const host of ['127.0.0.1', RECEIVER_NAME, `${RECEIVER_NAME}.`]) {
      const got = await sender.post(`https://${host}:${receiver.port}/`, {}, '{}');
      assert.deepEqual([got.cause, got.answer], ['STATUS', 'ok']);
    }
  });

  test('TLS below 1.2 is refused', async () => {
    const versions = { maxVersion: 'TLSv1.1', minVersion: 'TLSv1' } as const;
    const old = { ...certificates.good, ...versions, ciphers: 'DEFAULT@SECLEVEL=0' };
    const receiver = await receive(behaviours.accept, old);
    assert.equal((await egress().post(receiver.url, {}, '{}')).cause, 'TLS');
  });

  test('a plain server on the port of an https URL is refused', async () => {
    const receiver = await receive(behaviours.accept);
    receiver.greet = (socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n');
    const got = await egress().post(receiver.url.replace('http:', 'https:'), {}, '{}');
    assert.equal(got.cause, 'TLS');
  });
});

describe('no connection', () => {
  let dead: string;
  before(async () => {
    dead = await deadAddress();
  });

  test('a refused connection is CONNECT', async () => {
    const got = await egress().post(dead, {}, '{}');
    assert.equal(got.cause, 'CONNECT');
    assert.match(got.answer, /ECONNREFUSED/);
  });

  test('a reset before the request is RESET', async () => {
    const receiver = await receive(behaviours.accept);
    receiver.greet = (socket) => void socket.resetAndDestroy();
    assert.equal((await egress().post(receiver.url, {}, '{}')).cause, 'RESET');
  });

  test('a name that does not exist is DNS', async () => {
    const got = await egress().post('http://nowhere.invalid/', {}, '{}');
    assert.deepEqual([got.cause, got.answer], ['DNS', 'The name nowhere.invalid has no address.']);
  });

  test('a failing name server is DNS', async () => {
    const failure = Object.assign(new Error('no'), { code: 'ESERVFAIL' });
    const sender = egress({ resolve: () => Promise.reject(failure) });
    const got = await sender.post('http://shop.example/', {}, '{}');
    const text = 'The name shop.example was not resolved (ESERVFAIL).';
    assert.deepEqual([got.cause, got.answer], ['DNS', text]);
  });

  test('once closed, nothing is sent', async () => {
    const receiver = await receive(behaviours.accept);
    for (const wasUsed of [false, true]) {
      const sender = egress();
      if (wasUsed) await sender.post(receiver.url, {}, '{}');
      await sender.close();
      assert.equal((await sender.post(receiver.url, {}, '{}')).cause, 'CONNECT');
    }
    assert.equal(receiver.received.length, 1);
  });
});
