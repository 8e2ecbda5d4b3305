// Begins runs: when payments of a merchant become due, and when the operator asks for one. At most
// one run of a merchant is in progress.

import { FIRST_ID } from '../../core/id.ts';
import { refuse } from '../../core/refusals.ts';
import { Draft } from '../../journal/entry.ts';
import { mergeSettlement } from '../../merchants/settlement-rules.ts';
import { lastDueTime, momentOf, type SettlementMoment } from '../calendar/calendar.ts';
import { localDate, type LocalDate } from '../../core/time/local-time.ts';
import type { SettlementParts } from '../parts.ts';
import { cursorRows, runs, scanSteps, type CursorRow, type Run } from '../run.ts';
import type { SettledMerchant } from '../run.store.ts';

const MAX_TRIES = 20;

function newRun(
  { clock, ids }: SettlementParts,
  { merchantId, rules, cursor }: SettledMerchant,
  { date, until }: SettlementMoment,
): Run {
  const now = clock.now();
  return {
    merchantId,
    runId: ids.next(),
    version: 1,
    settlementDate: date,
    until,
    steps: scanSteps(mergeSettlement(rules), cursor?.cursors ?? {}, { until }),
    step: 0,
    afterId: FIRST_ID,
    examined: 0,
    settled: 0,
    postponed: 0,
    leaseUntil: now,
    startedAt: now,
    finishedAt: null,
  };
}

/** `busy`: another run of the merchant must end first. */
type Beginning = 'begun' | 'nothing' | 'busy';

/** Begins the run of the latest due time, unless it has begun or finds nothing. */
export async function beginIfDue(
  parts: SettlementParts,
  merchant: SettledMerchant,
): Promise<Beginning> {
  const { merchantId, cursor } = merchant;
  const rules = mergeSettlement(merchant.rules);
  const until = lastDueTime(rules, parts.clock.now());
  if (cursor && cursor.dueAt >= until) return 'nothing';
  const run = newRun(parts, merchant, { date: localDate(rules.timeZone, until), until });
  const noted: CursorRow = { merchantId, dueAt: until, cursors: cursor?.cursors ?? {} };
  const draft = new Draft().insert(cursorRows, noted);
  const hasWork = await parts.runStore.hasWork(merchantId, run.steps);
  if (hasWork) draft.insert(runs, run);
  await parts.failpoints.reach('settlement.starting');
  const { kind } = await parts.journal.commit(draft);
  await parts.failpoints.reach('settlement.started');
  if (kind !== 'committed') return 'busy';
  return hasWork ? 'begun' : 'nothing';
}

/** Begins a run for a settlement date; absent: today. A run in progress is returned instead. */
export async function beginRun(
  parts: SettlementParts,
  merchantId: string,
  date?: LocalDate,
): Promise<Run> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const merchant = await parts.runStore.merchant(merchantId);
    if (!merchant) return refuse('MERCHANT_NOT_FOUND');
    const moment = momentOf(mergeSettlement(merchant.rules), parts.clock.now(), date);
    if (!moment) return refuse('SETTLEMENT_DATE_IN_FUTURE');
    const run = newRun(parts, merchant, moment);
    const result = await parts.journal.commit(new Draft().insert(runs, run));
    if (result.kind === 'committed') return run;
    const running = await parts.runStore.runningRun(merchantId);
    if (running) return running;
    // The run that was in progress has ended meanwhile.
  }
  return refuse('CHANGED_MEANWHILE');
}
