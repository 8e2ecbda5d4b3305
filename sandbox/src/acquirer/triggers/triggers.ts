// The trigger catalogue of the simulated acquirer and issuer, as data: cardholder names, card
// numbers and amounts that change its behaviour.

import type { Trigger } from '../../party/trigger.ts';
import { issuerRejectCodes, type Fault, type IssuerRejectCode } from './behaviour.ts';

export type TriggerOutcome = 'APPROVED' | IssuerRejectCode | Fault;

export type TriggerKind = 'card' | 'amount' | 'name';

export interface AcquirerTrigger extends Trigger {
  readonly kind: TriggerKind;
  readonly provider: 'acquirer';
  readonly outcome: TriggerOutcome;
}

const approvedCards: readonly (readonly [number: string, brand: string])[] = [
  ['4111111111111111', 'Visa'],
  ['5555555555554444', 'Mastercard'],
  ['2223003122003222', 'Mastercard, 2-series'],
  ['6759649826438453', 'Maestro'],
  ['378282246310005', 'American Express'],
  ['3530111333300000', 'JCB'],
  ['6011111111111117', 'Discover'],
  ['30569309025904', 'Diners Club'],
  ['6200000000000005', 'UnionPay'],
];

const declinedCards: Readonly<Record<IssuerRejectCode, string>> = {
  DO_NOT_HONOR: '4000000000000002',
  INSUFFICIENT_FUNDS: '4000000000009995',
  EXPIRED_CARD: '4000000000000069',
  LOST_CARD: '4000000000009987',
  STOLEN_CARD: '4000000000009979',
  LIMIT_EXCEEDED: '4000000000006975',
  INVALID_CVV: '4000000000000127',
  INVALID_CARD: '4000000000010142',
  CARD_RESTRICTED: '4000000000010621',
  SUSPECTED_FRAUD: '4000000000010597',
  ISSUER_UNAVAILABLE: '4000000000010910',
};

const LATER = 'a later inquiry returns the result.';
const PENDING_NOW = 'PENDING; an inquiry after 3 seconds returns';

type FaultRow = readonly [outcome: Fault, card: string, name: string, what: string];
const faultRows: readonly FaultRow[] = [
  ['SLOW', '4000000000020018', 'SLOW', 'Approved and answered after 3 seconds.'],
  ['NO_ANSWER', '4000000000020026', 'NO ANSWER', 'Never answers; nothing is charged.'],
  [
    'ANSWER_LOST_AFTER_APPROVAL',
    '4000000000020034',
    'ANSWER LOST',
    `Charges, then sends no answer; ${LATER}`,
  ],
  [
    'ANSWER_LOST_AFTER_DECLINE',
    '4000000000020042',
    'ANSWER LOST DECLINED',
    `Declines, then sends no answer; ${LATER}`,
  ],
  [
    'ERROR_AFTER_APPROVAL',
    '4000000000020059',
    'PROVIDER ERROR',
    `Charges, then answers with status 503; ${LATER}`,
  ],
  [
    'GARBAGE_AFTER_APPROVAL',
    '4000000000020067',
    'GARBAGE ANSWER',
    `Charges, then sends an unreadable answer; ${LATER}`,
  ],
  [
    'PENDING_THEN_APPROVED',
    '4000000000020075',
    'PENDING APPROVED',
    `Answers ${PENDING_NOW} APPROVED.`,
  ],
  [
    'PENDING_THEN_DECLINED',
    '4000000000020083',
    'PENDING DECLINED',
    `Answers ${PENDING_NOW} DECLINED.`,
  ],
];

/** The last two digits are the ISO 8583 response code. */
const amountRows: readonly (readonly [lastTwo: string, outcome: IssuerRejectCode])[] = [
  ['51', 'INSUFFICIENT_FUNDS'],
  ['54', 'EXPIRED_CARD'],
  ['61', 'LIMIT_EXCEEDED'],
  ['91', 'ISSUER_UNAVAILABLE'],
];

const row = (
  kind: TriggerKind,
  value: string,
  outcome: TriggerOutcome,
  description: string,
): AcquirerTrigger => ({ kind, value, provider: 'acquirer', outcome, description });

export const acquirerTriggers: readonly AcquirerTrigger[] = [
  row('name', 'APPROVE', 'APPROVED', 'Approved.'),
  ...issuerRejectCodes.map((code) =>
    row('name', `DECLINE ${code}`, code, `Declined with ${code}.`),
  ),
  ...faultRows.map(([outcome, , name, what]) => row('name', name, outcome, what)),
  ...approvedCards.map(([number, brand]) =>
    row('card', number, 'APPROVED', `${brand}: approved for any amount.`),
  ),
  ...issuerRejectCodes.map((code) =>
    row('card', declinedCards[code], code, `Declined with ${code}.`),
  ),
  ...faultRows.map(([outcome, card, , what]) => row('card', card, outcome, what)),
  ...amountRows.map(([lastTwo, code]) =>
    row('amount', `xx.${lastTwo}`, code, `Declined with ${code}.`),
  ),
];

/** The last two digits of a refund. */
export const refundRows: readonly (readonly [lastTwo: string, TriggerOutcome, what: string])[] = [
  ['81', 'PENDING_THEN_APPROVED', `Refund: answers ${PENDING_NOW} APPROVED.`],
  ['82', 'PENDING_THEN_DECLINED', `Refund: answers ${PENDING_NOW} DECLINED.`],
  ['83', 'DO_NOT_HONOR', 'Refund: declined with DO_NOT_HONOR.'],
  ['84', 'ANSWER_LOST_AFTER_APPROVAL', `Refund: made, but no answer is sent; ${LATER}`],
];

export const refundTriggers = refundRows.map(([lastTwo, outcome, what]) =>
  row('amount', `refund of xx.${lastTwo}`, outcome, what),
);
