// Adyen as a party of the sandbox: its protocol in front of the simulated acquirer.

import { secret } from '@bramka/gateway/core/secret.ts';
import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import { jsonCalls } from '@bramka/gateway/http/outgoing.ts';
import {
  ADYEN_NOTIFICATION_PATH,
  adyenProvider,
} from '@bramka/gateway/providers/adyen/adyen.provider.ts';
import { localAdyen } from '@bramka/gateway/providers/adyen/transport.ts';
import { readMigrations } from '@bramka/gateway/storage/migrate.ts';
import { acquirerParty } from '../acquirer/party.ts';
import { callbackEffects, wireEffects } from '../party/fault.ts';
import { faultyCalls } from '../party/faulty-calls.ts';
import { faultyDelivery } from '../party/faulty-delivery.ts';
import type { Party } from '../party/party.ts';
import { adyenDue, sqlAdyenStore } from './adyen.store.ts';
import { adyenEndpoints, type HandleCall } from './endpoints.ts';
import { handleCall, operationOf, type OperatorParts } from './operator.ts';
import { createWebhooks, SANDBOX_HMAC_KEY } from './webhooks.ts';

const NAME = 'adyen';
const EVERY_MS = 500;
const WEBHOOK_LIMIT_MS = 5_000;
const MERCHANT_ACCOUNT = 'BramkaSandbox';
/** The API key inside a sandbox, known to everybody. */
const SANDBOX_KEY = secret('sandbox-adyen-key');

export const adyenParty: Party<HandleCall> = {
  name: NAME,
  meaning: 'Adyen Checkout in front of the acquirer; test cards are those of the acquirer.',
  onlyIfNamed: true,
  verbs: {
    authorize: 'charge or hold the amount.',
    capture: 'charge a held amount.',
    adjust: 'change a held amount.',
    reverse: 'take a charge or hold back.',
    refund: 'return money.',
    stop: 'cancel a payment by its reference.',
    methods: 'list the payment methods.',
    notify: 'report a result.',
  },
  effects: [...wireEffects, 'duplicate', ...callbackEffects],
  triggers: [],
  triggerKinds: {},
  migrations: readMigrations(new URL('./migrations/', import.meta.url), 'sandbox/adyen/'),
  endpoints: adyenEndpoints,
  open(context) {
    const { clock, maxInFlightMs } = context;
    const account = {
      merchantAccount: MERCHANT_ACCOUNT,
      apiKey: context.keyOf(NAME) ?? SANDBOX_KEY,
      hmacKey: SANDBOX_HMAC_KEY,
    };
    const acquirer = context.peer(acquirerParty);
    const calls = jsonCalls({ key: null, timeoutMs: WEBHOOK_LIMIT_MS, loadsLate: true });
    const webhooks = createWebhooks({
      ...account,
      journal: context.journal,
      store: sqlAdyenStore(context.database),
      clock,
      acquirer,
      deliver: faultyDelivery(NAME, 'notify', context),
      post: (url, body) => calls.post(url, body),
    });
    const parts: OperatorParts = {
      ...account,
      acquirer,
      webhooks,
      mayCall: (url) => context.mayCall(url, ADYEN_NOTIFICATION_PATH),
      defaultUrl: () => `${context.publicUrl()}${ADYEN_NOTIFICATION_PATH}`,
    };
    const wire = faultyCalls(NAME, context);
    const handle: HandleCall = async (call, headers) => {
      const found = operationOf(call.path);
      if (!found) return { status: 404, body: {} };
      const [verb, work] = found;
      return wire.call(verb, () => handleCall(parts, call, headers, work));
    };
    return {
      api: handle,
      routes: toRoutes(adyenEndpoints, { handle }),
      jobs: [{ name: NAME, everyMs: EVERY_MS, due: adyenDue, run: () => webhooks.runDue() }],
      connect(timeoutMs) {
        const send = localAdyen(handle, clock, timeoutMs);
        const returnUrl = parts.defaultUrl;
        const options = { name: NAME, account, send, maxInFlightMs, clock, returnUrl };
        return { providers: [adyenProvider(options)] };
      },
      quiet: () => wire.quiet(),
      close: () => calls.close(),
    };
  },
};
