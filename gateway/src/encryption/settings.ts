// The settings of encrypted card fields: how often the key changes, how long a retired one is
// accepted, and how old an encrypted field may be.

export interface EncryptionSettings {
  readonly encryptionKeyDays: number;
  readonly encryptionKeyKeepHours: number;
  readonly encryptedFieldSeconds: number;
}

export interface EncryptionSetting {
  readonly field: keyof EncryptionSettings;
  readonly name: string;
  readonly fallback: number;
  readonly min: number;
  readonly max: number;
  readonly meaning: string;
}

/** The least time to keep a key is the greatest age of a field. */
export const encryptionRanges: readonly EncryptionSetting[] = [
  {
    field: 'encryptionKeyDays',
    name: 'BRAMKA_ENCRYPTION_KEY_DAYS',
    fallback: 30,
    min: 1,
    max: 365,
    meaning: 'after this time card fields are encrypted to a new key',
  },
  {
    field: 'encryptionKeyKeepHours',
    name: 'BRAMKA_ENCRYPTION_KEY_KEEP_HOURS',
    fallback: 24,
    min: 1,
    max: 720,
    meaning: 'how long the previous key is still accepted',
  },
  {
    field: 'encryptedFieldSeconds',
    name: 'BRAMKA_ENCRYPTED_FIELD_SECONDS',
    fallback: 600,
    min: 60,
    max: 3600,
    meaning: 'how old an encrypted card field may be',
  },
];

/** For the list of all variables. */
export const encryptionVariables: readonly (readonly [string, string, string])[] =
  encryptionRanges.map(({ name, fallback, meaning }) => [name, String(fallback), meaning]);
