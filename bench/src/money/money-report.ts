// The lines of the report about refunds and the history of a merchant.

import type { CpuCost } from '../cpu/cpu-time.ts';
import type { AnswersMeasured } from '../measure.ts';
import { costRatio, millis, row, totalMs, wholeNumber } from '../text/table.ts';
import type { HistoryMeasured } from './history.ts';
import type { SettlementMeasured } from './settlement.ts';

export function settlementLines(
  { payments, perSecond, cpu }: SettlementMeasured,
  ofPayment: CpuCost | undefined,
): string[] {
  const ratio = costRatio(cpu, ofPayment);
  const lines = [row(`settled/s, of ${wholeNumber(payments)}`, wholeNumber(perSecond), '–', '–')];
  if (!cpu || ratio === undefined) return lines;
  return [
    ...lines,
    row('  processor time each', `${totalMs(cpu).toFixed(2)} ms`, '–', '–'),
    row('  of a card payment', `${ratio.toFixed(2)} times`, '–', '–'),
  ];
}

/** Both columns should be equal: neither refunds nor balance reads depend on the history. */
export function historyLines({ few, many }: HistoryMeasured): string[] {
  const head = [wholeNumber(few.payments), wholeNumber(many.payments), 'ratio'];
  return [
    '',
    row('payments of the merchant', ...head),
    ...pair('refunds/s', few.refunds, many.refunds),
    ...pair('balance reads/s', few.balances, many.balances),
  ];
}

function pair(name: string, few: AnswersMeasured, many: AnswersMeasured): string[] {
  const rate = (many.perSecond / few.perSecond).toFixed(2);
  const lines = [
    row(name, wholeNumber(few.perSecond), wholeNumber(many.perSecond), rate),
    row('  answer p50 / p99', millis(few.answer), millis(many.answer)),
  ];
  const ratio = costRatio(many.cpu, few.cpu);
  if (!few.cpu || !many.cpu || ratio === undefined) return lines;
  const cells = [few.cpu, many.cpu].map((cpu) => `${totalMs(cpu).toFixed(2)} ms`);
  return [...lines, row('  processor time each', ...cells, ratio.toFixed(2))];
}
