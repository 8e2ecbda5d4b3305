// Answers a request whose attempt id was used before: a repeat of the same operation gets the
// recorded answer, another operation is refused.

import { isDeepStrictEqual } from 'node:util';
import type { PlainAnswer } from '@bramka/gateway/providers/plain/messages.ts';
import { answerOf, chargeAt } from './charge.ts';
import type { Charge, RecordedVerb } from './charge.ts';
import type { AuthorizeRequest, FollowUpRequest, OperationRequest } from './request.ts';
import { refusalAnswer } from '../wire/refused.ts';

export function answerRepeat(
  recorded: Charge,
  verb: RecordedVerb,
  request: OperationRequest & Partial<AuthorizeRequest & FollowUpRequest>,
  now: number,
): PlainAnswer {
  const isTombstone = recorded.verb === 'reverse' && recorded.result === 'VOID';
  const isSame =
    recorded.verb === verb &&
    recorded.merchantId === request.merchantId &&
    recorded.paymentId === request.paymentId &&
    recorded.amountMinor === request.amountMinor &&
    recorded.currency === request.currency &&
    recorded.kind === (request.kind ?? null) &&
    isDeepStrictEqual(recorded.funding, request.funding ?? null) &&
    recorded.eci === (request.threeDS?.eci ?? request.token?.eci ?? null) &&
    recorded.exemption === (request.exemption ?? null) &&
    recorded.initialTransactionId === (request.networkTransactionId ?? null) &&
    (recorded.tokenLastFour === null) === !request.token &&
    recorded.originalAttemptId === (request.originalAttemptId ?? null);
  if (isSame || isTombstone) return answerOf(chargeAt(recorded, now));
  return refusalAnswer('ATTEMPT_REUSED');
}
