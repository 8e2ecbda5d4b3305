// The trigger catalogue of the simulated acquirer and issuer, as data: cardholder names, card
// numbers and amounts that change its behaviour. A name takes precedence over a card number and a
// card number over an amount; everything else is approved.

import { pathOf } from '../acs/test-cards/paths.ts';
import { claimOf, type ThreeDSClaim } from '../acs/proof.ts';
import type { Trigger } from '../party/trigger.ts';
import { SOFT_DECLINE_IN_WALLET } from '../wallets/triggers.ts';

/** The reject codes an issuer can give; all of them are in the gateway's table of reject codes. */
export const issuerRejectCodes = [
  'DO_NOT_HONOR',
  'INSUFFICIENT_FUNDS',
  'EXPIRED_CARD',
  'LOST_CARD',
  'STOLEN_CARD',
  'LIMIT_EXCEEDED',
  'INVALID_CVV',
  'INVALID_CARD',
  'CARD_RESTRICTED',
  'SUSPECTED_FRAUD',
  'ISSUER_UNAVAILABLE',
] as const;
export type IssuerRejectCode = (typeof issuerRejectCodes)[number];

/** What is recorded (null: nothing) and which answer the gateway gets. */
export interface Behaviour {
  readonly recorded: 'APPROVED' | 'DECLINED' | 'PENDING' | null;
  readonly rejectCode:
    | IssuerRejectCode
    | 'SCA_REQUIRED'
    | 'TOKEN_SUSPENDED'
    | 'TOKEN_NOT_ACTIVE'
    | null;
  readonly answer: 'prompt' | 'slow' | 'never' | 'error' | 'garbage';
}

/** The delay of a slow answer, and the time until a pending charge is decided. */
export const DELAY_MS = 3_000;

export const approval: Behaviour = { recorded: 'APPROVED', rejectCode: null, answer: 'prompt' };

const faults = {
  SLOW: { recorded: 'APPROVED', rejectCode: null, answer: 'slow' },
  NO_ANSWER: { recorded: null, rejectCode: null, answer: 'never' },
  ANSWER_LOST_AFTER_APPROVAL: { recorded: 'APPROVED', rejectCode: null, answer: 'never' },
  ANSWER_LOST_AFTER_DECLINE: { recorded: 'DECLINED', rejectCode: 'DO_NOT_HONOR', answer: 'never' },
  ERROR_AFTER_APPROVAL: { recorded: 'APPROVED', rejectCode: null, answer: 'error' },
  GARBAGE_AFTER_APPROVAL: { recorded: 'APPROVED', rejectCode: null, answer: 'garbage' },
  PENDING_THEN_APPROVED: { recorded: 'PENDING', rejectCode: null, answer: 'prompt' },
  PENDING_THEN_DECLINED: { recorded: 'PENDING', rejectCode: 'DO_NOT_HONOR', answer: 'prompt' },
} as const satisfies Record<string, Behaviour>;
type Fault = keyof typeof faults;

export type TriggerOutcome = 'APPROVED' | IssuerRejectCode | Fault;

type TriggerKind = 'card' | 'amount' | 'name';

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

