// Builds new charges of the simulated acquirer: the row that is recorded when an operation is
// decided.

import { defect } from '@bramka/gateway/core/assert.ts';
import type { Clock } from '@bramka/gateway/core/clock.ts';
import type { Ids } from '@bramka/gateway/core/id.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import { noTotals, totalsOf } from './charge.ts';
import type { Charge, FollowUpVerb, RecordedVerb, Decision } from './charge.ts';
import type { AuthorizeRequest, FollowUpRequest, OperationRequest } from './request.ts';
import { DELAY_MS, type Behaviour } from './triggers/behaviour.ts';

interface ChargeParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
}

/** `card`: the card behind a network token, or the card itself. */
export function newAuthorization(
  parts: ChargeParts,
  request: AuthorizeRequest & { readonly card: string },
  behaviour: Behaviour,
): Charge {
  const isApproved = behaviour.recorded === 'APPROVED';
  const isPending = behaviour.recorded === 'PENDING';
  const base = newCharge(parts, request, 'authorize');
  return {
    ...base,
    ...(isApproved ? totalsOf(request.kind, request.amountMinor) : noTotals),
    dueAt: isPending ? base.createdAt + DELAY_MS : null,
    kind: request.kind,
    funding: request.funding,
    result: behaviour.recorded ?? defect('a behaviour that records nothing cannot become a charge'),
    rejectCode: behaviour.rejectCode,
    authCode: isApproved || isPending ? authCode(parts.random) : null,
    cardLastFour: request.card.slice(-4),
    tokenLastFour: request.token ? request.cardNumber.slice(-4) : null,
    eci: request.threeDS?.eci ?? request.token?.eci ?? null,
    exemption: request.exemption,
    networkTransactionId: networkIdOf(base.reference),
    initialTransactionId: request.networkTransactionId,
  };
}

export function newOperation(
  parts: ChargeParts,
  verb: FollowUpVerb,
  request: FollowUpRequest,
  ruling: Decision,
  behaviour: Behaviour,
): Charge {
  const base = newCharge(parts, request, verb);
  const isTriggered = ruling.result === 'APPROVED' || ruling.rejectCode === behaviour.rejectCode;
  const isPending = behaviour.recorded === 'PENDING' && isTriggered;
  return {
    ...base,
    originalAttemptId: request.originalAttemptId,
    dueAt: isPending ? base.createdAt + DELAY_MS : null,
    result: isPending ? 'PENDING' : ruling.result,
    rejectCode: ruling.result === 'DECLINED' ? ruling.rejectCode : null,
  };
}

/**
 * A VOID row for an attempt that was reversed before its request arrived, so that the late request
 * is declined.
 */
export function newVoidedCharge(parts: ChargeParts, request: FollowUpRequest): Charge {
  const base = newCharge(parts, request, 'reverse');
  return { ...base, attemptId: request.originalAttemptId, result: 'VOID' };
}

function newCharge(parts: ChargeParts, request: OperationRequest, verb: RecordedVerb): Charge {
  return {
    ...noTotals,
    amountMinor: request.amountMinor,
    createdAt: parts.clock.now(),
    dueAt: null,
    version: 1,
    attemptId: request.attemptId,
    reference: parts.ids.next(),
    paymentId: request.paymentId,
    originalAttemptId: null,
    merchantId: request.merchantId,
    verb,
    kind: null,
    funding: null,
    currency: request.currency,
    result: 'APPROVED',
    rejectCode: null,
    authCode: null,
    cardLastFour: null,
    tokenLastFour: null,
    eci: null,
    exemption: null,
    networkTransactionId: null,
    initialTransactionId: null,
  };
}

/** The simulated card network gives every authorization an id of 15 digits. */
function networkIdOf(reference: string): string {
  const number = BigInt(`0x${reference.replaceAll('-', '')}`) % 10n ** 15n;
  return String(number).padStart(15, '0');
}

function authCode(random: RandomBytes): string {
  const [high = 0, middle = 0, low = 0] = random(3);
  return String(((high << 16) | (middle << 8) | low) % 1_000_000).padStart(6, '0');
}
