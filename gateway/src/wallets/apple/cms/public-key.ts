// Which public keys of a token's certificates are used. The sender of a token chooses them, and
// verifying with an RSA key of unusual numbers takes a hundred times as long as with Apple's.

import type { KeyObject } from 'node:crypto';

const RSA_BITS_MIN = 2048;
const RSA_BITS_MAX = 4096;
const RSA_EXPONENT_MAX = 65_537n;
const authorityCurves: readonly unknown[] = ['prime256v1', 'secp384r1', 'secp521r1'];

/** The keys of a signer: on P-256, or RSA. */
export function isSignerKey(key: KeyObject, type: 'ec' | 'rsa'): boolean {
  if (type === 'rsa') return isUsualRsa(key);
  return key.asymmetricKeyType === 'ec' && curveOf(key) === 'prime256v1';
}

/** The keys of the authority that has issued the certificate of the signer. */
export function isAuthorityKey(key: KeyObject): boolean {
  if (key.asymmetricKeyType !== 'ec') return isUsualRsa(key);
  return authorityCurves.includes(curveOf(key));
}

const curveOf = ({ asymmetricKeyDetails }: KeyObject) => asymmetricKeyDetails?.namedCurve;

function isUsualRsa({ asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject): boolean {
  const { modulusLength: bits = 0, publicExponent = 0n } = asymmetricKeyDetails;
  const isUsual = bits >= RSA_BITS_MIN && bits <= RSA_BITS_MAX;
  return asymmetricKeyType === 'rsa' && isUsual && publicExponent <= RSA_EXPONENT_MAX;
}
