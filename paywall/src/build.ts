// The scripts and styles of the page, each compressed in advance: those of the package, or bundled
// from the sources and kept under a name that depends on them.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Names, Outputs } from './bundle-page.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

interface BuiltFile {
  readonly bytes: Readonly<Record<Encoding, Buffer>>;
  /** For the attribute integrity, and for the inventory of scripts. */
  readonly integrity: string;
}

export interface BuiltPage extends Omit<Names, 'style'> {
  /** The hash of `content`. */
  readonly build: string;
  /** All scripts, as other nodes get them: JSON with their names and texts. */
  readonly content: string;
  /** The scripts, by name. */
  readonly files: ReadonlyMap<string, BuiltFile>;
  /** Its text, which is part of the HTML of the page. */
  readonly style: string;
}

interface Manifest extends Names {
  readonly files: readonly string[];
}

/** In a packed gateway only. */
const packedFolder = fileURLToPath(new URL('../built/', import.meta.url));
const cache = fileURLToPath(new URL('../../node_modules/.cache/bramka-paywall/', import.meta.url));
let built: Promise<BuiltPage> | undefined;

/** Builds at the first call of the process; a failed build is tried again. */
export function buildPage(): Promise<BuiltPage> {
  built ??= buildOrRead().catch((error: unknown) => {
    built = undefined;
    throw error;
  });
  return built;
}

/** Builds from changed sources. If that fails, the page stays as it was. */
export async function rebuildPage(): Promise<void> {
  const next = buildOrRead();
  await next;
  built = next;
}

async function buildOrRead(): Promise<BuiltPage> {
  const packed = readFolder(packedFolder);
  if (packed) return packed;
  const { bundlePage, hashOfSources } = await import('./bundle-page.ts');
  const folder = join(cache, hashOfSources());
  return readFolder(folder) ?? keep(folder, await bundlePage());
}

function keep(folder: string, { contents, ...names }: Outputs): BuiltPage {
  const files = compressAll(contents);
  const temporary = `${folder}.${String(process.pid)}`;
  try {
    writeFolder(temporary, names, files);
    renameSync(temporary, folder);
  } catch {
    // A read-only disk, or another process was faster: this process has the files in memory.
    rmSync(temporary, { recursive: true, force: true });
  }
  return pageOf(names, files);
}

/** For a package: the folder that `buildPage` reads there. */
export async function writePage(folder: string): Promise<void> {
  const { bundlePage } = await import('./bundle-page.ts');
  const { contents, ...names } = await bundlePage();
  writeFolder(folder, names, compressAll(contents));
}

function writeFolder(folder: string, names: Names, files: ReadonlyMap<string, BuiltFile>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, { bytes }] of files) {
    writeFileSync(join(folder, name), bytes.identity);
    writeFileSync(join(folder, `${name}.br`), bytes.br);
    writeFileSync(join(folder, `${name}.gz`), bytes.gzip);
  }
  const manifest: Manifest = { ...names, files: [...files.keys()] };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

function pageOf(names: Names, all: ReadonlyMap<string, BuiltFile>): BuiltPage {
  const files = new Map(all);
  files.delete(names.style);
  const textOf = (name: string): string => String(all.get(name)?.bytes.identity ?? '');
  const texts = [...files.keys()].sort().map((name) => [name, textOf(name)]);
  const content = JSON.stringify(texts);
  return { ...names, build: buildOf(content), content, files, style: textOf(names.style) };
}

/** The name of a build: nobody can make other scripts with the same name. */
export function buildOf(content: string): string {
  return createHash('sha256').update(content).digest('base64url');
}

function compressAll(contents: Outputs['contents']): ReadonlyMap<string, BuiltFile> {
  return new Map([...contents].map(([name, bytes]) => [name, compress(bytes)]));
}

function compress(identity: Buffer): BuiltFile {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const br = brotliCompressSync(identity, { params });
  return fileOf({ identity, br, gzip: gzipSync(identity, { level: 9 }) });
}

function fileOf(bytes: BuiltFile['bytes']): BuiltFile {
  return { bytes, integrity: integrityOf(bytes.identity) };
}

/** As in the attribute `integrity`. */
export function integrityOf(bytes: Buffer): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}

function readFolder(folder: string): BuiltPage | undefined {
  const read = (name: string): Buffer => readFileSync(join(folder, name));
  try {
    const { files, ...names } = JSON.parse(read('manifest.json').toString()) as Manifest;
    const contents = files.map((name): [string, BuiltFile] => [
      name,
      fileOf({ identity: read(name), br: read(`${name}.br`), gzip: read(`${name}.gz`) }),
    ]);
    return pageOf(names, new Map(contents));
  } catch {
    return undefined;
  }
}
