// The BLIK operator with its banks and phones as a party of the sandbox.

import { createHmac } from 'node:crypto';
import { open, secret, type Secret } from '@bramka/gateway/core/secret.ts';
import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import { blikProvider } from '@bramka/gateway/providers/blik/blik.provider.ts';
import type { BlikVerb } from '@bramka/gateway/providers/blik/messages.ts';
import { jsonCalls, localTransport } from '@bramka/gateway/http/outgoing.ts';
import { readMigrations } from '@bramka/gateway/storage/migrate.ts';
import { callbackEffects, wireEffects } from '../party/fault.ts';
import { faultyCalls } from '../party/faulty-calls.ts';
import { faultyDelivery } from '../party/faulty-delivery.ts';
import type { Party } from '../party/party.ts';
import { blikDue, sqlBlikStore } from './blik.store.ts';
import { phoneEndpoints } from './http/endpoints.ts';
import { operatorCalls } from './http/protocol.ts';
import { createBlik, type SimulatedBlik } from './operator.ts';
import { blikPages, watchPhone } from './pages/endpoints.ts';
import { blikTriggers } from './triggers.ts';

const NAME = 'blik';
const EVERY_MS = 500;
const NOTIFY_LIMIT_MS = 5_000;
/** Where gateways receive results of BLIK payments. */
const NOTIFICATION_PATH = '/v1/ecommerce/notifications/blikweb/status';
/** The key of the operator inside a sandbox, known to everybody. */
const SANDBOX_KEY = secret('sandbox-blik-key');

const verbMeanings: Readonly<Record<BlikVerb | 'notify', string>> = {
  authorize: 'charge the account of a code or alias.',
  stop: 'end a payment that waits for the customer.',
  reverse: 'take a payment back.',
  refund: 'return money.',
  inquire: 'ask for the result of an attempt.',
  notify: 'report a result or an alias.',
};

export const blikParty: Party<SimulatedBlik> = {
  name: NAME,
  meaning: 'The BLIK operator with banks and phones, which reports results.',
  verbs: verbMeanings,
  effects: [...wireEffects, 'duplicate', ...callbackEffects],
  triggers: blikTriggers,
  triggerKinds: {
    code: {
      title: 'BLIK codes',
      meaning: 'the BLIK code; others come from a phone',
    },
    alias: {
      title: 'Aliases of BLIK_UID and BLIK_PAYID payments',
      meaning: 'the alias of a BLIK payment; others are registered with a code payment',
    },
    amount: {
      title: 'Last two digits of the amount, with a code or alias of a phone',
      meaning: 'the last two digits in minor units, with a code or alias of a phone',
    },
  },
  migrations: readMigrations(new URL('./migrations/', import.meta.url), 'sandbox/blik/'),
  endpoints: [...phoneEndpoints, ...operatorCalls, ...blikPages],
  open(context) {
    const key = context.keyOf(NAME) ?? SANDBOX_KEY;
    const calls = jsonCalls({ key: null, timeoutMs: NOTIFY_LIMIT_MS, loadsLate: true });
    const blik = createBlik({
      ...context,
      store: sqlBlikStore(context.database),
      deliver: faultyDelivery(NAME, 'notify', context),
      post: (url, body) => calls.post(url, body, { signature: signatureOf(body, key) }),
      mayNotify: (url) => context.mayCall(url, NOTIFICATION_PATH),
    });
    const wire = faultyCalls(NAME, context);
    const handle = (verb: BlikVerb, request: unknown) =>
      wire.call(verb, () => blik.handle(verb, request));
    const base = `${context.prefix}/${NAME}`;
    return {
      api: blik,
      routes: [
        ...toRoutes([...phoneEndpoints, ...operatorCalls], { blik, handle }),
        ...toRoutes([...blikPages, watchPhone], { phones: blik.phones, base }),
      ],
      jobs: [{ name: NAME, everyMs: EVERY_MS, due: blikDue, run: () => blik.runDue() }],
      connect(timeoutMs) {
        const send = localTransport(handle, context.clock, timeoutMs);
        const notificationUrl = () => `${context.publicUrl()}${NOTIFICATION_PATH}`;
        const { maxInFlightMs } = context;
        return {
          providers: [blikProvider({ name: NAME, send, key, maxInFlightMs, notificationUrl })],
        };
      },
      quiet: () => wire.quiet(),
      close: () => calls.close(),
    };
  },
};

/** Of the exact text of a message. */
function signatureOf(body: string, key: Secret<string>): string {
  return createHmac('sha256', open(key)).update(body).digest('hex');
}
