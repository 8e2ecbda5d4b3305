// A few kills of a gateway under load in every run of the tests; `npm run prove` kills for as long
// as asked.
import { describe, test } from 'node:test';
import { seed } from '../support/chance.ts';
import { killAtRandom } from '../support/life/kills.ts';
import { databaseKinds, skipOn } from '../support/installation.ts';

const kills = 3;

/** Side by side, as each has a place of its own. */
describe('killed at random', { concurrency: true }, () => {
  for (const database of databaseKinds) {
    const name = `${kills} kills under load on the ${database} database, seed ${seed}`;
    test(name, { skip: skipOn(database) }, () => killAtRandom({ database, seed, kills }));
  }
});
