// One part of a long run with real processes: figures and violations arrive, a lane that crashes or
// hangs is reported, and the part goes on without it.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runPart, type PartRun } from './run-part.ts';

const scratch = mkdtempSync(join(tmpdir(), 'bramka-test-part-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

/** A lane that knows what to do from its name. */
const program = join(scratch, 'lane.mjs');
writeFileSync(
  program,
  `const [part, lane, index, lanes, seed, seconds] = process.argv.slice(2);
   const tell = (message) => new Promise((done) => process.send(message, done));
   await tell({ figures: { rounds: 1 } });
   await tell({ figures: { rounds: 2, seed: Number(seed) } });
   if (lane === 'finds') await tell({ violation: { text: 'lost', repeat: 'again ' + seed } });
   if (lane === 'crashes' && seed === '7') { console.error('broken'); process.exit(9); }
   if (lane === 'hangs') await new Promise(() => setInterval(() => {}, 1000));
   process.disconnect();`,
);

function run(lanes: readonly string[], more: Partial<PartRun> = {}) {
  const print = (): void => undefined;
  return runPart({ name: 'part', lanes, seconds: 5, seed: 7, program, print, ...more });
}

test('adds up the last figures of each lane', async () => {
  const { figures, violations, crashes } = await run(['one', 'two']);
  assert.deepEqual(figures, { rounds: 4, seed: 14 });
  assert.deepEqual([violations, crashes], [[], []]);
});

test('collects violations with the command that repeats them', async () => {
  const { violations, crashes } = await run(['finds', 'one']);
  assert.deepEqual(violations, [{ text: 'lost', repeat: 'again 7' }]);
  assert.deepEqual(crashes, []);
});

test('reports a crash with its output, and starts the lane again with other seeds', async () => {
  const { figures, crashes } = await run(['crashes'], { seconds: 20 });
  assert.equal(crashes.length, 1);
  assert.match(crashes[0] ?? '', /crashes, seed 7, ended with exit code 9:\nbroken/);
  assert.deepEqual(figures, { rounds: 4, seed: 7 + 100_007 });
});

test('ends a lane that does not end by itself', async () => {
  const { crashes } = await run(['hangs'], { seconds: 1, finishLimitMs: 500 });
  assert.equal(crashes.length, 1);
  assert.match(crashes[0] ?? '', /hangs, seed 7, ended with SIGKILL:\n[^]*was killed/);
});
