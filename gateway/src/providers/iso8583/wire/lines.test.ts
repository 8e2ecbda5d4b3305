// Tests of connections to a host: requests under way at once, answers in any order, lost and silent
// connections, sign-on, echo tests, and what the host sends by itself.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { until } from '@bramka/test/support/waiting/until.ts';
import { systemClock } from '../../../core/clock.ts';
import { CallTimeout } from '../../../http/outgoing.ts';
import type { IsoMessage } from '../codec/iso-message.ts';
import { createCodec } from '../codec/codec.ts';
import { createPackager } from '../codec/packager.ts';
import { answerTo, openHost, type IsoHost } from '../testing/iso-host.ts';
import { answerType, LinkLost, NotSent } from './link.ts';
import { openLines, type Lines, type LinesOptions } from './lines.ts';

const codec = createCodec(createPackager({ version: '1987' }), null);
const of = (type: string, stan: number, code?: string): IsoMessage => ({
  type,
  fields: new Map([
    [11, String(stan).padStart(6, '0')],
    [70, code ?? '001'],
  ]),
});
const payment = (stan: number): IsoMessage => of('0100', stan);
const stanOf = ({ fields }: IsoMessage): number => Number(fields.get(11));

test('types of answers', () => {
  const types = ['0100', '0200', '0220', '0400', '0420', '0421', '0800', '1100', '1420'];
  const answers = ['0110', '0210', '0230', '0410', '0430', '0430', '0810', '1110', '1430'];
  assert.deepEqual(types.map(answerType), answers);
});

