// Tests of recording and replaying: whatever differs from a recording fails.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { once } from 'node:events';
import { test } from 'node:test';
import { record, replay, type Step } from './exchanges.ts';
import { serveFrames } from './frame-exchanges.ts';
import { serveHttp, type HttpAnswer, type HttpSent } from './http-exchanges.ts';

const recorded = (): Step<string, string>[] => [
  {
    name: 'pay',
    exchanges: [
      { sent: 'one', answer: 'ONE' },
      { sent: 'two', answer: 'TWO' },
    ],
    outcome: { amount: '5' },
  },
];

test('what is recorded is replayed, in any order', async () => {
  const steps: Step<string, string>[] = [];
  const live = record<string, string>(steps, async (sent) => sent.toUpperCase());
  await live.step('pay', async () => {
    await live.answerTo('one');
    await live.answerTo('two');
    return { amount: 5n };
  });
  assert.deepEqual(steps, recorded());
  const again = replay(steps);
  await again.step('pay', async () => {
    assert.equal(await again.answerTo('two'), 'TWO');
    assert.equal(await again.answerTo('one'), 'ONE');
    return { amount: 5n };
  });
  again.end();
});

test('other messages, other outcomes and other steps than recorded fail', async () => {
  const run = async (name: string, sent: readonly string[], amount: bigint) => {
    const { step, answerTo, end } = replay(recorded());
    await step(name, async () => {
      for (const one of sent) await answerTo(one).catch(() => undefined);
      return { amount };
    });
    end();
  };
  await run('pay', ['one', 'two'], 5n);
  await assert.rejects(run('pay', ['one'], 5n), /other messages/);
  await assert.rejects(run('pay', ['one', 'two', 'two'], 5n), /other messages/);
  await assert.rejects(run('pay', ['one', 'three'], 5n), /other messages/);
  await assert.rejects(run('pay', ['one', 'two'], 6n), /another outcome/);
  await assert.rejects(run('refund', ['one', 'two'], 5n), /not recorded/);
  assert.throws(() => replay(recorded()).end(), /did not happen/);
});

test('a message between two steps fails at the end', async () => {
  const { answerTo, end } = replay<string, string>([]);
  await assert.rejects(answerTo('late'), /not recorded/);
  assert.throws(end, /other messages/);
});

test('a request over HTTP is taken without its key', async () => {
  const all: HttpSent[] = [];
  const server = await serveHttp({
    async answerTo(sent): Promise<HttpAnswer> {
      all.push(sent);
      if (sent.path === '/refused') throw new Error('not recorded');
      return { status: 201, body: '{}' };
    },
  });
  const headers = { authorization: 'Bearer key', 'x-api-key': 'key', 'idempotency-key': '1' };
  const post = (path: string) => fetch(server.url + path, { method: 'POST', headers, body: 'a=b' });
  assert.equal((await post('/v1?x=1')).status, 201);
  const [sent] = all;
  assert.deepEqual([sent?.method, sent?.path, sent?.body], ['POST', '/v1?x=1', 'a=b']);
  assert.equal(sent?.headers['idempotency-key'], '1');
  assert.doesNotMatch(JSON.stringify(sent), /key"?:? ?"key|Bearer/);
  await assert.rejects(post('/refused'));
  await server.close();
});

test('frames arrive whole, and a connection can be closed instead of an answer', async () => {
  const all: string[] = [];
  const server = await serveFrames({
    async answerTo(frame) {
      all.push(frame);
      return all.length === 1 ? '0001ff' : 'closed';
    },
  });
  const socket = connect({ host: '127.0.0.1', port: server.port });
  socket.write('0002', 'hex');
  socket.write('aabb', 'hex');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  assert.equal(answer.toString('hex'), '0001ff');
  socket.write('0001cc', 'hex');
  await once(socket, 'close');
  assert.deepEqual(all, ['0002aabb', '0001cc']);
  assert.equal(server.accepted(), 1);
  await server.close();
});
