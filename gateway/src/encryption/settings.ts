// The settings of encrypted card fields: how often the key changes, how long a retired one is
// accepted, and how old an encrypted field may be.

import { integer } from '../settings/kinds.ts';
import { settings, type ValuesOf } from '../settings/setting.ts';

/** The least time to keep a key is the greatest age of a field. */
export const encryptionSettings = settings('BRAMKA', {
  encryptionKeyDays: [
    integer(30, 1, 365),
    'after this time card fields are encrypted to a new key',
  ],
  encryptionKeyKeepHours: [integer(24, 1, 720), 'how long the previous key is still accepted'],
  encryptedFieldSeconds: [integer(600, 60, 3600), 'how old an encrypted card field may be'],
});

export type EncryptionSettings = ValuesOf<typeof encryptionSettings>;
