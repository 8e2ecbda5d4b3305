// The directory of the embedded database and of the keys that a sandbox generates. Only its owner
// has access, even when an older version or an operator had made it readable for others.

import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export class StorageUnusable extends Error {}

const OTHERS = 0o077;
const STICKY = 0o1000;
/** The files of the gateway; nothing else in the directory is changed. */
const ownFiles = /^(pglite|pglite\.unfinished|bramka\.pid|[a-z]+\.key)$/;

/** Creates the directory when it is missing and closes it to other users. */
export function prepareDirectory(directory: string): void {
  // Files created from now on are accessible only to this user.
  process.umask(OTHERS);
  try {
    makeDirectory(resolve(directory));
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new StorageUnusable(`the data directory ${directory} cannot be read and written`);
  }
  const { mode } = statSync(directory);
  if ((mode & STICKY) !== 0) {
    throw new StorageUnusable(
      `the data directory ${directory} is shared by all users; set BRAMKA_DATA_DIR to another one`,
    );
  }
  closeToOthers(directory);
}

/** One level at a time: with `recursive`, Node loops for ever below /proc. */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  makeDirectory(dirname(directory));
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    // Another node may have created it at the same time.
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  }
}

/** Closes the gateway's files in it to other users: the database, the keys and the pid file. */
export function closeFilesToOthers(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (ownFiles.test(name)) closeTreeToOthers(join(directory, name));
  }
}

function closeTreeToOthers(path: string): void {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return;
  closeToOthers(path);
  if (stats.isDirectory())
    for (const name of readdirSync(path)) closeTreeToOthers(join(path, name));
}

function closeToOthers(path: string): void {
  const { mode } = statSync(path);
  if ((mode & OTHERS) === 0) return;
  try {
    chmodSync(path, mode & 0o700);
  } catch {
    throw new StorageUnusable(
      `${path} is open to other users and cannot be closed; change its owner, or its mode to 0700`,
    );
  }
}
