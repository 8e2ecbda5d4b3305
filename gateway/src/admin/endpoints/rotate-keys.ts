// POST /v1/admin/keys/rotate: creates a new key for signing access tokens; existing tokens stay
// valid.

import { Type } from 'typebox';
import type { SigningKeys } from '../../auth/signing-keys.ts';
import { endpoint } from '../../http/endpoint.ts';

export const rotateKeys = endpoint(
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
