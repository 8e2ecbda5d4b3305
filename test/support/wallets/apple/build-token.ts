// Builds Apple Pay tokens, right and wrong ones, as the page of a merchant gets them.
import {
  constants,
  createCipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { WalletKey } from '@bramka/gateway/wallets/credentials/credential.ts';
import type { Wallet } from './authority.ts';
import { buildCms, type CmsPlan } from './build-cms.ts';
import { newEcKey } from './certificates.ts';

export interface TokenPlan {
  readonly wallet: Wallet;
  readonly recipient: WalletKey;
  readonly signedAt: number;
  readonly version?: 'EC_v1' | 'RSA_v1';
  /** Replaces members of the payment data; an undefined member is left out. */
  readonly payment?: Readonly<Record<string, unknown>>;
  /** Instead of the payment data. */
  readonly plain?: Buffer;
  readonly applicationData?: Buffer;
  readonly transactionId?: string;
  /** The hash in the key derivation, if it is not that of the recipient's name. */
  readonly merchantIdHash?: Buffer;
  /** Instead of the ephemeral public key or the wrapped key. */
  readonly material?: Buffer;
  /** The key that is wrapped, if it is not a random one. */
  readonly wrapped?: Buffer;
  readonly cms?: Partial<CmsPlan>;
}

export interface Token {
  readonly version: string;
  readonly data: string;
  readonly signature: string;
  readonly header: Readonly<Record<string, string>>;
}

export const payment = {
  applicationPrimaryAccountNumber: '4911110000001234',
  applicationExpirationDate: '301231',
  currencyCode: '985',
  transactionAmount: 1234,
  cardholderName: 'Jan Kowalski',
  deviceManufacturerIdentifier: '040010030273',
  paymentDataType: '3DSecure',
  paymentData: { onlinePaymentCryptogram: 'Af9x/QwAA/DjmU65oyc1MAABAAA=', eciIndicator: '5' },
};

export function recipientOf(privateKey: KeyObject, name = 'merchant.test.shop'): WalletKey {
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return {
    credentialId: 'wcr_test',
    kind: 'APAY_PROCESSING',
    merchantId: 'm1',
    name,
    privateKey,
    publicKeyHash: createHash('sha256').update(publicKey).digest(),
    certificate: null,
    expiresAt: null,
  };
}

export const buildToken = (plan: TokenPlan): Token => tokenParts(plan).token;

/** The token and the bytes that its signature is about. */
export function tokenParts(plan: TokenPlan): { readonly token: Token; readonly signed: Buffer } {
  const { wallet, recipient, version = 'EC_v1', applicationData } = plan;
  const plain = plan.plain ?? Buffer.from(JSON.stringify({ ...payment, ...plan.payment }));
  const isEc = version === 'EC_v1';
  const encrypted = isEc ? encryptEc(plain, plan) : encryptRsa(plain, plan);
  const { material, data } = { ...encrypted, ...(plan.material && { material: plan.material }) };
  const transactionId = plan.transactionId ?? randomBytes(32).toString('hex');
  const parts = [material, data, Buffer.from(transactionId, 'hex'), applicationData];
  const signed = Buffer.concat(parts.filter((part) => part !== undefined));
  const signature = buildCms(signed, {
    signer: isEc ? wallet.ecSigner : wallet.rsaSigner,
    issuer: wallet.authority,
    signedAt: plan.signedAt,
    ...plan.cms,
  });
  const header = {
    [isEc ? 'ephemeralPublicKey' : 'wrappedKey']: material.toString('base64'),
    publicKeyHash: recipient.publicKeyHash.toString('base64'),
    transactionId,
    ...(applicationData ? { applicationData: applicationData.toString('hex') } : {}),
  };
  const texts = { data: data.toString('base64'), signature: signature.toString('base64') };
  return { token: { version, ...texts, header }, signed };
}

/** As it is sent: the whole token of the page, in base64. */
export function sent(token: object): string {
  const paymentMethod = { displayName: 'Visa 1234', network: 'Visa', type: 'debit' };
  const applePayToken = { paymentData: token, paymentMethod, transactionIdentifier: 'ABCD' };
  return Buffer.from(JSON.stringify(applePayToken)).toString('base64');
}

export const buildSent = (plan: TokenPlan): string => sent(buildToken(plan));

interface Encrypted {
  readonly material: Buffer;
  readonly data: Buffer;
}

function encryptEc(plain: Buffer, { recipient, merchantIdHash }: TokenPlan): Encrypted {
  const ephemeral = newEcKey();
  const publicKey = createPublicKey(recipient.privateKey);
  const shared = diffieHellman({ privateKey: ephemeral, publicKey });
  const partyV = merchantIdHash ?? createHash('sha256').update(recipient.name).digest();
  const info = Buffer.from('\x0did-aes256-GCMApple', 'latin1');
  const input = Buffer.concat([Buffer.from([0, 0, 0, 1]), shared, info, partyV]);
  const key = createHash('sha256').update(input).digest();
  const material = createPublicKey(ephemeral).export({ format: 'der', type: 'spki' });
  return { material, data: encrypt('aes-256-gcm', key, plain) };
}

function encryptRsa(plain: Buffer, { recipient, wrapped }: TokenPlan): Encrypted {
  const key = randomBytes(16);
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const to = { key: createPublicKey(recipient.privateKey), padding, oaepHash: 'sha256' };
  return { material: publicEncrypt(to, wrapped ?? key), data: encrypt('aes-128-gcm', key, plain) };
}

function encrypt(algorithm: 'aes-128-gcm' | 'aes-256-gcm', key: Buffer, plain: Buffer): Buffer {
  const cipher = createCipheriv(algorithm, key, Buffer.alloc(16));
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}