const faultRows: readonly (readonly [outcome: Fault, card: string, name: string, what: string])[] =
  [
    ['SLOW', '4000000000020018', 'SLOW', 'Approved and answered after 3 seconds.'],
    ['NO_ANSWER', '4000000000020026', 'NO ANSWER', 'Never answers; nothing is charged.'],
    [
      'ANSWER_LOST_AFTER_APPROVAL',
      '4000000000020034',
      'ANSWER LOST',
      'Charges, then sends no answer; a later inquiry returns the result.',
    ],
    [
      'ANSWER_LOST_AFTER_DECLINE',
      '4000000000020042',
      'ANSWER LOST DECLINED',
      'Declines, then sends no answer; a later inquiry returns the result.',
    ],
    [
      'ERROR_AFTER_APPROVAL',
      '4000000000020059',
      'PROVIDER ERROR',
      'Charges, then answers with status 503; a later inquiry returns the result.',
    ],
    [
      'GARBAGE_AFTER_APPROVAL',
      '4000000000020067',
      'GARBAGE ANSWER',
      'Charges, then sends an unreadable answer; a later inquiry returns the result.',
    ],
    [
      'PENDING_THEN_APPROVED',
      '4000000000020075',
      'PENDING APPROVED',
      'Answers PENDING; an inquiry after 3 seconds returns APPROVED.',
    ],
    [
      'PENDING_THEN_DECLINED',
      '4000000000020083',
      'PENDING DECLINED',
      'Answers PENDING; an inquiry after 3 seconds returns DECLINED.',
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

/** The issuer declines, but would accept the same charge after strong customer authentication. */
const softDecline: Behaviour = declined('SCA_REQUIRED');

export function declined(rejectCode: NonNullable<Behaviour['rejectCode']>): Behaviour {
  return { recorded: 'DECLINED', rejectCode, answer: 'prompt' };
}

export function faultBehaviour(fault: Fault): Behaviour {
  return faults[fault];
}

function behaviourOf(outcome: TriggerOutcome): Behaviour {
  if (outcome === 'APPROVED') return approval;
  if (outcome in faults) return faults[outcome as Fault];
  return declined(outcome as IssuerRejectCode);
}

function index(kind: TriggerKind, keyOf: (value: string) => string): Map<string, Behaviour> {
  return new Map(
    acquirerTriggers
      .filter((trigger) => trigger.kind === kind)
      .map((trigger) => [keyOf(trigger.value), behaviourOf(trigger.outcome)]),
  );
}

const byName = index('name', plainName);
const byCard = index('card', (number) => number);
const byAmount = index('amount', (value) => value.slice(-2));

function plainName(name: string): string {
  return name
    .trim()
    .toUpperCase()
    .replace(/[\s_]+/g, ' ');
}

export interface TriggerSubject {
  readonly cardHolder: string | null;
  readonly cardNumber: string;
  readonly amountMinor: bigint;
  readonly threeDS: ThreeDSClaim | null;
  readonly exemption: string | null;
  /** The customer has confirmed on a device: the cryptogram of its number is valid. */
  readonly isConfirmedOnDevice?: boolean;
}

/** Checks name, then card number, then amount; approves otherwise. */
export function behaviourFor(subject: TriggerSubject): Behaviour {
  const { cardHolder, cardNumber, amountMinor } = subject;
  return (
    (cardHolder === null ? undefined : byName.get(plainName(cardHolder))) ??
    behaviourInWallet(subject) ??
    byCard.get(cardNumber) ??
    behaviourOfScaCard(subject) ??
    byAmount.get(String(amountMinor).slice(-2)) ??
    approval
  );
}

/** A cryptogram is strong authentication, except for one test card. */
function behaviourInWallet(subject: TriggerSubject): Behaviour | undefined {
  const { cardNumber, isConfirmedOnDevice } = subject;
  if (isConfirmedOnDevice !== true) return undefined;
  if (cardNumber === SOFT_DECLINE_IN_WALLET)
    return isAuthenticated(subject) ? approval : softDecline;
  return pathOf(cardNumber) === 'SOFT_DECLINE' ? approval : undefined;
}

/**
 * 3-D Secure test cards are approved for any amount; the soft-decline card needs authentication.
 */
function behaviourOfScaCard(subject: TriggerSubject): Behaviour | undefined {
  const path = pathOf(subject.cardNumber);
  if (path !== 'SOFT_DECLINE') return path && approval;
  return isAuthenticated(subject) || subject.exemption === 'MIT' ? approval : softDecline;
}

function isAuthenticated({ threeDS }: TriggerSubject): boolean {
  return threeDS !== null && claimOf(threeDS.eci) === 2 && threeDS.cavv !== null;
}
