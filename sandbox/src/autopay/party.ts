// The operator of bank transfers and BLIK with Autopay's protocol (BM) as a party of the sandbox,
// and the party that makes a demonstration use its BLIK.

import { mediaTypes, toRoutes } from '@bramka/gateway/http/endpoint.ts';
import { textCalls } from '@bramka/gateway/http/outgoing.ts';
import {
  autopayProvider,
  type AutopayOptions,
} from '@bramka/gateway/providers/autopay/autopay.provider.ts';
import { localAutopay } from '@bramka/gateway/providers/autopay/transport.ts';
import type { Provider } from '@bramka/gateway/providers/provider.ts';
import { bankParty } from '../bank/party.ts';
import { blikWaiting, noticesDue } from '../bank/transfer.store.ts';
import { blikParty } from '../blik/party.ts';
import { callbackEffects, wireEffects } from '../party/fault.ts';
import { faultyCalls } from '../party/faulty-calls.ts';
import { faultyDelivery } from '../party/faulty-delivery.ts';
import type { Party } from '../party/party.ts';
import { settleWaiting } from './blik.ts';
import { autopayEndpoints, type HandleCall } from './endpoints.ts';
import { simulatedService } from '../bank/hash.ts';
import { sendNotices, type DeliverNotice } from './notices.ts';
import { operations } from './operator.ts';
import type { OperatorParts } from './start.ts';
import { testCodeTriggers } from './test-codes.ts';

const NAME = 'autopay';
const PROVIDER_NAME = 'BM';
const RETURN_PATH = '/v1/ecommerce/notifications/bmweb/status';
const EVERY_MS = 500;
const NOTICE_LIMIT_MS = 5_000;

interface AutopayApi {
  connect(timeoutMs: number, takesBlik: boolean): Provider;
}

export const autopayParty: Party<AutopayApi> = {
  name: NAME,
  meaning: "The operator of bank transfers and BLIK with Autopay's protocol (provider BM).",
  verbs: {
    start: 'start a transfer or a BLIK payment.',
    status: 'ask for the transactions of an order.',
    cancel: 'cancel an order that waits.',
    refund: 'order a refund.',
    'refund-status': 'ask for the result of a refund.',
    list: 'list the banks.',
    itn: 'notify the gateway of a transaction.',
  },
  effects: [...wireEffects, 'duplicate', ...callbackEffects],
  triggers: [],
  triggerKinds: {},
  openPages: ['payment'],
  endpoints: autopayEndpoints,
  open(context) {
    const transfers = context.peer(bankParty);
    const blik = context.peer(blikParty);
    const service = simulatedService(NAME, context.keyOf(NAME));
    const ownUrl = (): string => `${context.publicUrl()}${context.prefix}/${NAME}`;
    const parts: OperatorParts = {
      transfers,
      blik,
      clock: context.clock,
      service,
      ownUrl,
      defaultReturnUrl: () => `${context.publicUrl()}${RETURN_PATH}`,
      mayCall: (url) => context.mayCall(url, RETURN_PATH),
    };
    const wire = faultyCalls(NAME, context);
    const handle = handler(parts, wire);
    const calls = textCalls({ timeoutMs: NOTICE_LIMIT_MS, loadsLate: true });
    const faulty = faultyDelivery(NAME, 'itn', context);
    const deliver: DeliverNotice = (url, form, isFirst) =>
      faulty(() => calls.post(url, { 'content-type': mediaTypes.form }, form), isFirst);
    const bankPage = (remoteId: string, token: string): string =>
      `${context.prefix}/bank/pay/${remoteId}/${token}`;
    const connect: AutopayApi['connect'] = (timeoutMs, takesBlik) => {
      const options: AutopayOptions = {
        name: PROVIDER_NAME,
        service: { ...service, hashMethod: 'SHA256' },
        takesBlik,
        send: localAutopay(handle, context.clock, timeoutMs),
        maxInFlightMs: context.maxInFlightMs,
        ids: context.ids,
        returnUrl: parts.defaultReturnUrl,
        allowsPlainLinks: true,
      };
      return autopayProvider(options);
    };
    return {
      api: { connect },
      routes: toRoutes(autopayEndpoints, { handle, bankPage }),
      jobs: [
        {
          name: 'itn',
          everyMs: EVERY_MS,
          due: noticesDue,
          run: () => sendNotices({ transfers, clock: context.clock, service, deliver }),
        },
        {
          name: 'autopay-blik',
          everyMs: EVERY_MS,
          due: blikWaiting,
          run: () => settleWaiting(parts),
        },
      ],
      connect: (timeoutMs) => ({ providers: [connect(timeoutMs, false)] }),
      quiet: () => wire.quiet(),
      close: () => calls.close(),
    };
  },
};

/** The same operator, connected for BLIK too. */
export const autopayBlikParty: Party = {
  name: 'autopay-blik',
  meaning: 'BLIK over the operator with Autopay’s protocol, instead of the BLIK operator.',
  onlyIfNamed: true,
  verbs: {},
  effects: [],
  triggers: testCodeTriggers,
  triggerKinds: {
    code: {
      title: "BLIK codes of Autopay's test environment",
      meaning: 'the BLIK code; other codes are those of the BLIK operator',
    },
    amount: {
      title: "Amounts of Autopay's test environment",
      meaning: 'the amount of a payment with the code 111112',
    },
  },
  endpoints: [],
  open(context) {
    const autopay = context.peer(autopayParty);
    return {
      api: undefined,
      routes: [],
      connect: (timeoutMs) => ({ providers: [autopay.connect(timeoutMs, true)] }),
    };
  },
};

function handler(parts: OperatorParts, wire: ReturnType<typeof faultyCalls>): HandleCall {
  return async (call) => {
    const found = Object.entries(operations).find(([, [path]]) => path === call.path);
    if (!found) return { status: 404, body: '' };
    const [verb, [, handle]] = found;
    const answer = await wire.call(verb, async () => handle(parts, call));
    if (answer === undefined) return undefined;
    const { status, body } = answer;
    // An injected fault answers with a JSON object.
    return { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
  };
}