describe('connections to a host', () => {
  let host: IsoHost;
  let lines: Lines | undefined;
  let stan = 900_000;
  let warnings: string[] = [];
  beforeEach(async () => {
    warnings = [];
    host = await openHost(codec);
  });
  afterEach(async () => {
    await lines?.close();
    lines = undefined;
    await host.close();
  });

  const open = async (more: Partial<LinesOptions> = {}, ready = 1): Promise<Lines> => {
    const opened = openLines({
      hosts: [{ host: '127.0.0.1', port: host.port }],
      tls: null,
      codec,
      timeoutMs: 60_000,
      clock: systemClock,
      log: { warn: (_facts, message) => warnings.push(message) },
      connections: 1,
      echoEveryMs: 60_000,
      messages: {
        signOn: () => of('0800', (stan += 1)),
        signOff: () => of('0800', (stan += 1), '002'),
        echo: () => of('0800', (stan += 1), '301'),
        isApproved: ({ fields }) => fields.get(39) === '00',
        answer: (request) => (request.type === '0800' ? answerTo(request, '00') : undefined),
      },
      ...more,
    });
    lines = opened;
    if (ready > 0) await until(() => opened.ready() === ready, 'the sign-on');
    return opened;
  };

  test('signs on before the first request', async () => {
    const { request } = await open();
    const answer = await request(payment(1));
    assert.equal(answer.type, '0110');
    assert.equal(answer.fields.get(39), '00');
    const sent = host.received.map(({ type, fields }) => `${type} ${fields.get(70) ?? ''}`);
    assert.deepEqual(sent, ['0800 001', '0100 001']);
  });

  test('answers in any order reach their requests', async () => {
    const waiting: (() => void)[] = [];
    const { request } = await open();
    host.handle = (message, send) => {
      waiting.push(() => send(answerTo(message, String(stanOf(message)).padStart(2, '0'))));
      if (waiting.length === 3) for (const answer of waiting.toReversed()) answer();
    };
    const answers = await Promise.all([1, 2, 3].map((number) => request(payment(number))));
    assert.deepEqual(
      answers.map(({ fields }) => fields.get(39)),
      ['01', '02', '03'],
    );
  });

  test('an answer of another type is not the answer of the request', async () => {
    const { request } = await open({ timeoutMs: 300 });
    host.handle = (message, send) => send({ ...answerTo(message, '00'), type: '0210' });
    await assert.rejects(request(payment(1)), CallTimeout);
    assert.match(warnings.join(), /nobody waits for/);
  });

  test('a request waits while its trace number is under way', async () => {
    const { request } = await open();
    const waiting: (() => void)[] = [];
    host.handle = (message, send) => waiting.push(() => send(answerTo(message, '00')));
    const both = [request(payment(1)), request(payment(1))];
    const other = request(payment(2));
    await until(() => waiting.length === 2, 'the first request and the other one');
    for (const answer of waiting.splice(0)) answer();
    await other;
    await both[0];
    await until(() => waiting.length === 1, 'the second request');
    waiting[0]?.();
    assert.equal((await both[1])?.fields.get(39), '00');
  });

  test('a request whose trace number stays in use is not sent', async () => {
    const { request } = await open({ timeoutMs: 300 });
    host.handle = () => undefined;
    const first = assert.rejects(request(payment(1)), CallTimeout);
    await assert.rejects(request(payment(1)), NotSent);
    await first;
    assert.equal(host.received.filter(({ type }) => type === '0100').length, 1);
  });

  test('a message that is not in the format is not sent', async () => {
    const { request } = await open();
    const { type, fields } = payment(1);
    await assert.rejects(request({ type, fields: new Map([...fields, [4, '1']]) }), NotSent);
    assert.equal((await request(payment(1))).fields.get(39), '00');
    assert.equal(host.received.filter((message) => message.type === '0100').length, 1);
  });

  test('signs off when it is closed', async () => {
    const opened = await open();
    await opened.close();
    assert.equal(host.received.at(-1)?.fields.get(70), '002');
  });

  test('a silent host is a time-out; a late answer is ignored, the next is right', async () => {
    const { request } = await open({ timeoutMs: 300 });
    let late: (() => void) | undefined;
    host.handle = (message, send) => (late = () => send(answerTo(message, '00')));
    await assert.rejects(request(payment(1)), CallTimeout);
    host.handle = (message, send) => {
      late?.();
      send(answerTo(message, '05'));
    };
    assert.equal((await request(payment(2))).fields.get(39), '05');
  });

  test('a lost connection fails the requests under way, and is opened again', async () => {
    const opened = await open();
    host.handle = (_message, _send, socket) => socket.destroy();
    await assert.rejects(opened.request(payment(1)), LinkLost);
    host.handle = (message, send) => send(answerTo(message, '00'));
    await until(() => opened.ready() === 1, 'the next connection');
    assert.equal((await opened.request(payment(2))).fields.get(39), '00');
  });

  test('without a signed-on connection nothing is sent', async () => {
    host.handle = (message, send) => send(answerTo(message, '91'));
    const { request, ready } = await open({}, 0);
    await until(() => host.received.length > 0, 'a sign-on');
    await until(() => warnings.includes('no connection to the host'), 'the warning');
    await assert.rejects(request(payment(1)), NotSent);
    assert.equal(ready(), 0);
    assert.ok(host.received.every(({ type }) => type === '0800'));
  });

  test('the pause doubles up to half a minute; a sign-on resets it', async () => {
    const refuse: typeof host.handle = (message, send) => send(answerTo(message, '91'));
    host.handle = refuse;
    const pauses: number[] = [];
    const limits = { timeoutMs: 1_000_000, echoEveryMs: 2_000_000 };
    const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
      // The time for an answer is never over.
      if (ms > limits.timeoutMs / 2) return new Promise((end) => untilAborted(signal, end));
      pauses.push(ms);
      // After the tenth pause the host accepts one connection, and closes it.
      host.handle = pauses.length === 10 ? accept : refuse;
      await new Promise((resolve) => setImmediate(resolve));
    };
    const untilAborted = (signal: AbortSignal | undefined, end: () => void): void =>
      signal?.addEventListener('abort', end, { once: true });
    const accept: typeof host.handle = (message, send, socket) => {
      send(answerTo(message, '00'));
      setImmediate(() => socket.destroy());
    };
    await open({ ...limits, clock: { ...systemClock, sleep } }, 0);
    await until(() => pauses.length >= 13, 'the pauses');
    const growing = [250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000];
    assert.deepEqual(pauses.slice(0, 13), [...growing, 250, 250, 500]);
  });

  test('requests are spread over the connections', async () => {
    const { request } = await open({ connections: 3 }, 3);
    const used = new Set<unknown>();
    host.handle = (message, send, socket) => {
      used.add(socket);
      setImmediate(() => send(answerTo(message, '00')));
    };
    await Promise.all(Array.from({ length: 9 }, (_, at) => request(payment(at + 1))));
    assert.equal(used.size, 3);
  });

  test('an echo test that fails ends the connection', async () => {
    const opened = await open({ echoEveryMs: 20, timeoutMs: 200 });
    await until(() => host.received.some(({ fields }) => fields.get(70) === '301'), 'an echo test');
    host.handle = () => undefined;
    await until(() => warnings.includes('the host does not answer an echo test'), 'the warning');
    await until(() => opened.ready() === 0, 'the end of the connection');
  });

  test('requests of the host are answered', async () => {
    await open();
    host.sendAll(of('0800', 77, '301'));
    await until(() => host.received.some((message) => message.type === '0810'), 'the answer');
    const answer = host.received.find(({ type }) => type === '0810');
    assert.deepEqual(answer && stanOf(answer), 77);
  });

  test('one unreadable message does not end the connection', async () => {
    const { request } = await open();
    for (const socket of host.sockets) socket.write(Buffer.from('0003616263', 'hex'));
    await until(() => warnings.includes('a message of the host cannot be read'), 'the warning');
    assert.equal((await request(payment(1))).fields.get(39), '00');
    assert.equal(host.sockets.size, 1);
  });

  test('a wrong frame ends the connection', async () => {
    const frame = { lengthBytes: 4, lengthEncoding: 'ascii' } as const;
    const textual = createCodec(createPackager({ version: '1987', frame }), null);
    await host.close();
    host = await openHost(textual);
    const opened = await open({ codec: textual });
    const [first] = host.sockets;
    first?.write('no length');
    await until(() => first?.destroyed === true, 'the end of the connection');
    await until(() => opened.ready() === 1, 'the next connection');
  });
});
