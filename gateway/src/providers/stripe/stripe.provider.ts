// Card payments over Stripe. An authorization is a payment method with the card, an unconfirmed
// intent, and its confirmation: only the confirmation can move money. Whatever cannot be read is
// unknown, never declined.

import { defect } from '../../core/assert.ts';
import type { Clock } from '../../core/clock.ts';
import type { CardMeans } from '../means.ts';
import { approvalOf, type Declined, type Finding, type Outcome, type Unknown } from '../outcome.ts';
import type { Authorization, FollowUp, Provider } from '../provider.ts';
import { askerOf, garbage, post, read, type Ask, type StripeTransport } from './transport.ts';
import { unlessRefused } from './errors.ts';
import { endIntent, inquire, readCancelled } from './inquire.ts';
import {
  readAuthorization,
  readCapture,
  readIncrement,
  readIntent,
  readIntentId,
  readMethodId,
  readRefund,
} from './intent.ts';
import { readMessage } from './webhook/read-message.ts';
import { accountFields, accountOf, type StripeAccount } from './own-account.ts';
import {
  BALANCE,
  cancelParameters,
  captureParameters,
  confirmParameters,
  incrementParameters,
  INTENT_ID,
  intentParameters,
  INTENTS,
  keys,
  methodParameters,
  METHODS,
  refundParameters,
  REFUNDS,
} from './requests.ts';
import { refusedBefore } from './limits.ts';

interface StripeOptions {
  readonly name: string;
  readonly account: StripeAccount;
  /** The id of the account, which no merchant may claim; null: not known. */
  readonly accountId: string | null;
  readonly send: StripeTransport;
  readonly maxInFlightMs: number;
  readonly clock: Pick<Clock, 'now'>;
}

export function stripeProvider(options: StripeOptions): Provider {
  const { name, account, accountId, clock, maxInFlightMs, send } = options;
  const askFor = (request: Parameters<typeof accountOf>[0]): Ask =>
    askerOf(send, accountOf(request, account).key);
  const follow =
    (operate: (ask: Ask, request: FollowUp, intentId: string) => Promise<Outcome>) =>
    async (request: FollowUp): Promise<Outcome> => {
      const { originalReference: intentId } = request;
      const isIntent = intentId !== null && INTENT_ID.test(intentId);
      if (!isIntent) return { kind: 'declined', rejectCode: 'SYSTEM_ERROR', reference: null };
      return unlessRefused(await operate(askFor(request), request, intentId));
    };
  return {
    name,
    means: ['PAN'],
    credentialFields: accountFields,
    ...(accountId === null ? {} : { installationAccount: accountId }),
    maxInFlightMs,
    async authorize(request) {
      const { means } = request;
      if (means.kind !== 'card' || means.numberType !== 'PAN') {
        return defect('Stripe is paid with card numbers');
      }
      return refusedBefore(request, means) ?? authorize(askFor(request), request, means);
    },
    followUps: {
      capture: follow(capture),
      adjust: follow(adjust),
      reverse: follow(reverse),
      refund: follow(refund),
    },
    inquire: (inquiry) => inquire(askFor(inquiry), inquiry, clock.now()),
    check: () => check(askFor({})),
    readMessage: (message, credentials) =>
      readMessage({ account, send, now: clock.now() }, message, credentials),
  };
}

async function authorize(ask: Ask, request: Authorization, means: CardMeans): Promise<Outcome> {
  const { attemptId, amount } = request;
  const terms = { ...request, amountMinor: amount.minor, currency: amount.currency };
  const card = post(METHODS, methodParameters(means.card), keys.method(attemptId));
  const intent = post(INTENTS, intentParameters(terms), keys.create(attemptId));
  const [method, created] = await Promise.all([
    ask(card, readMethodId),
    ask(intent, (answer) => readIntentId(answer, attemptId)),
  ]);
  if (!('id' in method)) return neverConfirmed(method);
  if (!('id' in created)) return neverConfirmed(created);
  const path = `${INTENTS}/${created.id}/confirm`;
  const confirm = post(path, confirmParameters(method.id, means), keys.confirm(attemptId));
  const state = await ask(confirm, (answer) =>
    answer['id'] === created.id ? readAuthorization(answer, request) : garbage,
  );
  if (state === 'action') {
    const ended = await endIntent(ask, created.id, request);
    if (ended !== 'ended') return ended;
    const providerCode = 'requires_action';
    return { kind: 'declined', rejectCode: 'SCA_REQUIRED', reference: created.id, providerCode };
  }
  if (state === 'open' || state === 'ended') return garbage;
  return isOfAnotherState(state) ? { kind: 'unknown', why: 'provider-error' } : state;
}

/** It was confirmed or cancelled before, so an inquiry must tell which. */
function isOfAnotherState(outcome: Outcome): boolean {
  const code = outcome.kind === 'declined' ? outcome.providerCode : undefined;
  return code === 'payment_intent_unexpected_state' || code === 'intent_invalid_state';
}

/** Without a confirmation no money can move, whatever Stripe did with the request. */
function neverConfirmed(outcome: Declined | Unknown): Declined | Unknown {
  const isLost = outcome.kind === 'unknown' && outcome.why !== 'garbage';
  return isLost ? { kind: 'unknown', why: 'not-sent' } : outcome;
}

function capture(ask: Ask, request: FollowUp, intentId: string): Promise<Outcome> {
  const path = `${INTENTS}/${intentId}/capture`;
  return ask(
    post(path, captureParameters(request), request.attemptId),
    (answer) => readCapture(answer, request) ?? garbage,
  );
}

/** Stripe can only raise the amount of a hold. */
function adjust(ask: Ask, request: FollowUp, intentId: string): Promise<Outcome> {
  const path = `${INTENTS}/${intentId}/increment_authorization`;
  return ask(
    post(path, incrementParameters(request), request.attemptId),
    (answer) => readIncrement(answer, request) ?? garbage,
  );
}

/** A hold is cancelled; a sale is refunded. */
async function reverse(ask: Ask, request: FollowUp, intentId: string): Promise<Outcome> {
  const status = await ask(read(`${INTENTS}/${intentId}`), (answer) => {
    const intent = readIntent(answer);
    return intent?.metadata['attempt'] === request.originalAttemptId ? intent : garbage;
  });
  if (!('status' in status)) return status;
  if (status.status === 'canceled') return approvalOf(intentId);
  if (status.status === 'succeeded') return refund(ask, request, intentId);
  const path = `${INTENTS}/${intentId}/cancel`;
  return ask(
    post(path, cancelParameters, keys.cancel(request.attemptId)),
    (answer) => readCancelled(answer, request.originalAttemptId) ?? garbage,
  );
}

function refund(ask: Ask, request: FollowUp, intentId: string): Promise<Outcome> {
  return ask(post(REFUNDS, refundParameters(intentId, request), request.attemptId), (answer) =>
    readRefund(answer, request),
  );
}

/** Reads the balance; a readable answer shows that the key is accepted. */
async function check(ask: Ask): Promise<Finding> {
  const answer = await ask(read(BALANCE), ({ object }): Finding =>
    object === 'balance' ? { kind: 'not-found' } : garbage,
  );
  return answer.kind === 'declined' ? { kind: 'unknown', why: 'provider-error' } : answer;
}
