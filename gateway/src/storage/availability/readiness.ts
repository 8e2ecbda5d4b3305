// Checks whether the journal can write, for the health check and to detect the end of an outage.
// The check is a real write on a connection of the journal: it detects a standby, a read-only
// server, a full disk, a commit that waits for a lost standby, and a server that does not answer.

import { isoTime, type Clock } from '../../core/clock.ts';
import { statement, type Database } from '../database.ts';
import { ConnectionLost } from '../errors.ts';
import type { Outage } from './outage.ts';

/** A check that takes longer has failed. */
export const READY_TIMEOUT_MS = 1500;
/** How long a result is cached, so that many callers share one check. */
export const FINDING_CACHE_MS = 500;
/** The same during an outage: its end is noticed soon, with at most five checks a second. */
const OUTAGE_CACHE_MS = 200;
const NODE_RETENTION_MS = 24 * 60 * 60 * 1000;

export type ReadinessResult =
  | 'ready'
  | 'database unreachable'
  | 'database read-only'
  | 'database cannot write';

export interface Readiness {
  /** Resolves within READY_TIMEOUT_MS. */
  check(): Promise<ReadinessResult>;
  /** Checks whether an outage is over; resolves to 1 when it is. */
  checkOutage(): Promise<number>;
}

interface ReadinessParts {
  readonly journalDatabase: Database;
  readonly outage: Outage;
  readonly clock: Clock;
  /** Each process writes its own row, so that processes never wait for each other's lock. */
  readonly nodeId: string;
  /** Runs before an outage ends, because another server may have taken over. */
  readonly afterOutage?: () => Promise<unknown>;
}

const readState = statement(
  'readiness.state',
  `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
     coalesce((select array_to_string(array_agg(pid::text || '@' || xact_start::text), ' ')
       from pg_stat_activity where usename = current_user and datname = current_database()
       and wait_event = 'SyncRep'), '') as waiting`,
);

/** A row as large as a page: each update needs a new page, so a full disk is detected. */
const write = statement(
  'readiness.write',
  `insert into readiness (node_id, checked_at, padding) values ($1, $2, repeat('x', 6000))
   on conflict (node_id) do update
   set checked_at = excluded.checked_at, padding = excluded.padding`,
);

const removeOld = statement('readiness.remove-old', 'delete from readiness where checked_at < $1');

export function createReadiness(parts: ReadinessParts): Readiness {
  const { clock, outage } = parts;
  const runCheck = createCheck(parts);
  let running: Promise<ReadinessResult> | undefined;
  let last: { finding: ReadinessResult; atMs: number } | undefined;
  const keep = (finding: ReadinessResult): ReadinessResult => {
    last = { finding, atMs: clock.monotonicMs() };
    if (finding === 'ready') outage.reportWritable();
    else outage.reportUnwritable(finding);
    return finding;
  };
  const run = (): Promise<ReadinessResult> =>
    (running ??= runCheck()
      .then(keep)
      .finally(() => (running = undefined)));
  const readiness: Readiness = {
    async check() {
      const cacheMs = last?.finding === 'ready' ? FINDING_CACHE_MS : OUTAGE_CACHE_MS;
      if (last && clock.monotonicMs() - last.atMs < cacheMs) return last.finding;
      const ended = new AbortController();
      const late = clock.sleep(READY_TIMEOUT_MS, ended.signal).then(() => undefined);
      const answer = await Promise.race([run(), late]);
      ended.abort();
      return answer ?? keep('database unreachable');
    },
    async checkOutage() {
      if (!outage.needsCheck) return 0;
      return (await readiness.check()) === 'ready' ? 1 : 0;
    },
  };
  return readiness;
}

/**
 * During an outage no further commit is started while an earlier one still waits for a standby: the
 * server cannot end such a session, and cancelling its wait would make a commit visible that no
 * standby has.
 */
function createCheck(parts: ReadinessParts) {
  const { journalDatabase, outage, clock, nodeId } = parts;
  let waitingBefore: readonly string[] = [];
  let isFirst = true;
  return async (): Promise<ReadinessResult> => {
    try {
      if (outage.isActive) {
        const [state] = await journalDatabase.run<{ isReadOnly: boolean; waiting: string }>(
          readState,
        );
        if (state?.isReadOnly) return 'database read-only';
        const waiting = (state?.waiting ?? '').split(' ').filter(Boolean);
        const isStuck = waiting.some((session) => waitingBefore.includes(session));
        waitingBefore = waiting;
        if (isStuck) return 'database cannot write';
      }
      const at = clock.now();
      await journalDatabase.run(write, [nodeId, isoTime(at)]);
      if (isFirst) await journalDatabase.run(removeOld, [isoTime(at - NODE_RETENTION_MS)]);
      isFirst = false;
      if (outage.isActive) await parts.afterOutage?.();
      return 'ready';
    } catch (error) {
      return resultOf(error);
    }
  };
}

function resultOf(error: unknown): ReadinessResult {
  if (!(error instanceof ConnectionLost)) return 'database cannot write';
  const code = (error.cause as { code?: unknown } | undefined)?.code;
  if (code === '25006') return 'database read-only';
  const isFull = typeof code === 'string' && /^5[38]/.test(code) && code !== '53300';
  return isFull ? 'database cannot write' : 'database unreachable';
}
