// Assembles the simulated providers on a database, for the command line and for the sandbox's own
// process.

import type { Clock } from '@bramka/gateway/core/clock.ts';
import type { Ids } from '@bramka/gateway/core/id.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import { groupCommit } from '@bramka/gateway/journal/group-commit.ts';
import { sqlCommitter } from '@bramka/gateway/journal/sql-committer.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { readMigrations, type Migration } from '@bramka/gateway/storage/migrate.ts';
import { sqlChargeStore } from './acquirer/acquirer.store.ts';
import { createAcquirer, type SimulatedAcquirer } from './acquirer/acquirer.ts';
import { createAcs, type SimulatedAcs } from './acs/acs.ts';
import { loadDirectoryKeys } from './acs/app/directory-keys.store.ts';
import { createDirectoryKeys, type DirectoryKeys } from './acs/app/directory-keys.ts';
import { sqlAuthenticationStore } from './acs/authentication.store.ts';
import { createProofCheck } from './acs/proof-check.ts';
import type { DeliverResult } from './acs/result.ts';
import type { Trigger } from './trigger.ts';
import { createDirectory, type SimulatedDirectory } from './directory/directory.ts';
import { standardRanges } from './directory/ranges.ts';
import { sandboxTriggers } from './triggers.ts';

export interface SandboxParts {
  readonly database: Database;
  /** The journal's database, if it has connections of its own. */
  readonly journalDatabase?: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  /** A request that takes longer than this is lost. */
  readonly maxInFlightMs?: number;
  /** The public URL of the server, and the path prefix before `/acs` on it. */
  readonly publicUrl: () => string;
  readonly prefix: string;
  /** Delivers the result of a challenge to the 3DS server. */
  readonly deliver: DeliverResult;
}

/** Recurring work, polled by a loop. */
export interface SandboxJob {
  readonly name: string;
  readonly everyMs: number;
  /** Runs what is due and returns how much that was. */
  run(): Promise<number>;
}

export interface Sandbox {
  readonly acquirer: SimulatedAcquirer;
  readonly directory: SimulatedDirectory;
  readonly acs: SimulatedAcs;
  readonly jobs: readonly SandboxJob[];
  readonly triggers: readonly Trigger[];
  /** Must be applied before the first request. */
  readonly migrations: readonly Migration[];
  /** Resolves when everything submitted so far is committed. */
  idle(): Promise<void>;
}

export const sandboxMigrations = readMigrations(
  new URL('../migrations/', import.meta.url),
  'sandbox/',
);

export const JOURNAL_LANES = 2;
const BATCH_SIZE = 64;
const ACS_EVERY_MS = 500;

export function composeSandbox(parts: SandboxParts): Sandbox {
  const { database, clock, ids, random, maxInFlightMs, publicUrl, prefix, deliver } = parts;
  const journal = groupCommit(sqlCommitter(parts.journalDatabase ?? database), {
    lanes: database.kind === 'embedded' ? 1 : JOURNAL_LANES,
    batchSize: BATCH_SIZE,
    defer: setImmediate,
  });
  const authentications = sqlAuthenticationStore(database);
  const keys = cachedKeys(parts);
  const shared = { journal, clock, ids, random, keys, publicUrl, prefix };
  const acs = createAcs({ ...shared, store: authentications, deliver });
  return {
    acquirer: createAcquirer({
      ...shared,
      store: sqlChargeStore(database),
      checkAuthentication: createProofCheck(authentications),
      ...(maxInFlightMs === undefined ? {} : { maxInFlightMs }),
    }),
    directory: createDirectory({ ...shared, acs, ranges: standardRanges }),
    acs,
    jobs: [{ name: 'acs', everyMs: ACS_EVERY_MS, run: () => acs.runDue() }],
    triggers: sandboxTriggers,
    migrations: sandboxMigrations,
    idle: () => journal.idle(),
  };
}

/** Loads the keys on first use; a failed load is retried. */
function cachedKeys({ database, clock, random }: SandboxParts): () => Promise<DirectoryKeys> {
  let kept: Promise<DirectoryKeys> | undefined;
  return () => {
    kept ??= loadDirectoryKeys(database, () => createDirectoryKeys(clock, random));
    kept.catch(() => (kept = undefined));
    return kept;
  };
}
