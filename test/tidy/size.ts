// Checks the size limits of lines, functions, files and folders.
import ts from 'typescript';
import { generatedFolders, limits, listFolders, pageLines } from './rules.ts';
import { everyNode, lineOf } from './source.ts';
import type { Finding, Source } from './source.ts';

export function longLines(source: Source): Finding[] {
  return source.lines.flatMap((text, position) => {
    const columns = [...text].length;
    if (columns <= limits.lineColumns) return [];
    const problem = `is ${columns} columns wide`;
    const instead = `at most ${limits.lineColumns} columns`;
    return [{ path: source.path, line: position + 1, problem, instead }];
  });
}

export function longFunctions(source: Source): Finding[] {
  const findings: Finding[] = [];
  if (source.isTest) return findings;
  everyNode(source, (node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return;
    const line = lineOf(source, node.getStart());
    const length = lineOf(source, node.end) - line + 1;
    if (length <= limits.functionLines) return;
    findings.push({
      path: source.path,
      line,
      problem: `holds a function of ${length} lines`,
      instead: `smaller functions of at most ${limits.functionLines} lines`,
    });
  });
  return findings;
}

export function longFiles(source: Source): Finding[] {
  if (generatedFolders.some((folder) => source.path.startsWith(folder))) return [];
  const limit = source.isTest ? limits.testLines : limits.sourceLines;
  if (source.lines.length <= limit) return [];
  const problem = `has ${source.lines.length} lines`;
  const instead = `one subject per file, at most ${limit} lines`;
  return [{ path: source.path, line: limit + 1, problem, instead }];
}

/** What a page has too much belongs to a guide or to the reference. */
export function longPages(path: string, text: string): Finding[] {
  const limit = pageLines[path];
  const lines = text.trimEnd().split('\n').length;
  if (limit === undefined || lines <= limit) return [];
  const problem = `has ${lines} lines`;
  return [{ path, line: limit + 1, problem, instead: `at most ${limit}; link to the rest` }];
}

export function medianLines(sources: readonly Source[]): number {
  const sizes = sources
    .filter((source) => !source.isTest)
    .map((source) => source.lines.length)
    .sort((a, b) => a - b);
  const middle = Math.floor(sizes.length / 2);
  const upper = sizes[middle] ?? 0;
  return sizes.length % 2 === 1 ? upper : (upper + (sizes[middle - 1] ?? 0)) / 2;
}

export function crowdedFolders(sources: readonly Source[]): Finding[] {
  const counts = new Map<string, number>();
  for (const { path, isTest } of sources) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    if (!isTest) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder]) => !listFolders.includes(folder.split('/').at(-1) ?? ''))
    .filter(([, count]) => count > limits.sourcesPerFolder)
    .map(([folder, count]) => ({
      path: folder,
      line: 0,
      problem: `holds ${count} source files`,
      instead: `folders by subject, at most ${limits.sourcesPerFolder} files on a level`,
    }));
}
