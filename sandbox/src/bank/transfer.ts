// A transfer at a simulated bank: the row, and its changes as pure functions. The customer opens
// the page, logs in, and pays or refuses; otherwise the transfer expires.

import type { Instant } from '@bramka/gateway/core/clock.ts';
import { amountOutcome, bankOutcome } from './triggers.ts';

/** WAITING: the customer has the link. OPENED: the customer has logged in. */
export type TransferState = 'WAITING' | 'OPENED' | 'PAID' | 'REFUSED' | 'CANCELLED' | 'EXPIRED';

export interface TransferRow {
  readonly createdAt: Instant;
  readonly changedAt: Instant;
  readonly validUntil: Instant;
  /** When the transfer changes by itself; null once it has ended. */
  readonly dueAt: Instant | null;
  /** When the next notification is sent; null: none. */
  readonly noticeDueAt: Instant | null;
  readonly version: number;
  /** How many notifications of this state were confirmed, and how often the next one failed. */
  readonly noticeIndex: number;
  readonly noticeTries: number;
  readonly bankId: number;
  readonly amountMinor: bigint;
  readonly refundedMinor: bigint;
  /** Ten letters and digits. */
  readonly remoteId: string;
  /** Part of the link; whoever has it is the customer. */
  readonly token: string;
  readonly intermediary: 'autopay' | 'pa';
  readonly orderId: string;
  readonly bankName: string;
  readonly currency: string;
  readonly description: string;
  /** Where the customer returns to, with service, order and hash. */
  readonly returnUrl: string;
  readonly serviceId: string;
  readonly returnHash: string;
  readonly state: TransferState;
  /** Why it was refused, in the words of Autopay. */
  readonly details: string | null;
}

/** What a customer or a program can do with a transfer. */
export type TransferAction = 'open' | 'pay' | 'refuse' | 'abandon';

/** The channel of BLIK payments over Autopay, which the BLIK operator decides. */
export const BLIK_CHANNEL = 509;
/** Long after it has decided. */
const DECIDED_ELSEWHERE_MS = 86_400_000;

/** The time until a bank that decides by itself does so. */
export const DECISION_MS = 1_000;
/** The delay of a late notification. */
export const LATE_MS = 15 * 60_000;

const fresh = {
  noticeDueAt: null,
  version: 1,
  noticeIndex: 0,
  noticeTries: 0,
  refundedMinor: 0n,
  state: 'WAITING',
  details: null,
} as const;
export type NewTransfer = Omit<TransferRow, keyof typeof fresh | 'dueAt' | 'changedAt'>;

export function newTransfer(fields: NewTransfer): TransferRow {
  const { createdAt, validUntil } = fields;
  const decidesItself = ['PAYS_BY_ITSELF', 'REFUSES_BY_ITSELF', 'NO_LINK'];
  const isAlone = decidesItself.includes(bankOutcome(fields.bankId));
  const endsAt = isAlone ? Math.min(createdAt + DECISION_MS, validUntil) : validUntil;
  const dueAt = fields.bankId === BLIK_CHANNEL ? endsAt + DECIDED_ELSEWHERE_MS : endsAt;
  return { ...fields, ...fresh, changedAt: createdAt, dueAt };
}

export function isEnded({ state }: TransferRow): boolean {
  return state !== 'WAITING' && state !== 'OPENED';
}

/** Undefined: nothing changes. */
export function act(
  row: TransferRow,
  action: TransferAction,
  now: Instant,
): TransferRow | undefined {
  if (isEnded(row)) return undefined;
  if (now >= row.validUntil) return end(row, 'EXPIRED', 'EXPIRED', now);
  switch (action) {
    case 'open':
      return row.state === 'OPENED' ? undefined : notified({ ...row, state: 'OPENED' }, now);
    case 'pay':
      return pay(row, now);
    case 'refuse':
      return end(row, 'REFUSED', 'REJECTED_BY_USER', now);
    case 'abandon':
      return undefined;
  }
}

function pay(row: TransferRow, now: Instant): TransferRow {
  switch (amountOutcome(row.amountMinor)) {
    case 'INSUFFICIENT_FUNDS':
      return end(row, 'REFUSED', 'INSUFFICIENT_FUNDS', now);
    case 'WRONG_AMOUNT_PAID':
      return end(row, 'REFUSED', 'INCORRECT_AMOUNT', now);
    default:
      return end(row, 'PAID', 'AUTHORIZED', now);
  }
}

/** The order is cancelled by the merchant; a transfer that has ended does not change. */
export function cancel(row: TransferRow, now: Instant): TransferRow | undefined {
  if (isEnded(row)) return undefined;
  if (amountOutcome(row.amountMinor) === 'PAID_WHEN_CANCELLED') return pay(row, now);
  return end(row, 'CANCELLED', 'CANCELLED', now);
}

/** What happens by itself when the row is due. */
export function dueStep(row: TransferRow, now: Instant): TransferRow | undefined {
  if (isEnded(row)) return undefined;
  if (now >= row.validUntil) return end(row, 'EXPIRED', 'EXPIRED', now);
  const refuses = bankOutcome(row.bankId) === 'REFUSES_BY_ITSELF';
  return refuses ? end(row, 'REFUSED', 'REJECTED', now) : pay(row, now);
}

export function end(
  row: TransferRow,
  state: TransferState,
  details: string,
  now: Instant,
): TransferRow {
  return notified({ ...row, state, details, dueAt: null }, now);
}

/** Only Autopay sends notifications; a new state replaces the notification of the last one. */
function notified(row: TransferRow, now: Instant): TransferRow {
  const isLate = row.state === 'PAID' && amountOutcome(row.amountMinor) === 'NOTICE_LATE';
  const dueAt = isLate ? now + LATE_MS : now;
  const noticeDueAt = row.intermediary === 'autopay' ? dueAt : null;
  return { ...row, changedAt: now, noticeDueAt, noticeIndex: 0, noticeTries: 0 };
}
