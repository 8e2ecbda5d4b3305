// The master keys of a process: read from settings, files or the data directory of a sandbox, or
// behind a command.

import type { RandomBytes } from '../../core/random.ts';
import type { Key } from '../../core/seal.ts';
import { secret } from '../../core/secret.ts';
import { StorageUnusable } from '../data-directory.ts';
import {
  keyFromDirectory,
  masterKeyBytes,
  masterKeyRule,
  randomText,
  readKeyFile,
} from '../key-file.ts';
import { encryptionByCommand } from './command-encryption.ts';
import { encryptionByKey, type KeyEncryption } from './key-encryption.ts';
import { hasMasterKey, type KeySettings, type KeySource } from './key-settings.ts';

interface MasterKeys {
  /** The current one, and the next one if it is set. */
  readonly encryptions: readonly KeyEncryption[];
  /** The current master key; null if it is behind a command. */
  readonly masterKey: Key | null;
}

/** Only a sandbox may create its key. */
export function readMasterKeys(
  settings: KeySettings & { readonly dataDir: string },
  random: RandomBytes,
): MasterKeys {
  const { nextMasterKey, masterKeyCommand } = settings;
  const masterKey = masterKeyCommand === null ? readKey(settings, settings.dataDir, random) : null;
  const current = masterKey
    ? encryptionByKey(masterKey, random)
    : commandOf(settings, masterKeyCommand ?? '');
  if (!hasMasterKey(nextMasterKey)) return { encryptions: [current], masterKey };
  const next =
    nextMasterKey.masterKeyCommand === null
      ? encryptionByKey(readKey(nextMasterKey, null, random), random)
      : commandOf(settings, nextMasterKey.masterKeyCommand);
  return { encryptions: [current, next], masterKey };
}

function commandOf({ commandEnvironment: environment }: KeySettings, command: string) {
  return encryptionByCommand({ command, environment });
}

function readKey(source: KeySource, directory: string | null, random: RandomBytes): Key {
  const { masterKey, masterKeyFile } = source;
  const text =
    masterKey ??
    (masterKeyFile === null
      ? keyFromDirectory(directory ?? '', 'master.key', () => randomText(random, 32, 'base64'))
      : readKeyFile(masterKeyFile));
  const bytes = masterKeyBytes(text);
  if (!bytes) throw new StorageUnusable(masterKeyRule);
  return secret(bytes);
}
