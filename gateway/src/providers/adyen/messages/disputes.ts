// What the items of Adyen's messages say about chargebacks. Their reference is that of the payment,
// and all items about one dispute have the same id.

import type { Instant } from '../../../core/clock.ts';
import { textOf, type Fields } from '../../../core/json/fields.ts';
import type { DisputeNews, DisputeStage } from '../../provider-message.ts';
import { readReference } from '../reference.ts';
import type { WebhookItem } from './webhook.ts';

const stages: Readonly<Record<string, DisputeStage>> = {
  REQUEST_FOR_INFORMATION: 'INQUIRY',
  NOTIFICATION_OF_CHARGEBACK: 'OPENED',
  CHARGEBACK: 'CHARGED_BACK',
  CHARGEBACK_REVERSED: 'RETURNED',
  SECOND_CHARGEBACK: 'CHARGED_BACK',
  DISPUTE_DEFENSE_PERIOD_ENDED: 'LOST',
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: 'WON',
  PREARBITRATION_OPEN: 'OPENED',
  PREARBITRATION_ACCEPTED: 'OPENED',
  PREARBITRATION_DECLINED: 'OPENED',
  PREARBITRATION_ISSUER_WITHDRAWN: 'WON',
  PREARBITRATION_WON: 'WON',
  PREARBITRATION_LOST: 'LOST',
  SCHEME_ARBITRATION: 'OPENED',
  SCHEME_ARBITRATION_WON: 'WON',
  SCHEME_ARBITRATION_LOST: 'LOST',
};

/** Who accepted or declined a case before arbitration is told by the state of the dispute. */
const byState: ReadonlySet<string> = new Set([
  'PREARBITRATION_ACCEPTED',
  'PREARBITRATION_DECLINED',
]);

/** Undefined: the item is not about a dispute of a payment of ours. */
export function disputeOf(item: WebhookItem, now: Instant): DisputeNews | undefined {
  const known = Object.hasOwn(stages, item.eventCode) ? stages[item.eventCode] : undefined;
  const named = readReference(item.merchantReference);
  if (known === undefined || !named || !item.isSuccess) return undefined;
  const { merchantId, paymentId, attemptId } = named;
  const { additional, pspReference: reference, amount } = item;
  return {
    merchantId,
    paymentId,
    attemptId,
    reference,
    stage: stageOf(known, item),
    amount,
    reason: reasonOf(additional),
    respondUntil: instantOf(additional['defensePeriodEndsAt']) ?? null,
    at: instantOf(item.eventDate) ?? now,
  };
}

function stageOf(known: DisputeStage, { eventCode, additional }: WebhookItem): DisputeStage {
  const state = additional['disputeStatus'];
  if (byState.has(eventCode) && state === 'Won') return 'WON';
  if (byState.has(eventCode) && state === 'Lost') return 'LOST';
  // An inquiry that was not answered takes no money; a chargeback may follow.
  const isInquiry =
    additional['chargebackReasonCode'] === undefined && 'rfiReasonCode' in additional;
  return eventCode === 'DISPUTE_DEFENSE_PERIOD_ENDED' && isInquiry ? 'INQUIRY' : known;
}

function reasonOf(additional: Fields): string | null {
  const code = additional['chargebackReasonCode'] ?? additional['rfiReasonCode'];
  const text = typeof code === 'string' ? code.trim() : '';
  return textOf(text, /^[\x20-\x7e]{1,64}$/) ?? null;
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

function instantOf(value: unknown): Instant | undefined {
  const text = textOf(value, TIME);
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
