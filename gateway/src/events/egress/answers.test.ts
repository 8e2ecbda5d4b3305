// Tests of answers that are written to a real connection: however they are cut into pieces the
// result is the same, and a connection is used again only if the end of the answer is certain.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { write } from '@bramka/test/support/receivers/behaviours.ts';
import {
  openReceiver,
  type Behaviour,
  type Receiver,
} from '@bramka/test/support/receivers/receiver.ts';
import { until } from '@bramka/test/support/waiting/until.ts';
import { createEgress } from './egress.ts';

interface Read {
  readonly status: number;
  readonly body: string;
  /** Whether the connection is used again. */
  readonly isKept: boolean;
}

const sender = createEgress({ allowsPrivate: true, requiresHttps: false, bodyMs: 100 });
const receivers: Receiver[] = [];
after(async () => {
  for (const one of receivers) await one.close();
  await sender.close();
});

async function receive(behave: Behaviour): Promise<Receiver> {
  const made = await openReceiver(behave);
  receivers.push(made);
  return made;
}

/** Writes each piece in its own turn of the event loop. */
const writeEach =
  (pieces: Iterable<string>): Behaviour =>
  (socket) =>
    void (async () => {
      for (const piece of pieces) {
        if (socket.writable) socket.write(piece, 'latin1');
        await setImmediate();
      }
    })();

async function read(receiver: Receiver): Promise<Omit<Read, 'isKept'> | string> {
  const got = await sender.post(receiver.url, {}, '{}');
  await setImmediate();
  return got.cause === 'STATUS' ? { status: got.status, body: got.answer } : got.cause;
}

const OK = 'HTTP/1.1 200 OK\r\n';
const ENCODED = 'Transfer-Encoding: chunked\r\n\r\n';
const CHUNKED = OK + ENCODED;

const whole: [what: string, answer: string, expected: Read][] = [
  ['a length', `${OK}content-length: 2\r\n\r\nok`, kept('ok')],
  ['a length of 0', `${OK}Content-Length: 0\r\n\r\n`, kept('')],
  ['status 204', 'HTTP/1.1 204 No Content\r\n\r\n', kept('', 204)],
  ['status 304 with a length', 'HTTP/1.1 304 X\r\ncontent-length: 9\r\n\r\n', spoiled('', 304)],
  ['no reason', 'HTTP/1.1 204\r\n\r\n', kept('', 204)],
  ['an unknown status', 'HTTP/1.1 999 X\r\ncontent-length: 0\r\n\r\n', kept('', 999)],
  ['chunks', `${CHUNKED}2\r\nab\r\nA;x=1\r\n0123456789\r\n0\r\n\r\n`, kept('ab0123456789')],
  ['a size with nine digits', `${CHUNKED}000000001\r\na\r\n0\r\n\r\n`, kept('a')],
  ['a trailer', `${CHUNKED}1\r\na\r\n0\r\nx-sum: 1\r\n\r\n`, kept('a')],
  ['several encodings', `${OK}transfer-encoding: gzip\r\n${ENCODED}1\r\na\r\n0\r\n\r\n`, kept('a')],
  ['a list of encodings', `${OK}transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`, kept('')],
  ['names of an object', `${OK}__proto__: a\r\nconstructor: b\r\n${ENCODED}0\r\n\r\n`, kept('')],
  [
    'early hints',
    `HTTP/1.1 103 Hints\r\nlink: x\r\n\r\n${OK}content-length: 1\r\n\r\na`,
    kept('a'),
  ],
  ['bytes behind it', `${OK}content-length: 2\r\n\r\nokHTTP`, spoiled('ok')],
  ['an answer behind it', `${OK}content-length: 2\r\n\r\nok${OK}\r\n`, spoiled('ok')],
  ['bytes behind the chunks', `${CHUNKED}1\r\na\r\n0\r\n\r\nx`, spoiled('a')],
  ['connection: close', `${OK}content-length: 0\r\nConnection: Close\r\n\r\n`, spoiled('')],
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n', spoiled('')],
];

function kept(body: string, status = 200): Read {
  return { status, body, isKept: true };
}
function spoiled(body: string, status = 200): Read {
  return { status, body, isKept: false };
}

describe('an answer is read in one piece, byte by byte, and in any two pieces', () => {
  for (const [what, answer, { isKept, ...expected }] of whole) {
    test(what, async () => {
      const receiver = await receive(write(answer));
      for (let times = 1; times <= 3; times += 1) {
        assert.deepEqual(await read(receiver), expected);
        assert.equal(receiver.connections(), isKept ? 1 : times);
      }
      receiver.behave = writeEach(answer);
      assert.deepEqual(await read(receiver), expected);
      for (let cut = 1; cut < answer.length; cut += 1) {
        receiver.behave = writeEach([answer.slice(0, cut), answer.slice(cut)]);
        assert.deepEqual(await read(receiver), expected, String(cut));
      }
      // What comes behind an answer can arrive after its end, and then also the next notification.
      if (isKept) assert.equal(receiver.connections(), 1);
    });
  }
});

