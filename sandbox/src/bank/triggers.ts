// The trigger catalogue of the simulated banks, as data: bank ids decide what the bank and its
// customer do, the last two digits of the amount decide what goes wrong with the result.

import type { Trigger } from '../party/trigger.ts';

/** Who decides about the transfer. */
export type BankOutcome =
  | 'CUSTOMER_DECIDES'
  | 'PAYS_BY_ITSELF'
  | 'REFUSES_BY_ITSELF'
  | 'WALKS_AWAY'
  | 'NOT_STARTED'
  | 'NO_LINK'
  | 'TEMPORARY_DISABLED'
  | 'DISABLED'
  | 'LOW_LIMITS';

type AmountOutcome =
  | 'INSUFFICIENT_FUNDS'
  | 'WRONG_AMOUNT_PAID'
  | 'NOTICE_WRONG_AMOUNT'
  | 'NOTICE_WRONG_HASH'
  | 'NOTICE_LATE'
  | 'NOTICE_REPEATED'
  | 'NO_NOTICE'
  | 'SUCCESS_THEN_FAILURE'
  | 'SUCCESS_THEN_FAILURE_OF_ANOTHER'
  | 'FAILURE_THEN_SUCCESS'
  | 'PAID_WHEN_CANCELLED'
  | 'START_NOT_ANSWERED'
  | 'START_UNREADABLE'
  | 'REFUND_WITHOUT_FUNDS';

const banks: readonly (readonly [id: number, outcome: BankOutcome, description: string])[] = [
  [106, 'CUSTOMER_DECIDES', 'The customer decides on the page of the bank, as at all other banks.'],
  [204, 'PAYS_BY_ITSELF', 'Pays after one second, without a customer.'],
  [205, 'REFUSES_BY_ITSELF', 'Refuses after one second, without a customer.'],
  [206, 'WALKS_AWAY', 'The customer never comes; the transfer expires.'],
  [207, 'NOT_STARTED', 'The provider refuses the start: maintenance at the bank.'],
  [208, 'NO_LINK', 'The provider returns no link; the bank pays after one second.'],
  [
    201,
    'TEMPORARY_DISABLED',
    'Listed as interrupted for a short time; payments are refused early.',
  ],
  [202, 'DISABLED', 'Listed as disabled; payments are refused early.'],
  [203, 'LOW_LIMITS', 'Accepts only 1.00 to 10.00 PLN; other amounts are refused early.'],
];

const amounts: readonly (readonly [digits: string, outcome: AmountOutcome, what: string])[] = [
  ['51', 'INSUFFICIENT_FUNDS', 'The bank refuses when the customer pays: insufficient funds.'],
  ['68', 'WRONG_AMOUNT_PAID', 'The customer transfers another amount, which is returned.'],
  ['61', 'NOTICE_WRONG_AMOUNT', 'The first notification of a payment has another amount (BM).'],
  ['62', 'NOTICE_WRONG_HASH', 'The first notification of a payment has a wrong hash (BM).'],
  ['63', 'NOTICE_LATE', 'The notification of a payment is sent 15 minutes late (BM).'],
  ['64', 'NOTICE_REPEATED', 'The notification of a payment is sent three times (BM).'],
  ['65', 'SUCCESS_THEN_FAILURE_OF_ANOTHER', 'SUCCESS, then FAILURE of another transaction (BM).'],
  ['66', 'SUCCESS_THEN_FAILURE', 'SUCCESS, then FAILURE of the same transaction (BM).'],
  ['67', 'NO_NOTICE', 'No notification is sent; the result comes by inquiry.'],
  ['69', 'FAILURE_THEN_SUCCESS', 'FAILURE, then SUCCESS of the same transaction (BM).'],
  ['70', 'START_NOT_ANSWERED', 'The start is recorded and never answered.'],
  ['71', 'START_UNREADABLE', 'The start is recorded; its answer is unreadable.'],
  ['72', 'PAID_WHEN_CANCELLED', 'The customer pays just before the transfer is cancelled.'],
  ['73', 'REFUND_WITHOUT_FUNDS', 'A refund ends without funds on the balance.'],
];

export const bankTriggers: readonly Trigger[] = [
  ...banks.map(([id, outcome, description]) => {
    return { kind: 'bank', value: String(id), provider: 'bank', outcome, description };
  }),
  ...amounts.map(([value, outcome, description]) => {
    return { kind: 'amount', value, provider: 'bank', outcome, description };
  }),
];

export function bankOutcome(bankId: number): BankOutcome {
  return banks.find(([id]) => id === bankId)?.[1] ?? 'CUSTOMER_DECIDES';
}

export function amountOutcome(amountMinor: bigint): AmountOutcome | undefined {
  const digits = String(amountMinor % 100n).padStart(2, '0');
  return amounts.find(([one]) => one === digits)?.[1];
}
