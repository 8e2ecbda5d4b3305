// When the payments that a run has left become due: the first captured payment that was not due
// yet, or the next try of those that wait.

import type { Instant } from '../../core/clock.ts';
import { firstIdAt } from '../../core/id.ts';
import { mergeSettlement, type SettlementRules } from '../../merchants/settlement-rules.ts';
import { dueAt, nextDueTime } from '../calendar/calendar.ts';
import type { SettlementParts } from '../parts.ts';
import { scanSteps, type Run, type ScanStep } from '../run.ts';

/** Sales read at a time. */
const PAGE = 500;
/** How far the time of a payment may be ahead of this node's clock. */
const AHEAD_MS = 60_000;

type NextDueParts = Pick<SettlementParts, 'runStore' | 'clock'>;

/** Null: nothing is left. */
export async function nextDueAt(
  parts: NextDueParts,
  run: Pick<Run, 'merchantId' | 'postponed'>,
): Promise<Instant | null> {
  const merchant = await parts.runStore.merchant(run.merchantId);
  if (!merchant) return null;
  const rules = mergeSettlement(merchant.rules);
  const now = parts.clock.now();
  const times: Instant[] = run.postponed > 0 ? [nextDueTime(rules, now)] : [];
  // What is due by now is settled automatically, even after a run of an earlier date.
  for (const step of scanSteps(rules, {}, { until: now })) {
    const capturedAt = await firstAfter(parts, run.merchantId, step);
    if (capturedAt !== undefined) times.push(dueAt(rules, delayOf(rules, step), capturedAt));
  }
  return times.length === 0 ? null : Math.min(...times);
}

/** When the first payment that the step leaves out was captured. */
async function firstAfter(
  { runStore, clock }: NextDueParts,
  merchantId: string,
  step: ScanStep,
): Promise<Instant | undefined> {
  const later = { ...step, from: step.before, before: clock.now() + AHEAD_MS };
  let afterId = firstIdAt(step.before);
  for (;;) {
    const sales = await runStore.sales(merchantId, later, afterId, PAGE);
    const due = sales.filter(({ isDue, capturedAt }) => isDue && capturedAt >= step.before);
    if (due.length > 0) return Math.min(...due.map(({ capturedAt }) => capturedAt));
    const last = sales.at(-1);
    if (!last) return undefined;
    afterId = last.transferId;
  }
}

function delayOf(rules: SettlementRules, { isRest, methods: [first = ''] }: ScanStep): number {
  return (isRest ? undefined : rules.methods[first]?.afterDays) ?? rules.afterDays;
}
