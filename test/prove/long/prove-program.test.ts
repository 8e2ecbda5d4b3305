// What a run of the failovers means for the proof: done, failed, crashed, or not possible here.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveProgram } from './prove-program.ts';

const run = (script: string) => proveProgram('failover', ['--eval', script]);
const line = `console.log('switchover       no payment for   2.1 s')`;

test('counts the failures that were survived', async () => {
  const result = await run(`${line}; ${line}`);
  assert.deepEqual([result.figures, result.violations, result.crashes], [{ failures: 2 }, [], []]);
  assert.equal(result.skipped, undefined);
});

test('a fault is a violation with the command that repeats it', async () => {
  const result = await run(`${line}; console.log('FAULT a payment is lost'); process.exit(1)`);
  assert.match(result.violations[0]?.text ?? '', /FAULT a payment is lost/);
  assert.equal(result.violations[0]?.repeat, 'npm run failover -- --patroni debian --patroni 4');
});

test('without the programs it is skipped, with their names', async () => {
  const result = await run(`console.error('not installed: etcd-server'); process.exit(2)`);
  assert.equal(result.skipped, 'not installed: etcd-server');
});

test('any other end is a crash', async () => {
  const result = await run(`console.error('out of memory'); process.exit(3)`);
  assert.match(result.crashes[0] ?? '', /out of memory/);
});
