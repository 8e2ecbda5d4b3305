// Tests of how results are gathered: the first at once, those that follow in one statement.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handClock } from '../../../core/testing/hand-clock.ts';
import type { Queryable } from '../../../storage/database.ts';
import { heldEvent } from '../testing/held-event.ts';
import type { Conclusion } from './conclusion.store.ts';
import { BUSY_BATCH, createRecorder } from './recorder.ts';

function finished(sequence: number): Conclusion {
  const held = heldEvent({ eventId: `e${sequence}`, sequence });
  return { held, attempt: null, dueAt: null, lastSequence: sequence };
}

function setUp() {
  const batches: string[] = [];
  const database: Queryable = {
    run(_statement, values = []) {
      const sequences = String(values[2]);
      batches.push(sequences);
      const ids = sequences.slice(1, -1).split(',');
      return Promise.resolve(ids.map((id) => ({ eventId: `e${id}` })) as never);
    },
  };
  const log = { error: () => assert.fail('nothing fails') };
  return { batches, recorder: createRecorder({ database, clock: handClock(), log }) };
}

/** Lets promises settle; timers stand still. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('the first result is written at once, the following ones together', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { batches, recorder } = setUp();
  assert.equal(await recorder.record(() => finished(1)), true);
  assert.deepEqual(batches, ['{1}']);
  await turn();
  const rest = [2, 3].map((sequence) => recorder.record(() => finished(sequence)));
  t.mock.timers.tick(4);
  await turn();
  rest.push(recorder.record(() => finished(4)));
  t.mock.timers.tick(1);
  assert.deepEqual(await Promise.all(rest), [true, true, true]);
  assert.deepEqual(batches, ['{1}', '{2,3,4}']);
});

for (const [count, gatherMs] of [
  [BUSY_BATCH - 1, 5],
  [BUSY_BATCH, 12],
] as const) {
  test(`after ${count} results the next ones are gathered for ${gatherMs} ms`, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { batches, recorder } = setUp();
    const sizes = (): number[] => batches.map((batch) => batch.split(',').length);
    await recorder.record(() => finished(1));
    await turn();
    for (let more = 0; more < count; more += 1) void recorder.record(() => finished(2 + more));
    t.mock.timers.tick(5);
    await turn();
    assert.deepEqual(sizes(), [1, count]);
    const last = recorder.record(() => finished(1000));
    t.mock.timers.tick(gatherMs - 1);
    await turn();
    assert.deepEqual(sizes(), [1, count]);
    t.mock.timers.tick(1);
    assert.equal(await last, true);
    assert.deepEqual(sizes(), [1, count, 1]);
  });
}
