// Finds packages whose version is not that of the root, and dependencies between workspaces that
// would need a change with every version.
import type { Finding } from './source.ts';

interface PackageJson {
  readonly name?: string;
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** `files` by path: the package.json files, or entries of the lock file. */
export function differentVersions(
  files: Readonly<Record<string, PackageJson>>,
  version: string,
): Finding[] {
  return Object.entries(files).flatMap(([path, { version: own, dependencies = {} }]) => [
    ...(own === version ? [] : [found(path, `has the version ${own}`, version)]),
    ...Object.entries(dependencies)
      .filter(([name, wanted]) => name.startsWith('@bramka/') && wanted !== '*')
      .map(([name, wanted]) => found(path, `depends on ${name} ${wanted}`, '*')),
  ]);
}

/** The newest version that the change log describes, with its date. */
export function newestRelease(changelog: string): string | undefined {
  const headings = [...changelog.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  return headings.find((heading) => heading !== 'Unreleased');
}

function found(path: string, problem: string, instead: string): Finding {
  return { path, line: 1, problem, instead };
}
