// Continues a run page by page: the sales of every step, then the payments that wait, then its
// batches are closed. Its row is changed after every page under its version, so that a node that
// lost the run stops; whatever it did is found again and changes nothing.

import { FIRST_ID } from '../../core/id.ts';
import { Draft } from '../../journal/entry.ts';
import type { SettlementParts } from '../parts.ts';
import { cursorRows, cursorsAfter, runs, type Run } from '../run.ts';
import { closeBatches } from './close-batches.ts';
import { openBatches, type OpenBatches } from './open-batches.ts';
import { settlePage, type DuePayment } from './settle-page.ts';

const LEASE_MS = 30_000;
/** How many payments are in memory at a time. */
export const PAGE = 500;
/** Sales read at a time; most of them were already settled, because scans overlap. */
const SCAN = 500;
/** After this many pages other jobs and the end of the process get their turn. */
const MAX_PAGES = 20;

/** Works on a run for a while; returns the number of payments examined. */
export async function continueRun(parts: SettlementParts, free: Run): Promise<number> {
  let run = await changeRun(parts, free, {});
  if (!run) return 0;
  const open = openBatches(parts, run);
  for (let pages = 0; run && run.finishedAt === null && pages < MAX_PAGES; pages += 1) {
    run = await continueStep(parts, run, open);
  }
  if (run?.finishedAt === null) await changeRun(parts, run, { leaseUntil: parts.clock.now() });
  return 1 + (run?.examined ?? free.examined) - free.examined;
}

type Progress = Partial<Omit<Run, 'merchantId' | 'runId' | 'version'>>;

/** The run after the change; undefined: another node has it. */
async function changeRun(
  { journal, clock }: SettlementParts,
  run: Run,
  progress: Progress,
  draft = new Draft(),
): Promise<Run | undefined> {
  const lease = { leaseUntil: clock.now() + LEASE_MS };
  const next: Run = { ...run, ...lease, ...progress, version: run.version + 1 };
  const { kind } = await journal.commit(draft.change(runs, next, run.version));
  return kind === 'committed' ? next : undefined;
}

function continueStep(
  parts: SettlementParts,
  run: Run,
  open: OpenBatches,
): Promise<Run | undefined> {
  if (run.step < run.steps.length) return scanPage(parts, run, open);
  if (run.step === run.steps.length) return waitingPage(parts, run, open);
  return finish(parts, run);
}

async function scanPage(
  parts: SettlementParts,
  run: Run,
  open: OpenBatches,
): Promise<Run | undefined> {
  const { merchantId, afterId } = run;
  const step = run.steps[run.step];
  const sales = step ? await parts.runStore.sales(merchantId, step, afterId, SCAN) : [];
  const last = sales.at(-1);
  if (!last) return changeRun(parts, run, { step: run.step + 1, afterId: FIRST_ID });
  const due = new Map<string, DuePayment>();
  for (const { paymentId, capturedAt, isDue } of sales) {
    if (isDue) due.set(paymentId, { paymentId, capturedAt, hasWaited: false });
  }
  return settleAndRecord(parts, run, open, { due: [...due.values()], afterId: last.transferId });
}

async function waitingPage(
  parts: SettlementParts,
  run: Run,
  open: OpenBatches,
): Promise<Run | undefined> {
  const { merchantId, afterId } = run;
  const waiting = await parts.runStore.waiting(merchantId, afterId, PAGE);
  const last = waiting.at(-1);
  if (!last) return changeRun(parts, run, { step: run.step + 1, afterId: FIRST_ID });
  const due = waiting.map(({ paymentId, capturedAt }) => ({
    paymentId,
    capturedAt,
    hasWaited: true,
  }));
  return settleAndRecord(parts, run, open, { due, afterId: last.paymentId });
}

interface Page {
  readonly due: readonly DuePayment[];
  readonly afterId: string;
}

async function settleAndRecord(
  parts: SettlementParts,
  run: Run,
  open: OpenBatches,
  { due, afterId }: Page,
): Promise<Run | undefined> {
  await parts.failpoints.reach('settlement.found');
  const { settled, postponed } = await settlePage(parts, run, open, due);
  await parts.failpoints.reach('settlement.settled');
  const isSecond = run.step === run.steps.length;
  const recorded = await changeRun(parts, run, {
    afterId,
    examined: run.examined + (isSecond ? 0 : due.length),
    settled: run.settled + settled,
    postponed: isSecond && run.afterId === FIRST_ID ? postponed : run.postponed + postponed,
  });
  await parts.failpoints.reach('settlement.recorded');
  return recorded;
}

async function finish(parts: SettlementParts, run: Run): Promise<Run | undefined> {
  const { merchantId, steps } = run;
  await closeBatches(parts, merchantId);
  await parts.failpoints.reach('settlement.finishing');
  const merchant = await parts.runStore.merchant(merchantId);
  const draft = new Draft();
  const dueAt = merchant?.cursor?.dueAt ?? 0;
  draft.insert(cursorRows, { merchantId, dueAt, cursors: cursorsAfter(steps) });
  const done = await changeRun(parts, run, { finishedAt: parts.clock.now() }, draft);
  await parts.failpoints.reach('settlement.finished');
  return done;
}
