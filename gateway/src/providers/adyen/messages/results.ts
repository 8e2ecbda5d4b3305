// What the items of Adyen's messages say about our operations. Items of other kinds, and about
// payments that are not ours, say nothing: they are accepted, so that Adyen does not repeat them.

import type { AttemptVerb } from '../../attempt.ts';
import { approvalOf, type Outcome } from '../../outcome.ts';
import type { AttemptNews } from '../../provider-message.ts';
import { declineOf } from '../reasons.ts';
import { readReference } from '../reference.ts';
import type { WebhookItem } from './webhook.ts';

/**
 * By the operation that the reference names; an event about another operation counts for none.
 * `whole`: the operation has no amount of its own.
 */
const events: Readonly<Record<string, { verbs: readonly AttemptVerb[]; whole?: true }>> = {
  AUTHORISATION: { verbs: ['authorize'] },
  CAPTURE: { verbs: ['capture'] },
  CAPTURE_FAILED: { verbs: ['capture'] },
  AUTHORISATION_ADJUSTMENT: { verbs: ['adjust'] },
  REFUND: { verbs: ['refund'] },
  REFUND_FAILED: { verbs: ['refund', 'reverse'] },
  REFUNDED_REVERSED: { verbs: ['refund', 'reverse'] },
  CANCELLATION: { verbs: ['reverse'], whole: true },
  CANCEL_OR_REFUND: { verbs: ['reverse'], whole: true },
  TECHNICAL_CANCEL: { verbs: ['reverse', 'stop', 'authorize'], whole: true },
};

/** These report a failure by their name, whatever `success` says. */
const failures: ReadonlySet<string> = new Set([
  'CAPTURE_FAILED',
  'REFUND_FAILED',
  'REFUNDED_REVERSED',
]);

/** Undefined: the item says nothing about an operation of ours. */
export function newsOf(item: WebhookItem): AttemptNews | undefined {
  const event = Object.hasOwn(events, item.eventCode) ? events[item.eventCode] : undefined;
  const named = readReference(item.merchantReference);
  if (!named || !event?.verbs.includes(named.verb)) return undefined;
  const { attemptId, merchantId, paymentId, verb } = named;
  const finding = findingOf(item, verb);
  if (!finding) return undefined;
  const amount = event.whole === true ? null : amountOf(item);
  return { attemptId, payment: { merchantId, paymentId }, finding, amount };
}

function findingOf(item: WebhookItem, verb: AttemptVerb): Outcome | undefined {
  const { pspReference, eventCode } = item;
  const isSuccess = item.isSuccess && !failures.has(eventCode);
  if (eventCode === 'TECHNICAL_CANCEL') {
    // A failure says nothing about the authorization: it may not have arrived, or be captured.
    if (!isSuccess) return verb === 'reverse' ? declineOf(item.reason, pspReference) : undefined;
    // Adyen may name the payment instead of our request; then the payment is what has ended.
    if (verb === 'authorize')
      return { kind: 'declined', rejectCode: 'SYSTEM_ERROR', reference: null };
  }
  // Data of the card network is not signed, so that of messages is not used.
  return isSuccess ? approvalOf(pspReference) : declineOf(item.reason, pspReference);
}

const VALUE = /^[0-9]{1,15}$/;

/** What was authorized, if it is said to be another amount than that of the payment. */
function amountOf({ amount, additional }: WebhookItem): AttemptNews['amount'] {
  const { authorisedAmountValue: value, authorisedAmountCurrency: currency } = additional;
  const isPart = typeof value === 'string' && VALUE.test(value) && currency === amount.currency;
  return isPart ? { ...amount, minor: BigInt(value) } : amount;
}
