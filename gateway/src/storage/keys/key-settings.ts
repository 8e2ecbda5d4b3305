// The settings of the master key and of the next one: each is given directly, in a file, or by a
// command that calls a key management service.

import { isWeakKey } from '../../core/keys/key-strength.ts';
import { secret, type Secret } from '../../core/secret.ts';
import { optional, secretText, text } from '../../settings/kinds.ts';
import type { Check, Env } from '../../settings/read-settings.ts';
import { settings, type ValuesOf } from '../../settings/setting.ts';
import { masterKeyBytes, masterKeyRule, readKeyFile } from '../key-file.ts';

export const masterKeySettings = settings('BRAMKA', {
  masterKey: [
    optional(secretText),
    '32 bytes in base64; encrypts stored secrets',
    { shown: 'sandbox: generated' },
  ],
  masterKeyFile: [optional(text()), 'file that contains the master key'],
  masterKeyCommand: [
    optional(text()),
    'command of a key management service: run with wrap or unwrap, base64 in and out',
  ],
});

export const nextMasterKeySettings = settings('BRAMKA', {
  masterKey: [
    optional(secretText),
    'the master key that `bramka keys rotate-master` changes to',
    { name: 'BRAMKA_MASTER_KEY_NEXT' },
  ],
  masterKeyFile: [
    optional(text()),
    'file that contains the next master key',
    { name: 'BRAMKA_MASTER_KEY_NEXT_FILE' },
  ],
  masterKeyCommand: [
    optional(text()),
    'command of the next master key',
    { name: 'BRAMKA_MASTER_KEY_NEXT_COMMAND' },
  ],
});

/** Where one master key comes from; all null: it is not set. */
export type KeySource = ValuesOf<typeof masterKeySettings>;

export interface KeySettings extends KeySource {
  /** The master key that a rotation changes to. */
  readonly nextMasterKey: KeySource;
  /** The environment of the commands: everything except the gateway's own settings. */
  readonly commandEnvironment: Secret<Readonly<Record<string, string>>>;
}

export function commandEnvironmentOf(env: Env): KeySettings['commandEnvironment'] {
  const own = /^(BRAMKA_|DATABASE_URL$)/;
  const others = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !own.test(entry[0]),
  );
  return secret(Object.fromEntries(others));
}

/** Whether a key is named; otherwise a sandbox creates one. */
export function hasMasterKey({ masterKey, masterKeyFile, masterKeyCommand }: KeySource): boolean {
  return [masterKey, masterKeyFile, masterKeyCommand].some((value) => value !== null);
}

export const checkMasterKeys: Check<unknown> = (_values, isSet) =>
  ['BRAMKA_MASTER_KEY', 'BRAMKA_MASTER_KEY_NEXT'].flatMap((name) => {
    const isTwice = ['', '_FILE', '_COMMAND'].filter((end) => isSet(`${name}${end}`)).length > 1;
    return isTwice ? [`set only one of ${name}, ${name}_FILE and ${name}_COMMAND`] : [];
  });

export const checkMasterKeysInProduction: Check<KeySettings> = (values) => {
  if (!hasMasterKey(values)) {
    const names = 'BRAMKA_MASTER_KEY, BRAMKA_MASTER_KEY_FILE or BRAMKA_MASTER_KEY_COMMAND';
    return [`${names} must be set in production`];
  }
  return [...new Set([values, values.nextMasterKey].flatMap(weakKeyProblems))];
};

/** A key behind a command is not seen here. */
function weakKeyProblems({ masterKey, masterKeyFile }: KeySource): string[] {
  if (!masterKey && masterKeyFile === null) return [];
  try {
    const bytes = masterKeyBytes(masterKey ?? readKeyFile(masterKeyFile ?? ''));
    if (!bytes) return [masterKeyRule];
    return isWeakKey(bytes)
      ? ['the master key is not random; generate one with `openssl rand -base64 32`']
      : [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
