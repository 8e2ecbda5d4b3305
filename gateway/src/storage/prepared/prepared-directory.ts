// The data directory that every embedded database starts from: empty, as the engine makes it in two
// seconds. The package `bramka` contains it. A clone keeps it in node_modules/.cache, made by
// `npm ci` or by the first process that needs it.

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';

type Bytes = Buffer<ArrayBuffer>;

const inPackage = new URL('../../../embedded/prepared.tgz', import.meta.url);
const cache = new URL('../../../../node_modules/.cache/bramka-embedded/', import.meta.url);

/** A tar file. A damaged file is the same as none: its checksum differs. */
export async function preparedDirectory(folder = cache, make = makeDirectory): Promise<Bytes> {
  const kept = new URL(`${engineVersion()}.tgz`, folder);
  const found = read(inPackage) ?? read(kept);
  if (found) return found;
  const made = await make();
  keep(made, folder, kept);
  return made;
}

function read(file: URL): Bytes | undefined {
  try {
    return gunzipSync(readFileSync(file));
  } catch {
    return undefined;
  }
}

function keep(made: Bytes, folder: URL, file: URL): void {
  const temporary = new URL(`${file.href}.${String(process.pid)}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(temporary, gzipSync(made));
    renameSync(temporary, file);
  } catch {
    // A read-only or full disk: the next process makes its own.
    if (existsSync(temporary)) rmSync(temporary);
  }
}

async function makeDirectory(): Promise<Bytes> {
  const engine = new PGlite();
  await engine.waitReady;
  await engine.exec('checkpoint');
  const dump = await engine.dumpDataDir('none');
  await engine.close();
  return Buffer.from(await dump.arrayBuffer());
}

/** Another version of the engine may need another directory. */
function engineVersion(): string {
  const file = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
