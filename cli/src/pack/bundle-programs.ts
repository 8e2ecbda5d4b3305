// Bundles programs of this repository into JavaScript, one file for each program and for what they
// share.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';

interface Programs {
  /** The sources of the programs, by the name that their file gets. */
  readonly files: Readonly<Record<string, string>>;
  readonly folder: string;
  /**
   * The expression that stands for `import.meta.url` of a source, by which code finds its files;
   * absent: the address of the source itself.
   */
  readonly addressOf?: (source: string) => string;
  /** Sources that are not bundled: importing one fails with this message. */
  readonly leftOut?: Readonly<Record<string, string>>;
  /** Bundles the packages of npm too, except these; absent: all of them stay outside. */
  readonly packagesExcept?: readonly string[];
}

interface Bundled {
  readonly files: readonly string[];
  /** The packages of npm that the programs import. */
  readonly packages: readonly string[];
}

export async function bundlePrograms(programs: Programs): Promise<Bundled> {
  const { metafile } = await build({
    entryPoints: programs.files,
    outdir: programs.folder,
    plugins: [ownSources(programs)],
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    ...withPackages(programs.packagesExcept),
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  const files = Object.keys(metafile.outputs).map((path) => basename(path));
  return { files, packages: packagesIn(metafile) };
}

function withPackages(except: readonly string[] | undefined): BuildOptions {
  if (except === undefined) return { packages: 'external' };
  // Packages that are CommonJS call `require`.
  const own = JSON.stringify(import.meta.url);
  const js = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(${own});`;
  return { external: [...except], banner: { js } };
}

function ownSources({ addressOf = ownAddress, leftOut = {} }: Programs): Plugin {
  return {
    name: 'own-sources',
    setup(build) {
      // Workspaces are packages by name only; the file itself is resolved as Node.js does.
      build.onResolve({ filter: /^@bramka\// }, ({ path, importer }) => ({
        path: createRequire(importer).resolve(path),
      }));
      build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const message = leftOut[path];
        if (message !== undefined) {
          return { contents: `throw new Error(${JSON.stringify(message)}); export {};` };
        }
        const text = await readFile(path, 'utf8');
        return {
          contents: text.replaceAll('import.meta.url', () => addressOf(path)),
          loader: 'ts',
        };
      });
    },
  };
}

function ownAddress(source: string): string {
  return JSON.stringify(pathToFileURL(source).href);
}

function packagesIn({ outputs }: Metafile): string[] {
  const imports = Object.values(outputs).flatMap((made) => made.imports);
  const names = imports
    .filter(({ external, path }) => external === true && !path.startsWith('node:'))
    .map(({ path }) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path);
  return [...new Set(names)].sort();
}
