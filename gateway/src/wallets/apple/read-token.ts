// Reads an Apple Pay token as the page of a merchant gets it: JSON in base64. Nothing is verified.

import { readBase64 } from '../../core/jose/base64.ts';
import { fieldsOf, textOf, type Fields } from '../../core/json/fields.ts';
import { readJsonObject } from '../../core/json/read-object.ts';

type TokenVersion = 'EC_v1' | 'RSA_v1';

export interface AppleToken {
  readonly version: TokenVersion;
  /** The encrypted payment data, with its tag at the end. */
  readonly data: Buffer;
  readonly signature: Buffer;
  /** The ephemeral public key (EC_v1) or the wrapped key (RSA_v1). */
  readonly keyMaterial: Buffer;
  /** SHA-256 of the public key that the token is encrypted to. */
  readonly publicKeyHash: Buffer;
  readonly transactionId: Buffer;
  /** Empty if the token has none. */
  readonly applicationData: Buffer;
}

const TOKEN_LENGTH_MAX = 16_384;
const TRANSACTION_ID_BYTES = { min: 8, max: 64 };
const APPLICATION_DATA_BYTES_MAX = 64;

/** The text is a whole PKPaymentToken or its member `paymentData`; undefined if it is neither. */
export function readAppleToken(text: string): AppleToken | undefined {
  if (text.length > TOKEN_LENGTH_MAX) return undefined;
  const bytes = readBase64(text);
  const outer = bytes && readJsonObject(bytes);
  const token = outer && 'paymentData' in outer ? fieldsOf(outer['paymentData']) : outer;
  const header = fieldsOf(token?.['header']);
  const version = versionOf(token?.['version']);
  if (!token || !header || !version) return undefined;
  const keyMaterial = keyMaterialOf(version, header);
  const data = readBase64(token['data']);
  const signature = readBase64(token['signature']);
  const publicKeyHash = readBase64(header['publicKeyHash']);
  const transactionId = readHex(header['transactionId']);
  const applicationData = readHex(header['applicationData'] ?? '');
  if (!keyMaterial || !data || !signature || !publicKeyHash) return undefined;
  if (!transactionId || !applicationData) return undefined;
  const { length } = transactionId;
  if (length < TRANSACTION_ID_BYTES.min || length > TRANSACTION_ID_BYTES.max) return undefined;
  if (applicationData.length > APPLICATION_DATA_BYTES_MAX) return undefined;
  const signed = { keyMaterial, data, transactionId, applicationData };
  return { version, signature, publicKeyHash, ...signed };
}

function versionOf(value: unknown): TokenVersion | undefined {
  return value === 'EC_v1' || value === 'RSA_v1' ? value : undefined;
}

/** The version is not signed, so a token with the fields of both versions is refused. */
function keyMaterialOf(version: TokenVersion, header: Fields): Buffer | undefined {
  const { ephemeralPublicKey, wrappedKey } = header;
  if (ephemeralPublicKey !== undefined && wrappedKey !== undefined) return undefined;
  return readBase64(version === 'EC_v1' ? ephemeralPublicKey : wrappedKey);
}

const HEX = /^(?:[0-9a-f]{2})*$/i;

function readHex(value: unknown): Buffer | undefined {
  const text = textOf(value, HEX);
  return text === undefined ? undefined : Buffer.from(text, 'hex');
}
