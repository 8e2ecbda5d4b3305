// Records what a provider reports about a dispute. Repeated reports change nothing, late ones do
// not replace newer ones, and a new dispute is an alarm. No money is moved.

import { defect } from '../core/assert.ts';
import { Draft } from '../journal/entry.ts';
import type { PaymentParts } from '../payments/processing/parts.ts';
import type { DisputeNews } from '../providers/provider-message.ts';
import { disputes, withReport, type Dispute } from './dispute.ts';
import type { DisputeStore } from './dispute.store.ts';

export interface DisputeParts extends Pick<
  PaymentParts,
  'journal' | 'clock' | 'ids' | 'metrics' | 'log'
> {
  readonly disputes: DisputeStore;
}

/** Each lost race means that another report was recorded, so this many are a defect. */
const MAX_RACES = 100;

export async function recordDispute(
  parts: DisputeParts,
  provider: string,
  news: DisputeNews,
): Promise<void> {
  const { journal, clock, ids } = parts;
  for (let race = 0; race < MAX_RACES; race += 1) {
    const known = await parts.disputes.find({ ...news, provider });
    const next = withReport(known, provider, news, { at: clock.now(), ids });
    if (!next) return;
    const draft = new Draft();
    if (known) draft.change(disputes, next, known.version);
    else draft.insert(disputes, next);
    const result = await journal.commit(draft);
    if (result.kind === 'committed') return announce(parts, next, known === undefined);
    if (result.kind === 'conflict' && result.constraint !== 'disputes_once') {
      return defect(`a dispute violates ${result.constraint}`);
    }
  }
  return defect('a report lost every race for its dispute');
}

/** The first report is an alarm: money is taken back, or will be. */
function announce({ metrics, log }: DisputeParts, dispute: Dispute, isNew: boolean): void {
  const { merchantId, paymentId, attemptId, provider, reference, stage } = dispute;
  const facts = { merchantId, paymentId, attemptId, provider, reference, stage };
  if (!isNew) return log.info(facts, 'a provider has reported about a dispute');
  const alarm = 'dispute';
  metrics.alarms.inc({ alarm });
  log.error({ alarm, ...facts }, 'an operator must check this');
}
