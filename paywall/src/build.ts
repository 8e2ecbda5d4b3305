// Bundles the scripts and styles of the page, once: the result is kept under a name that depends on
// the sources, and every file is compressed in advance.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface BuiltFile {
  readonly bytes: Readonly<Record<Encoding, Buffer>>;
  /** For the attribute integrity, and for the inventory of scripts. */
  readonly integrity: string;
}

export interface BuiltPage {
  /** The scripts, by name. */
  readonly files: ReadonlyMap<string, BuiltFile>;
  readonly script: string;
  /** Its text: it stands in the HTML of the page. */
  readonly style: string;
  /** The script with the texts of each language. */
  readonly texts: Readonly<Record<string, string>>;
  /** Scripts that `script` imports. */
  readonly imports: readonly string[];
}

interface Names extends Pick<BuiltPage, 'script' | 'texts' | 'imports'> {
  /** The file with the style. */
  readonly style: string;
}

interface Manifest extends Names {
  readonly files: readonly string[];
}

const here = fileURLToPath(new URL('.', import.meta.url));
const cache = fileURLToPath(new URL('../../node_modules/.cache/bramka-paywall/', import.meta.url));
const inputs = ['page', 'browser', 'build.ts', '../package.json', '../../client/browser'];
let built: Promise<BuiltPage> | undefined;

/** Builds at the first call of the process; a failed build is tried again. */
export function buildPage(): Promise<BuiltPage> {
  built ??= buildOrRead().catch((error: unknown) => {
    built = undefined;
    throw error;
  });
  return built;
}

async function buildOrRead(): Promise<BuiltPage> {
  const folder = join(cache, hashOfSources());
  const known = readFolder(folder);
  if (known) return known;
  const outputs = await bundle();
  return keep(folder, outputs);
}

/** Of every file that the bundle is made from. */
export function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap((input) => filesIn(join(here, input)))) {
    hash
      .update(`${path.slice(here.length)}\n`)
      .update(readFileSync(path))
      .update('\n');
  }
  return hash.digest('hex').slice(0, 20);
}

function filesIn(path: string): string[] {
  if (/\.\w+$/.test(basename(path))) return /\.test\.ts$/.test(path) ? [] : [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

interface Outputs extends Names {
  readonly contents: ReadonlyMap<string, Buffer>;
}

async function bundle(): Promise<Outputs> {
  try {
    const esbuild = await import('esbuild');
    const result = await esbuild.build({
      absWorkingDir: here,
      entryPoints: { page: 'browser/start.ts', style: 'page/style/page.css' },
      outdir: 'out',
      bundle: true,
      splitting: true,
      minify: true,
      format: 'esm',
      target: ['es2022', 'chrome105', 'firefox121', 'safari15.4'],
      entryNames: '[name].[hash]',
      chunkNames: '[name].[hash]',
      metafile: true,
      write: false,
      legalComments: 'none',
      charset: 'utf8',
      logLevel: 'silent',
    });
    const contents = result.outputFiles.map(({ path, contents: bytes }): [string, Buffer] => [
      basename(path),
      Buffer.from(bytes),
    ]);
    return { contents: new Map(contents), ...namesIn(result.metafile.outputs) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // Says what the operator can do; the gateway works without the page.
    throw new Error(`the payment page cannot be built; run "npm ci" (${reason})`, {
      cause: error,
    });
  }
}

type Made = Readonly<
  Record<
    string,
    {
      readonly entryPoint?: string;
      readonly imports: readonly { readonly path: string; readonly kind: string }[];
    }
  >
>;

function namesIn(outputs: Made): Names {
  const rows = Object.entries(outputs);
  const nameOf = (entryPoint: string): string => {
    const [path] = rows.find(([, made]) => made.entryPoint === entryPoint) ?? [];
    if (path === undefined) throw new Error(`the bundle has no ${entryPoint}`);
    return basename(path);
  };
  const languages = readdirSync(join(here, 'page/texts'))
    .map((name) => /^(\w\w)\.ts$/.exec(name)?.[1])
    .filter((language) => language !== undefined);
  const [, start] = rows.find(([, made]) => made.entryPoint === 'browser/start.ts') ?? [];
  const imports = start?.imports.filter(({ kind }) => kind === 'import-statement') ?? [];
  return {
    script: nameOf('browser/start.ts'),
    style: nameOf('page/style/page.css'),
    texts: Object.fromEntries(languages.map((one) => [one, nameOf(`page/texts/${one}.ts`)])),
    imports: imports.map(({ path }) => basename(path)),
  };
}

function keep(folder: string, { contents, ...names }: Outputs): BuiltPage {
  const files = new Map([...contents].map(([name, bytes]) => [name, compress(bytes)]));
  const manifest: Manifest = { ...names, files: [...files.keys()] };
  const temporary = `${folder}.${String(process.pid)}`;
  try {
    mkdirSync(temporary, { recursive: true });
    for (const [name, { bytes }] of files) {
      writeFileSync(join(temporary, name), bytes.identity);
      writeFileSync(join(temporary, `${name}.br`), bytes.br);
      writeFileSync(join(temporary, `${name}.gz`), bytes.gzip);
    }
    writeFileSync(join(temporary, 'manifest.json'), JSON.stringify(manifest));
    renameSync(temporary, folder);
  } catch {
    // A read-only disk, or another process was faster: this process has the files in memory.
    rmSync(temporary, { recursive: true, force: true });
  }
  return pageOf(names, files);
}

function pageOf(names: Names, all: ReadonlyMap<string, BuiltFile>): BuiltPage {
  const files = new Map(all);
  files.delete(names.style);
  return { ...names, files, style: String(all.get(names.style)?.bytes.identity ?? '') };
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
