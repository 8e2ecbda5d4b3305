// Runs a suite on several databases at the same time, for suites that wait most of their time. Each
// has its own gateway.
import { describe } from 'node:test';
import { skipOn, type DatabaseKind } from '../installation.ts';

export function onDatabases(
  databases: readonly DatabaseKind[],
  title: string,
  suite: (database: DatabaseKind) => void,
): void {
  describe(title, { concurrency: true }, () => {
    for (const database of databases) {
      // Suites inherit the concurrency; the tests of one run one after the other.
      const options = { skip: skipOn(database), concurrency: 1 };
      describe(`on the ${database} database`, options, () => suite(database));
    }
  });
}
