// A job that checks the ledger. Once a minute it sums the balances; it works on checks that the
// operator has started, and starts a check of all merchants every day. Every step is bounded, and
// its findings are stored with it, so that any node can continue.

import type { Clock } from '../../core/clock.ts';
import type { Ids } from '../../core/id.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { Queryable } from '../../storage/database.ts';
import { skipFailing } from '../../worker/skip-failing.ts';
import { readUnbalanced } from '../ledger.store.ts';
import {
  addSlice,
  ALL,
  compareMerchant,
  extendRange,
  leaveMerchant,
  newCheck,
  openMerchant,
  type Difference,
  type LedgerCheck,
} from './ledger-check.ts';
import {
  findNextMerchant,
  findRunning,
  hasManyLatest,
  insertCheck,
  readCompared,
  readSlice,
  updateCheck,
  wasScheduledSince,
} from './ledger-check.store.ts';

interface CheckParts {
  readonly database: Queryable;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly metrics: Pick<Metrics, 'alarms'>;
  readonly log: { error(facts: object, message: string): void };
  /** Transfers of one step; absent: 5000. */
  readonly sliceSize?: number;
}

const SLICE_SIZE = 5000;
/** Transfers that are read together with the balances, as a multiple of a slice. */
const LATEST_SLICES = 10;
const BALANCES_EVERY_MS = 60_000;
const SCHEDULE_EVERY_MS = 24 * 3_600_000;
/** How long a run works on a check of the operator; a scheduled check gets one step per run. */
const OPERATOR_TIME_MS = 500;
/** A difference that persists is reported again after this time. */
const REPORT_EVERY_MS = 3_600_000;

/** Returns how many differences it found. */
export function createLedgerChecker(parts: CheckParts): () => Promise<number> {
  const { database, clock } = parts;
  const report = createReport(parts);
  let nextBalancesMs = 0;

  const checkBalances = async (): Promise<number> => {
    if (clock.monotonicMs() < nextBalancesMs) return 0;
    nextBalancesMs = clock.monotonicMs() + BALANCES_EVERY_MS;
    const unbalanced = await readUnbalanced(database);
    return report(
      unbalanced.map(({ merchantId, currency, differenceMinor }) => {
        return { merchantId, account: ALL, currency, differenceMinor: String(differenceMinor) };
      }),
    );
  };
  const workOn = async (check: LedgerCheck): Promise<number> => {
    const endMs = clock.monotonicMs() + OPERATOR_TIME_MS;
    let differences = 0;
    for (let current: LedgerCheck | undefined = check; current;) {
      const step: Step = await stepOrSkip(parts, current);
      if (!(await updateCheck(database, { ...step.check, version: current.version })))
        return differences;
      differences += report(step.found);
      const goesOn = step.check.state === 'RUNNING' && check.startedBy === 'OPERATOR';
      const isInTime = clock.monotonicMs() < endMs;
      current = goesOn && isInTime ? { ...step.check, version: current.version + 1 } : undefined;
    }
    return differences;
  };
  return async () => {
    const differences = await checkBalances();
    const check = await findRunning(database);
    if (check) return differences + (await workOn(check));
    await startScheduled(parts);
    return differences;
  };
}

async function startScheduled({ database, clock, ids }: CheckParts): Promise<void> {
  const now = clock.now();
  if (await wasScheduledSince(database, ALL, now - SCHEDULE_EVERY_MS)) return;
  const scope = { merchantId: ALL, startedBy: 'SCHEDULE' } as const;
  await insertCheck(database, newCheck(scope, ids.next(), now));
}

interface Step {
  readonly check: LedgerCheck;
  readonly found: readonly Difference[];
}

/** A merchant that cannot be compared is not counted, and the next one follows. */
async function stepOrSkip(parts: CheckParts, check: LedgerCheck): Promise<Step> {
  const merchantId = check.currentMerchant;
  if (merchantId === null) return makeStep(parts, check);
  const facts = { job: 'check-ledger', merchantId, checkId: check.checkId };
  const step = await skipFailing(parts, facts, () => makeStep(parts, check));
  return step ?? { check: leaveMerchant(check, merchantId), found: [] };
}

/** One bounded read, and the check after it. */
async function makeStep(parts: CheckParts, check: LedgerCheck): Promise<Step> {
  const { database, clock, sliceSize = SLICE_SIZE } = parts;
  const now = clock.now();
  if (check.currentMerchant === null) {
    return { check: openMerchant(check, await nextOf(database, check), now), found: [] };
  }
  const moved = await readSlice(database, check, sliceSize);
  const [first] = moved;
  if (first) return { check: addSlice(check, moved, first), found: [] };
  const isLong = await hasManyLatest(database, check, sliceSize * LATEST_SLICES);
  const extended = isLong ? extendRange(check, now) : undefined;
  if (extended) return { check: extended, found: [] };
  return compareMerchant(check, await readCompared(database, check), now);
}

function nextOf(database: Queryable, check: LedgerCheck): Promise<string | null> {
  const { merchantId: scope, lastMerchant } = check;
  if (scope === ALL) return findNextMerchant(database, lastMerchant);
  return Promise.resolve(lastMerchant === '' ? scope : null);
}

/** Logs and counts each difference once an hour; returns how many were given. */
function createReport({ clock, metrics, log }: CheckParts) {
  const reported = new Map<string, number>();
  return (differences: readonly Difference[]): number => {
    for (const one of differences) {
      const key = JSON.stringify(one);
      const nowMs = clock.monotonicMs();
      if (nowMs < (reported.get(key) ?? 0)) continue;
      if (reported.size > 1000) reported.clear();
      reported.set(key, nowMs + REPORT_EVERY_MS);
      metrics.alarms.inc({ alarm: 'ledger-difference' });
      const message = 'the ledger is wrong: a balance is not the sum of its transfers';
      log.error({ alarm: 'ledger-difference', ...one }, message);
    }
    return differences.length;
  };
}
