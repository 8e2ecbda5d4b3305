// The signed content that starts the app flow (EMV 3-D Secure, section 6.2.3): the ACS URL and the
// public keys of both sides, signed under the directory server's authority.

import { generateKeyPairSync } from 'node:crypto';
import { CompactSign } from 'jose';
import { publicJwk } from '@bramka/gateway/core/jose/p256.ts';
import { BadAppMessage } from './bad-app-message.ts';
import { agreedKey, publicKeyOf } from './agreed-key.ts';
import { certificateChain, type DirectoryKeys } from './directory-keys.ts';

export interface ContentToSign {
  /** The URL to which the SDK posts its CReq. */
  readonly acsURL: string;
  /** As received in the AReq. */
  readonly sdkEphemPubKey: unknown;
  readonly sdkReferenceNumber: unknown;
  readonly keys: DirectoryKeys;
}

interface SignedContent {
  readonly acsSignedContent: string;
  /** 32 bytes for this challenge only; secret. */
  readonly sessionKey: Buffer;
}

const REFERENCE_NUMBER = /^[\x20-\x7e]{1,32}$/;

/** Throws BadAppMessage if the SDK's elements are invalid. */
export async function signContent(content: ContentToSign): Promise<SignedContent> {
  const { acsURL, sdkReferenceNumber, keys } = content;
  const sdkKey = publicKeyOf(content.sdkEphemPubKey, 'sdkEphemPubKey');
  if (typeof sdkReferenceNumber !== 'string' || !REFERENCE_NUMBER.test(sdkReferenceNumber)) {
    throw new BadAppMessage('203', 'sdkReferenceNumber');
  }
  // The private key exists only during this call.
  const ephemeral = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const payload = {
    acsEphemPubKey: publicJwk(ephemeral.publicKey),
    sdkEphemPubKey: publicJwk(sdkKey),
    acsURL,
  };
  const acsSignedContent = await new CompactSign(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'ES256', x5c: certificateChain(keys) })
    .sign(keys.signingKey);
  const sessionKey = agreedKey(ephemeral.privateKey, sdkKey, sdkReferenceNumber);
  return { acsSignedContent, sessionKey };
}
