// Checks the form of a file: its name, its opening comment, its exports, and no work marked for
// later.
import ts from 'typescript';
import { emptyNames, unfinishedWords } from './rules.ts';
import { everyNode, lineOf } from './source.ts';
import type { Finding, Source } from './source.ts';

const shortestOpening = 20;
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;

export function badNames(source: Source): Finding[] {
  const at = { path: source.path, line: 1 };
  return source.path.split('/').flatMap((part) => {
    const words = part.split('.').map((piece) => piece.split('-').at(-1) ?? '');
    const empty = words.find((word) => emptyNames.includes(word));
    if (empty !== undefined) {
      const problem = `has the meaningless name "${empty}"`;
      return [{ ...at, problem, instead: 'a name that says what the file contains' }];
    }
    if (kebabCase.test(part)) return [];
    return [{ ...at, problem: `has the name part "${part}"`, instead: 'kebab-case' }];
  });
}

export function missingOpening(source: Source): Finding[] {
  const start = ts.getShebang(source.text)?.length ?? 0;
  const [opening] = ts.getLeadingCommentRanges(source.text, start) ?? [];
  const length = opening === undefined ? 0 : opening.end - opening.pos;
  const nothingBefore = source.text.slice(start, opening?.pos ?? start).trim() === '';
  if (nothingBefore && length >= shortestOpening) return [];
  const problem = 'has no opening comment';
  const instead = 'one to three sentences on what the file is for';
  return [{ path: source.path, line: 1, problem, instead }];
}

export function unfinishedWork(source: Source): Finding[] {
  const pattern = new RegExp(`\\b(${unfinishedWords.join('|')})\\b`);
  // Finding comments takes long, and few files have such a word anywhere.
  if (!pattern.test(source.text)) return [];
  return commentsOf(source).flatMap(({ pos, end }) => {
    const match = pattern.exec(source.text.slice(pos, end));
    if (match === null) return [];
    const line = lineOf(source, pos + match.index);
    const instead = 'finish the work, or open an issue';
    return [{ path: source.path, line, problem: `says ${match[0]}`, instead }];
  });
}

function commentsOf(source: Source): ts.CommentRange[] {
  const ranges = new Map<number, ts.CommentRange>();
  const walk = (node: ts.Node): void => {
    const children = node.getChildren(source.tree);
    if (children.length > 0) return children.forEach(walk);
    const before = ts.getLeadingCommentRanges(source.text, node.pos) ?? [];
    const after = ts.getTrailingCommentRanges(source.text, node.end) ?? [];
    for (const comment of [...before, ...after]) ranges.set(comment.pos, comment);
  };
  walk(source.tree);
  return [...ranges.values()];
}

export function forbiddenExports(source: Source): Finding[] {
  const findings: Finding[] = [];
  const { statements } = source.tree;
  const isBarrel = statements.length > 0 && statements.every(isReexport);
  if (isBarrel) {
    const instead = 'import from the file that defines it';
    findings.push({ path: source.path, line: 1, problem: 'only re-exports', instead });
  }
  everyNode(source, (node) => {
    const add = (problem: string, instead: string): void => {
      const line = lineOf(source, node.getStart());
      findings.push({ path: source.path, line, problem, instead });
    };
    if (isDefaultExport(node)) add('has a default export', 'a named export');
    if (ts.isEnumDeclaration(node)) add('declares an enum', 'a union of strings');
  });
  return findings;
}

function isReexport(statement: ts.Statement): boolean {
  return ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined;
}

function isDefaultExport(node: ts.Node): boolean {
  if (ts.isExportAssignment(node)) return true;
  if (ts.isExportSpecifier(node)) return node.name.text === 'default';
  const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
  return modifiers.some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword);
}
