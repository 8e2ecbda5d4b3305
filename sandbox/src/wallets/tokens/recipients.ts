// To whom the simulated wallets encrypt. With the gateway in the same process they use its
// credentials and set them up on first use; otherwise what was registered over HTTP.

import type { Clock } from '@bramka/gateway/core/clock.ts';
import { defect } from '@bramka/gateway/core/assert.ts';
import { refuse } from '@bramka/gateway/core/refusals.ts';
import { issueCertificate, type CertificateKind, type PortalParts } from '../trust/portal.ts';
import type { KeyAlgorithm, RecipientStore } from '../trust/wallet-keys.store.ts';

/** The credentials of the gateway in the same process. */
export interface CredentialTools {
  create(input: {
    readonly kind: CertificateKind | 'GPAY_ENCRYPTION';
    readonly merchantId: string | null;
    readonly name: string;
    readonly algorithm: KeyAlgorithm;
  }): Promise<{
    readonly credentialId: string;
    readonly certificateRequest: string | null;
    readonly publicKey: string;
  }>;
  install(input: { readonly credentialId: string; readonly certificate: string }): Promise<unknown>;
  list(page: {
    readonly merchantId?: string | undefined;
    readonly after?: string | undefined;
  }): Promise<readonly Credential[]>;
}

interface Credential {
  readonly credentialId: string;
  readonly kind: string;
  readonly merchantId: string | null;
  readonly name: string;
  readonly algorithm: KeyAlgorithm;
  readonly status: string;
  readonly publicKey: Uint8Array;
  readonly expiresAt: number | null;
}

/** A key to encrypt to, and the name of its owner at the wallet. */
export interface RecipientKey {
  readonly name: string;
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array;
}

export interface RecipientParts extends PortalParts {
  readonly recipients: RecipientStore;
  readonly clock: Clock;
  /** Undefined if the gateway is another process. */
  readonly tools: () => CredentialTools | undefined;
}

export interface Recipients {
  /** The merchant's key for Apple Pay; `name` null: of any merchant identifier of this merchant. */
  apple(merchantId: string, name: string | null, algorithm: KeyAlgorithm): Promise<RecipientKey>;
  /** The gateway's key for Google Pay. */
  google(): Promise<RecipientKey>;
  /** Gives a merchant of the gateway in this process what Apple Pay needs, unless it has it. */
  setUp(merchantId: string): Promise<void>;
}

/** The name of the gateway at the simulated Google Pay. */
export const GATEWAY = 'bramka-sandbox';

export function createRecipients(parts: RecipientParts): Recipients {
  const { tools, recipients } = parts;
  const once = shareCalls();
  const certified = (
    kind: CertificateKind,
    merchantId: string,
    name: string | null,
    algorithm: KeyAlgorithm,
  ): Promise<RecipientKey> =>
    once([kind, merchantId, name ?? '', algorithm].join('|'), async () => {
      const own = tools();
      if (!own) return registered(recipients, kind, name ?? defaultName(merchantId), algorithm);
      const wanted = { kind, merchantId, name, algorithm };
      return (await findCredential(parts, own, wanted)) ?? certify(parts, own, wanted);
    });
  return {
    apple: (merchantId, name, algorithm) =>
      certified('APAY_PROCESSING', merchantId, name, algorithm),
    google: () =>
      once('google', async () => {
        const own = tools();
        if (!own) return registered(recipients, 'GPAY_ENCRYPTION', GATEWAY, 'EC');
        const wanted = { kind: 'GPAY_ENCRYPTION', merchantId: null, name: null, algorithm: 'EC' };
        return (await findCredential(parts, own, wanted)) ?? makeGatewayKey(own);
      }),
    async setUp(merchantId) {
      await certified('APAY_IDENTITY', merchantId, null, 'EC');
      await certified('APAY_PROCESSING', merchantId, null, 'EC');
    },
  };
}

const defaultName = (merchantId: string): string =>
  `merchant.sandbox.${merchantId.replaceAll(/[^A-Za-z0-9._-]/g, '-')}`;

interface Wanted {
  readonly kind: string;
  readonly merchantId: string | null;
  readonly name: string | null;
  readonly algorithm: string;
}

/** The newest usable credential. */
async function findCredential(
  { clock }: RecipientParts,
  tools: CredentialTools,
  { kind, merchantId, name, algorithm }: Wanted,
): Promise<RecipientKey | undefined> {
  const now = clock.now();
  let found: Credential | undefined;
  for (let after: string | undefined; ;) {
    const page = await tools.list({ merchantId: merchantId ?? undefined, after });
    const usable = page.filter(
      (one) =>
        one.kind === kind &&
        one.status === 'ACTIVE' &&
        one.algorithm === algorithm &&
        (name === null || one.name === name) &&
        (one.expiresAt === null || one.expiresAt > now),
    );
    found = usable.at(-1) ?? found;
    after = page.at(-1)?.credentialId;
    if (after === undefined) return found;
  }
}

async function certify(
  parts: RecipientParts,
  tools: CredentialTools,
  wanted: Wanted & { readonly kind: CertificateKind; readonly algorithm: KeyAlgorithm },
): Promise<RecipientKey> {
  const { kind, merchantId, algorithm } = wanted;
  const name = wanted.name ?? defaultName(merchantId ?? '');
  const made = await tools.create({ kind, merchantId, name, algorithm });
  const csr = made.certificateRequest ?? defect('the gateway made no certificate request');
  const certificate = await issueCertificate(parts, { kind, name, csr });
  if (certificate === undefined) return defect('the gateway made a bad certificate request');
  await tools.install({ credentialId: made.credentialId, certificate });
  return { name, publicKey: Buffer.from(made.publicKey, 'base64') };
}

async function makeGatewayKey(tools: CredentialTools): Promise<RecipientKey> {
  const made = await tools.create({
    kind: 'GPAY_ENCRYPTION',
    merchantId: null,
    name: GATEWAY,
    algorithm: 'EC',
  });
  return { name: GATEWAY, publicKey: Buffer.from(made.publicKey, 'base64') };
}

async function registered(
  recipients: RecipientStore,
  ...key: Parameters<RecipientStore['find']>
): Promise<RecipientKey> {
  const known = await recipients.find(...key);
  return known ?? refuse('WALLET_NOT_SET_UP');
}

/** Calls with the same key at the same time get one answer: each credential is made once. */
function shareCalls() {
  const running = new Map<string, Promise<RecipientKey>>();
  return (key: string, call: () => Promise<RecipientKey>): Promise<RecipientKey> => {
    const known = running.get(key);
    if (known) return known;
    const started = call().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}
