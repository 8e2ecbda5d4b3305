// The job of settlement: begins the runs of merchants whose payments become due, and continues runs
// that no other node is working on.

import type { Instant } from '../../core/clock.ts';
import { mergeSettlement } from '../../merchants/settlement-rules.ts';
import { nextDueTime } from '../calendar/calendar.ts';
import type { SettlementParts } from '../parts.ts';
import { skipFailing } from '../../worker/skip-failing.ts';
import { beginIfDue } from './begin-run.ts';
import { continueRun } from './continue-run.ts';

/** How often merchants that were added or changed are looked at. */
const LOOK_EVERY_MS = 60_000;
/** The clock of a sandbox was moved or is frozen if it differs by more than this. */
const MOVED_MS = 500;
const MERCHANTS = 500;
/** How many runs of different merchants work at the same time. */
const MAX_RUNS = 4;

export function createSettler(parts: SettlementParts): () => Promise<number> {
  const look = { at: 0, monotonicMs: -Infinity, nextDueAt: 0 };
  const isTimeToLook = (now: Instant): boolean => {
    const passedMs = parts.clock.monotonicMs() - look.monotonicMs;
    const wasMoved = Math.abs(now - look.at - passedMs) > MOVED_MS;
    return now >= look.nextDueAt || wasMoved || passedMs >= LOOK_EVERY_MS;
  };
  return async () => {
    const now = parts.clock.now();
    let begun = 0;
    if (isTimeToLook(now)) {
      const result = await beginDue(parts, now);
      begun = result.begun;
      look.at = now;
      look.monotonicMs = parts.clock.monotonicMs();
      look.nextDueAt = result.nextDueAt;
    }
    return begun + (await continueRuns(parts));
  };
}

async function beginDue(parts: SettlementParts, now: Instant) {
  let begun = 0;
  let nextDueAt = Infinity;
  for (let after = ''; ;) {
    const page = await parts.runStore.merchants(after, MERCHANTS);
    for (const merchant of page) {
      const { merchantId } = merchant;
      await skipFailing(parts, { job: 'settle', merchantId }, async () => {
        const beginning = await beginIfDue(parts, merchant);
        if (beginning === 'begun') begun += 1;
        const rules = mergeSettlement(merchant.rules);
        nextDueAt = Math.min(nextDueAt, beginning === 'busy' ? now : nextDueTime(rules, now));
      });
      after = merchantId;
    }
    if (page.length < MERCHANTS) return { begun, nextDueAt };
  }
}

async function continueRuns(parts: SettlementParts): Promise<number> {
  const free = await parts.runStore.freeRuns(parts.clock.now(), MAX_RUNS);
  const worked = await Promise.all(
    // The lease of a failing run expires, and the run is continued after that.
    free.map((run) => {
      const { merchantId, runId } = run;
      return skipFailing(parts, { job: 'settle', merchantId, runId }, () =>
        continueRun(parts, run),
      );
    }),
  );
  return worked.reduce<number>((sum, count = 0) => sum + count, 0);
}
