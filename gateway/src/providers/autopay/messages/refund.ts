// Refunds: ordered at once, made by the operator within half an hour, asked for by the MessageID of
// the order. Repeating an order with the same MessageID is safe.

import { exactNumber } from '../../../core/json.ts';
import { fieldsOf, textOf, type Fields } from '../../../core/json/fields.ts';
import { formatAmount } from '../../../core/money.ts';
import { approvalOf, type Finding, type Outcome } from '../../outcome.ts';
import type { FollowUp } from '../../provider.ts';
import { hashOf, isHashOf, type AutopayService } from '../hash.ts';
import { orderIdOf } from '../ids.ts';
import { declineOf, rejectCodeOfRefundError, rejectCodeOfRefundState } from '../reasons.ts';
import { garbage } from './message.ts';

export function refundMessage(
  service: AutopayService,
  request: FollowUp,
  remoteId: string,
): object {
  const messageId = orderIdOf(request.attemptId);
  const { currency } = request.amount;
  const amount = formatAmount(request.amount);
  return {
    serviceId: Number(service.serviceId),
    messageId,
    remoteId,
    amount: exactNumber(amount),
    currency,
    hash: hashOf([service.serviceId, messageId, remoteId, amount, currency], service),
  };
}

export function readRefundAnswer(
  body: unknown,
  service: AutopayService,
  attemptId: string,
): Outcome {
  const reply = fieldsOf(body) ?? {};
  const messageId = orderIdOf(attemptId);
  const error = reply['errorStatus'];
  const ordered: Outcome = { kind: 'pending', reference: messageId, customer: null };
  if (typeof error === 'string') {
    if (error === 'MESSAGE_ID_NOT_UNIQUE') return ordered;
    const rejectCode = rejectCodeOfRefundError(error);
    if (rejectCode === undefined) return { kind: 'unknown', why: 'provider-error' };
    return declineOf(rejectCode, error);
  }
  return isSigned(reply, service, messageId, []) ? ordered : garbage;
}

export function refundInquiry(service: AutopayService, attemptId: string): object {
  const messageId = orderIdOf(attemptId);
  const method = 'TRANSACTION_REFUND';
  const hash = hashOf([service.serviceId, messageId, method], service);
  return { serviceId: Number(service.serviceId), messageId, method, hash };
}

const waitingStates: ReadonlySet<unknown> = new Set([
  'NEW',
  'WAITING_FOR_TRANSFER_DATA',
  'COMMISSIONS_CALCULATED',
  'FAILED_ATTEMPT_OF_BALANCE_CHANGE',
  'PROCESSING',
]);

export function readRefundState(
  body: unknown,
  service: AutopayService,
  attemptId: string,
): Finding {
  const reply = fieldsOf(body) ?? {};
  const messageId = orderIdOf(attemptId);
  const { errorStatus, status, remoteOutId } = reply;
  if (typeof errorStatus === 'string') {
    const isMissing = errorStatus.endsWith('NOT_FOUND');
    return isMissing ? { kind: 'not-found' } : { kind: 'unknown', why: 'provider-error' };
  }
  if (!isSigned(reply, service, messageId, [status, remoteOutId])) return garbage;
  if (waitingStates.has(status)) return { kind: 'pending', reference: messageId, customer: null };
  if (status === 'DONE') {
    return approvalOf(textOf(remoteOutId, /^[\x20-\x7e]{1,64}$/) ?? messageId);
  }
  const rejectCode = rejectCodeOfRefundState(String(status));
  return rejectCode ? declineOf(rejectCode, String(status)) : garbage;
}

function isSigned(
  reply: Fields,
  service: AutopayService,
  messageId: string,
  more: readonly unknown[],
): boolean {
  const { serviceId, hash } = reply;
  const texts = more.map((value) => (typeof value === 'string' ? value : undefined));
  return (
    String(serviceId) === service.serviceId &&
    reply['messageId'] === messageId &&
    typeof hash === 'string' &&
    isHashOf(hash, [service.serviceId, messageId, ...texts], service)
  );
}
