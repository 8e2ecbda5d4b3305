// Reads the messages of Stripe's webhooks. Messages of other kinds, and about payments that are not
// of this gateway, are accepted and have no effect, so that Stripe does not repeat them.

import { isUuid } from '../../../core/id.ts';
import { fieldsOf, textOf, type Fields } from '../../../core/json/fields.ts';
import type { CredentialLookup } from '../../credentials/credentials.ts';
import { asOutcome, type Outcome } from '../../outcome.ts';
import type { AttemptNews, ProviderMessage, ReadMessage } from '../../provider-message.ts';
import { askerOf, read, type StripeTransport } from '../transport.ts';
import { disputeOf, isDisputeEvent } from './dispute.ts';
import { moneyOf, readIntent, refundState, readAuthorization } from '../intent.ts';
import { namedAccount, type StripeAccount } from '../own-account.ts';
import { declined } from '../reasons.ts';
import { INTENT_ID, INTENTS, REFUND_ID } from '../requests.ts';
import { isSigned, SIGNATURE_HEADER } from './signature.ts';

interface MessageParts {
  readonly account: StripeAccount;
  readonly send: StripeTransport;
  readonly now: number;
}

const EVENT_TYPE = /^[a-z0-9_.]{1,100}$/;

export async function readMessage(
  { account, send, now }: MessageParts,
  { text, fields, header, query }: ProviderMessage,
  credentials: CredentialLookup,
): ReturnType<ReadMessage> {
  const named = await namedAccount(account, query['account'], credentials);
  if (!named) return 'not-authentic';
  const { used, provenBy } = named;
  if (!isSigned(text, header(SIGNATURE_HEADER), used.webhookSecret, now)) return 'not-authentic';
  const type = textOf(fields['type'], EVENT_TYPE);
  const object = fieldsOf(fieldsOf(fields['data'])?.['object']);
  if (fields['object'] !== 'event' || type === undefined || !object) return 'unreadable';
  if (!isDisputeEvent(type)) {
    const news = newsOf(type, object);
    return { provenBy, attempts: news ? [news] : [] };
  }
  const intentId = textOf(object['payment_intent'], INTENT_ID);
  if (intentId === undefined) return { provenBy, attempts: [] };
  // A dispute does not name the payment, but its intent does. If it cannot be read now, Stripe
  // sends the message again.
  const intent = await askerOf(send, used.key)(read(`${INTENTS}/${intentId}`), (answer) =>
    answer['id'] === intentId ? readIntent(answer) : undefined,
  );
  if (!intent || !('metadata' in intent)) return 'unreadable';
  const payment = namesIn(intent.metadata);
  const dispute = payment && disputeOf(type, object, fields['created'], payment);
  return { provenBy, attempts: [], disputes: dispute ? [dispute] : [] };
}

/** Undefined: it is not about an attempt of ours. */
function newsOf(type: string, object: Fields): AttemptNews | undefined {
  const names = namesIn(fieldsOf(object['metadata']) ?? {});
  if (!names) return undefined;
  const { attemptId, ...payment } = names;
  const found = type.startsWith('payment_intent.')
    ? intentNews(type, object, attemptId)
    : refundEvents.has(type)
      ? refundNews(object, attemptId)
      : undefined;
  return found && { payment, ...found };
}

type IntentNews = Omit<AttemptNews, 'payment'>;

function intentNews(type: string, object: Fields, attemptId: string): IntentNews | undefined {
  const intent = readIntent(object);
  if (!intent) return undefined;
  const { id, metadata } = intent;
  const about = (name: string) => textOf(metadata[name], UUID);
  const authorization = (amountField: string): IntentNews | undefined => {
    const amount = moneyOf(object, 'amount');
    const state = amount && readAuthorization(object, { attemptId, amount });
    if (!state || typeof state === 'string') return undefined;
    return { attemptId, finding: state, amount: moneyOf(object, amountField) };
  };
  const operation = (operationId: string, amountField: string): IntentNews => ({
    attemptId: operationId,
    finding: { kind: 'approved', reference: id, authCode: null, networkTransactionId: null },
    amount: moneyOf(object, amountField),
  });
  const [capture, adjust] = [about('capture'), about('adjust')];
  switch (type) {
    case 'payment_intent.succeeded':
      // Somebody else may have captured a hold, such as a person in Stripe's dashboard.
      if (object['capture_method'] === 'manual') {
        return capture === undefined ? undefined : operation(capture, 'amount_received');
      }
      return authorization('amount_received');
    case 'payment_intent.amount_capturable_updated':
      return adjust === undefined
        ? authorization('amount_capturable')
        : operation(adjust, 'amount_capturable');
    case 'payment_intent.payment_failed':
      return authorization('amount');
    case 'payment_intent.canceled':
      // Without a charge it was never paid, and never will be. A released hold was approved once.
      if (object['latest_charge'] !== null) return undefined;
      return { attemptId, finding: declined('SYSTEM_ERROR', id, 'canceled'), amount: null };
    default:
      return undefined;
  }
}

const refundEvents: ReadonlySet<string> = new Set([
  'charge.refund.updated',
  'refund.created',
  'refund.failed',
  'refund.updated',
]);

function refundNews(object: Fields, attemptId: string): IntentNews | undefined {
  const id = textOf(object['id'], REFUND_ID);
  const status = textOf(object['status'], EVENT_TYPE);
  if (object['object'] !== 'refund' || !id || !status) return undefined;
  const finding: Outcome = asOutcome(refundState(id, status, object));
  return { attemptId, finding, amount: moneyOf(object, 'amount') };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MERCHANT = /^[!-~]{1,64}$/;

/** Undefined: the object was not made by this gateway. */
function namesIn(metadata: Fields) {
  const merchantId = textOf(metadata['merchant'], MERCHANT);
  const paymentId = textOf(metadata['payment'], UUID);
  const attemptId = textOf(metadata['attempt'], UUID);
  if (merchantId === undefined || paymentId === undefined) return undefined;
  return attemptId !== undefined && isUuid(paymentId)
    ? { merchantId, paymentId, attemptId }
    : undefined;
}
