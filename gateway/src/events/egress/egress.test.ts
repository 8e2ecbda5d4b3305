// Tests of sending notifications against real servers on the loopback that answer in every way,
// completely or not.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { buildConnector } from 'undici';
import * as behaviours from '@bramka/test/support/receivers/behaviours.ts';
import { openReceiver, type Receiver } from '@bramka/test/support/receivers/receiver.ts';
import type { Behaviour } from '@bramka/test/support/receivers/receiver.ts';
import { LONGEST_WAIT_MS, until, within } from '@bramka/test/support/waiting/until.ts';
import { createEgress, type Egress, type EgressOptions } from './egress.ts';

const { answer, answerBytes, write, accept } = behaviours;

const KIBIBYTE = 1024;
const sandbox = { allowsPrivate: true, requiresHttps: false };

const opened: Egress[] = [];
const receivers: Receiver[] = [];

async function receive(behave: Behaviour): Promise<Receiver> {
  const made = await openReceiver(behave);
  receivers.push(made);
  return made;
}

let receiver: Receiver;

function egress(options: Partial<EgressOptions> = {}): Egress {
  const made = createEgress({ ...sandbox, ...options });
  opened.push(made);
  return made;
}

/** Without the duration, which is checked to be plausible. */
async function post(
  behave: Behaviour,
  sender = egress(),
  url = `${receiver.url}/payment`,
): Promise<object> {
  receiver.behave = behave;
  receiver.received.length = 0;
  const started = performance.now();
  const { durationMs, ...rest } = await sender.post(url, { 'x-a': 'b' }, '{"text":"Łódź"}');
  const took = Math.ceil(performance.now() - started);
  assert.ok(Number.isInteger(durationMs) && durationMs >= 0 && durationMs <= took);
  return rest;
}

const status = (code: number, text = '', retryAfter: string | null = null): object => ({
  cause: 'STATUS',
  status: code,
  retryAfter,
  answer: text,
});

before(async () => {
  receiver = await receive(accept);
});
after(async () => {
  // The receivers first: a sender waits for what it is sending.
  for (const one of receivers) await one.close();
  for (const one of opened) await one.close();
});

test('posts the exact bytes with the headers to the exact address', async () => {
  const url = `${receiver.url}/a//b/payment?key=1%2F2`;
  assert.deepEqual(await post(accept, egress(), url), status(200, 'ok'));
  const [request, ...others] = receiver.received;
  assert.deepEqual(others, []);
  assert.equal(request?.body.toString(), '{"text":"Łódź"}');
  assert.deepEqual([request.method, request.path], ['POST', '/a//b/payment?key=1%2F2']);
  assert.deepEqual(request.headers, {
    host: `127.0.0.1:${receiver.port}`,
    connection: 'keep-alive',
    'content-length': '18',
    'x-a': 'b',
    'accept-encoding': 'identity',
  });
});

for (const code of [200, 201, 204, 299, 300, 304, 400, 404, 410, 429, 500, 503, 599]) {
  test(`status ${code} is returned`, async () => {
    const body = code === 204 || code === 304 ? '' : 'text';
    assert.deepEqual(await post(answer(code, body)), status(code, body));
  });
}

for (const header of ['120', 'Wed, 21 Oct 2026 07:28:00 GMT', 'soon', '9'.repeat(400)]) {
  test(`the header Retry-After ${header.slice(0, 30)} is returned as it is`, async () => {
    const busy = answer(429, '', { 'Retry-After': header });
    assert.deepEqual(await post(busy), status(429, '', header));
  });
}

test('of several Retry-After headers the first counts', async () => {
  const busy = 'HTTP/1.1 503 Busy\r\nretry-after: 1\r\nretry-after: 9\r\ncontent-length: 0\r\n\r\n';
  assert.deepEqual(await post(write(busy)), status(503, '', '1'));
});

for (const code of [301, 302, 303, 307, 308]) {
  test(`the redirect ${code} is returned and not followed`, async () => {
    const elsewhere = behaviours.redirect(`${receiver.url}/elsewhere`, code);
    assert.deepEqual(await post(elsewhere), status(code, 'moved'));
    assert.deepEqual(
      receiver.received.map((one) => one.path),
      ['/payment'],
    );
  });
}

test('informational answers before the final one are skipped', async () => {
  const hints = behaviours.informational(103, 16, answer(201, 'made'));
  assert.deepEqual(await post(hints), status(201, 'made'));
});

