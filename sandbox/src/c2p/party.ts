// A Click to Pay system as a party of the sandbox: profiles, checkout responses, confirmations.

import { Refusal } from '@bramka/gateway/core/refusals.ts';
import { secret } from '@bramka/gateway/core/secret.ts';
import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import { answerWithin } from '@bramka/gateway/http/outgoing.ts';
import { readMigrations } from '@bramka/gateway/storage/migrate.ts';
import {
  confirmationMeaning,
  confirmationMessage,
} from '@bramka/gateway/wallets/click-to-pay/messages.ts';
import type { ClickToPay } from '@bramka/gateway/wallets/wallet-services.ts';
import { readJson, writeJson } from '@bramka/gateway/core/json.ts';
import { wireEffects } from '../party/fault.ts';
import { faultyCalls } from '../party/faulty-calls.ts';
import { loadOnce, type LoadedOnce } from '../party/stored/load-once.ts';
import type { Party, PartyContext } from '../party/party.ts';
import { orRefusal, refusalAnswer } from '../wire/refused.ts';
import type { Answer } from '../wire/unanswered.ts';
import { sqlCheckoutStore } from './c2p.store.ts';
import { c2pTriggers } from './consumers.ts';
import { checkoutEndpoints } from './http/checkouts.ts';
import { gatewayEndpoints } from './http/gateways.ts';
import { confirmationView } from './http/views.ts';
import { walletsParty, type WalletsApi } from '../wallets/party.ts';
import { c2pPages } from './pages/endpoints.ts';
import { merchantOf, readConfirmation, type ConfirmationBody } from './request.ts';
import type { Order } from './system/checkout.ts';
import { createClickToPay, type Choice, type ClickToPaySystem } from './system/click-to-pay.ts';
import type { CheckoutContent } from './system/response.ts';
import { findRecipient } from './system/recipient.ts';
import { loadSigningKey, type SigningKey } from './system/signing-key.ts';

const NAME = 'c2p';
/** Seals the signing key of the simulated system; known to everybody. */
const SANDBOX_SECRET = secret(Buffer.from('the secret of sandbox clicktopay'));

const endpoints = [...checkoutEndpoints, ...gatewayEndpoints, ...c2pPages];

export const c2pParty: Party<ClickToPaySystem> = {
  name: NAME,
  meaning: 'A Click to Pay system, which issues checkouts and receives confirmations.',
  verbs: { confirm: 'receive how a checkout ended.' },
  effects: [...wireEffects, 'duplicate'],
  triggers: c2pTriggers,
  triggerKinds: {
    c2p: {
      title: 'E-mail addresses of Click to Pay customers',
      meaning: 'the e-mail address of a Click to Pay customer; cards are triggers too',
    },
  },
  migrations: readMigrations(new URL('./migrations/', import.meta.url), 'sandbox/c2p/'),
  openPages: ['pay', 'sdk.js'],
  endpoints,
  open(context) {
    const store = sqlCheckoutStore(context.database);
    const devices = context.peer(walletsParty);
    const key = loadOnce(() => loadSigningKey(store, SANDBOX_SECRET, context.random));
    const system = createClickToPay({
      ...context,
      store,
      key: key.load,
      recipient: () => findRecipient({ ...context, store }),
      issueToken: (order, choice) => issueToken(devices, order, choice),
    });
    const wire = faultyCalls(NAME, context);
    const confirm = (request: ConfirmationBody) =>
      wire.call('confirm', () => answerTo(system, request));
    const base = (): string => `${context.publicUrl()}${context.prefix}/${NAME}`;
    return {
      api: system,
      routes: toRoutes(endpoints, {
        system,
        clock: context.clock,
        key: key.load,
        confirm,
        base,
        path: `${context.prefix}/${NAME}`,
      }),
      connect: (timeoutMs) => ({
        wallets: { clickToPay: serviceOf(context, key, base, confirm, timeoutMs) },
      }),
      async prepare() {
        await key.load();
        await findRecipient({ ...context, store });
      },
      quiet: () => wire.quiet(),
    };
  },
};

/** A device number of the card, with a cryptogram for this shop and amount. */
async function issueToken(
  devices: WalletsApi,
  { dpaId, amountMinor, currency }: Order,
  { card, expiry: cardExpiry }: Choice,
): Promise<CheckoutContent> {
  const merchantId = merchantOf({ dpaId });
  const terms = { merchantId, amountMinor, currency, hasEci: true };
  return { kind: 'token', ...(await devices.issue({ wallet: 'C2P', card, cardExpiry, ...terms })) };
}

async function answerTo(system: ClickToPaySystem, request: ConfirmationBody): Promise<Answer> {
  const row = await orRefusal(() => system.confirm(readConfirmation(request)));
  if (row instanceof Refusal) return refusalAnswer(row.code, row.details);
  return { status: 200, body: confirmationView(row) };
}

function serviceOf(
  { clock }: PartyContext,
  { known }: LoadedOnce<SigningKey>,
  base: () => string,
  confirm: (request: ConfirmationBody) => Promise<Answer | undefined>,
  timeoutMs: number,
): ClickToPay {
  // The key must exist before the first payment.
  known();
  return {
    sdkUrl: () => `${base()}/sdk.js`,
    keys() {
      const key = known();
      return key ? [key.jwk] : [];
    },
    async confirm(confirmation) {
      // As it would arrive over HTTP.
      const request = readJson(writeJson(confirmationMessage(confirmation))) as ConfirmationBody;
      try {
        return confirmationMeaning((await answerWithin(clock, timeoutMs, confirm(request))).status);
      } catch {
        return 'unknown';
      }
    },
  };
}
