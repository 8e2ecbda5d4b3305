// Keys stored in files: the master key that an operator provides, and the keys that a sandbox
// generates on its first start.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RandomBytes } from '../core/random.ts';
import { open, secret, type Secret } from '../core/secret.ts';
import { StorageUnusable } from './data-directory.ts';

export function readKeyFile(file: string): Secret<string> {
  try {
    return secret(readFileSync(file, 'utf8').trim());
  } catch {
    throw new StorageUnusable(`the key file ${file} cannot be read`);
  }
}

export const masterKeyRule = 'the master key must be 32 bytes in base64 (openssl rand -base64 32)';

/** Undefined unless the text is 32 bytes in base64. */
export function masterKeyBytes(text: Secret<string>): Buffer | undefined {
  const key = Buffer.from(open(text), 'base64');
  return /^[A-Za-z0-9+/]{43}=$/.test(open(text)) && key.length === 32 ? key : undefined;
}

/** For the sandbox only: reads the key, or creates it with access for its owner only. */
export function keyFromDirectory(
  directory: string,
  name: string,
  make: () => string,
): Secret<string> {
  const file = join(directory, name);
  if (!existsSync(file)) {
    try {
      writeFileSync(file, `${make()}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') {
        throw new StorageUnusable(`the key file ${file} cannot be written`);
      }
    }
  }
  return readKeyFile(file);
}

export function randomText(
  random: RandomBytes,
  bytes: number,
  form: 'base64' | 'base64url',
): string {
  return Buffer.from(random(bytes)).toString(form);
}