describe('the answer', () => {
  test('its first 1024 bytes are kept', async () => {
    const body = 'x'.repeat(KIBIBYTE) + 'y';
    assert.deepEqual(await post(answer(200, body)), status(200, 'x'.repeat(KIBIBYTE)));
    const pieces = Array.from({ length: 300 }, () => '8\r\nabcdefgh\r\n').join('');
    const chunked = `HTTP/1.1 400 No\r\ntransfer-encoding: chunked\r\n\r\n${pieces}0\r\n\r\n`;
    assert.deepEqual(await post(write(chunked)), status(400, 'abcdefgh'.repeat(128)));
  });

  test('is not decompressed', async () => {
    const sender = egress();
    const got = (await post(behaviours.gzipBomb(), sender)) as { status: number; answer: string };
    assert.equal(got.status, 200);
    assert.match(got.answer, /^\ufffd/);
    assert.ok(Buffer.byteLength(got.answer) <= KIBIBYTE);
    assert.equal(receiver.received[0]?.headers['accept-encoding'], 'identity');
  });

  test('of 64 KiB is read to its end, and the connection is used again', async () => {
    const own = await receive(answerBytes(200, Buffer.alloc(64 * KIBIBYTE, 'x')));
    const sender = egress();
    // In all that is more than what may come after one request.
    for (let times = 0; times < 20; times += 1) {
      await sender.post(own.url, {}, '{}');
      await setImmediate();
    }
    assert.equal(own.connections(), 1);
  });

  test('of more than 64 KiB is cut, and the connection is not used again', async () => {
    const own = await receive(answerBytes(200, Buffer.alloc(64 * KIBIBYTE + 1, 'x')));
    const sender = egress();
    for (let times = 0; times < 3; times += 1) {
      const got = await sender.post(own.url, {}, '{}');
      assert.equal(got.answer, 'x'.repeat(KIBIBYTE));
    }
    assert.equal(new Set(own.received.map((one) => one.connection)).size, 3);
    await until(() => own.open() === 0, 'the end of the connections');
  });

  const unfinished: [what: string, behave: Behaviour, text: string | RegExp][] = [
    ['that never ends', behaviours.endlessBody(), 'x'.repeat(KIBIBYTE)],
    ['that comes byte by byte', behaviours.dripBody(), /^z+$/],
    ['that never begins', behaviours.hangAfterHead(), ''],
    ['that breaks off', behaviours.resetInBody(), 'begin'],
  ];
  for (const [what, behave, text] of unfinished) {
    test(`${what} does not change the status, and the connection is destroyed`, async () => {
      const own = await receive(behave);
      const got = await egress({ bodyMs: 150 }).post(own.url, {}, '{}');
      assert.ok(got.cause === 'STATUS' && got.status === 200);
      if (typeof text === 'string') assert.equal(got.answer, text);
      else assert.match(got.answer, text);
      await until(() => own.open() === 0, 'the end of the connection');
    });
  }

  test('that never ends is cut by its size, long before its time has passed', async () => {
    const own = await receive(behaviours.endlessBody());
    const posted = egress({ bodyMs: 3_600_000 }).post(own.url, {}, '{}');
    const got = await within(LONGEST_WAIT_MS, posted, () => 'the end of the answer');
    assert.ok(got.cause === 'STATUS' && got.status === 200);
    await until(() => own.open() === 0, 'the end of the connection');
  });

  test('gets a second for its body, whatever the limit for its head', async () => {
    const started = performance.now();
    const sender = egress({ timeoutMs: 3_600_000 });
    const own = await receive(behaviours.hangAfterHead(503));
    const got = await sender.post(own.url, {}, '{}');
    assert.ok(got.cause === 'STATUS' && got.status === 503);
    assert.ok(performance.now() - started >= 990);
  });
});

describe('a connection', () => {
  const reuses: [what: string, behave: Behaviour, connections: number][] = [
    ['is used again', accept, 1],
    ['is used again if the receiver keeps it', answer(200, '', { 'Keep-Alive': 'timeout=60' }), 1],
    ['is not if the receiver closes it soon', answer(200, '', { 'Keep-Alive': 'timeout=2' }), 3],
    ['is not after HTTP/1.0', write('HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n'), 3],
    ['is not if bytes follow', write('HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nabc'), 3],
    ['is not after a chunk that is wrong', write(`${chunkedHead()}1\r\nabc\r\n`), 3],
  ];
  for (const [what, behave, connections] of reuses) {
    test(what, async () => {
      const own = await receive(behave);
      const sender = egress();
      for (let times = 0; times < 3; times += 1) {
        assert.equal((await sender.post(own.url, {}, '{}')).cause, 'STATUS');
        // A connection can be used again in the next turn of the event loop.
        await setImmediate();
      }
      assert.equal(own.connections(), connections);
    });
  }

  test('on which the receiver speaks first is closed, and its bytes are no answer', async () => {
    let forge = (): void => undefined;
    const own = await receive((socket, request) => {
      answer(200, '', { 'Keep-Alive': 'timeout=60' })(socket, request);
      forge = () => void socket.write('HTTP/1.1 404 Forged\r\ncontent-length: 0\r\n\r\n');
    });
    const sender = egress();
    await sender.post(own.url, {}, '{}');
    forge();
    // Another idle connection is closed long before this one would be.
    const other = await receive(answer(200, '', { 'Keep-Alive': 'timeout=3' }));
    await sender.post(other.url, {}, '{}');
    await until(() => other.open() === 0, 'the end of the idle connection');
    await sender.post(other.url, {}, '{}');
    assert.equal(own.open(), 0);
    const got = await sender.post(own.url, {}, '{}');
    assert.ok(got.cause === 'STATUS' && got.status === 200);
  });

  test('is closed when it was idle for a while', async () => {
    const own = await receive(answer(200, '', { 'Keep-Alive': 'timeout=3' }));
    await egress().post(own.url, {}, '{}');
    await until(() => own.open() === 0, 'the end of the idle connection');
  });
});

test('an origin without connections is forgotten', async () => {
  let opened = 0;
  const sender = egress({
    buildConnector: (settings) => {
      opened += 1;
      return buildConnector(settings);
    },
  });
  const own = await receive(answer(200));
  for (const behave of [behaviours.acceptAndClose, behaviours.reset, accept]) {
    own.behave = behave;
    await sender.post(own.url, {}, '{}');
    if (behave !== accept) await until(() => own.open() === 0, 'the end of the connection');
    await setImmediate();
  }
  await sender.post(own.url, {}, '{}');
  assert.equal(opened, 3);
});

test('a header that contains the end of a line is not sent', async () => {
  for (const value of ['a\r\nb: c', 'a\nb', 'a\0', 'ż']) {
    receiver.received.length = 0;
    const got = await egress().post(receiver.url, { 'x-a': value }, '{}');
    assert.equal(got.cause, 'PROTOCOL');
    assert.equal(receiver.received.length, 0);
  }
});

function chunkedHead(): string {
  return 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
}
