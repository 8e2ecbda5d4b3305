// Selects the test files and test names of a run: `npm test -- words…` narrows both.
import { globSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';

export type Selection = { files: string[]; namePatterns: RegExp[] };

/** Every test file of the workspaces, as paths from the root of the repository. */
export function findTestFiles(root: string, workspaces: readonly string[]): string[] {
  const isDependency = (path: string) => path.split(sep).includes('node_modules');
  const options = { cwd: root, exclude: (path: string) => isDependency(path) };
  return workspaces
    .flatMap((workspace) => globSync(`${workspace}/**/*.test.ts`, options))
    .filter((path) => !isDependency(path))
    .map((path) => path.split(sep).join('/'))
    .sort();
}

/** A word that is part of some file's path narrows the files; any other word the test names. */
export function select(all: readonly string[], words: readonly string[], root = ''): Selection {
  const paths = words.map((word) => asRepositoryPath(word, root));
  const isPath = (path: string) => all.some((file) => file.includes(path));
  const wanted = paths.filter(isPath);
  const files = all.filter((file) => wanted.some((path) => file.includes(path)));
  const names = words.filter((_, position) => !isPath(paths[position] ?? ''));
  return {
    files: wanted.length === 0 ? [...all] : files,
    namePatterns: names.map((name) => new RegExp(literally(name), 'i')),
  };
}

function asRepositoryPath(word: string, root: string): string {
  const path = isAbsolute(word) && root !== '' ? relative(root, word) : word;
  return path.replace(/^\.\//, '');
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
