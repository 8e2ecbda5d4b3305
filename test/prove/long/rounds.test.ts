// The rounds of a lane: what becomes a violation, what a crash, and when they end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Lane, Message } from './part.ts';
import { runRounds } from './searches/rounds.ts';

function laneFor(rounds: number): { lane: Lane; messages: Message[] } {
  const messages: Message[] = [];
  let asked = 0;
  const lane: Lane = {
    name: 'embedded',
    index: 0,
    lanes: 1,
    seed: 40,
    isOver: () => (asked += 1) >= rounds,
    report: (message) => void messages.push(message),
  };
  return { lane, messages };
}

test('takes one seed after the other until the time is over, and adds up figures', async () => {
  const { lane, messages } = laneFor(3);
  const seeds: number[] = [];
  await runRounds(lane, 'kills', (seed, count) => {
    seeds.push(seed);
    count({ kills: 2 });
    return Promise.resolve();
  });
  assert.deepEqual(seeds, [40, 41, 42]);
  assert.deepEqual(messages.at(-1), { figures: { kills: 6 } });
});

test('reports a failed assertion with the command that repeats it, and goes on', async () => {
  const { lane, messages } = laneFor(2);
  await runRounds(lane, 'kills', (seed) => {
    assert.notEqual(seed, 41, 'a payment is lost');
    return Promise.resolve();
  });
  const repeat = 'npm run prove -- --only kills --seed 41 --minutes 1';
  const text = 'embedded, seed 41: a payment is lost';
  assert.deepEqual(messages, [{ violation: { text, repeat } }]);
});

test('lets any other error end the lane', async () => {
  const { lane } = laneFor(2);
  const broken = runRounds(lane, 'kills', () => Promise.reject(new Error('no gateway')));
  await assert.rejects(broken, /no gateway/);
});
