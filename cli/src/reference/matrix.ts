// The status x operation matrix, read off the transition table: what each operation answers in
// every situation of a payment. A test compares every cell with the endpoints' real answers.

import type { RefusalCode } from '@bramka/gateway/core/refusals.ts';
import type { Attempt } from '@bramka/gateway/providers/attempt.ts';
import type { Payment, PaymentStatus } from '@bramka/gateway/payments/model/payment.ts';
import type { PaymentSubject } from '@bramka/gateway/payments/model/payment.guards.ts';
import {
  paymentTransitions,
  type PaymentTrigger,
} from '@bramka/gateway/payments/model/payment.states.ts';
import type { AuthenticationState } from '@bramka/gateway/threeds/authentication.ts';
import type { Transaction } from '@bramka/gateway/payments/model/transaction.ts';
import { code, page, plain, table } from './markdown.ts';

export interface Situation {
  readonly name: string;
  readonly status: PaymentStatus;
  readonly transKind: 'AUTH' | 'PREAUTH';
  readonly captured: boolean;
  readonly refunded: boolean;
  /** A provider has not answered yet. */
  readonly busy: boolean;
  /** What is missing before processing starts or goes on; null: nothing. */
  readonly missing: 'instrument' | 'security code' | 'device' | null;
  /** The state of the customer's authentication in progress; null: none is in progress. */
  readonly authentication: Exclude<AuthenticationState, 'ASKING' | 'DONE'> | null;
  /** Paid under an exemption from strong authentication. */
  readonly exempt: boolean;
  /** A try on the payment page was refused, and the payment waits for another one. */
  readonly refused: boolean;
  /** What became of the adjustment that the matrix tries to withdraw. */
  readonly adjustment: 'in force' | 'withdrawn';
}

const plainSituation = {
  transKind: 'AUTH',
  captured: false,
  refunded: false,
  busy: false,
  missing: null,
  authentication: null,
  exempt: false,
  refused: false,
  adjustment: 'in force',
} as const;

function situation(
  status: PaymentStatus,
  name: string,
  differing: Partial<Situation> = {},
): Situation {
  return { ...plainSituation, status, name, ...differing };
}

const hold = { transKind: 'PREAUTH' } as const;

export const situations: readonly Situation[] = [
  situation('NEW', 'no instrument yet', { missing: 'instrument' }),
  situation('NEW', 'security code missing', { missing: 'security code' }),
  situation('NEW', 'device data missing', { missing: 'device' }),
  situation('PENDING', '3DS Method running', { authentication: 'FINGERPRINT' }),
  situation('PENDING', 'challenge in progress', { authentication: 'CHALLENGE' }),
  situation('PENDING', 'decoupled authentication in progress', { authentication: 'WAITING' }),
  situation('PENDING', 'soft decline, device data missing', { missing: 'device' }),
  situation('PENDING', 'at the provider', { busy: true }),
  situation('PENDING', 'a try refused on the payment page', { refused: true }),
  situation('COMPLETED', 'paid'),
  situation('COMPLETED', 'paid, partly refunded', { refunded: true }),
  situation('COMPLETED', 'preauthorized', { ...hold, adjustment: 'withdrawn' }),
  situation('COMPLETED', 'preauthorized and adjusted', hold),
  situation('COMPLETED', 'preauthorized with an exemption', { ...hold, exempt: true }),
  situation('COMPLETED', 'preauthorized, an operation in progress', { ...hold, busy: true }),
  situation('COMPLETED', 'captured', { ...hold, captured: true }),
  situation('REJECTED', 'declined'),
  situation('CANCELLED', 'cancelled'),
  situation('ERROR', 'failed for technical reasons'),
  situation('SETTLED', 'paid and paid out'),
  situation('SETTLED', 'captured and paid out', { ...hold, captured: true }),
];

interface MatrixOperation {
  readonly name: string;
  readonly on: PaymentTrigger;
  readonly amountMinor?: bigint;
  /** What follows at once when the first step leaves the payment COMPLETED. */
  readonly then?: PaymentTrigger;
}

const authorizedMinor = 10_000n;

export const operations: readonly MatrixOperation[] = [
  { name: 'PATCH payment', on: 'wait' },
  { name: 'PUT instrument', on: 'start' },
  { name: 'PATCH instrument', on: 'start' },
  { name: 'cancel', on: 'cancel', then: 'reverse' },
  { name: 'capture', on: 'capture', amountMinor: authorizedMinor },
  { name: 'capture above the hold', on: 'capture', amountMinor: authorizedMinor + 1n },
  { name: 'adjustment', on: 'adjust', amountMinor: authorizedMinor + 1n },
  { name: 'transaction cancel', on: 'withdraw' },
  { name: 'refund', on: 'refund', amountMinor: 100n },
  { name: 'refund above the payment', on: 'refund', amountMinor: authorizedMinor + 1n },
  { name: 'retry', on: 'retry' },
  { name: 'restore', on: 'restore' },
];

