// Tests of the transports against a real server on the loopback that misbehaves in every way, and
// in process: whatever happens on the network, the acquirer returns an outcome.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  deadAddress,
  openLoopback,
  type LoopbackServer,
} from '@bramka/test/support/loopback-server.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import { money } from '../../core/money.ts';
import { secret } from '../../core/secret.ts';
import type { Authorization } from '../provider.ts';
import { CallTimeout } from '../../http/outgoing.ts';
import { plainAcquirer } from './plain.provider.ts';
import { httpTransport, localTransport, type ClosableTransport } from './transport.ts';

const ID = '0198c5d1-7b2a-7000-8000-000000000001';
const request: Authorization = {
  attemptId: ID,
  merchantId: '10000001',
  paymentId: '0198c5d1-7b2a-7000-8000-000000000002',
  amount: money(12345n, 'PLN'),
  kind: 'hold',
  means: {
    kind: 'card',
    numberType: 'PAN',
    networkToken: null,
    cryptogram: null,
    eci: null,
    card: {
      number: secret('4111111111111111'),
      expiry: secret('203012'),
      cvv: secret('123'),
      holder: null,
    },
    threeDS: null,
    exemption: null,
    networkTransactionId: null,
  },
};
const approval = JSON.stringify({ attemptId: ID, result: 'APPROVED', reference: 'r-1' });
const approved = { kind: 'approved', reference: 'r-1', authCode: null, networkTransactionId: null };
const unknown = (why: string) => ({ kind: 'unknown', why });

describe('over HTTP', () => {
  let server: LoopbackServer;
  let url: string;
  const opened: ClosableTransport[] = [];

  before(async () => {
    server = await openLoopback();
    ({ url } = server);
  });
  after(async () => {
    for (const transport of opened) await transport.close();
    server.close();
  });

  const acquirerAt = (at: string, timeoutMs = 30_000, key: string | null = null) => {
    const given = key === null ? null : secret(key);
    const transport = httpTransport({ url: at, key: given, timeoutMs });
    opened.push(transport);
    return plainAcquirer('test', transport.send, 60_000);
  };

  test('posts the operation to the path of its verb, with the key', async () => {
    let seen: unknown[] = [];
    server.behave = (incoming, response, body) => {
      const { method, url: path, headers } = incoming;
      seen = [method, path, headers['content-type'], headers.authorization, JSON.parse(body)];
      response.end(approval);
    };
    const acquirer = acquirerAt(`${url}/acquirer//`, 30_000, 'the-key');
    assert.deepEqual(await acquirer.authorize(request), approved);
    assert.deepEqual(seen, [
      'POST',
      '/acquirer/authorize',
      'application/json',
      'Bearer the-key',
      {
        attemptId: ID,
        merchantId: '10000001',
        paymentId: request.paymentId,
        amountMinor: '12345',
        currency: 'PLN',
        kind: 'hold',
        card: { number: '4111111111111111', expiry: '203012', cvv: '123', holder: null },
      },
    ]);
  });

  test('each operation has its path, and follow-ups name the original', async () => {
    const paths: string[] = [];
    const originals = new Set<unknown>();
    server.behave = (incoming, response, body) => {
      paths.push(incoming.url ?? '');
      originals.add((JSON.parse(body) as { originalAttemptId?: string }).originalAttemptId);
      response.end(approval);
    };
    const acquirer = acquirerAt(url);
    const { means: _means, kind: _kind, ...operation } = request;
    const follow = { ...operation, originalAttemptId: 'first', originalReference: 'r-1' };
    for (const verb of ['capture', 'adjust', 'reverse', 'refund'] as const) {
      assert.deepEqual(await acquirer.followUps[verb]?.(follow), approved);
    }
    assert.equal(acquirer.followUps.stop, undefined);
    assert.deepEqual(originals, new Set(['first']));
    await acquirer.inquire({
      ...operation,
      verb: 'capture',
      reference: null,
      amountMinor: 12345n,
      currency: 'PLN',
    });
    assert.deepEqual(paths, ['/capture', '/adjust', '/reverse', '/refund', '/inquire']);
  });

  test('a provider that never answers is a time-out', async () => {
    server.behave = () => undefined;
    assert.deepEqual(await acquirerAt(url, 50).authorize(request), unknown('timeout'));
  });

  test('a provider that stops in the middle of its answer is a time-out', async () => {
    server.behave = (_incoming, response) => {
      response.writeHead(200, { 'content-length': String(approval.length) });
      response.write(approval.slice(0, 10));
    };
    assert.deepEqual(await acquirerAt(url, 50).authorize(request), unknown('timeout'));
  });

  test('a connection that is refused is unknown', async () => {
    const dead = await deadAddress();
    const acquirer = acquirerAt(dead);
    assert.deepEqual(await acquirer.authorize(request), unknown('connection'));
  });

  test('a connection cut before the answer is unknown', async () => {
    server.behave = (_incoming, response) => response.socket?.destroy();
    assert.deepEqual(await acquirerAt(url).authorize(request), unknown('connection'));
  });

  test('an answer cut short is unknown', async () => {
    server.behave = (_incoming, response) => {
      response.writeHead(200, { 'content-length': String(approval.length + 1) });
      response.write(approval, () => response.socket?.destroy());
    };
    assert.deepEqual(await acquirerAt(url).authorize(request), unknown('connection'));
  });

  test('an answer above the size limit is unknown, and is not read to its end', async () => {
    let sent = 0;
    server.behave = (_incoming, response) => {
      response.writeHead(200);
      const piece = ' '.repeat(16 * 1024);
      const more = (): void => {
        if (response.destroyed || sent > 64 * 1024 * 1024) return void response.end();
        sent += piece.length;
        response.write(piece, more);
      };
      more();
    };
    assert.deepEqual(await acquirerAt(url).authorize(request), unknown('connection'));
    assert.ok(sent < 16 * 1024 * 1024, `${sent} bytes were taken`);
  });

  test('an answer that is not JSON, or incomplete, is unknown', async () => {
    for (const body of ['', '<html>', approval.slice(0, -1), `${approval}x`, 'null']) {
      server.behave = (_incoming, response) => response.end(body);
      assert.deepEqual(await acquirerAt(url).authorize(request), unknown('garbage'), body);
    }
  });

  test('errors and redirects of the provider are unknown', async () => {
    for (const status of [301, 307, 400, 404, 500, 503]) {
      server.behave = (_incoming, response) => {
        response.writeHead(status, { location: '/elsewhere' }).end(approval);
      };
      assert.deepEqual(await acquirerAt(url).authorize(request), unknown('provider-error'));
    }
  });

  test('a bad answer does not affect the next one', async () => {
    const acquirer = acquirerAt(url);
    server.behave = (_incoming, response) => response.socket?.destroy();
    await acquirer.authorize(request);
    server.behave = (_incoming, response) => response.end(approval);
    assert.deepEqual(await acquirer.authorize(request), approved);
  });
});

