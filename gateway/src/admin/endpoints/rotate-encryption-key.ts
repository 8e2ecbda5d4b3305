// POST /v1/admin/keys/rotate-encryption: creates a new key for encrypted card fields; the previous
// one is accepted for a while.

import { Type } from 'typebox';
import type { EncryptionKeys } from '../../encryption/encryption-keys.ts';
import { endpoint } from '../../http/endpoint.ts';

export const rotateEncryptionKey = endpoint(
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
