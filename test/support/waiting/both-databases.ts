// Runs a suite on both databases at the same time, for suites that wait most of their time. Each
// has its own gateway.
import { describe } from 'node:test';
import { databaseKinds, skipOn, type DatabaseKind } from '../place.ts';

export function onBothDatabases(title: string, suite: (database: DatabaseKind) => void): void {
  describe(title, { concurrency: true }, () => {
    for (const database of databaseKinds) {
      // Suites inherit the concurrency; the tests of one run one after the other.
      const options = { skip: skipOn(database), concurrency: 1 };
      describe(`on the ${database} database`, options, () => suite(database));
    }
  });
}