describe('in this process', () => {
  const answer = { status: 200, body: JSON.parse(approval) as unknown };

  test('returns the answer and leaves no timer behind', async () => {
    const clock = handClock();
    const transport = localTransport(() => Promise.resolve(answer), clock, 5000);
    assert.deepEqual(await transport('authorize', { attemptId: ID }), answer);
    assert.equal(clock.sleeping(), 0);
  });

  test('a provider that never answers is a time-out, by the given clock', async () => {
    const clock = handClock();
    const transport = localTransport(() => Promise.resolve(undefined), clock, 5000);
    const sending = transport('authorize', { attemptId: ID });
    const ended = assert.rejects(sending, CallTimeout);
    clock.advance(4999);
    assert.equal(clock.sleeping(), 1);
    clock.advance(1);
    await ended;
  });

  test('an answer after the time-out has no effect', async () => {
    const clock = handClock();
    const late = Promise.withResolvers<typeof answer>();
    const acquirer = plainAcquirer(
      'test',
      localTransport(() => late.promise, clock, 100),
      60_000,
    );
    const asking = acquirer.authorize(request);
    clock.advance(100);
    assert.deepEqual(await asking, unknown('timeout'));
    late.resolve(answer);
  });

  test('a provider that throws, at once or later, is unknown', async () => {
    const failures = [
      () => Promise.reject(new Error('broken')),
      () => {
        throw new Error('broken at once');
      },
    ];
    for (const failing of failures) {
      const transport = localTransport(failing, handClock(), 100);
      const acquirer = plainAcquirer('test', transport, 60_000);
      assert.deepEqual(await acquirer.authorize(request), unknown('connection'));
    }
  });
});
