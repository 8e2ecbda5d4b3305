// The hash of the merchant identifier, which is part of the key derivation of a token. Apple writes
// it into the payment processing certificate.

import { createHash } from 'node:crypto';
import { readDer } from '../../core/der/read.ts';
import { tags } from '../../core/der/write.ts';
import type { WalletKey } from '../credentials/credential.ts';
import { extensionOf, readCertificate } from './cms/certificate.ts';
import { extensionIds } from './cms/object-ids.ts';

const HASH_IN_HEX = /^[0-9a-f]{64}$/i;

/** From the certificate or, if it lacks the hash, from the name; undefined if malformed. */
export function merchantIdHashOf({ certificate, name }: WalletKey): Buffer | undefined {
  const parsed = certificate ? readCertificate(certificate) : undefined;
  const extension = parsed && extensionOf(parsed, extensionIds.merchantIdHash);
  if (!extension) return createHash('sha256').update(name).digest();
  const value = readDer(extension.content);
  const text = value?.tag === tags.utf8 ? value.content.toString('latin1') : '';
  return HASH_IN_HEX.test(text) ? Buffer.from(text, 'hex') : undefined;
}
