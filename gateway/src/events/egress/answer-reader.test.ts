// Tests of reading answers: however they are cut into pieces the result is the same, and a
// connection is used again only if the end of the answer is certain.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AnswerReader } from './answer-reader.ts';
import { BadAnswer } from './bad-answer.ts';

interface Read {
  readonly isEnded: boolean;
  readonly status: number;
  readonly isKept: boolean;
  readonly body: string;
}

function read(...pieces: readonly string[]): Read {
  const reader = new AnswerReader();
  let isEnded = false;
  for (const piece of pieces) isEnded = reader.read(Buffer.from(piece, 'latin1'));
  const { status = 0, isKept = false } = reader.head ?? {};
  return { isEnded, status, isKept, body: reader.kept.toString('latin1') };
}

const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;

const whole: [what: string, answer: string, expected: Read][] = [
  ['a length', `${OK}content-length: 2\r\n\r\nok`, kept('ok')],
  ['a length of 0', `${OK}Content-Length: 0\r\n\r\n`, kept('')],
  ['the same length twice', `${OK}content-length: 2\r\ncontent-length: 2\r\n\r\nok`, kept('ok')],
  ['status 204', 'HTTP/1.1 204 No Content\r\n\r\n', kept('', 204)],
  ['status 304 with a length', 'HTTP/1.1 304 X\r\ncontent-length: 9\r\n\r\n', kept('', 304)],
  ['no reason', 'HTTP/1.1 204\r\n\r\n', kept('', 204)],
  ['chunks', `${CHUNKED}2\r\nab\r\nA;x=1\r\n0123456789\r\n0\r\n\r\n`, kept('ab0123456789')],
  ['a trailer', `${CHUNKED}1\r\na\r\n0\r\nx-sum: 1\r\n\r\n`, kept('a')],
  [
    'early hints',
    `HTTP/1.1 103 Hints\r\nlink: x\r\n\r\n${OK}content-length: 1\r\n\r\na`,
    kept('a'),
  ],
  ['bytes behind it', `${OK}content-length: 2\r\n\r\nokHTTP`, spoiled('ok')],
  ['bytes behind the chunks', `${CHUNKED}1\r\na\r\n0\r\n\r\nx`, spoiled('a')],
  ['connection: close', `${OK}content-length: 0\r\nConnection: Close\r\n\r\n`, spoiled('')],
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n', spoiled('')],
  ['chunks and a length', `${OK}content-length: 1\r\n${CHUNKED.slice(17)}0\r\n\r\n`, spoiled('')],
];

function kept(body: string, status = 200): Read {
  return { isEnded: true, status, isKept: true, body };
}
function spoiled(body: string): Read {
  return { isEnded: true, status: 200, isKept: false, body };
}

describe('an answer is read in one piece, byte by byte, and in any two pieces', () => {
  for (const [what, answer, expected] of whole) {
    test(what, () => {
      assert.deepEqual(read(answer), expected);
      // What comes behind an answer arrives after its end then.
      if (expected.isKept) assert.deepEqual(read(...answer), expected);
      for (let cut = 1; cut < answer.length && expected.isKept; cut += 1) {
        assert.deepEqual(read(answer.slice(0, cut), answer.slice(cut)), expected, String(cut));
      }
    });
  }
});

const open: [what: string, answer: string, body: string][] = [
  ['no length: it ends with the connection', `${OK}\r\nabc`, 'abc'],
  ['another encoding', `${OK}transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`, '0\r\n\r\n'],
  ['two encodings', `${OK}transfer-encoding: gzip\r\n${CHUNKED.slice(17)}0\r\n\r\n`, '0\r\n\r\n'],
  ['a body that is not complete', `${OK}content-length: 4\r\n\r\nabc`, 'abc'],
  ['chunks without the last line', `${CHUNKED}1\r\na\r\n0\r\n`, 'a'],
];
for (const [what, answer, body] of open) {
  test(`an answer has not ended: ${what}`, () => {
    const found = read(answer);
    assert.deepEqual([found.isEnded, found.status, found.body], [false, 200, body]);
  });
}

const wrong: [what: string, answer: string][] = [
  ['another protocol', 'SSH-2.0'],
  ['HTTP/2', 'HTTP/2 200\r\n\r\n'],
  ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n'],
  ['a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n'],
  ['a switch of the protocol', 'HTTP/1.1 101 S\r\n\r\n'],
  ['status 100', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ['a header without a colon', `${OK}content-length\r\n\r\n`],
  ['a blank before the colon', `${OK}content-length : 1\r\n\r\n`],
  ['a line that continues the one before', `${OK}x: 1\r\n y\r\n\r\n`],
  ['a bare line feed in a header', `${OK}x: 1\ncontent-length: 1\r\n\r\n`],
  ['a bare carriage return', `${OK}x: 1\rcontent-length: 1\r\n\r\n`],
  ['a null character', `${OK}x: \0\r\n\r\n`],
  ['two lengths', `${OK}content-length: 1\r\ncontent-length: 2\r\n\r\n`],
  ['a length with a sign', `${OK}content-length: +1\r\n\r\n`],
  ['a size that is no number', `${CHUNKED}x\r\n`],
  ['a size with nine digits', `${CHUNKED}000000001\r\n`],
  ['a chunk that is longer than its size', `${CHUNKED}1\r\nab\r\n`],
  ['a line in the body without an end', `${CHUNKED}1;${'x'.repeat(5000)}`],
  ['a head of more than 16 KiB', `${OK}x: ${'h'.repeat(16 * 1024)}\r\n\r\n`],
];
for (const [what, answer] of wrong) {
  test(`no answer: ${what}`, () => {
    assert.throws(() => read(answer), BadAnswer);
    assert.throws(() => read(...answer), BadAnswer);
  });
}

test('the time for which the receiver keeps the connection is read', () => {
  const secondsOf = (value: string): number | null | undefined => {
    const reader = new AnswerReader();
    reader.read(Buffer.from(`${OK}content-length: 0\r\nKeep-Alive: ${value}\r\n\r\n`));
    return reader.head?.keepSeconds;
  };
  assert.equal(secondsOf('timeout=5, max=100'), 5);
  assert.equal(secondsOf('max=100, timeout=60'), 60);
  assert.equal(secondsOf('soon'), null);
});
