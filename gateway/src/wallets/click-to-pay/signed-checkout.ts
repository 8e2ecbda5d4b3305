// The outer part of a checkout response: a compact JWS. Keys come from the caller only, so a header
// that brings a key of its own or asks for an extension is refused.

import { compactVerify, type JWK } from 'jose';
import { readBase64Url } from '../../core/jose/base64.ts';
import type { Fields } from '../../core/json/fields.ts';
import { readJsonObject } from '../../core/json/read-object.ts';

/** Keys that sign checkouts, as JWK with kid. */
export type SigningKeys = readonly Readonly<Record<string, unknown>>[];

/** The key type and, for elliptic curves, the curve of each accepted algorithm. */
const algorithms: Readonly<Record<string, { readonly kty: string; readonly crv?: string }>> = {
  RS256: { kty: 'RSA' },
  PS256: { kty: 'RSA' },
  ES256: { kty: 'EC', crv: 'P-256' },
};
const algorithmNames = Object.keys(algorithms);

/** A header with one of these is refused: keys from elsewhere, extensions, compression. */
const refusedHeaders = ['jku', 'jwk', 'x5u', 'x5c', 'crit', 'b64', 'zip'];

interface SignedCheckout {
  readonly algorithm: string;
  readonly kid: string;
  /** Not verified yet. */
  readonly body: Fields;
}

/** Reads without verifying; undefined if the text does not have the form of a checkout. */
export function readSigned(text: string): SignedCheckout | undefined {
  const segments = text.split('.', 4);
  if (segments.length !== 3) return undefined;
  const [headerBytes, bodyBytes, signature] = segments.map(readBase64Url);
  const header = headerBytes && readHeader(headerBytes);
  const body = bodyBytes && readJsonObject(bodyBytes);
  if (!header || !body || !signature) return undefined;
  const { alg, kid } = header;
  if (typeof alg !== 'string' || !Object.hasOwn(algorithms, alg)) return undefined;
  return typeof kid === 'string' ? { algorithm: alg, kid, body } : undefined;
}

/** The header of a JWS or JWE; undefined if it asks for anything that is never allowed. */
export function readHeader(bytes: Buffer): Fields | undefined {
  const header = readJsonObject(bytes);
  if (!header) return undefined;
  // Members that are null are absent for the reader, but were sent.
  const sent = JSON.parse(bytes.toString()) as Fields;
  return refusedHeaders.some((name) => Object.hasOwn(sent, name)) ? undefined : header;
}

/** An unknown key costs as much time as a known one whose signature is wrong. */
export async function isSigned(
  text: string,
  { algorithm, kid }: Pick<SignedCheckout, 'algorithm' | 'kid'>,
  keys: SigningKeys,
): Promise<boolean> {
  const fitting = keys.filter((key) => fits(key, algorithm));
  const named = fitting.find((key) => key['kid'] === kid);
  const key = named ?? fitting[0];
  if (!key) return false;
  try {
    await compactVerify(text, key as JWK, { algorithms: algorithmNames });
    return named !== undefined;
  } catch {
    // The library throws many kinds of errors for hostile input; all of them mean the same.
    return false;
  }
}

function fits(key: Fields, algorithm: string): boolean {
  const needed = algorithms[algorithm];
  return needed?.kty === key['kty'] && (needed?.crv === undefined || needed.crv === key['crv']);
}
