// Bank transfers and BLIK over Autopay's public protocol. The customer is sent to the bank by a
// link, or confirms in the bank app; the result comes by notification or inquiry. Both are one
// provider, because Autopay sends the notifications of a service to one address. Whatever cannot be
// read is unknown, never declined.

import { defect } from '../../core/assert.ts';
import type { Ids } from '../../core/id.ts';
import { money } from '../../core/money.ts';
import { orUnknown } from '../../http/outgoing.ts';
import { cachedBankList } from '../bank.ts';
import type { CredentialLookup } from '../credentials/credentials.ts';
import { asOutcome, isCustomerLink, type Finding, type Outcome, type Unknown } from '../outcome.ts';
import type { Authorization, Inquiry, Provider } from '../provider.ts';
import type { ProviderMessage, ReadMessage } from '../provider-message.ts';
import { blikOutcome, blikRefusal, blikStart } from './blik.ts';
import type { AutopayService } from './hash.ts';
import { attemptIdOf, orderIdOf } from './ids.ts';
import { namedService, serviceFields, serviceOf } from './own-account.ts';
import { cancelForm, readCancelAnswer } from './messages/cancel.ts';
import { channelListMessage, readChannelList } from './messages/channel-list.ts';
import { confirmationXml, readItn } from './messages/itn.ts';
import {
  readRefundAnswer,
  readRefundState,
  refundInquiry,
  refundMessage,
} from './messages/refund.ts';
import { readReturn } from './messages/return.ts';
import { readStartAnswer, startForm } from './messages/start.ts';
import { readStatusAnswer, statusForm } from './messages/status.ts';
import { findingOf } from './messages/transaction.ts';
import { transferOutcome, transferStart } from './transfer.ts';
import {
  formMessage,
  jsonMessage,
  type AutopayMessage,
  type AutopayTransport,
} from './transport.ts';

export interface AutopayOptions {
  readonly name: string;
  readonly service: AutopayService;
  readonly send: AutopayTransport;
  readonly maxInFlightMs: number;
  readonly ids: Ids;
  /** Whether BLIK is paid over the service too; absent: only transfers. */
  readonly takesBlik?: boolean;
  /** Where the bank sends the customer back to. */
  readonly returnUrl: () => string;
  /** Links without TLS are accepted only from a simulated operator. */
  readonly allowsPlainLinks: boolean;
}

type Ask = <T>(message: AutopayMessage, read: (body: string) => T) => Promise<T | Unknown>;

export function autopayProvider(options: AutopayOptions): Provider {
  const { name, service } = options;
  const ask = asker(options.send);
  return {
    name,
    means: options.takesBlik ? ['REDIRECT', 'BLIK'] : ['REDIRECT'],
    credentialFields: serviceFields,
    installationAccount: service.serviceId,
    maxInFlightMs: options.maxInFlightMs,
    banks: cachedBankList(() => listBanks(options, ask)),
    readMessage: (message, credentials) => readMessage(service, message, credentials),
    readReturn: (query, credentials) => readReturn(service, query, credentials),
    authorize: (request) => authorize(options, ask, request),
    followUps: {
      stop(request) {
        const used = serviceOf(request, service);
        const form = cancelForm(used, request);
        return ask(formMessage('/webapi/transactionCancel', form, 'pay-bm'), (body) =>
          readCancelAnswer(body, used, request),
        );
      },
      refund(request) {
        const { originalReference: remoteId, attemptId } = request;
        if (remoteId === null) return defect('a refund names the transaction that was paid');
        const used = serviceOf(request, service);
        const content = refundMessage(used, request, remoteId);
        return ask(jsonMessage('/settlementapi/transactionRefund/v3', content), (body) =>
          readRefundAnswer(parseJson(body), used, attemptId),
        );
      },
    },
    inquire: (inquiry) => inquire(serviceOf(inquiry, service), ask, inquiry),
  };
}

async function authorize(
  { service, returnUrl, takesBlik, allowsPlainLinks }: AutopayOptions,
  ask: Ask,
  request: Authorization,
): Promise<Outcome> {
  const { means, attemptId } = request;
  const used = serviceOf(request, service);
  const start = (own: ReturnType<typeof transferStart | typeof blikStart>) => {
    const form = startForm(used, request, { ...own, returnUrl: returnUrl() });
    return formMessage('/payment', form, 'pay-bm-continue-transaction-url');
  };
  const read = (body: string) => readStartAnswer(body, used, attemptId);
  if (means.kind === 'redirect') {
    const isAllowedUrl = (url: string): boolean => isCustomerLink(url, allowsPlainLinks);
    return ask(start(transferStart(means)), (body) => transferOutcome(read(body), isAllowedUrl));
  }
  if (means.kind !== 'blik' || !takesBlik) return defect(`Autopay is not paid by ${means.kind}`);
  const refusal = blikRefusal(means);
  return refusal ?? ask(start(blikStart(request, means)), (body) => blikOutcome(read(body)));
}

/** Only this message reports a result without being asked. */
async function readMessage(
  own: AutopayService,
  { fields }: ProviderMessage,
  credentials: CredentialLookup,
): ReturnType<ReadMessage> {
  const itn = readItn(fields['transactions']);
  const named = itn && (await namedService(own, itn.serviceId, credentials));
  if (!itn || !named || !itn.isSignedBy(named.service)) return 'not-authentic';
  const { service, provenBy } = named;
  const { orderId, paid } = itn.transaction;
  const finding = asOutcome(findingOf([itn.transaction], paid));
  return {
    provenBy,
    attempts: [{ attemptId: attemptIdOf(orderId) ?? orderId, finding, amount: paid }],
    answer: (isAccepted) => ({
      mediaType: 'text/xml',
      text: confirmationXml(service, orderId, isAccepted ? 'CONFIRMED' : 'NOTCONFIRMED'),
    }),
  };
}

function asker(send: AutopayTransport): Ask {
  return (message, read) =>
    orUnknown(async () => {
      const { status, body } = await send(message);
      return status === 200 ? read(body) : { kind: 'unknown', why: 'provider-error' };
    });
}

async function inquire(
  service: AutopayService,
  ask: Ask,
  { verb, attemptId, amountMinor, currency }: Inquiry,
): Promise<Finding> {
  // A cancellation has no inquiry of its own: it is sent again.
  if (verb === 'stop') return { kind: 'not-found' };
  if (verb === 'refund') {
    const content = refundInquiry(service, attemptId);
    return ask(jsonMessage('/settlementapi/outDetails/v2', content), (body) =>
      readRefundState(parseJson(body), service, attemptId),
    );
  }
  const form = statusForm(service, attemptId);
  const expected = money(amountMinor, currency);
  return ask(formMessage('/webapi/transactionStatus', form, 'pay-bm'), (body) =>
    readStatusAnswer(body, service, attemptId, expected),
  );
}

async function listBanks({ name, service, ids }: AutopayOptions, ask: Ask) {
  const messageId = orderIdOf(ids.next());
  const message = jsonMessage('/gatewayList/v3', channelListMessage(service, messageId));
  const found = await ask(message, (body) => readChannelList(body, service, messageId, name));
  return found && 'kind' in found ? undefined : found;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
