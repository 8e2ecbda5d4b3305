// Apple Pay tokens (PKPaymentToken) with real cryptography: payment data encrypted to the
// merchant's certificate (EC_v1 or RSA_v1) and signed by the simulated wallet.

import {
  constants,
  createCipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  publicEncrypt,
  type KeyObject,
} from 'node:crypto';
import { assert, defect } from '@bramka/gateway/core/assert.ts';
import type { Instant } from '@bramka/gateway/core/clock.ts';
import { currencyNumeric } from '@bramka/gateway/core/currency.ts';
import { makePrivateKey } from '@bramka/gateway/core/jose/p256.ts';
import { exactNumber } from '@bramka/gateway/core/json.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import { readSpki, spkiOf } from '../../wire/x509/public-key.ts';
import type { IssuedDevice } from '../devices/devices.ts';
import { signDetached } from '../trust/signed-data.ts';
import type { WalletTrustKeys } from '../trust/wallet-keys.ts';
import type { TokenRequest } from './request.ts';

interface AppleTokenParts {
  readonly keys: WalletTrustKeys;
  readonly version: TokenRequest['version'];
  /** SubjectPublicKeyInfo of the merchant's certificate, DER. */
  readonly publicKey: Uint8Array;
  /** The identifier of the merchant at Apple. */
  readonly merchantName: string;
  readonly device: IssuedDevice;
  readonly amountMinor: bigint;
  readonly currency: string;
  /** What the customer sees, such as Visa 1111. */
  readonly displayName: string;
  readonly network: string;
  readonly signedAt: Instant;
  readonly random: RandomBytes;
}

const TRANSACTION_ID_BYTES = 32;
const IV = Buffer.alloc(16);

/** Base64 of the token's JSON. */
export function makeAppleToken(parts: AppleTokenParts): string {
  const { version, random, keys } = parts;
  const recipient = readSpki(parts.publicKey) ?? defect('a registered key cannot be read');
  const plain = Buffer.from(paymentData(parts));
  const sealed =
    version === 'EC_v1' ? encryptEc(plain, recipient, parts) : encryptRsa(plain, recipient, random);
  const transactionId = Buffer.from(random(TRANSACTION_ID_BYTES));
  const signed = Buffer.concat([sealed.transported, sealed.data, transactionId]);
  const signature = signDetached(signed, {
    signer: version === 'EC_v1' ? keys.appleSigner : keys.appleRsaSigner,
    chain: [keys.appleIntermediate],
    signedAt: parts.signedAt,
  });
  const token = {
    paymentData: {
      version,
      data: sealed.data.toString('base64'),
      signature: signature.toString('base64'),
      header: {
        [sealed.field]: sealed.transported.toString('base64'),
        publicKeyHash: createHash('sha256').update(parts.publicKey).digest('base64'),
        transactionId: transactionId.toString('hex'),
      },
    },
    paymentMethod: { displayName: parts.displayName, network: parts.network, type: 'debit' },
    transactionIdentifier: transactionId.toString('hex'),
  };
  return Buffer.from(JSON.stringify(token)).toString('base64');
}

/** What only the merchant can read. */
function paymentData({ device, amountMinor, currency }: AppleTokenParts): string {
  const { number, expiry, cryptogram, eci } = device;
  const currencyCode = currencyNumeric(currency);
  assert(currencyCode !== undefined, 'the currency must have a numeric code');
  return JSON.stringify({
    applicationPrimaryAccountNumber: number,
    applicationExpirationDate: `${expiry.slice(2)}${lastDayOf(expiry)}`,
    currencyCode,
    transactionAmount: exactNumber(String(amountMinor)),
    deviceManufacturerIdentifier: '040010030273',
    paymentDataType: '3DSecure',
    paymentData: {
      onlinePaymentCryptogram: cryptogram,
      ...(eci === null ? {} : { eciIndicator: eci }),
    },
  });
}

function lastDayOf(yearMonth: string): string {
  const [year, month] = [Number(yearMonth.slice(0, 4)), Number(yearMonth.slice(4))];
  return String(new Date(Date.UTC(year, month, 0)).getUTCDate());
}

interface Encrypted {
  readonly field: 'ephemeralPublicKey' | 'wrappedKey';
  /** What the merchant needs to find the key. */
  readonly transported: Buffer;
  readonly data: Buffer;
}

/** Key agreement on P-256, one step of the key derivation of NIST SP 800-56A, AES-256-GCM. */
function encryptEc(
  plain: Buffer,
  recipient: KeyObject,
  { random, merchantName }: AppleTokenParts,
): Encrypted {
  const ephemeral = makePrivateKey(random);
  const key = createHash('sha256')
    .update(Buffer.of(0, 0, 0, 1))
    .update(diffieHellman({ privateKey: ephemeral, publicKey: recipient }))
    .update(Buffer.from('\x0did-aes256-GCMApple', 'latin1'))
    .update(createHash('sha256').update(merchantName).digest())
    .digest();
  const transported = spkiOf(createPublicKey(ephemeral));
  return { field: 'ephemeralPublicKey', transported, data: encrypt('aes-256-gcm', key, plain) };
}

/** A random key, encrypted with RSA-OAEP and SHA-256; AES-128-GCM. */
function encryptRsa(plain: Buffer, recipient: KeyObject, random: RandomBytes): Encrypted {
  const key = Buffer.from(random(16));
  const transported = publicEncrypt(
    { key: recipient, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    key,
  );
  return { field: 'wrappedKey', transported, data: encrypt('aes-128-gcm', key, plain) };
}

/** The key is used once, so the nonce is zero. */
function encrypt(cipherName: 'aes-128-gcm' | 'aes-256-gcm', key: Buffer, plain: Buffer): Buffer {
  const cipher = createCipheriv(cipherName, key, IV);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}
