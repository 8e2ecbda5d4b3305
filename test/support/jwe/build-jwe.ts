// Builds compact JWEs, correct and wrong ones, with code of its own: none of the gateway's.
import { createCipheriv, createECDH, createHash, randomBytes } from 'node:crypto';

/** A public key as GET /v1/ecommerce/keys returns it. */
export interface RecipientJwk {
  readonly x: string;
  readonly y: string;
  readonly kid: string;
}

export interface JwePlan {
  /** Added to alg, enc, kid and epk; a member that is undefined is left out. */
  readonly header?: Readonly<Record<string, unknown>>;
  /** How the header is written; the tag covers the result. */
  readonly write?: (header: object) => string | Buffer;
  readonly iv?: Buffer;
  /** The ephemeral key that is sent, with the shared secret that it is supposed to lead to. */
  readonly ephemeral?: { readonly jwk: object; readonly secret: Buffer };
}

/** Header, encrypted key, nonce, ciphertext, tag. */
export type Segments = [string, string, string, string, string];

const keyBytes: Readonly<Record<string, number>> = { A128GCM: 16, A192GCM: 24, A256GCM: 32 };

export function base64url(value: string | Buffer): string {
  return Buffer.from(value as string).toString('base64url');
}

/**
 * The same bytes in another spelling: the last character has unused bits, which an encoder sets to
 * zero.
 */
export function withLeftover(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const other = alphabet[alphabet.indexOf(text.at(-1) ?? '') + 1] ?? '';
  return text.slice(0, -1) + other;
}

export function buildSegments(
  recipient: RecipientJwk,
  plain: string | Buffer,
  plan: JwePlan = {},
): Segments {
  const { jwk: epk, secret } = plan.ephemeral ?? agreeWith(recipient);
  const standard = { alg: 'ECDH-ES', enc: 'A256GCM', kid: recipient.kid, epk };
  const header: Record<string, unknown> = { ...standard, ...plan.header };
  const head = base64url(plan.write?.(header) ?? JSON.stringify(header));
  const enc = typeof header['enc'] === 'string' ? header['enc'] : 'A256GCM';
  const size = keyBytes[enc] ?? 32;
  const key = deriveKey(secret, enc, size, partyOf(header['apu']), partyOf(header['apv']));
  const iv = plan.iv ?? randomBytes(12);
  const cipher = createCipheriv(`aes-${size * 8}-gcm` as 'aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(head));
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return [head, '', base64url(iv), base64url(ciphertext), base64url(cipher.getAuthTag())];
}

export function buildJwe(recipient: RecipientJwk, plain: string | Buffer, plan?: JwePlan): string {
  return buildSegments(recipient, plain, plan).join('.');
}

/** A fresh ephemeral key, and the secret that it shares with the recipient. */
export function agreeWith({ x, y }: Pick<RecipientJwk, 'x' | 'y'>) {
  const ecdh = createECDH('prime256v1');
  const point = ecdh.generateKeys();
  const point64 = (from: number) => base64url(point.subarray(from, from + 32));
  const theirs = Buffer.concat([
    Buffer.of(4),
    Buffer.from(x, 'base64url'),
    Buffer.from(y, 'base64url'),
  ]);
  const jwk = { kty: 'EC', crv: 'P-256', x: point64(1), y: point64(33) };
  return { jwk, secret: ecdh.computeSecret(theirs) };
}

function partyOf(value: unknown): Buffer {
  return typeof value === 'string' ? Buffer.from(value, 'base64url') : Buffer.alloc(0);
}

/** One round of the Concat KDF is enough for 32 bytes. */
function deriveKey(secret: Buffer, enc: string, size: number, apu: Buffer, apv: Buffer): Buffer {
  const hash = createHash('sha256').update(number(1)).update(secret);
  for (const part of [Buffer.from(enc), apu, apv]) hash.update(number(part.length)).update(part);
  return hash
    .update(number(size * 8))
    .digest()
    .subarray(0, size);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
