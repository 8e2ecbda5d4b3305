// Tests of the transports to a directory server: over HTTP against a real server on the loopback,
// and in this process.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  openLoopback,
  type LoopbackServer,
  type Behaviour,
} from '@bramka/test/support/loopback-server.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import { secret } from '../../core/secret.ts';
import { CallTimeout } from '../../http/outgoing.ts';
import { buildPReq } from '../messages/write.ts';
import { createDirectory } from './directory.ts';
import { httpDirectory, localDirectory } from './transport.ts';

const ID = '0198c5d1-7b2a-7000-8000-000000000001';
const preq = { ...buildPReq(ID), threeDSServerRefNumber: 'BRAMKA-3DS-SERVER' };
const MEBIBYTE = 1024 * 1024;

/** A list of this many ranges, one card each. */
function pres(count: number): string {
  return JSON.stringify({
    messageType: 'PRes',
    messageVersion: preq.messageVersion,
    threeDSServerTransID: ID,
    dsTransID: ID,
    dsStartProtocolVersion: '2.1.0',
    dsEndProtocolVersion: '2.2.0',
    serialNum: '1',
    cardRangeData: Array.from({ length: count }, (_, index) => ({
      startRange: `49171100${String(index).padStart(8, '0')}`,
      endRange: `49171100${String(index).padStart(8, '0')}`,
      acsStartProtocolVersion: '2.1.0',
      acsEndProtocolVersion: '2.2.0',
    })),
  });
}

describe('over HTTP', () => {
  let server: LoopbackServer;
  let url: string;
  const opened: { close(): Promise<void> }[] = [];

  before(async () => {
    server = await openLoopback();
    ({ url } = server);
  });
  after(async () => {
    for (const one of opened) await one.close();
    server.close();
  });

  const at = (address: string, timeoutMs = 5000, key: string | null = null) => {
    const given = key === null ? null : secret(key);
    const transport = httpDirectory({ url: address, key: given, timeoutMs });
    opened.push(transport);
    return createDirectory(transport.send);
  };

  test('posts to the URL of the server, with the key', async () => {
    let seen: unknown[] = [];
    server.behave = ({ method, url: path, headers }, response, body) => {
      seen = [method, path, headers['content-type'], headers.authorization, JSON.parse(body)];
      response.end(pres(1));
    };
    const directory = at(`${url}/ds/{organization}?of={organization}`, 5000, 'the-key');
    assert.equal((await directory.ranges('MASTERCARD', preq)).kind, 'answered');
    assert.deepEqual(seen, [
      'POST',
      '/ds/mastercard?of=mastercard',
      'application/json',
      'Bearer the-key',
      preq,
    ]);
  });

  test('each server has its URL; without a key none is sent', async () => {
    const seen: unknown[] = [];
    server.behave = ({ url: path, headers }, response) => {
      seen.push([path, headers.authorization]);
      response.end(pres(1));
    };
    const directory = at(`${url}/{organization}`);
    await directory.ranges('VISA', preq);
    await directory.ranges('UNIONPAY', preq);
    assert.deepEqual(seen, [
      ['/visa', undefined],
      ['/unionpay', undefined],
    ]);
  });

  test('a URL without a placeholder is used for all servers', async () => {
    let path: string | undefined;
    server.behave = ({ url: seen }, response) => {
      path = seen;
      response.end(pres(1));
    };
    await at(`${url}/all`).ranges('VISA', preq);
    assert.equal(path, '/all');
  });

  test('a list of two mebibytes is read completely', async () => {
    const body = pres(20_000);
    assert.ok(body.length > 2 * MEBIBYTE, `${body.length} bytes`);
    server.behave = (_incoming, response) => response.end(body);
    const answer = await at(url).ranges('VISA', preq);
    assert.ok(answer.kind === 'answered');
    assert.equal(answer.ranges.length, 20_000);
  });

  test('an answer above the size limit is refused, and is not read to its end', async () => {
    let sent = 0;
    server.behave = (_incoming, response) => {
      response.writeHead(200);
      const piece = ' '.repeat(MEBIBYTE);
      const more = (): void => {
        if (response.destroyed || sent > 256 * MEBIBYTE) return void response.end(pres(1));
        sent += piece.length;
        response.write(piece, more);
      };
      more();
    };
    const answer = await at(url, 20_000).ranges('VISA', preq);
    assert.deepEqual(answer, { kind: 'silence', why: 'connection' });
    assert.ok(sent < 64 * MEBIBYTE, `${sent} bytes were taken`);
  });

  test('a directory server that never answers is silent after the time limit', async () => {
    server.behave = () => undefined;
    const answer = await at(url, 50).ranges('VISA', preq);
    assert.deepEqual(answer, { kind: 'silence', why: 'timeout' });
  });

  test('a directory server that stops in the middle of its list is silent', async () => {
    server.behave = (_incoming, response) => void response.write(pres(10).slice(0, 300));
    const answer = await at(url, 50).ranges('VISA', preq);
    assert.deepEqual(answer, { kind: 'silence', why: 'timeout' });
  });

  test('a connection closed before or during the answer is silence', async () => {
    const cuts: Behaviour[] = [
      (_incoming, response) => response.socket?.destroy(),
      (_incoming, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{', () => response.socket?.destroy());
      },
    ];
    for (const cut of cuts) {
      server.behave = cut;
      const answer = await at(url).ranges('VISA', preq);
      assert.deepEqual(answer, { kind: 'silence', why: 'connection' });
    }
  });

  test('an answer that is not JSON, or an HTTP error, is an error and not silence', async () => {
    server.behave = (_incoming, response) => response.end('<html>');
    assert.deepEqual(await at(url).ranges('VISA', preq), { kind: 'error', why: 'garbage' });
    server.behave = (_incoming, response) => response.writeHead(503).end(pres(1));
    assert.deepEqual(await at(url).ranges('VISA', preq), { kind: 'error', why: 'provider-error' });
  });

  test('a protocol error is read from an answer with status 400', async () => {
    const erro = { messageType: 'Erro', errorCode: '203', threeDSServerTransID: ID };
    server.behave = (_incoming, response) => response.writeHead(400).end(JSON.stringify(erro));
    const answer = await at(url).ranges('VISA', preq);
    assert.deepEqual(answer, { kind: 'error', why: 'protocol-error', errorCode: '203' });
  });
});

describe('in this process', () => {
  const answer = { status: 200, body: JSON.parse(pres(1)) as unknown };

  test('passes on server and message and returns the answer', async () => {
    const asked: unknown[] = [];
    const clock = handClock();
    const handle = (...given: unknown[]) => {
      asked.push(given);
      return Promise.resolve(answer);
    };
    assert.deepEqual(await localDirectory(handle, clock, 5000)('VISA', preq), answer);
    assert.deepEqual(asked, [['VISA', preq]]);
    assert.equal(clock.sleeping(), 0);
  });

  test('a directory server that never answers is a time-out, by the given clock', async () => {
    const clock = handClock();
    const send = localDirectory(() => Promise.resolve(undefined), clock, 5000);
    const ended = assert.rejects(send('VISA', preq), CallTimeout);
    clock.advance(4999);
    assert.equal(clock.sleeping(), 1);
    clock.advance(1);
    await ended;
  });

  test('a failing handler is silence', async () => {
    const send = localDirectory(() => Promise.reject(new Error('broken')), handClock(), 5000);
    const silence = { kind: 'silence', why: 'connection' };
    assert.deepEqual(await createDirectory(send).ranges('VISA', preq), silence);
  });
});
