// How disputes look in the operator API.

import { Type } from 'typebox';
import { isoTime } from '../core/clock.ts';
import { exactNumber } from '../core/json.ts';
import { present } from '../core/json/present.ts';
import { formatAmount } from '../core/money.ts';
import { amountReply, oneOf, time } from '../http/schema.ts';
import type { DisputeStage } from '../providers/provider-message.ts';
import type { Dispute, DisputeReport } from './dispute.ts';

export const stageMeanings: Readonly<Record<DisputeStage, string>> = {
  INQUIRY: 'The issuer asks for information; no money moved.',
  OPENED: 'The dispute is announced; no money moved.',
  CHARGED_BACK: 'The provider has taken the money.',
  RETURNED: 'The provider has returned the money.',
  WON: 'Ended in favour of the merchant.',
  LOST: 'Ended in favour of the customer.',
};

const text = (description: string) => Type.String({ description });

/** What every report says. */
const said = {
  stage: oneOf(stageMeanings, 'How far it is.'),
  amount: amountReply('Disputed amount'),
  currency: text('ISO 4217 code'),
  reason: Type.Optional(text('Code of the card network or of the provider')),
  respondUntil: Type.Optional(time('Until when the merchant may respond')),
};

export const disputeSchema = Type.Object({
  disputeId: text('Id of the dispute'),
  merchantId: text('MID'),
  paymentId: text('The payment'),
  attemptId: text('The authorization or capture at the provider'),
  provider: text('The provider that reported it'),
  reference: text('The provider’s own id of the dispute'),
  ...said,
  happenedAt: time('When it reached the stage, by the provider'),
  history: Type.Array(
    Type.Object({
      ...said,
      at: time('When it happened, by the provider'),
      receivedAt: time('When it was reported to the gateway'),
    }),
    { description: 'What was reported, the oldest first; the newest 100.' },
  ),
  createdAt: time('When it was first reported'),
  updatedAt: time('When it was last reported'),
});

export function disputeView(dispute: Dispute) {
  const { disputeId, merchantId, paymentId, attemptId, provider, reference } = dispute;
  const { stage, amountMinor, currency, reason, respondUntil } = dispute;
  return {
    disputeId,
    merchantId,
    paymentId,
    attemptId,
    provider,
    reference,
    stage,
    amount: amountOf(amountMinor, currency),
    currency,
    ...present({ reason, respondUntil: respondUntil && isoTime(respondUntil) }),
    happenedAt: isoTime(dispute.happenedAt),
    history: dispute.history.map(reportView),
    createdAt: isoTime(dispute.createdAt),
    updatedAt: isoTime(dispute.updatedAt),
  };
}

function reportView({ reason, respondUntil, amountMinor, ...report }: DisputeReport) {
  const { stage, currency, at, receivedAt } = report;
  const amount = amountOf(BigInt(amountMinor), currency);
  return { stage, amount, currency, ...present({ reason, respondUntil }), at, receivedAt };
}

function amountOf(minor: bigint, currency: string): unknown {
  return exactNumber(formatAmount({ minor, currency }));
}
