// Bank transfers over the plain redirect protocol: the start returns an address for the customer,
// and the result is asked for. The customer's way back has the same hash as Autopay's.

import { defect } from '../../core/assert.ts';
import { isoTime } from '../../core/clock.ts';
import { orUnknown, type Transport } from '../../http/outgoing.ts';
import { serviceFields } from '../autopay/own-account.ts';
import type { AutopayService } from '../autopay/hash.ts';
import { readReturn } from '../autopay/messages/return.ts';
import { cachedBankList } from '../bank.ts';
import { keyOf } from '../credentials/credential-field.ts';
import type { Credentials } from '../credentials/credentials.ts';
import { operationMessage } from '../operation-message.ts';
import { asOutcome, isCustomerLink } from '../outcome.ts';
import type { FollowUp, Inquiry, Provider } from '../provider.ts';
import {
  readBanks,
  readRedirectAnswer,
  type RedirectRequest,
  type RedirectVerb,
} from './messages.ts';

export interface RedirectOptions {
  readonly name: string;
  /** Signs the customer's way back. */
  readonly service: AutopayService;
  readonly send: Transport<RedirectVerb, RedirectRequest>;
  readonly maxInFlightMs: number;
  readonly returnUrl: () => string;
  /** Links without TLS are accepted only from a simulated provider. */
  readonly allowsPlainLinks: boolean;
}

export function redirectProvider(options: RedirectOptions): Provider {
  const { name, service, send } = options;
  const isAllowedUrl = (url: string): boolean => isCustomerLink(url, options.allowsPlainLinks);
  const ask = (
    verb: RedirectVerb,
    message: RedirectRequest,
    asked: Inquiry['amountMinor'],
    credentials: Credentials | undefined,
  ) => {
    const key = keyOf(credentials);
    const { attemptId = '', currency = '' } = message;
    const attempt = { attemptId, currency, amountMinor: asked };
    return orUnknown(async () =>
      readRedirectAnswer(await send(verb, message, key), attempt, isAllowedUrl),
    );
  };
  const follow = (verb: 'stop' | 'refund') => async (request: FollowUp) => {
    const { originalAttemptId } = request;
    const message = { ...operationMessage(request), originalAttemptId };
    return asOutcome(await ask(verb, message, request.amount.minor, request.credentials));
  };
  const listBanks = async () => {
    try {
      return readBanks(await send('banks', {}), name);
    } catch {
      return undefined;
    }
  };
  return {
    name,
    means: ['REDIRECT'],
    credentialFields: serviceFields,
    installationAccount: service.serviceId,
    maxInFlightMs: options.maxInFlightMs,
    banks: cachedBankList(listBanks),
    readReturn: (query, credentials) => readReturn(service, query, credentials),
    async authorize(request) {
      const { means, amount } = request;
      if (means.kind !== 'redirect') return defect('a bank transfer is paid by redirect');
      const message: RedirectRequest = {
        ...operationMessage(request),
        bankId: means.bankId,
        description: means.description,
        payer: means.payer,
        validUntil: isoTime(means.validUntil),
        returnUrl: options.returnUrl(),
      };
      return asOutcome(await ask('start', message, amount.minor, request.credentials));
    },
    followUps: { stop: follow('stop'), refund: follow('refund') },
    inquire: ({ attemptId, amountMinor, currency, credentials }) =>
      ask('inquire', { attemptId, currency }, amountMinor, credentials),
  };
}
