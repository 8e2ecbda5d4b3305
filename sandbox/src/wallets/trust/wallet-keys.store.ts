// What the simulated wallets keep when the sandbox is reset: their own keys, sealed, which the
// first node creates, and the newest public key of everybody they encrypt to.

import { createPrivateKey, KeyObject } from 'node:crypto';
import { isoTime, type Instant } from '@bramka/gateway/core/clock.ts';
import { statement, type Queryable } from '@bramka/gateway/storage/database.ts';
import { storedOnce } from '../../party/stored/load-once.ts';
import type { WalletSafe } from '../devices/safe.ts';
import type { WalletTrustKeys } from './wallet-keys.ts';

const read = statement(
  'sandbox.wallet-keys.read',
  `select sealed_keys as "sealedKeys" from sandbox.wallet_keys`,
);
const insert = statement(
  'sandbox.wallet-keys.insert',
  `insert into sandbox.wallet_keys (sealed_keys) values ($1) on conflict do nothing`,
);

/** Returns the keys of this database and creates them on first use; they never change. */
export function loadWalletKeys(
  database: Queryable,
  safe: WalletSafe,
  make: () => Promise<WalletTrustKeys>,
): Promise<WalletTrustKeys> {
  return storedOnce(
    async () => {
      const [row] = await database.run<{ sealedKeys: Uint8Array }>(read);
      return row && unpacked(JSON.parse(safe.openKeys(row.sealedKeys)) as Packed);
    },
    async () => database.run(insert, [safe.sealKeys(JSON.stringify(packed(await make())))]),
  );
}

type Packed = Readonly<Record<string, string>>;

/** Keys and certificates by name, in base64; the key of a signer is `<name>Key`. */
function packed(keys: WalletTrustKeys): Packed {
  const values = Object.entries(keys).flatMap(([name, value]: [string, ValueOf<typeof keys>]) =>
    'certificate' in value
      ? [[name, value.certificate] as const, [`${name}Key`, value.key] as const]
      : [[name, value] as const],
  );
  const bytesOf = (value: Buffer | KeyObject): Buffer =>
    value instanceof KeyObject ? value.export({ type: 'pkcs8', format: 'der' }) : value;
  return Object.fromEntries(
    values.map(([name, value]) => [name, bytesOf(value).toString('base64')]),
  );
}

type ValueOf<T> = T[keyof T];

function unpacked(stored: Packed): WalletTrustKeys {
  const bytes = (name: string): Buffer => Buffer.from(stored[name] ?? '', 'base64');
  const key = (name: string): KeyObject =>
    createPrivateKey({ key: bytes(name), type: 'pkcs8', format: 'der' });
  const signer = (name: string) => ({ key: key(`${name}Key`), certificate: bytes(name) });
  return {
    appleRoot: bytes('appleRoot'),
    appleIntermediate: bytes('appleIntermediate'),
    appleSigner: signer('appleSigner'),
    appleRsaSigner: signer('appleRsaSigner'),
    portal: signer('portal'),
    googleRoot: key('googleRoot'),
    googleIntermediate: key('googleIntermediate'),
  };
}

export type RecipientKind = 'APAY_PROCESSING' | 'APAY_IDENTITY' | 'GPAY_ENCRYPTION';
export type KeyAlgorithm = 'EC' | 'RSA';

/** Somebody to whom tokens are encrypted, or who may ask for sessions. */
export interface Recipient {
  readonly kind: RecipientKind;
  /** The identifier of a merchant or of a gateway at the wallet. */
  readonly name: string;
  readonly algorithm: KeyAlgorithm;
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array;
  /** DER; null for a key without a certificate. */
  readonly certificate: Uint8Array | null;
  readonly registeredAt: Instant;
}

const columns = `kind, name, algorithm, public_key as "publicKey", certificate,
  registered_at as "registeredAt"`;
const find = statement(
  'sandbox.wallet-recipients.find',
  `select ${columns} from sandbox.wallet_recipients
   where kind = $1 and name = $2 and algorithm = $3`,
);
const save = statement(
  'sandbox.wallet-recipients.save',
  `insert into sandbox.wallet_recipients
     (kind, name, algorithm, public_key, certificate, registered_at)
   values ($1, $2, $3, $4, $5, $6::timestamptz)
   on conflict on constraint wallet_recipients_pkey do update set
     public_key = excluded.public_key, certificate = excluded.certificate,
     registered_at = excluded.registered_at`,
);

export type RecipientStore = ReturnType<typeof sqlRecipientStore>;

export function sqlRecipientStore(database: Queryable) {
  return {
    find: async (kind: RecipientKind, name: string, algorithm: KeyAlgorithm) =>
      (await database.run<Recipient>(find, [kind, name, algorithm]))[0],
    /** Replaces an older one. */
    async save({ kind, name, algorithm, publicKey, certificate, registeredAt }: Recipient) {
      const at = isoTime(registeredAt);
      await database.run(save, [kind, name, algorithm, publicKey, certificate, at]);
    },
  };
}
