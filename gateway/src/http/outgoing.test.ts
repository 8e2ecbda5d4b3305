// Tests of provider calls against a real server on the loopback, up to their limits in time and
// size, and of the time limit of a provider in this process.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  deadAddress,
  openLoopback,
  type LoopbackServer,
  type Behaviour,
} from '@bramka/test/support/loopback-server.ts';
import { setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';
import { handClock } from '../core/testing/hand-clock.ts';
import { secret } from '../core/secret.ts';
import { answerWithin, CallTimeout, jsonCalls, orUnknown, textCalls } from './outgoing.ts';
import type { JsonCallOptions, JsonCalls } from './outgoing.ts';

const KIBIBYTE = 1024;

describe('JSON by POST', () => {
  let server: LoopbackServer;
  let url: string;
  const opened: JsonCalls[] = [];

  before(async () => {
    server = await openLoopback();
    ({ url } = server);
  });
  after(async () => {
    for (const calls of opened) await calls.close();
    server.close();
  });

  const calls = (given: Partial<JsonCallOptions> = {}): JsonCalls => {
    const made = jsonCalls({ key: null, timeoutMs: 30_000, ...given });
    opened.push(made);
    return made;
  };
  const isOther = (error: unknown): boolean => !(error instanceof CallTimeout);
  /** A JSON text of this many bytes. */
  const textOf = (bytes: number): string => `"${'x'.repeat(bytes - 2)}"`;

  test('sends the message as JSON to the exact address, with the key', async () => {
    let seen: unknown[] = [];
    server.behave = ({ method, url: path, headers }, response, body) => {
      seen = [method, path, headers['content-type'], headers.authorization, body];
      response.end('{"ok":true}');
    };
    const sender = calls({ key: secret('the-key') });
    const answer = await sender.post(`${url}/a//b?key=1%2F2`, { text: 'Łódź' });
    assert.deepEqual(answer, { status: 200, body: { ok: true } });
    const sent = ['POST', '/a//b?key=1%2F2', 'application/json', 'Bearer the-key'];
    assert.deepEqual(seen, [...sent, '{"text":"Łódź"}']);
  });

  test('sends no authorization without a key', async () => {
    let seen: unknown = 'not asked';
    server.behave = ({ headers }, response) => {
      seen = headers.authorization;
      response.end('{}');
    };
    await calls().post(url, {});
    assert.equal(seen, undefined);
  });

  for (const loadsLate of [false, true]) {
    test(`posts no more once closed, ${loadsLate ? 'without' : 'after'} a call`, async () => {
      let seen = 0;
      server.behave = (_request, response) => {
        seen += 1;
        response.end('{}');
      };
      const sender = calls({ loadsLate });
      if (!loadsLate) await sender.post(url, {});
      await sender.close();
      await assert.rejects(sender.post(url, {}), /are closed/);
      assert.equal(seen, loadsLate ? 0 : 1);
    });
  }

  // Status and text of the answer, and the expected result.
  const answers = `
    200 | {"a":"Łódź"} | {"a":"Łódź"}
    200 | null         | null
    200 | "text"       | "text"
    200 |              | undefined
    200 | <html>       | undefined
    200 | {"a":1       | undefined
    200 | {"a":1}{     | undefined
    201 | {"a":1}      | {"a":1}
    400 | {"a":1}      | {"a":1}
    503 | busy         | undefined
  `;
  for (const line of answers.trim().split('\n')) {
    const [status = '', text = '', expected] = line.split('|').map((cell) => cell.trim());
    test(`the answer ${status} ${text || 'without text'} is returned as ${expected}`, async () => {
      server.behave = (_incoming, response) => response.writeHead(Number(status)).end(text);
      const answer = await calls().post(url, {});
      assert.equal(answer.status, Number(status));
      assert.equal(String(JSON.stringify(answer.body)), expected);
    });
  }

  test('a redirect is returned and not followed', async () => {
    const paths: (string | undefined)[] = [];
    server.behave = ({ url: path }, response) => {
      paths.push(path);
      response.writeHead(307, { location: `${url}/elsewhere` }).end('{}');
    };
    assert.equal((await calls().post(`${url}/here`, {})).status, 307);
    assert.deepEqual(paths, ['/here']);
  });

  const limits: [what: string, given: Partial<JsonCallOptions>, bytes: number][] = [
    ['64 KiB when no limit is given', {}, 64 * KIBIBYTE],
    ['as long as its limit', { maxAnswerBytes: 1000 }, 1000],
    ['as long as a limit beyond the usual', { maxAnswerBytes: 300 * KIBIBYTE }, 300 * KIBIBYTE],
  ];
  for (const [what, given, bytes] of limits) {
    test(`an answer may be ${what}, and not a byte more`, async () => {
      const sender = calls(given);
      server.behave = (_incoming, response) => response.end(textOf(bytes));
      assert.equal(((await sender.post(url, {})).body as string).length, bytes - 2);
      server.behave = (_incoming, response) => response.end(textOf(bytes + 1));
      await assert.rejects(sender.post(url, {}), isOther);
    });
  }

  const slow: [what: string, behave: Behaviour][] = [
    ['no answer', () => undefined],
    ['half an answer', (_incoming, response) => void response.writeHead(200).write('{"a":')],
  ];
  for (const [what, behaviour] of slow) {
    test(`${what} within the time limit is a time-out`, async () => {
      server.behave = behaviour;
      await assert.rejects(calls({ timeoutMs: 50 }).post(url, {}), CallTimeout);
    });
  }

  test('a connection that breaks is not a time-out', async () => {
    server.behave = (_incoming, response) => response.socket?.destroy();
    await assert.rejects(calls().post(url, {}), isOther);
  });

  test('a refused connection is not a time-out, and the error has no key in it', async () => {
    const dead = await deadAddress();
    const sender = calls({ key: secret('the-key') });
    await assert.rejects(sender.post(dead, {}), (error) => {
      assert.equal(inspect(error, { depth: 9, showHidden: true }).includes('the-key'), false);
      return isOther(error);
    });
  });

  test('only a call without a connection was certainly not sent', async () => {
    const whyOf = async (address: string, given: Partial<JsonCallOptions> = {}) => {
      const found = await orUnknown(() => calls(given).post(address, {}));
      return 'why' in found ? found.why : found;
    };
    assert.equal(await whyOf(await deadAddress()), 'not-sent');
    assert.equal(await whyOf('http://no-such-host.invalid/'), 'not-sent');
    server.behave = (_incoming, response) => response.socket?.destroy();
    assert.equal(await whyOf(url), 'connection');
    server.behave = () => undefined;
    assert.equal(await whyOf(url, { timeoutMs: 50 }), 'timeout');
    const coded = (code: string) =>
      orUnknown(() => Promise.reject(Object.assign(new Error(), { code })));
    for (const code of ['EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']) {
      assert.deepEqual(await coded(code), { kind: 'unknown', why: 'not-sent' }, code);
    }
    for (const code of [
      'ECONNRESET',
      'EPIPE',
      'ETIMEDOUT',
      'UND_ERR_SOCKET',
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ]) {
      assert.deepEqual(await coded(code), { kind: 'unknown', why: 'connection' }, code);
    }
  });

  test('a failed call does not affect the next', async () => {
    const sender = calls();
    server.behave = (_incoming, response) => response.end(textOf(65 * KIBIBYTE));
    await assert.rejects(sender.post(url, {}));
    server.behave = (_incoming, response) => response.end('{}');
    assert.deepEqual(await sender.post(url, {}), { status: 200, body: {} });
  });
});

test('text is read by GET, without a body and with the same limits', async () => {
  const server = await openLoopback();
  const calls = textCalls({ timeoutMs: 30_000, maxAnswerBytes: 10 });
  const hasty = textCalls({ timeoutMs: 50 });
  let seen: unknown[] = [];
  server.behave = ({ method, url, headers }, response, body) => {
    seen = [method, url, headers['x-key'], body];
    response.writeHead(201).end('0123456789');
  };
  const answer = await calls.get(`${server.url}/a?b=1%2F2`, { 'x-key': 'k' });
  assert.deepEqual(answer, { status: 201, body: '0123456789' });
  assert.deepEqual(seen, ['GET', '/a?b=1%2F2', 'k', '']);
  server.behave = (_request, response) => response.end('01234567890');
  await assert.rejects(calls.get(server.url, {}));
  server.behave = () => undefined;
  await assert.rejects(hasty.get(server.url, {}), CallTimeout);
  await calls.close();
  await hasty.close();
  await assert.rejects(calls.get(server.url, {}), /are closed/);
  server.close();
});

describe('a provider in this process', () => {
  test('its answer is returned, and no timer is left', async () => {
    const clock = handClock();
    assert.equal(await answerWithin(clock, 100, Promise.resolve('answer')), 'answer');
    assert.equal(clock.sleeping(), 0);
  });

  test('no answer is a time-out, exactly at the limit', async () => {
    const clock = handClock();
    let ended = 'waiting';
    const asking = answerWithin(clock, 100, Promise.resolve(undefined)).catch((error: unknown) => {
      ended = error instanceof CallTimeout ? 'time-out' : 'another error';
    });
    clock.advance(99);
    await setImmediate();
    assert.equal(ended, 'waiting');
    clock.advance(1);
    await asking;
    assert.equal(ended, 'time-out');
  });

  test('its error is passed on, and no timer is left', async () => {
    const clock = handClock();
    const failure = new Error('broken');
    await assert.rejects(answerWithin(clock, 100, Promise.reject(failure)), failure);
    assert.equal(clock.sleeping(), 0);
  });

  test('what it does after the time limit has no effect', async (context) => {
    const unhandled = context.mock.fn();
    process.on('unhandledRejection', unhandled);
    const endings = ['resolve', 'reject'] as const;
    for (const ending of endings) {
      const clock = handClock();
      const late = Promise.withResolvers<string>();
      const asking = answerWithin(clock, 100, late.promise);
      clock.advance(100);
      await assert.rejects(asking, CallTimeout);
      late[ending]('late');
      await setImmediate();
    }
    process.off('unhandledRejection', unhandled);
    assert.equal(unhandled.mock.callCount(), 0);
  });
});
