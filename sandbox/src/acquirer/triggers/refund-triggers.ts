// Amounts of refunds that change the behaviour of the simulated acquirer, as data.

import { approval, declined, faultBehaviour, type Behaviour } from './behaviour.ts';
import type { AcquirerTrigger } from './triggers.ts';

type RefundOutcome =
  | 'PENDING_THEN_APPROVED'
  | 'PENDING_THEN_DECLINED'
  | 'DO_NOT_HONOR'
  | 'ANSWER_LOST_AFTER_APPROVAL';

const rows: readonly (readonly [lastTwo: string, outcome: RefundOutcome, what: string])[] = [
  [
    '81',
    'PENDING_THEN_APPROVED',
    'Refund: answers PENDING; an inquiry after 3 seconds returns APPROVED.',
  ],
  [
    '82',
    'PENDING_THEN_DECLINED',
    'Refund: answers PENDING; an inquiry after 3 seconds returns DECLINED.',
  ],
  ['83', 'DO_NOT_HONOR', 'Refund: declined with DO_NOT_HONOR.'],
  [
    '84',
    'ANSWER_LOST_AFTER_APPROVAL',
    'Refund: made, but no answer is sent; a later inquiry returns the result.',
  ],
];

export const refundTriggers: readonly AcquirerTrigger[] = rows.map(
  ([lastTwo, outcome, description]) => ({
    kind: 'amount',
    value: `refund of xx.${lastTwo}`,
    provider: 'acquirer',
    outcome,
    description,
  }),
);

/** How a refund of this amount is answered; every other operation is approved. */
export function refundBehaviour(verb: string, amountMinor: bigint): Behaviour {
  const lastTwo = String(amountMinor).slice(-2);
  const found = verb === 'refund' ? rows.find(([value]) => value === lastTwo) : undefined;
  if (!found) return approval;
  const [, outcome] = found;
  return outcome === 'DO_NOT_HONOR' ? declined(outcome) : faultBehaviour(outcome);
}
