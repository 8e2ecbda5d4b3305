// The life of a payment at the simulated operator, as pure functions: new rows, decisions, and the
// answers and messages that follow from a row.

import type { Instant } from '@bramka/gateway/core/clock.ts';
import type { BlikReply } from '@bramka/gateway/providers/blik/messages.ts';
import type { AuthorizeRequest, FollowUpRequest } from './request.ts';
import type { BlikPayment, RecordedVerb } from './rows.ts';
import type { Ruling } from './ruling.ts';

interface NewRow {
  readonly now: Instant;
  readonly reference: string;
}

export function newPayment(
  request: AuthorizeRequest,
  ruling: Ruling,
  { now, reference }: NewRow,
): BlikPayment {
  const { register } = request;
  return {
    ...emptyRow(request, 'authorize', { now, reference }),
    state: ruling.state,
    reason: ruling.reason,
    apps: ruling.apps,
    phone: ruling.phone,
    planned: ruling.planned,
    ticketType: request.ticket.type,
    description: request.description,
    notificationUrl: request.notificationUrl,
    aliasType: register?.type ?? null,
    alias: register?.alias ?? null,
    aliasLabel: register?.label ?? null,
    recurring: register?.recurring ? JSON.stringify(register.recurring) : null,
    expiresAt: ruling.expiresAt,
    dueAt: ruling.dueAt,
  };
}

export function newFollowUp(
  request: FollowUpRequest,
  verb: RecordedVerb,
  reason: string | null,
  row: NewRow,
): BlikPayment {
  return {
    ...emptyRow(request, verb, row),
    originalAttemptId: request.originalAttemptId,
    state: reason === null ? 'APPROVED' : 'DECLINED',
    reason,
  };
}

/** Makes an authorization that has not arrived impossible: the id is taken by a declined row. */
export function newVoidedPayment(request: FollowUpRequest, row: NewRow): BlikPayment {
  return {
    ...emptyRow({ ...request, attemptId: request.originalAttemptId }, 'authorize', row),
    requestHash: VOIDED,
    state: 'DECLINED',
    reason: STOPPED_REASON,
  };
}

export const VOIDED = 'voided';
/** The reason of an authorization that was stopped while it waited for the customer. */
const STOPPED_REASON = 'USER_TIMEOUT';

function emptyRow(
  request: AuthorizeRequest | FollowUpRequest,
  verb: RecordedVerb,
  { now, reference }: NewRow,
): BlikPayment {
  return {
    attemptId: request.attemptId,
    verb,
    merchantId: request.merchantId,
    paymentId: request.paymentId,
    originalAttemptId: null,
    requestHash: request.requestHash,
    reference,
    state: 'APPROVED',
    reason: null,
    apps: null,
    phone: null,
    planned: null,
    ticketType: null,
    description: null,
    notificationUrl: null,
    aliasType: null,
    alias: null,
    aliasLabel: null,
    recurring: null,
    currency: request.currency,
    amountMinor: request.amountMinor,
    refundedMinor: 0n,
    isReversed: false,
    createdAt: now,
    expiresAt: null,
    dueAt: null,
    version: 1,
  };
}

/** The row after the decision; `result` is APPROVED or a reason. */
export function decided(row: BlikPayment, result: string): BlikPayment {
  const isApproved = result === 'APPROVED';
  return {
    ...row,
    state: isApproved ? 'APPROVED' : 'DECLINED',
    reason: isApproved ? null : result,
    dueAt: null,
    version: row.version + 1,
  };
}

/** What becomes of a waiting payment at its due time. */
export function resultWhenDue(row: BlikPayment): string {
  // A phone that has not confirmed by then has missed it.
  return row.phone === null && row.planned !== null ? row.planned : 'USER_TIMEOUT';
}

/** The reason to refuse the operation; null: it is done. */
export function reasonOfFollowUp(
  verb: RecordedVerb,
  original: BlikPayment | undefined,
  amountMinor: bigint,
): string | null {
  if (!original) return verb === 'refund' ? 'GENERAL_ERROR' : null;
  const isTaken = original.state === 'APPROVED' && !original.isReversed;
  switch (verb) {
    case 'stop':
      return original.state === 'WAITING' ? null : 'GENERAL_ERROR';
    case 'reverse': {
      const isFree = original.state === 'WAITING' || (isTaken && original.refundedMinor === 0n);
      return isFree ? null : 'GENERAL_ERROR';
    }
    default: {
      if (!isTaken) return 'GENERAL_ERROR';
      const left = original.amountMinor - original.refundedMinor;
      return amountMinor <= left ? null : 'LIMIT_EXCEEDED';
    }
  }
}

/** The authorization after an operation that was done. */
export function afterFollowUp(
  verb: RecordedVerb,
  original: BlikPayment,
  amountMinor: bigint,
): BlikPayment {
  if (original.state === 'WAITING') return decided(original, STOPPED_REASON);
  const version = original.version + 1;
  return verb === 'refund'
    ? { ...original, refundedMinor: original.refundedMinor + amountMinor, version }
    : { ...original, isReversed: true, version };
}

export function replyOf(row: BlikPayment): BlikReply {
  const { attemptId, reference } = row;
  const shared = { attemptId, reference };
  switch (row.state) {
    case 'APPROVED': {
      const { currency } = row;
      return { result: 'APPROVED', ...shared, amountMinor: String(row.amountMinor), currency };
    }
    case 'DECLINED':
      return { result: 'DECLINED', ...shared, reason: row.reason ?? 'GENERAL_ERROR' };
    case 'AMBIGUOUS': {
      const apps = JSON.parse(row.apps ?? '[]') as BlikReply['apps'] & object;
      return { result: 'AMBIGUOUS', ...shared, apps };
    }
    case 'WAITING':
      return { result: 'PENDING', ...shared, confirm: true };
  }
}

export interface AliasNews {
  readonly type: 'UID' | 'PAYID';
  readonly value: string;
  readonly status: 'REGISTERED' | 'UNREGISTERED' | 'DECLINED';
}

/** What is sent about a payment, an alias, or both. */
export function messageBody(
  merchantId: string,
  row: BlikPayment | null,
  alias: AliasNews | null,
): string {
  const { result, attemptId, ...rest } = row ? replyOf(row) : { result: null, attemptId: null };
  return JSON.stringify({
    ...(row ? { orderId: attemptId, status: result, ...rest } : {}),
    merchantId,
    ...(alias ? { alias } : {}),
  });
}
