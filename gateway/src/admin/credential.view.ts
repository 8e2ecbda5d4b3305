// A wallet credential as the operator sees it, never with its private key.

import { Type } from 'typebox';
import { isoTime, type Instant } from '../core/clock.ts';
import { present } from '../core/json/present.ts';
import { oneOf, optionalText, time } from '../http/schema.ts';
import { pem } from '../wallets/credentials/certificate-request.ts';
import {
  algorithmMeanings,
  credentialMeanings,
  stateMeanings,
  type CredentialRecord,
} from '../wallets/credentials/credential.ts';

export const kindField = oneOf(credentialMeanings, 'What it is for.');
export const algorithmField = (description: string) => oneOf(algorithmMeanings, description);

export const credentialSchema = Type.Object({
  credentialId: Type.String({ description: 'Id of the credential' }),
  kind: kindField,
  merchantId: optionalText('MID; absent: it is the gateway’s own'),
  name: Type.String({
    description: 'For Apple Pay the merchant identifier, otherwise a name for the operator',
  }),
  algorithm: algorithmField('Of the key.'),
  state: oneOf(stateMeanings, 'What it can be used for, and what to do.'),
  publicKey: Type.String({ description: 'SubjectPublicKeyInfo in base64, to be published' }),
  publicKeyHash: Type.String({ description: 'SHA-256 of the public key in base64' }),
  certificate: optionalText('PEM'),
  createdAt: time('When the key was made or imported'),
  activatedAt: Type.Optional(time('When it became usable')),
  expiresAt: Type.Optional(time('When the certificate expires')),
  removedAt: Type.Optional(time('When the private key was deleted')),
});

export function credentialView(record: CredentialRecord) {
  const { credentialId, kind, merchantId, name, algorithm, state, certificate } = record;
  const timeOf = (at: Instant | null): string | null => (at === null ? null : isoTime(at));
  return {
    credentialId,
    kind,
    ...present({ merchantId }),
    name,
    algorithm,
    state,
    publicKey: Buffer.from(record.publicKey).toString('base64'),
    publicKeyHash: Buffer.from(record.publicKeyHash).toString('base64'),
    ...present({ certificate: certificate && pem('CERTIFICATE', certificate) }),
    createdAt: isoTime(record.createdAt),
    ...present({
      activatedAt: timeOf(record.activatedAt),
      expiresAt: timeOf(record.expiresAt),
      removedAt: timeOf(record.removedAt),
    }),
  };
}
