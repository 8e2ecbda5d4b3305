// The settings of the master key and of the next one: each is given directly, in a file, or by a
// command that calls a key management service.

import { secret, type Secret } from '../../core/secret.ts';

/** Where one master key comes from; all null: it is not set. */
export interface KeySource {
  /** Base64 of 32 bytes, given directly or read from a file. */
  readonly masterKey: Secret<string> | null;
  readonly masterKeyFile: string | null;
  readonly masterKeyCommand: string | null;
}

export interface KeySettings extends KeySource {
  /** The master key that a rotation changes to. */
  readonly nextMasterKey: KeySource;
  /** The environment of the commands: everything except the gateway's own settings. */
  readonly commandEnvironment: Secret<Readonly<Record<string, string>>>;
}

export const keyVariables: readonly (readonly [name: string, fallback: string, meaning: string])[] =
  [
    ['BRAMKA_MASTER_KEY', 'sandbox: generated', '32 bytes in base64; encrypts stored secrets'],
    ['BRAMKA_MASTER_KEY_FILE', '', 'file that contains the master key'],
    [
      'BRAMKA_MASTER_KEY_COMMAND',
      '',
      'command of a key management service: run with wrap or unwrap, base64 in and out',
    ],
    ['BRAMKA_MASTER_KEY_NEXT', '', 'the master key that `bramka keys rotate-master` changes to'],
    ['BRAMKA_MASTER_KEY_NEXT_FILE', '', 'file that contains the next master key'],
    ['BRAMKA_MASTER_KEY_NEXT_COMMAND', '', 'command of the next master key'],
  ];

type Env = Readonly<Record<string, string | undefined>>;

export function readKeySettings(env: Env): KeySettings {
  const own = /^(BRAMKA_|DATABASE_URL$)/;
  const others = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !own.test(entry[0]),
  );
  return {
    ...sourceOf(env, 'BRAMKA_MASTER_KEY'),
    nextMasterKey: sourceOf(env, 'BRAMKA_MASTER_KEY_NEXT'),
    commandEnvironment: secret(Object.fromEntries(others)),
  };
}

export function isSet(source: KeySource): boolean {
  return Object.values(source).some((value) => value !== null);
}

/** One sentence for each source that is named twice. */
export function keySourceProblems(settings: KeySettings): string[] {
  const { masterKey, masterKeyFile, masterKeyCommand, nextMasterKey } = settings;
  const own = { masterKey, masterKeyFile, masterKeyCommand };
  return [
    ['BRAMKA_MASTER_KEY', own] as const,
    ['BRAMKA_MASTER_KEY_NEXT', nextMasterKey] as const,
  ].flatMap(([name, source]) => {
    const count = Object.values(source).filter((value) => value !== null).length;
    return count > 1 ? [`set only one of ${name}, ${name}_FILE and ${name}_COMMAND`] : [];
  });
}

function sourceOf(env: Env, name: string): KeySource {
  const text = (suffix: string): string | null => {
    const value = env[`${name}${suffix}`]?.trim() ?? '';
    return value === '' ? null : value;
  };
  const masterKey = text('');
  return {
    masterKey: masterKey === null ? null : secret(masterKey),
    masterKeyFile: text('_FILE'),
    masterKeyCommand: text('_COMMAND'),
  };
}
