// The operation in progress on a payment: what was sent to the acquirer and is not answered yet.

import { Type } from 'typebox';
import { isoTime } from '../../core/clock.ts';
import { amountReply, amountView, oneOf, time } from '../../http/schema.ts';
import type { Attempt } from '../../providers/attempt.ts';
import type { Payment } from '../model/payment.ts';
import type { PaymentStore } from '../loading/payment.store.ts';

const operations = {
  AUTH: 'The amount is being charged.',
  PREAUTH: 'The amount is being held.',
  CAPTURE: 'The held amount is being captured.',
  ADJUSTMENT: 'The held amount is being changed.',
  WITHDRAWAL: 'An adjustment is being withdrawn.',
  REVERSAL: 'The payment is being cancelled at the acquirer.',
  REFUND: 'Money is being refunded.',
} as const;

export const pendingOperationSchema = Type.Object(
  {
    type: oneOf(operations, 'The operation that is in progress.'),
    amount: amountReply('What it is about: for ADJUSTMENT and WITHDRAWAL the new total'),
    since: time('When the acquirer was asked'),
  },
  { description: 'Present while the acquirer has not answered an operation' },
);

/** `pendingOperation` while the acquirer has not answered, otherwise nothing. */
export async function pendingOperationOf(store: PaymentStore, payment: Payment): Promise<object> {
  if (payment.status === 'NEW') return {};
  const [open] = await store.openAttempts(payment.merchantId, payment.paymentId);
  if (!open) return {};
  const amount = amountView(open.amountMinor, open.currency);
  const since = isoTime(open.startedAt);
  return { pendingOperation: { type: typeOf(open, payment), amount, since } };
}

function typeOf({ verb, intent }: Attempt, payment: Payment): keyof typeof operations {
  switch (verb) {
    case 'authorize':
    case 'stop':
      return payment.transKind === 'PREAUTH' ? 'PREAUTH' : 'AUTH';
    case 'capture':
      return 'CAPTURE';
    case 'adjust':
      return intent === 'WITHDRAW' ? 'WITHDRAWAL' : 'ADJUSTMENT';
    case 'reverse':
      return 'REVERSAL';
    case 'refund':
      return 'REFUND';
  }
}
