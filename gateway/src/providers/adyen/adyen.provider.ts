// Card payments over Adyen Checkout v71. An authorization is answered at once; every other result,
// and that of an authorization whose answer was lost, comes by a message. There is no inquiry: an
// operation is sent again under its key while Adyen knows it, and an authorization without a result
// is cancelled by its reference when the payment expires.

import type { Clock } from '../../core/clock.ts';
import { timeOfId } from '../../core/id.ts';
import { fieldsOf } from '../../core/json/fields.ts';
import { orUnknown } from '../../http/outgoing.ts';
import type { CredentialLookup } from '../credentials/credentials.ts';
import type { Declined, Finding, Pending } from '../outcome.ts';
import type { FollowUp, FollowUpVerb, Inquiry, Provider } from '../provider.ts';
import type { ProviderMessage, ReadMessage } from '../provider-message.ts';
import {
  accountFields,
  accountOf,
  hmacKeysOf,
  isKnownAccount,
  type AdyenInstallation,
} from './account.ts';
import { readModification, readPayment } from './messages/answers.ts';
import { disputeOf } from './messages/disputes.ts';
import { modificationCall } from './messages/modification.ts';
import { isSameUnit, paymentMessage } from './messages/payment.ts';
import { newsOf } from './messages/results.ts';
import { isAuthentic, readItems } from './messages/webhook.ts';
import { referenceOf } from './reference.ts';
import type { AdyenTransport } from './transport.ts';

export const ADYEN_NOTIFICATION_PATH = '/v1/ecommerce/notifications/adyen';

interface AdyenOptions {
  readonly name: string;
  readonly account: AdyenInstallation;
  readonly send: AdyenTransport;
  readonly maxInFlightMs: number;
  readonly clock: Pick<Clock, 'now'>;
  /** Adyen requires it, but customers are never sent there. */
  readonly returnUrl: () => string;
}

const otherUnit: Declined = {
  kind: 'declined',
  rejectCode: 'CURRENCY_NOT_SUPPORTED',
  reference: null,
  mayTryElsewhere: true,
};

export function adyenProvider(options: AdyenOptions): Provider {
  const { name, account: installation, send, maxInFlightMs, clock } = options;
  const follow = (verb: FollowUpVerb) => (request: FollowUp) => {
    const account = accountOf(request, installation);
    const call = modificationCall(verb, request, account);
    return orUnknown(async () =>
      readModification(await send(call, account), request, referenceOf(request, verb)),
    );
  };
  return {
    name,
    means: ['PAN', 'NETWORK_TOKEN'],
    canFund: true,
    mayReportLater: true,
    credentialFields: accountFields,
    installationAccount: installation.merchantAccount,
    maxInFlightMs,
    async authorize(request) {
      const account = accountOf(request, installation);
      const message = paymentMessage(request, account, options.returnUrl());
      if (!isSameUnit(request.amount)) return otherUnit;
      const call = { path: '/payments', message, idempotencyKey: request.attemptId };
      return orUnknown(async () =>
        readPayment(await send(call, account), request, message.reference),
      );
    },
    followUps: {
      capture: follow('capture'),
      adjust: follow('adjust'),
      reverse: follow('reverse'),
      refund: follow('refund'),
      stop: follow('stop'),
    },
    inquire: (inquiry) => Promise.resolve(inquire(inquiry, clock)),
    check: () => check(options),
    readMessage: (message, credentials) => readMessage(options, message, credentials),
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Adyen knows a key for at least seven days; after that a repeated request is another one. */
const KEY_MS = 6 * DAY_MS;

function inquire({ verb, attemptId, reference }: Inquiry, clock: Pick<Clock, 'now'>): Finding {
  const pending: Pending = { kind: 'pending', reference, customer: null };
  if (verb === 'authorize') return pending;
  const isKnown = clock.now() - timeOfId(attemptId) < KEY_MS;
  // If the authorization still waits, another one is sent.
  if (verb === 'stop' && !isKnown) {
    return { kind: 'declined', rejectCode: 'SYSTEM_ERROR', reference };
  }
  if (reference !== null) return pending;
  return isKnown ? { kind: 'not-found' } : { kind: 'unknown', why: 'timeout' };
}

async function check({ account, send }: AdyenOptions): Promise<Finding> {
  const { merchantAccount } = account;
  const message = { merchantAccount, allowedPaymentMethods: ['scheme'] };
  return orUnknown(async () => {
    const { status, body } = await send({ path: '/paymentMethods', message }, account);
    if (status !== 200) return { kind: 'unknown', why: 'provider-error' };
    return fieldsOf(body) ? { kind: 'not-found' } : { kind: 'unknown', why: 'garbage' };
  });
}

const accepted = { mediaType: 'text/plain', text: '[accepted]' };

/** Items that say nothing to us are accepted too. */
async function readMessage(
  { account, clock }: AdyenOptions,
  { fields }: ProviderMessage,
  credentials: CredentialLookup,
): ReturnType<ReadMessage> {
  const items = readItems(fields);
  if (!items) return 'unreadable';
  const keys = hmacKeysOf(account);
  if (!items.every((item) => isAuthentic(item, keys))) return 'not-authentic';
  for (const name of new Set(items.map(({ merchantAccount }) => merchantAccount))) {
    if (!(await isKnownAccount(account, name, credentials))) return 'not-authentic';
  }
  return {
    provenBy: null,
    attempts: items.flatMap((item) => newsOf(item) ?? []),
    disputes: items.flatMap((item) => disputeOf(item, clock.now()) ?? []),
    answer: () => accepted,
  };
}
