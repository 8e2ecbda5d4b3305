// How an SDK verifies an ACS: the signed content must be signed under the directory server's
// authority, be valid now, and contain this SDK's own key.
import { constants, verify, X509Certificate, type KeyObject } from 'node:crypto';
import type { Jwk } from './key-agreement.ts';
import { SdkError } from './sdk-error.ts';

export interface TrustedContent {
  readonly acsEphemPubKey: Jwk;
  readonly acsURL: string;
}

export interface Trust {
  readonly caCertificatePem: string;
  readonly ownKey: Jwk;
  readonly nowMs: number;
}

const MAX_CHAIN_LENGTH = 5;

export function readSignedContent(jws: string, trust: Trust): TrustedContent {
  try {
    return checkContent(jws, trust);
  } catch (error) {
    if (error instanceof SdkError) throw error;
    throw new SdkError('untrusted', `the signed content is malformed (${String(error)})`);
  }
}

function checkContent(jws: string, trust: Trust): TrustedContent {
  const [protectedText = '', payloadText = '', signatureText = '', ...more] = jws.split('.');
  check(signatureText !== '' && more.length === 0, 'it is not a compact JWS');
  const { alg, x5c, crit } = parse(protectedText);
  check(crit === undefined, 'it requires extensions');
  check(Array.isArray(x5c) && x5c.length > 0 && x5c.length <= MAX_CHAIN_LENGTH, 'x5c');
  const chain = (x5c as string[]).map((text) => new X509Certificate(Buffer.from(text, 'base64')));
  checkChain(chain, new X509Certificate(trust.caCertificatePem), trust.nowMs);

  const signer = (chain[0] as X509Certificate).publicKey;
  const signed = Buffer.from(`${protectedText}.${payloadText}`);
  const signature = Buffer.from(signatureText, 'base64url');
  check(isSigned(alg, signed, signer, signature), 'the signature is wrong');

  const { acsEphemPubKey, sdkEphemPubKey, acsURL } = parse(payloadText);
  check(isSameKey(sdkEphemPubKey, trust.ownKey), "it is for another SDK's key");
  const acsKey = acsEphemPubKey as Jwk;
  check(acsKey.kty === 'EC' && acsKey.crv === 'P-256', 'acsEphemPubKey');
  check(!isSameKey(acsKey, trust.ownKey), 'the ACS has no key of its own');
  check(typeof acsURL === 'string' && /^https?:$/.test(new URL(acsURL).protocol), 'acsURL');
  return { acsEphemPubKey: acsKey, acsURL: acsURL as string };
}

/**
 * Every certificate must be valid now and issued by the next one, the last one by the authority.
 */
function checkChain(
  chain: readonly X509Certificate[],
  authority: X509Certificate,
  nowMs: number,
): void {
  const isRoot = (one: X509Certificate | undefined) =>
    one?.fingerprint256 === authority.fingerprint256;
  const path = isRoot(chain.at(-1)) ? chain : [...chain, authority];
  check(path.length > 1, 'the authority must not sign content itself');
  for (const [index, certificate] of path.entries()) {
    const isValid = certificate.validFromDate.getTime() <= nowMs;
    check(isValid && nowMs <= certificate.validToDate.getTime(), 'a certificate is not valid now');
    const issuer = path[index + 1] ?? authority;
    check(issuer.ca, 'an issuer is not an authority');
    check(certificate.checkIssued(issuer), 'the chain is broken');
    check(certificate.verify(issuer.publicKey), 'a certificate is forged');
  }
}

function isSigned(alg: unknown, signed: Buffer, key: KeyObject, signature: Buffer): boolean {
  const curve = key.asymmetricKeyDetails?.namedCurve;
  if (alg === 'ES256' && key.asymmetricKeyType === 'ec' && curve === 'prime256v1') {
    return verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, signature);
  }
  if (alg === 'PS256' && key.asymmetricKeyType === 'rsa') {
    const padding = constants.RSA_PKCS1_PSS_PADDING;
    return verify('sha256', signed, { key, padding, saltLength: 32 }, signature);
  }
  return false;
}

function isSameKey(value: unknown, key: Jwk): boolean {
  const { kty, crv, x, y } = (value ?? {}) as Partial<Jwk>;
  return kty === key.kty && crv === key.crv && x === key.x && y === key.y;
}

function parse(text: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;
}

function check(holds: boolean, why: string): void {
  if (!holds) throw new SdkError('untrusted', why);
}
