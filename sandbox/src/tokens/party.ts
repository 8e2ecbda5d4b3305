// The token services of Visa and Mastercard as a party of the sandbox.

import { createHmac } from 'node:crypto';
import type { Clock } from '@bramka/gateway/core/clock.ts';
import { deriveKey, type Key } from '@bramka/gateway/core/seal.ts';
import { open, secret } from '@bramka/gateway/core/secret.ts';
import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import { jsonCalls } from '@bramka/gateway/http/outgoing.ts';
import { readMigrations } from '@bramka/gateway/storage/migrate.ts';
import type { TokenVerb } from '@bramka/gateway/token-services/plain/messages.ts';
import { plainTokenService } from '@bramka/gateway/token-services/plain/plain-tokens.ts';
import { localTransport } from '@bramka/gateway/http/outgoing.ts';
import { callbackEffects, wireEffects } from '../party/fault.ts';
import { faultyCalls } from '../party/faulty-calls.ts';
import { faultyDelivery } from '../party/faulty-delivery.ts';
import type { Party, PartyContext } from '../party/party.ts';
import { tokenTriggers } from './cards/triggers.ts';
import { tokenEndpoints } from './http/endpoints.ts';
import { serviceCalls } from './http/protocol.ts';
import { createSafe } from './numbers.ts';
import { schemes, type Scheme } from './rows.ts';
import { createTokens, type SimulatedTokens } from './tokens.ts';
import { messagesDue, sqlTokenStore } from './tokens.store.ts';

const NAME = 'tokens';
const EVERY_MS = 500;
const NOTIFY_LIMIT_MS = 5_000;
/** Where gateways receive news about tokens. */
const NEWS_PATH = '/v1/ecommerce/notifications/tokens/status';
/** The secret shared with the gateway inside a sandbox, known to everybody. */
export const SANDBOX_SECRET = secret(Buffer.from('the secret of the sandbox tokens'));

const verbMeanings: Readonly<Record<TokenVerb | 'notify', string>> = {
  provision: 'issue a token for a card.',
  cryptogram: 'issue a cryptogram.',
  remove: 'delete a token.',
  read: 'read a token.',
  visual: 'read the picture of a card.',
  notify: 'report a change of a token.',
};

export const tokensParty: Party<SimulatedTokens> = {
  name: NAME,
  meaning: 'The token services of Visa (VTS) and Mastercard (SCOF), which report changes.',
  verbs: verbMeanings,
  effects: [...wireEffects, 'duplicate', ...callbackEffects],
  triggers: tokenTriggers,
  triggerKinds: {
    card: {
      title: 'Card numbers for network tokens, decided by the token service',
      meaning: 'the card number',
    },
  },
  migrations: readMigrations(new URL('./migrations/', import.meta.url), 'sandbox/tokens/'),
  endpoints: [...tokenEndpoints, ...serviceCalls],
  open(context) {
    const shared = secretOf(context);
    const news = createNews(shared, context.clock);
    const tokens = createTokens({
      ...context,
      store: sqlTokenStore(context.database),
      safe: createSafe(shared, context.random),
      deliver: faultyDelivery(NAME, 'notify', context),
      post: (url, body) => news.post(url, body),
      mayNotify: (url) => context.mayCall(url, NEWS_PATH),
    });
    const wire = faultyCalls(NAME, context);
    const handle = (scheme: Scheme, verb: TokenVerb, request: unknown) =>
      wire.call(verb, () => tokens.handle(scheme, verb, request));
    return {
      api: tokens,
      routes: toRoutes([...tokenEndpoints, ...serviceCalls], { tokens, handle }),
      jobs: [{ name: NAME, everyMs: EVERY_MS, due: messagesDue, run: () => tokens.runDue() }],
      connect: (timeoutMs) => ({
        tokenServices: schemes.map((scheme) =>
          plainTokenService({
            scheme,
            send: localTransport(
              (verb, request) => handle(scheme, verb, request),
              context.clock,
              timeoutMs,
            ),
            secret: shared,
            random: context.random,
            notificationUrl: () => `${context.publicUrl()}${NEWS_PATH}`,
          }),
        ),
      }),
      quiet: () => wire.quiet(),
      close: () => news.close(),
    };
  },
};

/** A sandbox process of its own may have a secret: 32 bytes in base64. */
function secretOf({ keyOf }: PartyContext): Key {
  const given = keyOf('tokens_secret');
  return given ? secret(Buffer.from(open(given), 'base64')) : SANDBOX_SECRET;
}

/** Posts messages with the signature of their exact text and the time. */
function createNews(shared: Key, clock: Clock) {
  const key = deriveKey(shared, 'token service signature');
  const calls = jsonCalls({ key: null, timeoutMs: NOTIFY_LIMIT_MS, loadsLate: true });
  return {
    post(url: string, body: string) {
      const seconds = String(Math.floor(clock.now() / 1000));
      const mac = createHmac('sha256', open(key)).update(`${seconds}.${body}`).digest('hex');
      return calls.post(url, body, { signature: `t=${seconds},v1=${mac}` });
    },
    close: () => calls.close(),
  };
}
