// Reads the source files of all workspaces for the tidy tests, and formats findings.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export type Source = {
  /** Relative to the root of the repository, with forward slashes. */
  path: string;
  text: string;
  lines: readonly string[];
  isTest: boolean;
  tree: ts.SourceFile;
};

export type Finding = { path: string; line: number; problem: string; instead: string };

export const root = join(import.meta.dirname, '..', '..');

const notOurs = new Set(['node_modules', '.git', 'data', '.cache', 'dist']);

export function listFiles(folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !notOurs.has(entry.name))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return listFiles(path);
      return entry.isFile() ? [path] : [];
    });
}

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Creates a source from text, for real files and for planted examples. */
export function sourceOf(path: string, text: string): Source {
  const lines = text.replace(/\n$/, '').split('\n');
  const isTest = path.endsWith('.test.ts');
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return { path, text, lines, isTest, tree };
}

let allSources: readonly Source[] | undefined;

/**
 * Every TypeScript and JavaScript file of every workspace in package.json. They are parsed once for
 * all tidy tests of a process.
 */
export function readSources(): readonly Source[] {
  allSources ??= parseSources();
  return allSources;
}

function parseSources(): Source[] {
  const { workspaces } = JSON.parse(readText('package.json')) as { workspaces: string[] };
  return workspaces
    .flatMap((workspace) => listFiles(workspace))
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path))
    .map((path) => sourceOf(path, readText(path)));
}

export function lineOf(source: Source, position: number): number {
  return source.tree.getLineAndCharacterOfPosition(position).line + 1;
}

export function everyNode(source: Source, visit: (node: ts.Node) => void): void {
  const walk = (node: ts.Node): void => {
    visit(node);
    ts.forEachChild(node, walk);
  };
  walk(source.tree);
}

export function assertTidy(findings: readonly Finding[]): void {
  const told = findings.map(
    ({ path, line, problem, instead }) => `  ${path}:${line} ${problem}; instead: ${instead}`,
  );
  assert.equal(findings.length, 0, `\n${told.join('\n')}\n`);
}
