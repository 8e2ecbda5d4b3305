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
import { defect } from '@bramka/gateway/core/assert.ts';
import { currencyNumeric } from '@bramka/gateway/core/currency.ts';
import { makePrivateKey } from '@bramka/gateway/core/jose/p256.ts';
import { exactNumber } from '@bramka/gateway/core/json.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import { organizationOf } from '../../wire/cards/card-number.ts';
import { readSpki, spkiOf } from '../../wire/x509/public-key.ts';
import { signDetached } from '../trust/signed-data.ts';
import type { TokenParts } from './parts.ts';

const TRANSACTION_ID_BYTES = 32;
const IV = Buffer.alloc(16);

const networkNames = {
  VISA: 'Visa',
  MASTERCARD: 'MasterCard',
  MAESTRO: 'Maestro',
  AMEX: 'AmEx',
  JCB: 'JCB',
  DISCOVER: 'Discover',
  DINERS: 'Diners',
  UNIONPAY: 'ChinaUnionPay',
} as const;

/** Base64 of the token's JSON. */
export function makeAppleToken(parts: TokenParts): string {
  const { random, keys, recipient, request } = parts;
  const { version, card } = request;
  const publicKey = readSpki(recipient.publicKey) ?? defect('a registered key cannot be read');
  const plain = Buffer.from(paymentData(parts));
  const sealed =
    version === 'EC_v1' ? encryptEc(plain, publicKey, parts) : encryptRsa(plain, publicKey, random);
  const transactionId = Buffer.from(random(TRANSACTION_ID_BYTES));
  const signed = Buffer.concat([sealed.transported, sealed.data, transactionId]);
  const signature = signDetached(signed, {
    signer: version === 'EC_v1' ? keys.appleSigner : keys.appleRsaSigner,
    chain: [keys.appleIntermediate],
    signedAt: request.at ?? parts.clock.now(),
  });
  const network = networkNames[organizationOf(card) ?? 'VISA'];
  const token = {
    paymentData: {
      version,
      data: sealed.data.toString('base64'),
      signature: signature.toString('base64'),
      header: {
        [sealed.field]: sealed.transported.toString('base64'),
        publicKeyHash: createHash('sha256').update(recipient.publicKey).digest('base64'),
        transactionId: transactionId.toString('hex'),
      },
    },
    paymentMethod: { displayName: `${network} ${card.slice(-4)}`, network, type: 'debit' },
    transactionIdentifier: transactionId.toString('hex'),
  };
  return Buffer.from(JSON.stringify(token)).toString('base64');
}

/** What only the merchant can read. */
function paymentData({ device, request }: TokenParts): string {
  const { number, expiry, cryptogram, eci } = device;
  return JSON.stringify({
    applicationPrimaryAccountNumber: number,
    applicationExpirationDate: `${expiry.slice(2)}${lastDayOf(expiry)}`,
    currencyCode: currencyNumeric(request.currency) ?? defect('a currency has no numeric code'),
    transactionAmount: exactNumber(String(request.amountMinor)),
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
  { random, recipient: merchant }: TokenParts,
): Encrypted {
  const ephemeral = makePrivateKey(random);
  const key = createHash('sha256')
    .update(Buffer.of(0, 0, 0, 1))
    .update(diffieHellman({ privateKey: ephemeral, publicKey: recipient }))
    .update(Buffer.from('\x0did-aes256-GCMApple', 'latin1'))
    .update(createHash('sha256').update(merchant.name).digest())
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
