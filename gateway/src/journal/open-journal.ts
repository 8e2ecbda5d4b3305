// Opens the journal of one process on its database. During an outage it fails at once, so that
// requests do not wait for a server that is gone and no commit is sent that could only wait.

import type { Outage } from '../storage/availability/outage.ts';
import type { Readiness } from '../storage/availability/readiness.ts';
import { ConnectionLost } from '../storage/errors.ts';
import type { Storage } from '../storage/open.ts';
import type { Journal } from './entry.ts';
import { groupCommit, type Committer } from './group-commit.ts';
import { sqlCommitter } from './sql-committer.ts';

const BATCH = 64;

export function openJournal(
  { journalDatabase, lanes, outage }: Storage,
  readiness: Readiness,
  onBatch: (size: number) => void,
): Journal {
  const committer = failDuringOutage(sqlCommitter(journalDatabase), outageCheck(outage, readiness));
  return groupCommit(committer, { lanes, batchSize: BATCH, defer: setImmediate, onBatch });
}

/** Resolves quickly to whether the database is unavailable. */
export function outageCheck(outage: Outage, readiness: Readiness): () => Promise<boolean> {
  return async () => outage.needsCheck && (await readiness.check()) !== 'ready';
}

/** Checks `isAway` before each batch; it must resolve quickly. */
export function failDuringOutage(committer: Committer, isAway: () => Promise<boolean>): Committer {
  return {
    async apply(batch) {
      if (await isAway()) throw new ConnectionLost(new Error('the outage continues'), false);
      return committer.apply(batch);
    },
  };
}
