// The journal of one process on its database. While the database is known to be away it fails at
// once: a request is not held up by a server that is gone, and no commit is sent that could only
// wait.

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
  const isAway = async (): Promise<boolean> =>
    outage.needsCheck && (await readiness.check()) !== 'ready';
  const committer = failWhileAway(sqlCommitter(journalDatabase), isAway);
  return groupCommit(committer, { lanes, batchSize: BATCH, defer: setImmediate, onBatch });
}

/** `isAway` is asked before each batch and answers soon. */
export function failWhileAway(committer: Committer, isAway: () => Promise<boolean>): Committer {
  return {
    async apply(batch) {
      if (await isAway()) throw new ConnectionLost(new Error('the outage goes on'), false);
      return committer.apply(batch);
    },
  };
}
