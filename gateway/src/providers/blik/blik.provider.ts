// The adapter of the BLIK operator, over any transport: HTTP between processes, or a function call
// in one. A payment is a sale; the customer confirms it in the bank app.

import { defect } from '../../core/assert.ts';
import { open, type Secret } from '../../core/secret.ts';
import { orUnknown, type Transport } from '../../http/outgoing.ts';
import { keyField, keyOf } from '../credentials/credential-field.ts';
import type { CredentialLookup, Credentials } from '../credentials/credentials.ts';
import type { BlikAliasRegistration, BlikMeans, BlikTicket } from '../means.ts';
import { operationMessage, type AskedAttempt } from '../operation-message.ts';
import { asOutcome, type Finding, type Outcome } from '../outcome.ts';
import type { FollowUp, Provider, ProviderRequest } from '../provider.ts';
import type { ProviderMessage, ReadMessage } from '../provider-message.ts';
import {
  readBlikAnswer,
  type BlikRegistrationMessage,
  type BlikRequest,
  type BlikTicketMessage,
  type BlikVerb,
} from './messages.ts';
import { isAuthenticBlik, merchantOf, readBlikNotification } from './notification.ts';

interface BlikOptions {
  readonly name: string;
  readonly send: Transport<BlikVerb, BlikRequest>;
  readonly maxInFlightMs: number;
  /** Proves the notifications of the operator: it signs them, or is their bearer token. */
  readonly key: Secret<string>;
  /** Where the operator sends results. */
  readonly notificationUrl: () => string;
}

export function blikProvider(options: BlikOptions): Provider {
  const { name, send, maxInFlightMs } = options;
  const ask = (
    verb: BlikVerb,
    message: BlikRequest,
    asked: AskedAttempt & { readonly credentials?: Credentials },
  ): Promise<Finding> => {
    const key = keyOf(asked.credentials);
    return orUnknown(async () => readBlikAnswer(await send(verb, message, key), asked));
  };
  const follow =
    (verb: BlikVerb) =>
    async (request: FollowUp): Promise<Outcome> => {
      const { originalAttemptId } = request;
      const message = { ...operationMessage(request), originalAttemptId };
      return asOutcome(await ask(verb, message, attemptOf(request)));
    };
  return {
    name,
    means: ['BLIK'],
    maxInFlightMs,
    credentialFields: [keyField],
    async authorize(request) {
      const { means } = request;
      if (means.kind !== 'blik') return defect('the BLIK operator is called with BLIK means');
      const message: BlikRequest = {
        ...operationMessage(request),
        ...paymentMessage(means),
        notificationUrl: options.notificationUrl(),
      };
      return asOutcome(await ask('authorize', message, attemptOf(request)));
    },
    followUps: { stop: follow('stop'), reverse: follow('reverse'), refund: follow('refund') },
    readMessage: (message, credentials) => readMessage(message, credentials, options.key),
    inquire: (inquiry) => ask('inquire', { attemptId: inquiry.attemptId }, inquiry),
  };
}

/** A merchant with its own contract has its own key. */
async function readMessage(
  message: ProviderMessage,
  credentials: CredentialLookup,
  key: Secret<string>,
): ReturnType<ReadMessage> {
  const merchantId = merchantOf(message.fields);
  const own = merchantId === undefined ? null : await credentials.ofMerchant(merchantId);
  const isOwn = own?.['key'] !== undefined && isAuthenticBlik(message, own['key']);
  if (!isOwn && !isAuthenticBlik(message, key)) return 'not-authentic';
  const news = readBlikNotification(message.fields);
  return news ? { ...news, provenBy: isOwn ? own : null } : 'unreadable';
}

function attemptOf({ amount, ...request }: ProviderRequest) {
  return { ...request, amountMinor: amount.minor, currency: amount.currency };
}

function paymentMessage({ ticket, register, payer, description }: BlikMeans) {
  const { ip, userAgent } = payer;
  return {
    ticket: ticketMessage(ticket),
    ...(register ? { register: registrationMessage(register) } : {}),
    payer: { ...(ip === null ? {} : { ip }), ...(userAgent === null ? {} : { userAgent }) },
    description,
  };
}

function ticketMessage(ticket: BlikTicket): BlikTicketMessage {
  if (ticket.type === 'CODE') return { type: 'CODE', code: open(ticket.code) };
  const { type, alias, app } = ticket;
  return { type, alias: open(alias), ...(app === null ? {} : { app }) };
}

function registrationMessage(register: BlikAliasRegistration): BlikRegistrationMessage {
  const { type, label, recurring } = register;
  const message = { type, alias: open(register.alias), label };
  if (!recurring) return message;
  const { model, frequency, limitMinor, totalLimitMinor, totalCount, expiresOn } = recurring;
  return {
    ...message,
    recurring: {
      model,
      ...(frequency === null ? {} : { frequency }),
      ...(limitMinor === null ? {} : { limitMinor: String(limitMinor) }),
      ...(totalLimitMinor === null ? {} : { totalLimitMinor: String(totalLimitMinor) }),
      ...(totalCount === null ? {} : { totalCount: String(totalCount) }),
      ...(expiresOn === null ? {} : { expiresOn }),
    },
  };
}
