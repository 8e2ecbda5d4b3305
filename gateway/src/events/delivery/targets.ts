// Where the events of a merchant are sent, and the secrets that sign them: those that are valid at
// the time of sending.

import { secret, type Secret } from '../../core/secret.ts';
import type { Keyring } from '../../core/keys/keyring.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import { notificationSecretBinding } from '../../merchants/secrets.ts';
import type { MerchantStore } from '../../merchants/merchant.store.ts';
import type { Queryable } from '../../storage/database.ts';
import type { EventName } from '../event.ts';
import { notifyUrlOf, type HeldEvent } from './delivery.store.ts';

export interface Target {
  readonly url: string;
  readonly origin: string;
  /** The newest first. */
  readonly secrets: readonly Secret<string>[];
}

export interface Targets {
  /** Null: the merchant has no notification address. */
  of(held: HeldEvent): Promise<Target | null>;
  secretsOf(merchant: Merchant): Promise<readonly Secret<string>[]>;
}

interface TargetParts {
  readonly database: Queryable;
  readonly merchants: Pick<MerchantStore, 'find'>;
  readonly ring: Pick<Keyring, 'unseal'>;
}

const MAX_KNOWN = 10_000;

/** The last part of the address: tokenizations have their own endpoint. */
export function pathOf(event: EventName): 'payment' | 'tokenizer' {
  return event === 'TOKENIZATION_STATUS' ? 'tokenizer' : 'payment';
}

/** `https://shop.example/bramka?key=1` becomes `https://shop.example/bramka/payment?key=1`. */
export function addressFor(notificationUrl: string, event: EventName): string {
  const url = URL.parse(notificationUrl);
  // An address stored before such addresses were refused: sending to it fails with the reason.
  if (!url) return notificationUrl;
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${pathOf(event)}`;
  return url.href;
}

interface UnsealedSecrets {
  /** The ids of the secrets. Versions of a merchant repeat after it was removed and added again. */
  readonly ids: string;
  readonly secrets: Promise<readonly Secret<string>[]>;
}

export function createTargets({ database, merchants, ring }: TargetParts): Targets {
  const unsealed = new Map<string, UnsealedSecrets>();
  const addresses = rememberAddresses();
  const secretsOf = (merchant: Merchant): Promise<readonly Secret<string>[]> => {
    const { merchantId, notificationSecrets } = merchant;
    const ids = notificationSecrets.map(({ id }) => id).join(' ');
    const before = unsealed.get(merchantId);
    if (before?.ids === ids) return before.secrets;
    if (unsealed.size >= MAX_KNOWN) unsealed.clear();
    const secrets = unsealAll(ring, merchant);
    unsealed.set(merchantId, { ids, secrets });
    secrets.catch(() => unsealed.delete(merchantId));
    return secrets;
  };
  return {
    secretsOf,
    async of(held) {
      const merchant = await merchants.find(held.merchantId);
      if (!merchant) return null;
      const paymentUrl = held.hasNotifyUrl ? await notifyUrlOf(database, held) : null;
      const { notificationUrl } = merchant.settings;
      if (paymentUrl === null && notificationUrl === null) return null;
      const address =
        paymentUrl === null ? addresses(notificationUrl ?? '', held.event) : addressOf(paymentUrl);
      const { url, origin } = address;
      return { url, origin, secrets: await secretsOf(merchant) };
    },
  };
}

type Address = Pick<Target, 'url' | 'origin'>;

function addressOf(url: string): Address {
  return { url, origin: URL.parse(url)?.origin ?? url };
}

/** Remembers the addresses of merchants: most events go to the same ones. */
function rememberAddresses(): (notificationUrl: string, event: EventName) => Address {
  const addresses = { payment: new Map<string, Address>(), tokenizer: new Map<string, Address>() };
  return (notificationUrl, event) => {
    const ofPath = addresses[pathOf(event)];
    let address = ofPath.get(notificationUrl);
    if (!address) {
      if (ofPath.size >= MAX_KNOWN) ofPath.clear();
      ofPath.set(notificationUrl, (address = addressOf(addressFor(notificationUrl, event))));
    }
    return address;
  };
}

function unsealAll(ring: TargetParts['ring'], { merchantId, notificationSecrets }: Merchant) {
  return Promise.all(
    notificationSecrets.map(async ({ id, sealed }) => {
      const bound = notificationSecretBinding(merchantId, id);
      const plain = await ring.unseal('notification secrets', Buffer.from(sealed, 'base64'), bound);
      return secret(plain.toString());
    }),
  );
}
