// A Click to Pay system for tests of the gateway: its keys, a gateway's keys, and checkouts with
// any part replaced. It shares no code with the simulated one or with the reader under test.
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { CompactEncrypt, CompactSign } from 'jose';
import type { WalletKey } from '@bramka/gateway/wallets/credentials/credential.ts';

export const DPA_ID = 'dpa-of-the-shop';
/** When all checkouts are issued unless a test says otherwise. */
export const ISSUED_AT = Date.UTC(2026, 10, 5, 12, 0, 0);

export const signers = {
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  PS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
} as const;
export type Signer = keyof typeof signers;

export const jwkOf = (kid: string, key: KeyObject): Readonly<Record<string, unknown>> => ({
  ...key.export({ format: 'jwk' }),
  kid,
});

/** The keys that the gateway trusts; the kid is `key-` and the algorithm. */
export const signingKeys = Object.entries(signers).map(([name, { publicKey }]) =>
  jwkOf(`key-${name}`, publicKey),
);

export const recipients = {
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
} as const;
export type Recipient = keyof typeof recipients;

export const walletKey = (credentialId: string, privateKey: KeyObject): WalletKey => ({
  credentialId,
  kind: 'C2P_ENCRYPTION',
  merchantId: null,
  name: 'c2p',
  privateKey,
  publicKeyHash: Buffer.alloc(32),
  certificate: null,
  expiresAt: null,
});

export const walletKeys: readonly WalletKey[] = [
  walletKey('rsa', recipients.rsa.privateKey),
  walletKey('ec', recipients.ec.privateKey),
];

export const amountFields = { transactionAmount: 123.45, transactionCurrencyCode: 'PLN' };
export const cardFields = {
  primaryAccountNumber: '4111111111111111',
  panExpirationMonth: '09',
  panExpirationYear: '2031',
  cardholderFullName: 'Jan Kowalski',
};
export const tokenFields = {
  paymentToken: '4895370012003478',
  tokenExpirationMonth: '12',
  tokenExpirationYear: '2030',
  paymentAccountReference: 'V0010013020315513942420893974',
};
export const CRYPTOGRAM = Buffer.alloc(20, 7).toString('base64');
export const dynamicFields = {
  dynamicDataType: 'CARD_APPLICATION_CRYPTOGRAM_LONG_FORM',
  dynamicDataValue: CRYPTOGRAM,
  eci: '07',
};
export const cardPayload = { card: cardFields, transactionAmount: amountFields };
export const tokenPayload = {
  token: tokenFields,
  dynamicData: dynamicFields,
  transactionAmount: amountFields,
};

export interface CheckoutParts {
  readonly payload?: object | string;
  readonly body?: object;
  readonly signer?: Signer;
  readonly signWith?: KeyObject;
  readonly header?: object;
  readonly recipient?: Recipient;
  readonly encryptTo?: KeyObject;
  readonly enc?: string;
  readonly jweHeader?: object;
  readonly encryptedPayload?: unknown;
}

export function bodyFields(): Record<string, unknown> {
  return {
    srcCorrelationId: '34f4a04b.5ab95e32-30f7-483f-846f-a08230a6d2ed.1618397078',
    srciTransactionId: '0a4e0d3.34f4a04b',
    dpaId: DPA_ID,
    iat: ISSUED_AT / 1000,
  };
}

const bytesOf = (value: object | string): Uint8Array =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));

export async function encryptPayload(parts: CheckoutParts = {}): Promise<string> {
  const { recipient = 'rsa', enc = 'A128CBC-HS256', payload = cardPayload } = parts;
  const alg = recipient === 'rsa' ? 'RSA-OAEP-256' : 'ECDH-ES';
  const header = { alg, enc, kid: recipient, ...parts.jweHeader };
  return new CompactEncrypt(bytesOf(payload))
    .setProtectedHeader(JSON.parse(JSON.stringify(header)) as typeof header)
    .encrypt(parts.encryptTo ?? recipients[recipient].publicKey);
}

/** A valid checkout with a card, with the given parts replaced. */
export async function issueCheckout(parts: CheckoutParts = {}): Promise<string> {
  const { signer = 'ES256' } = parts;
  const encryptedPayload = parts.encryptedPayload ?? (await encryptPayload(parts));
  const body = { ...bodyFields(), encryptedPayload, ...parts.body };
  const header = { alg: signer, kid: `key-${signer}`, ...parts.header };
  return new CompactSign(bytesOf(body))
    .setProtectedHeader(JSON.parse(JSON.stringify(header)) as typeof header)
    .sign(parts.signWith ?? signers[signer].privateKey);
}

/** A compact JWS with exactly these parts. */
export function compactJws(header: object, body: object | string, signature = ''): string {
  const encoded = [header, body].map((one) => Buffer.from(bytesOf(one)).toString('base64url'));
  return [...encoded, signature].join('.');
}

/** Signed with the trusted key ES256, whatever the header says. */
export function signedJws(header: object, body: object | string): string {
  const unsigned = compactJws(header, body).slice(0, -1);
  const key = { key: signers.ES256.privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return `${unsigned}.${sign('sha256', Buffer.from(unsigned), key).toString('base64url')}`;
}
