// Stripe as a party of the sandbox: its public API over the simulated acquirer.

import { secret } from '@bramka/gateway/core/secret.ts';
import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import { localStripe } from '@bramka/gateway/providers/stripe/transport.ts';
import { stripeProvider } from '@bramka/gateway/providers/stripe/stripe.provider.ts';
import { readMigrations } from '@bramka/gateway/storage/migrate.ts';
import { acquirerParty } from '../acquirer/party.ts';
import { callbackEffects, wireEffects } from '../party/fault.ts';
import { faultyCalls } from '../party/faulty-calls.ts';
import type { Party } from '../party/party.ts';
import { createApi, verbOf, type HandleCall } from './api.ts';
import { stripeEndpoints } from './endpoints.ts';
import { paymentMethods } from './payment-methods.ts';
import type { ApiCall } from './protocol.ts';
import { messagesDue, sqlStripeStore } from './stripe.store.ts';
import { createWebhooks } from './webhooks.ts';

const NAME = 'stripe';
const EVERY_MS = 500;
/** Where gateways receive the messages of Stripe. */
const WEBHOOK_PATH = '/v1/ecommerce/notifications/stripe';
/** The key and the signing secret inside a sandbox, known to everybody. */
const SANDBOX_KEY = secret('sandbox-stripe-key');

export const stripeParty: Party<HandleCall> = {
  name: NAME,
  meaning: "A card acquirer with Stripe's public API, in front of the simulated acquirer.",
  onlyIfNamed: true,
  verbs: {
    method: 'make a payment method of a card.',
    create: 'create a payment intent.',
    confirm: 'charge or hold the amount of a payment intent.',
    capture: 'charge a held amount.',
    increment: 'raise a held amount.',
    cancel: 'cancel a payment intent.',
    refund: 'return money.',
    read: 'read a payment intent.',
    search: 'search payment intents.',
    list: 'list refunds.',
    balance: 'read the balance.',
    webhook: 'report an event.',
  },
  effects: [...wireEffects, 'duplicate', ...callbackEffects],
  triggers: [],
  triggerKinds: {},
  migrations: readMigrations(new URL('./migrations/', import.meta.url), 'sandbox/stripe/'),
  endpoints: stripeEndpoints,
  open(context) {
    const key = context.keyOf(NAME) ?? SANDBOX_KEY;
    const store = sqlStripeStore(context.database);
    const webhooks = createWebhooks({
      ...context,
      name: NAME,
      store,
      secret: key,
      url: () =>
        context.gatewayCredentials() ? `${context.publicUrl()}${WEBHOOK_PATH}` : undefined,
    });
    const api = createApi({
      ...context,
      store,
      acquirer: context.peer(acquirerParty),
      methods: paymentMethods(context.random),
      announce: (type, object) => webhooks.announce(type, object),
    });
    const wire = faultyCalls(NAME, context);
    const handle = async (call: ApiCall) => {
      const answer = await wire.call(verbOf(call) ?? 'read', () => api(call));
      return answer && { status: answer.status, body: answer.body as object | string };
    };
    return {
      api: handle,
      routes: toRoutes(stripeEndpoints, { handle }),
      jobs: [{ name: NAME, everyMs: EVERY_MS, due: messagesDue, run: () => webhooks.runDue() }],
      connect(timeoutMs) {
        const asText = async (call: ApiCall) => {
          const answer = await handle(call);
          if (!answer) return undefined;
          const { status, body } = answer;
          return { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
        };
        const { clock, maxInFlightMs } = context;
        const account = { key, webhookSecret: key };
        const send = localStripe(asText, clock, timeoutMs);
        const options = { name: NAME, account, accountId: null, send, maxInFlightMs, clock };
        return { providers: [stripeProvider(options)] };
      },
      quiet: () => wire.quiet(),
      close: () => webhooks.close(),
    };
  },
};
