// The cancellation of an order that waits for the customer. Repeating it is safe: an order that is
// cancelled already has the wrong status.

import { leafTexts } from '../../../core/xml/read-fields.ts';
import { readXml } from '../../../core/xml/read-xml.ts';
import { approvalOf, type Outcome } from '../../outcome.ts';
import type { FollowUp } from '../../provider.ts';
import { isHashOf, type AutopayService } from '../hash.ts';
import { orderIdOf } from '../ids.ts';
import { garbage, signedForm, type Form } from './message.ts';

export function cancelForm(service: AutopayService, request: FollowUp): Form {
  return signedForm(service, [
    ['ServiceID', service.serviceId],
    ['MessageID', orderIdOf(request.attemptId)],
    ['OrderID', orderIdOf(request.originalAttemptId)],
  ]);
}

/** Declined means that the order has ended already; an inquiry says how. */
export function readCancelAnswer(
  body: string,
  service: AutopayService,
  request: FollowUp,
): Outcome {
  const root = readXml(body);
  const fields = root && leafTexts(root);
  if (!fields || root.name !== 'transaction') return garbage;
  const get = (name: string): string => fields.get(name) ?? '';
  const messageId = orderIdOf(request.attemptId);
  const isOurs = get('serviceID') === service.serviceId && get('messageID') === messageId;
  const values = ['serviceID', 'messageID', 'confirmation', 'reason'].map(get);
  const isAuthentic = isHashOf(fields.get('hash'), values, service);
  const ended: Outcome = { kind: 'declined', rejectCode: 'BANK_REJECTED', reference: null };
  if (get('confirmation') === 'CONFIRMED') {
    if (!isOurs || !isAuthentic) return garbage;
    if (get('reason') === 'CANCELED_FULLY') {
      return approvalOf(messageId);
    }
    return get('reason') === 'CANCELED_PARTIALLY' ? ended : garbage;
  }
  if (get('confirmation') !== 'NOTCONFIRMED') return garbage;
  // Ids and hash may be absent from this answer; if present, they must be right.
  const isConsistent = (isOurs || !fields.has('messageID')) && (isAuthentic || !fields.has('hash'));
  if (!isConsistent) return garbage;
  const isEnded = ['INCORRECT_PAYMENT_STATUS', 'TRANSACTION_NOT_FOUND'].includes(get('reason'));
  return isEnded ? ended : { kind: 'unknown', why: 'provider-error' };
}
