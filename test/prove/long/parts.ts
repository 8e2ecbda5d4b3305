// The parts of `npm run prove`, in the order in which they run.
import { databaseKinds, skipOn } from '../../support/installation.ts';
import type { Part } from './part.ts';

const usableDatabases = (): readonly string[] =>
  databaseKinds.filter((database) => skipOn(database) === false);

export const parts: readonly Part[] = [
  {
    name: 'simulation',
    title: 'random faults in simulated worlds',
    share: 4,
    lanes: (cores) => Array.from({ length: cores }, (_, index) => `simulation ${index + 1}`),
    load: () => import('./searches/simulation.ts'),
  },
  {
    name: 'kills',
    title: 'kill -9 at random moments under load',
    share: 3,
    lanes: usableDatabases,
    load: () => import('./searches/kills.ts'),
  },
  {
    name: 'fuzz',
    title: 'random changes of valid requests',
    share: 2,
    lanes: usableDatabases,
    load: () => import('./searches/fuzz.ts'),
  },
  {
    name: 'soak',
    title: 'long load on one gateway, then a check of all its tables',
    share: 3,
    lanes: usableDatabases,
    load: () => import('./searches/soak.ts'),
  },
];
