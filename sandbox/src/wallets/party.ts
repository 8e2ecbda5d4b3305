// The wallets Apple Pay and Google Pay as a party of the sandbox.

import { X509Certificate } from 'node:crypto';
import { secret } from '@bramka/gateway/core/secret.ts';
import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import { answerWithin } from '@bramka/gateway/http/outgoing.ts';
import { readMigrations } from '@bramka/gateway/storage/migrate.ts';
import type {
  SessionAnswer,
  SessionRequest,
  WalletServices,
} from '@bramka/gateway/wallets/wallet-services.ts';
import { wireEffects } from '../party/fault.ts';
import { faultyCalls } from '../party/faulty-calls.ts';
import { loadOnce, type LoadedOnce } from '../party/stored/load-once.ts';
import type { Party, PartyContext } from '../party/party.ts';
import { createDevices, type Devices } from './devices/devices.ts';
import { sqlDeviceStore } from './devices/devices.store.ts';
import { createWalletSafe } from './devices/safe.ts';
import { walletEndpoints } from './http/endpoints.ts';
import { sheetPages } from './pages/endpoints.ts';
import { RECIPIENT_ID } from './tokens/google-token.ts';
import { createRecipients } from './tokens/recipients.ts';
import { createSession } from './trust/session.ts';
import { loadWalletKeys, sqlRecipientStore } from './trust/wallet-keys.store.ts';
import { createWalletKeys, googleRootsJson, type WalletTrustKeys } from './trust/wallet-keys.ts';
import { walletTriggers } from './triggers.ts';

const NAME = 'wallets';
/** Seals the keys and numbers of the simulated wallets; known to everybody. */
const SANDBOX_SECRET = secret(Buffer.from('the secret of simulated wallets!'));

/** What other parties may do: issue device numbers, and find the card behind one. */
export type WalletsApi = Devices;

export const walletsParty: Party<WalletsApi> = {
  name: NAME,
  meaning: 'The wallets Apple Pay and Google Pay, which issue tokens, with their sheet.',
  verbs: { session: 'ask for an Apple Pay session.' },
  effects: [...wireEffects],
  triggers: walletTriggers,
  triggerKinds: {
    wallet: {
      title: 'Cards in a wallet (Apple Pay, Google Pay)',
      meaning: 'the number of the card in the wallet',
    },
  },
  migrations: readMigrations(new URL('./migrations/', import.meta.url), 'sandbox/wallets/'),
  endpoints: [...walletEndpoints, ...sheetPages],
  open(context) {
    const safe = createWalletSafe(SANDBOX_SECRET, context.random);
    const trust = loadOnce(() =>
      loadWalletKeys(context.database, safe, () => createWalletKeys(context.clock, context.random)),
    );
    const devices = createDevices({ ...context, store: sqlDeviceStore(context.database), safe });
    const keys = trust.load;
    const store = sqlRecipientStore(context.database);
    const portal = { ...context, keys, recipients: store };
    const recipients = createRecipients({ ...portal, tools: context.gatewayCredentials });
    const issue = { ...context, keys, recipients, devices };
    const address = `${context.prefix}/${NAME}/sheet`;
    const wire = faultyCalls(NAME, context);
    const requestSession = (order: SessionRequest) =>
      wire.call('session', () => answerSession(context, keys, order));
    return {
      api: devices,
      routes: toRoutes([...walletEndpoints, ...sheetPages], { portal, issue, address }),
      connect: (timeoutMs) => ({
        wallets: servicesOf(trust, async (order) => {
          const answer = answerWithin(context.clock, timeoutMs, requestSession(order));
          return readAnswer(await answer.catch(() => undefined));
        }),
      }),
      async prepare(merchantIds) {
        await keys();
        if (!context.gatewayCredentials()) return;
        await recipients.google();
        for (const merchantId of merchantIds) await recipients.apple(merchantId, null, 'EC');
      },
      quiet: () => wire.quiet(),
    };
  },
};

function servicesOf(
  { known }: LoadedOnce<WalletTrustKeys>,
  requestSession: (order: SessionRequest) => Promise<SessionAnswer>,
): WalletServices {
  // They must exist before the first payment.
  known();
  return {
    apple: {
      roots() {
        const keys = known();
        return keys ? [new X509Certificate(keys.appleRoot)] : [];
      },
      requestSession,
    },
    google: {
      recipientId: RECIPIENT_ID,
      roots() {
        const keys = known();
        const roots = keys ? googleRootsJson(keys).keys : [];
        return roots.map((root) => ({ ...root, keyExpiration: Number(root.keyExpiration) }));
      },
    },
  };
}

async function answerSession(
  context: PartyContext,
  keys: () => Promise<WalletTrustKeys>,
  { identity, displayName, domain }: SessionRequest,
) {
  const { certificate, privateKey, name } = identity;
  const order = certificate && { certificate, privateKey, name, displayName, domain };
  const session = order && (await createSession({ ...context, keys }, order));
  return session ? { status: 200, body: session } : { status: 417, body: {} };
}

function readAnswer(answer: { status: number; body: unknown } | undefined): SessionAnswer {
  if (answer?.status === 200) return { kind: 'session', session: answer.body as object };
  return { kind: answer && answer.status < 500 ? 'refused' : 'unknown' };
}
