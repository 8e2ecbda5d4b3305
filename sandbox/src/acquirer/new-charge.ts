// New charges of the simulated acquirer: what is recorded about an operation when it is decided.

import { defect } from '@bramka/gateway/core/assert.ts';
import type { Clock } from '@bramka/gateway/core/clock.ts';
import type { Ids } from '@bramka/gateway/core/id.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import { noTotals, totalsOf } from './charge.ts';
import type { Charge, FollowUpVerb, RecordedVerb, Ruling } from './charge.ts';
import type { AuthorizeRequest, FollowUpRequest, OperationRequest } from './request.ts';
import { DELAY_MS, type Behaviour } from './triggers.ts';

interface ChargeParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
}

export function authorization(
  parts: ChargeParts,
  request: AuthorizeRequest,
  behaviour: Behaviour,
): Charge {
  const isApproved = behaviour.recorded === 'APPROVED';
  const isPending = behaviour.recorded === 'PENDING';
  const base = blank(parts, request, 'authorize');
  return {
    ...base,
    ...(isApproved ? totalsOf(request.kind, request.amountMinor) : noTotals),
    dueAt: isPending ? base.createdAt + DELAY_MS : null,
    kind: request.kind,
    result: behaviour.recorded ?? defect('a behaviour without a record was to be recorded'),
    rejectCode: behaviour.rejectCode,
    authCode: isApproved || isPending ? authCode(parts.random) : null,
    cardLastFour: request.cardNumber.slice(-4),
    eci: request.threeDS?.eci ?? null,
    exemption: request.exemption,
  };
}

export function operation(
  parts: ChargeParts,
  verb: FollowUpVerb,
  request: FollowUpRequest,
  ruling: Ruling,
): Charge {
  return {
    ...blank(parts, request, verb),
    originalAttemptId: request.originalAttemptId,
    result: ruling.result,
    rejectCode: ruling.result === 'DECLINED' ? ruling.rejectCode : null,
  };
}

/** The tombstone of an attempt that was reversed before it was seen: should it come, it is late. */
export function neverSeen(parts: ChargeParts, request: FollowUpRequest): Charge {
  const base = blank(parts, request, 'reverse');
  return { ...base, attemptId: request.originalAttemptId, result: 'VOID' };
}

function blank(parts: ChargeParts, request: OperationRequest, verb: RecordedVerb): Charge {
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
    currency: request.currency,
    result: 'APPROVED',
    rejectCode: null,
    authCode: null,
    cardLastFour: null,
    eci: null,
    exemption: null,
  };
}

function authCode(random: RandomBytes): string {
  const [high = 0, middle = 0, low = 0] = random(3);
  return String(((high << 16) | (middle << 8) | low) % 1_000_000).padStart(6, '0');
}