type Expected =
  | { readonly refusal: RefusalCode }
  | { readonly refusal: null; readonly status: PaymentStatus };

export function expectedAnswer(of: Situation, asked: MatrixOperation, channel: string): Expected {
  const first = step(of.status, triggerOf(of, asked), subject(of, asked, channel));
  if (first.refusal !== null || first.status !== 'COMPLETED' || !asked.then) return first;
  return step(first.status, asked.then, subject(of, asked, channel));
}

/** A payment that only waits for its device starts with that, and with nothing else but a card. */
function triggerOf(of: Situation, { name, on }: MatrixOperation): PaymentTrigger {
  const { missing, status, refused } = of;
  if (refused && name === 'PUT instrument') return 'authorize';
  if (refused && name === 'PATCH instrument') return 'wait';
  // A single attribute is held until the rest of the card is there.
  if (missing === 'instrument' && name === 'PATCH instrument') return 'wait';
  if (missing !== 'device') return on;
  if (name === 'PATCH payment') return status === 'NEW' ? 'start' : 'challenge';
  return name === 'PATCH instrument' ? 'wait' : on;
}

function step(status: PaymentStatus, on: PaymentTrigger, about: PaymentSubject): Expected {
  const row = paymentTransitions.find((one) => one.on === on && one.from.includes(status));
  if (!row) return { refusal: 'NOT_IN_THIS_STATE' };
  const failing = row.only.find((guard) => !guard.holds(about));
  if (failing) return { refusal: failing.refusal };
  return { refusal: null, status: row.to === 'unchanged' ? status : row.to };
}

const busyAttempt = { finishedAt: null } as Attempt;
const exemptAttempt = {
  exemption: 'TRA',
  state: 'APPROVED',
  amountMinor: authorizedMinor,
  finishedAt: 0,
} as Attempt;

/** As much of a payment as guards look at. */
function subject(of: Situation, asked: MatrixOperation, channel: string): PaymentSubject {
  const isMoney = of.status === 'COMPLETED' || of.status === 'SETTLED';
  const isTaken = isMoney && (of.transKind === 'AUTH' || of.captured);
  const payment = {
    status: of.status,
    channel,
    transKind: of.transKind,
    authorizedMinor: isMoney ? authorizedMinor : 0n,
    capturedMinor: isTaken ? authorizedMinor : 0n,
    refundedMinor: of.refunded ? 1n : 0n,
    rejectCode: of.refused ? 'DO_NOT_HONOR' : null,
  };
  const status = of.adjustment === 'in force' ? 'COMPLETED' : 'CANCELLED';
  const adjustment = { transId: 'asked', type: 'ADJUSTMENT', status };
  return {
    payment: payment as Payment,
    attempts: [...(of.busy ? [busyAttempt] : []), ...(of.exempt ? [exemptAttempt] : [])],
    transactions: [adjustment as Transaction],
    transId: 'asked',
    ...(asked.amountMinor === undefined ? {} : { amountMinor: asked.amountMinor }),
  };
}

export function matrixPage(): string {
  const rows = situations.map((of) => [
    code(of.status),
    plain(of.name),
    ...operations.map((asked) => cell(of, asked)),
  ]);
  return page(
    'Operations by status',
    'The answer of every operation in every situation: 200 with the resulting status, or an ' +
      '[error code](errors.md). Each cell follows from the [transition table](states.md). In ' +
      'this table PATCH payment sends device data, PUT instrument sends a card that is not ' +
      'enrolled in 3-D Secure, and PATCH instrument sends the security code.',
    table(['Status', 'Situation', ...operations.map(({ name }) => plain(name))], rows),
  );
}

function cell(of: Situation, asked: MatrixOperation): string {
  const paywall = answerText(expectedAnswer(of, asked, 'PAYWALL'));
  const other = of.refused ? paywall : answerText(expectedAnswer(of, asked, 'WEBAPI'));
  return paywall === other ? other : `PAYWALL: ${paywall}, otherwise ${other}`;
}

function answerText(expected: Expected): string {
  return expected.refusal === null ? `200 ${code(expected.status)}` : code(expected.refusal);
}
