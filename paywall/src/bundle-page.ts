// Bundles the scripts and styles of the page from their sources. A packed gateway has the result
// instead of this file.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { allTexts } from './page/texts/all-texts.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const inputs = ['page', 'browser', 'bundle-page.ts', '../package.json', '../../client/browser'];

export interface Names {
  readonly script: string;
  /** The file with the style. */
  readonly style: string;
  /** The script with the texts of each language. */
  readonly texts: Readonly<Record<string, string>>;
  /** Scripts that `script` imports. */
  readonly imports: readonly string[];
}

export interface Outputs extends Names {
  readonly contents: ReadonlyMap<string, Buffer>;
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

/**
 * Methods have their texts and styles in their folders. The script of a language gets the texts of
 * all methods in that language, the script of the page none of them.
 */
const methodParts: Plugin = {
  name: 'method-parts',
  setup(build) {
    build.onLoad({ filter: /\/page\/texts\/\w\w\.ts$/ }, ({ path }) => {
      const language = basename(path, '.ts') as keyof typeof allTexts;
      const contents = `export const ${language} = ${JSON.stringify(allTexts[language])};`;
      return { contents, loader: 'js' };
    });
    build.onLoad({ filter: /\/page\/methods\/\w+\/texts\.ts$/ }, () => ({
      contents: 'export const texts = {};',
    }));
    build.onLoad({ filter: /\/page\/style\/methods\.css$/ }, () => {
      const styles = filesIn(join(here, 'page/methods')).filter((path) => path.endsWith('.css'));
      const contents = styles.map((path) => `@import ${JSON.stringify(path)};`).join('\n');
      return { contents, loader: 'css' };
    });
  },
};

export async function bundlePage(): Promise<Outputs> {
  try {
    const { build } = await import('esbuild');
    const result = await build({
      absWorkingDir: here,
      entryPoints: { page: 'browser/start.ts', style: 'page/style/page.css' },
      outdir: 'out',
      bundle: true,
      splitting: true,
      minify: true,
      format: 'esm',
      plugins: [methodParts],
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
    // The gateway works without the page; the message says what the operator can do.
    throw new Error(`the payment page cannot be built; run "npm ci" (${reason})`, {
      cause: error,
    });
  }
}

type BundleOutputs = Readonly<
  Record<
    string,
    {
      readonly entryPoint?: string;
      readonly imports: readonly { readonly path: string; readonly kind: string }[];
    }
  >
>;

function namesIn(outputs: BundleOutputs): Names {
  const rows = Object.entries(outputs);
  const nameOf = (entryPoint: string): string => {
    const [path] = rows.find(([, output]) => output.entryPoint === entryPoint) ?? [];
    if (path === undefined) throw new Error(`the bundle has no ${entryPoint}`);
    return basename(path);
  };
  const languages = Object.keys(allTexts);
  const [, start] = rows.find(([, output]) => output.entryPoint === 'browser/start.ts') ?? [];
  const imports = start?.imports.filter(({ kind }) => kind === 'import-statement') ?? [];
  return {
    script: nameOf('browser/start.ts'),
    style: nameOf('page/style/page.css'),
    texts: Object.fromEntries(languages.map((one) => [one, nameOf(`page/texts/${one}.ts`)])),
    imports: imports.map(({ path }) => basename(path)),
  };
}
