// Selects the test files of a run: by path, by what has changed, or by tier.
import { globSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { WrongArgument, type Arguments } from './arguments.ts';
import { changedFiles, findAffected } from './changed.ts';
import type { ImportGraph } from './import-graph.ts';
import { createClassifier } from './shared-files.ts';
import { isIn, type TestFile } from './tiers.ts';

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

/** Refuses a path that selects nothing: a run without a test must not look like a success. */
export function select(
  root: string,
  graph: ImportGraph,
  all: readonly string[],
  { tier, paths, changedSince }: Arguments,
): readonly TestFile[] {
  if (changedSince !== undefined) {
    return findAffected(graph, describeFiles(graph, all), changedFiles(root, changedSince));
  }
  if (paths.length > 0) return describeFiles(graph, atPaths(root, all, paths));
  return describeFiles(graph, all).filter((file) => isIn(tier, file));
}

export function describeFiles(graph: ImportGraph, paths: readonly string[]): TestFile[] {
  const classifier = createClassifier(graph);
  return paths.map((path) => ({
    path,
    isUnit: classifier.reasonAgainst(path) === undefined,
    isOnEachDatabase: /\b(databasesOfTier|embeddedFirst)\b/.test(graph.moduleAt(path)?.text ?? ''),
  }));
}

function atPaths(root: string, all: readonly string[], paths: readonly string[]): string[] {
  const wanted = paths.map((path) => asRepositoryPath(path, root));
  for (const [position, part] of wanted.entries()) {
    if (all.some((path) => path.includes(part))) continue;
    const hint = 'Names of tests are given with --name "words".';
    throw new WrongArgument(`No test file has "${paths[position] ?? ''}" in its path. ${hint}`);
  }
  return all.filter((path) => wanted.some((part) => path.includes(part)));
}

function asRepositoryPath(word: string, root: string): string {
  const path = isAbsolute(word) ? relative(root, word) : word;
  return path.replace(/^\.\//, '');
}
