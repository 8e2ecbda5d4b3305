// To whom the simulated wallets encrypt. With the gateway in the same process they use its
// credentials and set them up on first use; otherwise they use the keys that were registered over
// HTTP.

import type { Clock } from '@bramka/gateway/core/clock.ts';
import { defect } from '@bramka/gateway/core/assert.ts';
import { refuse } from '@bramka/gateway/core/refusals.ts';
import { issueCertificate, type PortalParts } from '../trust/portal.ts';
import type { KeyAlgorithm, RecipientKind, RecipientStore } from '../trust/wallet-keys.store.ts';

/** The credentials of the gateway in the same process. */
export interface CredentialTools {
  create(input: {
    readonly kind: RecipientKind;
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
    readonly kind: RecipientKind;
  }): Promise<readonly Credential[]>;
}

interface Credential {
  readonly name: string;
  readonly algorithm: KeyAlgorithm;
  readonly status: string;
  readonly publicKey: Uint8Array;
  readonly expiresAt: number | null;
}

/** A key to encrypt to, and the name of its owner at the wallet. */
interface RecipientKey {
  readonly name: string;
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array;
}

interface RecipientParts extends PortalParts {
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
}

/** The name of the gateway at the simulated Google Pay. */
export const GATEWAY = 'bramka-sandbox';

export function createRecipients(parts: RecipientParts): Recipients {
  const { tools, recipients } = parts;
  const once = shareCalls();
  const credential = (gateway: CredentialTools, wanted: Wanted): Promise<RecipientKey> =>
    once(JSON.stringify(wanted), async () => {
      const found = await findCredential(parts, gateway, wanted);
      return found ?? createCredential(parts, gateway, wanted);
    });
  return {
    async apple(merchantId, name, algorithm) {
      const gateway = tools();
      if (!gateway) {
        const known = name ?? defaultName(merchantId);
        return registered(recipients, 'APAY_PROCESSING', known, algorithm);
      }
      // Sessions need an identity, so a merchant gets both certificates at once.
      await credential(gateway, { kind: 'APAY_IDENTITY', merchantId, name, algorithm: null });
      return credential(gateway, { kind: 'APAY_PROCESSING', merchantId, name, algorithm });
    },
    async google() {
      const own = tools();
      return own
        ? credential(own, {
            kind: 'GPAY_ENCRYPTION',
            merchantId: null,
            name: null,
            algorithm: 'EC',
          })
        : registered(recipients, 'GPAY_ENCRYPTION', GATEWAY, 'EC');
    },
  };
}

const defaultName = (merchantId: string): string =>
  `merchant.sandbox.${merchantId.replaceAll(/[^A-Za-z0-9._-]/g, '-')}`;

interface Wanted {
  readonly kind: RecipientKind;
  readonly merchantId: string | null;
  /** Null: any. */
  readonly name: string | null;
  /** Null: any. */
  readonly algorithm: KeyAlgorithm | null;
}

/** The newest usable credential. */
async function findCredential(
  { clock }: RecipientParts,
  tools: CredentialTools,
  { kind, merchantId, name, algorithm }: Wanted,
): Promise<RecipientKey | undefined> {
  const now = clock.now();
  const page = await tools.list({ kind, ...(merchantId === null ? {} : { merchantId }) });
  return page.findLast(
    (one) =>
      one.status === 'ACTIVE' &&
      (algorithm === null || one.algorithm === algorithm) &&
      (name === null || one.name === name) &&
      (one.expiresAt === null || one.expiresAt > now),
  );
}

async function createCredential(
  parts: RecipientParts,
  tools: CredentialTools,
  { kind, merchantId, name: wantedName, algorithm: wantedAlgorithm }: Wanted,
): Promise<RecipientKey> {
  const name = wantedName ?? (merchantId === null ? GATEWAY : defaultName(merchantId));
  const algorithm = wantedAlgorithm ?? 'EC';
  const made = await tools.create({ kind, merchantId, name, algorithm });
  const publicKey = Buffer.from(made.publicKey, 'base64');
  const { credentialId, certificateRequest: csr } = made;
  if (kind === 'GPAY_ENCRYPTION') return { name, publicKey };
  if (csr === null) return defect('the gateway made no certificate request');
  const certificate = await issueCertificate(parts, { kind, name, csr });
  if (certificate === undefined) return defect('the gateway made a bad certificate request');
  await tools.install({ credentialId, certificate });
  return { name, publicKey };
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
