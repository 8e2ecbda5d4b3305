// To whom the simulated wallets encrypt. With the gateway in the same process they use its
// credentials and set them up on first use; otherwise they use the keys that were registered over
// HTTP.

import { defect } from '@bramka/gateway/core/assert.ts';
import { refuse } from '@bramka/gateway/core/refusals.ts';
import type { GatewayCredentials } from '../../party/party.ts';
import { issueCertificate, type PortalParts } from '../trust/portal.ts';
import type { KeyAlgorithm, RecipientKind } from '../trust/wallet-keys.store.ts';

/** A key to encrypt to, and the name of its owner at the wallet. */
export interface RecipientKey {
  readonly name: string;
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array;
}

interface RecipientParts extends PortalParts {
  /** Undefined if the gateway is another process. */
  readonly tools: () => GatewayCredentials | undefined;
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
  const once = shareCalls();
  const keyOf = async (wanted: Wanted): Promise<RecipientKey> => {
    const tools = parts.tools();
    if (tools) {
      return once(
        JSON.stringify(wanted),
        async () =>
          (await findCredential(parts, tools, wanted)) ?? createCredential(parts, tools, wanted),
      );
    }
    const known = await parts.recipients.find(
      wanted.kind,
      nameOf(wanted),
      wanted.algorithm ?? 'EC',
    );
    return known ?? refuse('WALLET_NOT_SET_UP');
  };
  return {
    async apple(merchantId, name, algorithm) {
      // Sessions need an identity, so a merchant gets both certificates at once.
      if (parts.tools()) await keyOf({ kind: 'APAY_IDENTITY', merchantId, name, algorithm: null });
      return keyOf({ kind: 'APAY_PROCESSING', merchantId, name, algorithm });
    },
    google: () => keyOf({ kind: 'GPAY_ENCRYPTION', merchantId: null, name: null, algorithm: 'EC' }),
  };
}

interface Wanted {
  readonly kind: RecipientKind;
  /** Null: of the gateway. */
  readonly merchantId: string | null;
  /** Null: any. */
  readonly name: string | null;
  /** Null: any. */
  readonly algorithm: KeyAlgorithm | null;
}

/** The name that a new key gets. */
function nameOf({ name, merchantId }: Wanted): string {
  if (name !== null || merchantId === null) return name ?? GATEWAY;
  return `merchant.sandbox.${merchantId.replaceAll(/[^A-Za-z0-9._-]/g, '-')}`;
}

/** The newest usable credential. */
async function findCredential(
  { clock }: RecipientParts,
  tools: GatewayCredentials,
  { kind, merchantId, name, algorithm }: Wanted,
): Promise<RecipientKey | undefined> {
  const now = clock.now();
  const page = await tools.list({ kind, merchantId: merchantId ?? undefined });
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
  tools: GatewayCredentials,
  wanted: Wanted,
): Promise<RecipientKey> {
  const { kind, merchantId } = wanted;
  const [name, algorithm] = [nameOf(wanted), wanted.algorithm ?? 'EC'];
  const made = await tools.create({ kind, merchantId, name, algorithm });
  const { credentialId, certificateRequest: csr } = made;
  if (kind !== 'GPAY_ENCRYPTION') {
    const certificate =
      csr === null ? undefined : await issueCertificate(parts, { kind, name, csr });
    if (certificate === undefined) return defect('the gateway made no usable certificate request');
    await tools.install({ credentialId, certificate });
  }
  return { name, publicKey: Buffer.from(made.publicKey, 'base64') };
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
