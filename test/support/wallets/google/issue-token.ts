// Issues Google Pay tokens (protocol ECv2), correct and wrong ones, with code of its own:
// signatures and encryption are written a second time, from Google's description of the protocol.
import {
  createCipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  sign,
  type KeyObject,
} from 'node:crypto';
import type { WalletKey } from '@bramka/gateway/wallets/credentials/credential.ts';
import type { GoogleRootKey } from '@bramka/gateway/wallets/wallet-services.ts';

export type Members = Record<string, unknown>;

/** The token before it is written as JSON and base64. */
export interface TokenParts {
  protocolVersion: unknown;
  signature: unknown;
  intermediateSigningKey: unknown;
  signedMessage: unknown;
}

export interface GoogleParties {
  readonly root: KeyObject;
  readonly intermediate: KeyObject;
  /** The gateway's key; the public one is enough. */
  readonly recipient: KeyObject;
  readonly recipientId: string;
  readonly keyExpiration: number;
}

export interface TokenPlan {
  /** Added to the payload; a member that is undefined is left out. */
  readonly payload?: Members;
  /** Added to its paymentMethodDetails. */
  readonly details?: Members;
  /** The whole message instead. */
  readonly message?: string | Buffer;
  /** Who signs the intermediate key; the root unless given. */
  readonly rootSigners?: readonly KeyObject[];
  /** Who signs the message; the intermediate key unless given. */
  readonly signer?: KeyObject;
  readonly sender?: string;
  readonly protocolVersion?: string;
  readonly recipientId?: string;
  readonly keyExpiration?: string;
  /** Changes made before the part is signed. */
  readonly signedKey?: (key: Members) => unknown;
  readonly sealed?: (sealed: Members) => unknown;
  /** Changes made afterwards. */
  readonly after?: (token: TokenParts) => unknown;
}

export const MESSAGE_EXPIRES = Date.UTC(2026, 10, 16, 13);
export const CRYPTOGRAM = Buffer.alloc(20, 7).toString('base64');

export const p256 = (): KeyObject =>
  generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;

export function makeParties(): GoogleParties {
  const keyExpiration = Date.UTC(2026, 10, 20);
  const recipientId = 'gateway:bramka';
  return { root: p256(), intermediate: p256(), recipient: p256(), recipientId, keyExpiration };
}

export function rootKey(key: KeyObject, more: Partial<GoogleRootKey> = {}): GoogleRootKey {
  const keyExpiration = Date.UTC(2038, 3, 14);
  return { keyValue: spki(key), protocolVersion: 'ECv2', keyExpiration, ...more };
}

export function walletKey(privateKey: KeyObject): WalletKey {
  return {
    credentialId: 'gpay-key',
    kind: 'GPAY_ENCRYPTION',
    merchantId: null,
    name: 'bramka',
    privateKey,
    publicKeyHash: Buffer.alloc(32),
    certificate: null,
    expiresAt: null,
  };
}

/** SubjectPublicKeyInfo in base64, of a private key or of its public key. */
export function spki(key: KeyObject): string {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
}

/** A payload with a network token; with `authMethod` PAN_ONLY, with a card. */
export function payloadOf({ payload, details }: TokenPlan = {}): Members {
  const isCard = details?.['authMethod'] === 'PAN_ONLY';
  const proof = isCard ? {} : { cryptogram: CRYPTOGRAM, eciIndicator: '05' };
  return {
    gatewayMerchantId: '10000001',
    messageExpiration: String(MESSAGE_EXPIRES),
    messageId: 'AH2Ejtc-message-1',
    paymentMethod: 'CARD',
    paymentMethodDetails: {
      pan: '4111111111111111',
      expirationMonth: 9,
      expirationYear: 2030,
      authMethod: 'CRYPTOGRAM_3DS',
      ...proof,
      assuranceDetails: { cardHolderAuthenticated: true, accountVerified: true },
      ...details,
    },
    ...payload,
  };
}

export function issueParts(parties: GoogleParties, plan: TokenPlan = {}): TokenParts {
  const { sender = 'Google', protocolVersion = 'ECv2' } = plan;
  const key = {
    keyValue: spki(parties.intermediate),
    keyExpiration: plan.keyExpiration ?? String(parties.keyExpiration),
  };
  const signedKey = write(plan.signedKey?.(key) ?? key);
  const signatures = (plan.rootSigners ?? [parties.root]).map((signer) =>
    signatureOf(signer, [sender, protocolVersion, signedKey]),
  );
  const sealed = encrypt(parties.recipient, plan.message ?? JSON.stringify(payloadOf(plan)));
  const signedMessage = write(plan.sealed?.(sealed) ?? sealed);
  const recipientId = plan.recipientId ?? parties.recipientId;
  const signature = signatureOf(plan.signer ?? parties.intermediate, [
    sender,
    recipientId,
    protocolVersion,
    signedMessage,
  ]);
  const intermediateSigningKey = { signedKey, signatures };
  return { protocolVersion, signature, intermediateSigningKey, signedMessage };
}

/** The token as a merchant sends it. */
export function issueToken(parties: GoogleParties, plan: TokenPlan = {}): string {
  const token = issueParts(parties, plan);
  return encodeToken(plan.after?.(token) ?? token);
}

export const encodeToken = (token: unknown): string =>
  Buffer.from(typeof token === 'string' ? token : JSON.stringify(token)).toString('base64');

/** Like Google, which writes = as an escape in JSON. */
function write(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value).replaceAll('=', '\\u003d');
}

export function signatureOf(key: KeyObject, parts: readonly string[]): string {
  const prefixed = parts.map((part) => {
    const bytes = Buffer.from(part);
    const length = bytes.length;
    const prefix = Buffer.of(length & 255, (length >> 8) & 255, (length >> 16) & 255, 0);
    return Buffer.concat([prefix, bytes]);
  });
  return sign('sha256', Buffer.concat(prefixed), key).toString('base64');
}

/** To the public key of the recipient, with a fresh ephemeral key. */
export function encrypt(recipient: KeyObject, message: string | Buffer): Members {
  const ecdh = createECDH('prime256v1');
  const ephemeral = ecdh.generateKeys();
  const secret = ecdh.computeSecret(Buffer.from(spki(recipient), 'base64').subarray(-65));
  return encryptWith(secret, ephemeral, message);
}

export function encryptWith(secret: Buffer, ephemeral: Buffer, message: string | Buffer): Members {
  const input = Buffer.concat([ephemeral, secret]);
  const keys = Buffer.from(hkdfSync('sha256', input, '', 'Google', 64));
  const cipher = createCipheriv('aes-256-ctr', keys.subarray(0, 32), Buffer.alloc(16));
  const ciphertext = Buffer.concat([cipher.update(Buffer.from(message as string)), cipher.final()]);
  const tag = createHmac('sha256', keys.subarray(32)).update(ciphertext).digest();
  return {
    encryptedMessage: ciphertext.toString('base64'),
    ephemeralPublicKey: ephemeral.toString('base64'),
    tag: tag.toString('base64'),
  };
}
