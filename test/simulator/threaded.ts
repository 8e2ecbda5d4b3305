// Runs the simulator in its own thread for tests: the test runner tracks every promise of its own
// thread, which more than doubles the time of a seed.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PlantedBug } from './planted/planted-bug.ts';
import type { Proof } from './planted-proof.ts';
import type { Range, Summary } from './run-seeds.ts';

export type Question = Range | { readonly planted: PlantedBug['name'] };

export interface Thread {
  runSeeds(range: Range): Promise<Summary>;
  provePlanted(bug: PlantedBug): Promise<Pick<Proof, 'found' | 'without'>>;
  end(): Promise<void>;
}

/** One question at a time; an uncaught error in the thread fails the question. */
export function startThread(): Thread {
  const worker = new Worker(new URL('thread.ts', import.meta.url));
  const ask = async (question: Question): Promise<unknown> => {
    const answered = once(worker, 'message');
    worker.postMessage(question);
    return (await answered)[0];
  };
  return {
    runSeeds: async (range) => (await ask(range)) as Summary,
    provePlanted: async ({ name }) => (await ask({ planted: name })) as Proof,
    end: async () => void (await worker.terminate()),
  };
}
