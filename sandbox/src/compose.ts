// Puts the simulated outside world together on a database, for the command line and for the
// sandbox's own process.

import type { Clock } from '@bramka/gateway/core/clock.ts';
import type { Ids } from '@bramka/gateway/core/id.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import { groupCommit } from '@bramka/gateway/journal/group-commit.ts';
import { sqlCommitter } from '@bramka/gateway/journal/sql-committer.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { readMigrations, type Migration } from '@bramka/gateway/storage/migrate.ts';
import { sqlChargeStore } from './acquirer/acquirer.store.ts';
import { createAcquirer, type SimulatedAcquirer } from './acquirer/acquirer.ts';
import { acquirerTriggers, type Trigger } from './acquirer/triggers.ts';

export interface SandboxParts {
  readonly database: Database;
  /** Where the journal commits, when it has connections of its own. */
  readonly journalDatabase?: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  /** After this a request under way is lost. */
  readonly maxInFlightMs?: number;
}

export interface Sandbox {
  readonly acquirer: SimulatedAcquirer;
  readonly triggers: readonly Trigger[];
  /** Must be applied before the first request. */
  readonly migrations: readonly Migration[];
  /** Resolves when everything handed in so far is committed. */
  idle(): Promise<void>;
}

export const sandboxMigrations = readMigrations(
  new URL('../migrations/', import.meta.url),
  'sandbox/',
);

export const JOURNAL_LANES = 2;
const BATCH_SIZE = 64;

export function composeSandbox(parts: SandboxParts): Sandbox {
  const { database, clock, ids, random, maxInFlightMs } = parts;
  const journal = groupCommit(sqlCommitter(parts.journalDatabase ?? database), {
    lanes: database.kind === 'embedded' ? 1 : JOURNAL_LANES,
    batchSize: BATCH_SIZE,
    defer: setImmediate,
  });
  const store = sqlChargeStore(database);
  return {
    acquirer: createAcquirer({
      ...{ journal, store, clock, ids, random },
      ...(maxInFlightMs === undefined ? {} : { maxInFlightMs }),
    }),
    triggers: acquirerTriggers,
    migrations: sandboxMigrations,
    idle: () => journal.idle(),
  };
}
