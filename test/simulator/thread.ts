// The simulator's worker thread: answers one question at a time, either what many seeds find or
// which seed finds a planted bug.

import { parentPort } from 'node:worker_threads';
import { provePlanted } from './planted-proof.ts';
import { plantedBugs } from './planted.ts';
import { runSeeds } from './run-seeds.ts';
import type { Question } from './threaded.ts';

async function answer(question: Question): Promise<unknown> {
  if ('seeds' in question) return runSeeds(question);
  const bug = plantedBugs.find(({ name }) => name === question.planted);
  if (!bug) throw new Error(`no planted bug is called ${question.planted}`);
  const { found, without } = await provePlanted(bug);
  return { found, without };
}

parentPort?.on('message', (question: Question) => {
  void answer(question).then((told) => parentPort?.postMessage(told));
});
