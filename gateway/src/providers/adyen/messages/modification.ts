// The requests of operations on an authorization. They are answered that they were received; the
// result comes by a message.

import { defect } from '../../../core/assert.ts';
import type { FollowUp, FollowUpVerb } from '../../provider.ts';
import type { AdyenAccount } from '../account.ts';
import { referenceOf } from '../reference.ts';
import type { AdyenCall } from '../transport.ts';
import { amountMessage } from './payment.ts';

const paths = {
  capture: 'captures',
  adjust: 'amountUpdates',
  refund: 'refunds',
} as const;

export function modificationCall(
  verb: FollowUpVerb,
  request: FollowUp,
  { merchantAccount }: AdyenAccount,
): AdyenCall {
  const { attemptId, originalReference } = request;
  const common = { merchantAccount, reference: referenceOf(request, verb) };
  const call = (path: string, own: object): AdyenCall => ({
    path,
    message: { ...common, ...own },
    idempotencyKey: attemptId,
  });
  if (verb === 'stop' || (verb === 'reverse' && originalReference === null)) {
    return call('/cancels', { paymentReference: paymentReferenceOf(request) });
  }
  if (originalReference === null) return defect(`${verb} names the payment at Adyen`);
  const payment = `/payments/${encodeURIComponent(originalReference)}`;
  if (verb === 'reverse') return call(`${payment}/reversals`, {});
  return call(`${payment}/${paths[verb]}`, { amount: amountMessage(request.amount) });
}

/** Our own reference of the authorization, which is known without any answer. */
function paymentReferenceOf({ originalAttemptId, ...request }: FollowUp): string {
  return referenceOf({ ...request, attemptId: originalAttemptId }, 'authorize');
}