const open: [what: string, answer: string, body: string][] = [
  ['no length: it ends with the connection', `${OK}\r\nabc`, 'abc'],
  ['an encoding without chunks', `${OK}transfer-encoding: chunked, gzip\r\n\r\n0`, '0'],
  ['a body that is not complete', `${OK}content-length: 4\r\n\r\nabc`, 'abc'],
  ['chunks without the last line', `${CHUNKED}1\r\na\r\n0\r\n`, 'a'],
  ['a size that is no number', `${CHUNKED}x\r\n`, ''],
  ['a size with 17 digits', `${CHUNKED}10000000000000001\r\n`, ''],
  ['a size without a carriage return', `${CHUNKED}1\na\n0\n\n`, ''],
  ['a chunk that is longer than its size', `${CHUNKED}1\r\nab\r\n`, 'a'],
  ['a line in the body without an end', `${CHUNKED}1;${'x'.repeat(5000)}`, ''],
];
for (const [what, answer, body] of open) {
  test(`a body without a certain end does not change the status: ${what}`, async () => {
    for (const behave of [write(answer), writeEach(answer.slice(0, 100))]) {
      const receiver = await receive(behave);
      assert.deepEqual(await read(receiver), { status: 200, body });
      await until(() => receiver.open() === 0, 'the end of the connection');
    }
  });
}

const wrong: [what: string, answer: string][] = [
  ['another protocol', 'SSH-2.0'],
  ['HTTP/0.9', '<html>ok</html>'],
  ['HTTP/2', 'HTTP/2 200\r\n\r\n'],
  ['an unknown version', 'HTTP/1.2 200 OK\r\ncontent-length: 0\r\n\r\n'],
  ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n'],
  ['a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n'],
  ['a status below 100', 'HTTP/1.1 099 OK\r\ncontent-length: 0\r\n\r\n'],
  ['a switch of the protocol', 'HTTP/1.1 101 S\r\n\r\n'],
  ['status 100', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ['a blank before the version', ` ${OK}content-length: 0\r\n\r\n`],
  ['lines without carriage returns', 'HTTP/1.1 200 OK\ncontent-length: 0\n\n'],
  ['a header without a colon', `${OK}content-length\r\n\r\n`],
  ['a header without a name', `${OK}: 1\r\n\r\n`],
  ['a blank before the colon', `${OK}content-length : 1\r\n\r\n`],
  ['a line that continues the one before', `${OK}x: 1\r\n y\r\n\r\n`],
  ['a bare line feed in a header', `${OK}x: 1\ncontent-length: 1\r\n\r\n`],
  ['a bare carriage return', `${OK}x: 1\rcontent-length: 1\r\n\r\n`],
  ['a null character', `${OK}x: \0\r\n\r\n`],
  ['two lengths', `${OK}content-length: 1\r\ncontent-length: 2\r\n\r\n`],
  ['the same length twice', `${OK}content-length: 1\r\ncontent-length: 1\r\n\r\na`],
  ['a list of lengths', `${OK}content-length: 1, 1\r\n\r\na`],
  ['a length with a sign', `${OK}content-length: +1\r\n\r\n`],
  ['a length of 23 digits', `${OK}content-length: 99999999999999999999999\r\n\r\n`],
  ['chunks and a length', `${OK}content-length: 1\r\n${ENCODED}0\r\n\r\n`],
  ['a head of more than 16 KiB', `${OK}x: ${'h'.repeat(16 * 1024)}\r\n\r\n`],
  ['too many headers', `${OK}${'a: b\r\n'.repeat(10_000)}\r\n`],
];
for (const [what, answer] of wrong) {
  test(`no answer: ${what}`, async () => {
    const receiver = await receive(write(answer));
    assert.equal(await read(receiver), 'PROTOCOL');
    if (answer.length < 100) {
      receiver.behave = writeEach(answer);
      assert.equal(await read(receiver), 'PROTOCOL');
    }
    assert.equal(receiver.received.length, receiver.connections(), 'none is used again');
    await until(() => receiver.open() === 0, 'the end of the connections');
  });
}

for (const end of ['end', 'resetAndDestroy'] as const) {
  test(`the connection ends at any byte of an answer: ${end}`, async () => {
    const head = `${OK}content-length: 5\r\nx: y\r\n\r\n`;
    const answer = `${head}hello`;
    const receiver = await receive(write(''));
    for (let bytes = 0; bytes <= answer.length; bytes += 1) {
      receiver.behave = (socket) => {
        if (bytes === 0) socket[end]();
        else socket.write(answer.slice(0, bytes), () => socket[end]());
      };
      const body = answer.slice(head.length, bytes);
      const expected = bytes < head.length ? 'RESET' : { status: 200, body };
      assert.deepEqual(await read(receiver), expected, String(bytes));
    }
    assert.equal(receiver.received.length, answer.length + 1, 'nothing is repeated');
  });
}
