// Tests of the simulated host over TCP: how it answers what the acquirer decides, what it does with
// injected faults, and messages that it cannot read. The contract suite proves the rest.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, test } from 'node:test';
import { secret } from '@bramka/gateway/core/secret.ts';
import { createCodec } from '@bramka/gateway/providers/iso8583/codec/codec.ts';
import type { IsoMessage } from '@bramka/gateway/providers/iso8583/codec/iso-message.ts';
import { createPackager } from '@bramka/gateway/providers/iso8583/codec/packager.ts';
import { createFrameReader, writeFrame } from '@bramka/gateway/providers/iso8583/wire/frames.ts';
import type { PlainReply } from '@bramka/gateway/providers/plain/messages.ts';
import type { Answer } from '../wire/unanswered.ts';
import { openHost } from './host.ts';

const codec = createCodec(createPackager({ version: '1987' }), null);
type Work = () => Promise<Answer | undefined>;

let host: ReturnType<typeof openHost>;
let decided: Answer | undefined;
let verbs: string[];
let fault: (work: Work) => Promise<Answer | undefined>;
beforeEach(() => {
  verbs = [];
  decided = { status: 200, body: { result: 'APPROVED', attemptId: 'a', reference: 'r' } };
  fault = (work) => work();
  host = openHost({
    acquirer: {
      handle(verb) {
        verbs.push(verb);
        return Promise.resolve(decided);
      },
    },
    wire: { call: (_verb, work) => fault(work) },
    macKey: null,
    port: 0,
  });
});
afterEach(() => host.close());

const original = `0200000001${'0301120000'}${'0'.repeat(22)}`;
const payment = (type = '0200', more: Record<number, string> = {}): IsoMessage => {
  const fields = { 2: '4111111111111111', 3: '000000', 4: '000000010000', 7: '0301120000' };
  const ids = { 11: '000001', 14: '3012', 37: 'ABCDEFGHIJKL', 42: 'SHOP'.padEnd(15), 49: '985' };
  const all = Object.entries({ ...fields, ...ids, ...more });
  return { type, fields: new Map(all.map(([number, value]) => [Number(number), value])) };
};

/** The first answer; `garbage`: unreadable, `closed`: none before the connection ended. */
async function send(bytes: Buffer): Promise<IsoMessage | 'garbage' | 'closed'> {
  const socket = connect(await host.port, '127.0.0.1');
  const readFrames = createFrameReader(codec.frame);
  socket.write(writeFrame(codec.frame, bytes));
  const closed = once(socket, 'close').then(() => 'closed' as const);
  const answered = once(socket, 'data').then(([chunk]) => readFrames(chunk as Buffer)[0]);
  try {
    const first = (await Promise.race([answered, closed])) ?? 'closed';
    if (first === 'closed') return first;
    try {
      return codec.read(first);
    } catch {
      return 'garbage';
    }
  } finally {
    socket.destroy();
  }
}

async function codeOf(message: IsoMessage): Promise<string | undefined> {
  const answer = await send(codec.write(message));
  return typeof answer === 'string' ? answer : answer.fields.get(39);
}

const declined = (rejectCode: string): PlainReply =>
  ({ result: 'DECLINED', attemptId: 'a', reference: 'r', rejectCode }) as const;

for (const [status, body, code] of [
  [200, { result: 'APPROVED', attemptId: 'a', reference: 'r' }, '00'],
  [200, { result: 'PENDING', attemptId: 'a', reference: 'r' }, '09'],
  [200, declined('INSUFFICIENT_FUNDS'), '51'],
  [200, declined('SCA_REQUIRED'), '1A'],
  [200, declined('TOKEN_SUSPENDED'), '05'],
  [400, {}, '30'],
  // It may have been charged, so this is not a decline.
  [503, {}, '68'],
] as const) {
  test(`status ${status} ${JSON.stringify(body)} is answered ${code}`, async () => {
    decided = { status, body };
    assert.equal(await codeOf(payment()), code);
  });
}

test('each message is its operation, also when it is repeated', async () => {
  const refers = { 90: original };
  const messages = [
    payment('0100'),
    payment('0200'),
    payment('0100', refers),
    payment('0220', refers),
    payment('0221', refers),
    payment('0200', { ...refers, 3: '200000' }),
    payment('0400', refers),
    payment('0421', refers),
  ];
  for (const message of messages) assert.equal(await codeOf(message), '00', message.type);
  const expected = 'authorize authorize adjust capture capture refund reverse reverse';
  assert.equal(verbs.join(' '), expected);
});

test('an answer repeats the numbers and the amount, and never the card', async () => {
  const answer = await send(codec.write(payment()));
  assert.ok(typeof answer !== 'string');
  assert.equal(answer.type, '0210');
  assert.deepEqual([...answer.fields.keys()], [3, 4, 7, 11, 37, 39, 42, 49]);
});

test('a message of a connection is answered without the acquirer', async () => {
  const fields = new Map([
    [11, '000001'],
    [70, '001'],
  ]);
  assert.equal(await codeOf({ type: '0800', fields }), '00');
  assert.deepEqual(verbs, []);
});

test('what is not understood is a format error, and is not performed', async () => {
  const messages = [
    payment('0300'),
    payment('0220'),
    payment('0400'),
    payment('0200', { 49: '000' }),
  ];
  for (const message of messages) assert.equal(await codeOf(message), '30', message.type);
  assert.deepEqual(verbs, []);
});

test('faults: an outage is a malfunction, a dropped answer closes the connection', async () => {
  fault = () => Promise.resolve({ status: 503, body: {} });
  assert.equal(await codeOf(payment()), '96');
  assert.deepEqual(verbs, []);
  fault = async (work) => {
    await work();
    return undefined;
  };
  assert.equal(await send(codec.write(payment())), 'closed');
  assert.deepEqual(verbs, ['authorize']);
});

test('a page instead of an answer is not readable', async () => {
  decided = { status: 200, body: '<html></html>' };
  assert.equal(await codeOf(payment()), 'garbage');
});

test('bytes that are no message, or a wrong code, close the connection', async () => {
  const key = secret('0123456789ABCDEFFEDCBA9876543210');
  const other = createCodec(createPackager({ version: '1987' }), key);
  assert.equal(await send(Buffer.from('no message')), 'closed');
  await host.close();
  host = openHost({
    acquirer: { handle: () => Promise.resolve(decided) },
    wire: { call: (_verb, work) => work() },
    macKey: secret('0123456789ABCDEFFEDCBA9876543254'),
    port: 0,
  });
  assert.equal(await send(other.write(payment())), 'closed');
});
