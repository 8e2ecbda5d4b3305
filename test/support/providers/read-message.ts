// How the proofs give a message to an adapter. This is the only place that knows the part of the
// port for messages.
import { money, type Money } from '@bramka/gateway/core/money.ts';
import { isAutopay } from '@bramka/gateway/providers/autopay/autopay.provider.ts';
import { attemptIdOf } from '@bramka/gateway/providers/autopay/ids.ts';
import { readItn } from '@bramka/gateway/providers/autopay/messages/itn.ts';
import type { Provider } from '@bramka/gateway/providers/provider.ts';
import type { SentMessage } from './counterpart.ts';

export interface ReadMessage {
  readonly attemptId: string | undefined;
  /** Absent: the message states no result. */
  readonly isApproved?: boolean;
  /** What was paid, if the message states it. */
  readonly paid?: Money | null;
}

/** Undefined: the message is not authentic, or unreadable. */
export function readMessage(provider: Provider, message: SentMessage): ReadMessage | undefined {
  const { body, headers, query } = message;
  if (Object.keys(query).length > 0) {
    const { ServiceID = '', OrderID = '', Hash = '' } = query;
    const attemptId = provider.readReturn?.({ ServiceID, OrderID, Hash });
    return attemptId === undefined ? undefined : { attemptId };
  }
  if (isAutopay(provider)) {
    const field = new URLSearchParams(body).get('transactions') ?? '';
    const itn = readItn(field, provider.service);
    if (itn.kind !== 'authentic') return undefined;
    const { orderId, paymentStatus, amount, currency } = itn.transaction;
    const paid = money(BigInt(amount.replace('.', '')), currency);
    return { attemptId: attemptIdOf(orderId), isApproved: paymentStatus === 'SUCCESS', paid };
  }
  const { signature, authorization } = headers;
  const read = provider.readNotification?.({ body, signature, authorization });
  if (read === undefined || typeof read === 'string' || !read.result) return undefined;
  const { attemptId, finding, paid } = read.result;
  return {
    attemptId,
    isApproved: finding.kind === 'approved',
    paid: paid && money(paid.amountMinor, paid.currency),
  };
}
