// POST /v1/admin/keys/rotate and …/rotate-encryption: create a new key for signing access tokens,
// or for encrypted card fields. What was made with the previous key stays valid, fields for a time.

import { Type } from 'typebox';
import type { SigningKeys } from '../../auth/signing-keys.ts';
import type { EncryptionKeys } from '../../encryption/encryption-keys.ts';
import { endpoint } from '../../http/endpoint.ts';

const rotateKeys = endpoint(
  {
    method: 'POST',
    path: '/v1/admin/keys/rotate',
    summary: 'Rotate the key that signs access tokens',
    access: 'operator',
    action: { name: 'ROTATE_SIGNING_KEY', subject: 'keyId' },
    reply: Type.Object({
      keyId: Type.String({ description: 'Id of the new key; tokens of the old one stay valid.' }),
    }),
  },
  async ({ signingKeys: keys }: { readonly signingKeys: SigningKeys }, { note }) => {
    note({ before: { keyId: (await keys.current()).keyId } });
    return { keyId: await keys.rotate() };
  },
);

const rotateEncryptionKey = endpoint(
  {
    method: 'POST',
    path: '/v1/admin/keys/rotate-encryption',
    summary: 'Rotate the key for encrypted card fields',
    description: 'The gateway also does this itself, by default every 30 days.',
    access: 'operator',
    action: { name: 'ROTATE_ENCRYPTION_KEY', subject: 'keyId' },
    reply: Type.Object({
      keyId: Type.String({
        description: 'Id of the new key. Fields encrypted to the previous one stay valid a while.',
      }),
    }),
  },
  async ({ encryptionKeys: keys }: { readonly encryptionKeys: EncryptionKeys }, { note }) => {
    note({ before: { keyId: (await keys.current()).keyId } });
    return { keyId: await keys.rotate() };
  },
);

export const keyEndpoints = [rotateKeys, rotateEncryptionKey];
