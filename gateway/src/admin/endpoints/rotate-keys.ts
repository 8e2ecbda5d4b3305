// POST /v1/admin/keys/rotate: a new key signs access tokens from now on; nobody is logged out.

import { Type } from 'typebox';
import type { SigningKeys } from '../../auth/signing-keys.ts';
import { endpoint } from '../../http/endpoint.ts';

export function rotateKeys(keys: SigningKeys) {
  return endpoint({
    summary: 'Rotate the key that signs access tokens',
    access: 'operator',
    reply: Type.Object({ keyId: Type.String() }),
    refusals: ['ADMIN_KEY_INVALID'],
    async answer() {
      return { keyId: await keys.rotate() };
    },
  });
}
