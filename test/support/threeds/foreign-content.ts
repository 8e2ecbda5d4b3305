// Signed content that an SDK must not trust, as an attacker would replace it.
import { generateKeyPairSync } from 'node:crypto';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { createDirectoryKeys } from '@bramka/sandbox/acs/app/directory-keys.ts';
import { signContent } from '@bramka/sandbox/acs/app/signed-content.ts';

/** The same content with the same SDK key, signed under the attacker's own authority. */
export async function signAsAttacker(genuine: string): Promise<string> {
  const { sdkEphemPubKey, acsURL } = payloadOf(genuine);
  const { acsSignedContent } = await signContent({
    acsURL: acsURL as string,
    sdkEphemPubKey,
    sdkReferenceNumber: 'a stranger',
    keys: createDirectoryKeys(systemClock, systemRandom),
  });
  return acsSignedContent;
}

/** The attacker's key or URL under the genuine signature. */
export function replaceField(genuine: string, element: 'acsURL' | 'acsEphemPubKey'): string {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  const other = { acsURL: 'http://127.0.0.1:9/acs/app', acsEphemPubKey: { kty, crv, x, y } };
  const [header, , signature] = genuine.split('.');
  const payload = { ...payloadOf(genuine), [element]: other[element] };
  return `${header}.${encoded(payload)}.${signature}`;
}

/** Claims that no signature is needed. */
export function removeSignature(genuine: string): string {
  const [header = '', payload, signature] = genuine.split('.');
  const { x5c } = decoded(header);
  return `${encoded({ alg: 'none', x5c })}.${payload}.${signature}`;
}

function payloadOf(jws: string): Record<string, unknown> {
  return decoded(jws.split('.')[1] ?? '');
}

function decoded(text: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
