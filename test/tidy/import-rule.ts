// The import rule of the house: inside gateway and sandbox leftwards only along one chain of rooms,
// between packages only what the table allows, nowhere a circle.
import { posix } from 'node:path';
import ts from 'typescript';
import { configReaders, packageRules, testsMayImport, type Steps } from './rules.ts';
import { everyNode, lineOf } from './source.ts';
import type { Finding, Source } from './source.ts';

export type Import = { from: Source; line: number; specifier: string; target: string };

type Place = { packageName: string; room: string; file: string };

/** All imports of modules of this repository; a type or a dynamic import counts like any. */
export function importsOf(source: Source): Import[] {
  const found: Import[] = [];
  everyNode(source, (node) => {
    const specifier = specifierOf(node);
    if (specifier === undefined) return;
    const target = targetOf(source.path, specifier);
    if (target === undefined) return;
    const line = lineOf(source, node.getStart());
    found.push({ from: source, line, specifier, target });
  });
  return found;
}

function specifierOf(node: ts.Node): string | undefined {
  let value: ts.Node | undefined;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) value = node.moduleSpecifier;
  else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    value = node.argument.literal;
  } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    value = node.arguments[0];
  }
  return value !== undefined && ts.isStringLiteralLike(value) ? value.text : undefined;
}

function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  const [, name = '', rest = ''] = /^@bramka\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
  const rule = packageRules[name];
  return rule === undefined ? undefined : `${rule.folder}/${rest}`;
}

function placeOf(path: string): Place | undefined {
  for (const [packageName, { folder }] of Object.entries(packageRules)) {
    if (!path.startsWith(`${folder}/`)) continue;
    const file = path.slice(folder.length + 1);
    return { packageName, room: file.split('/')[0] ?? '', file };
  }
  return undefined;
}

export function wrongImport(found: Import): Finding[] {
  const at = { path: found.from.path, line: found.line };
  const problem = `imports ${found.specifier}`;
  const from = placeOf(found.from.path);
  const to = placeOf(found.target);
  if (from === undefined || to === undefined) {
    return [{ ...at, problem, instead: 'modules inside the packages of tidy/rules.ts' }];
  }
  const isNear = from.packageName === to.packageName;
  if (isNear !== found.specifier.startsWith('.')) {
    const instead = 'a relative path inside a package, @bramka/… between packages';
    return [{ ...at, problem, instead }];
  }
  if (found.target.endsWith('.test.ts')) {
    return [{ ...at, problem, instead: 'what both need in a file of its own' }];
  }
  const reason = isNear ? wrongStep(found, from, to) : wrongNeighbour(found, from, to);
  return reason === undefined ? [] : [{ ...at, problem, instead: reason }];
}

function wrongNeighbour({ from: source }: Import, from: Place, to: Place): string | undefined {
  const extra = source.isTest ? testsMayImport[to.packageName] : undefined;
  const allowed = [packageRules[from.packageName]?.mayImport[to.packageName], extra];
  const isNamed = (name: string) => name === to.room || name === to.file;
  if (allowed.some((names) => names === 'all' || names?.some(isNamed))) return undefined;
  return `${from.packageName} does not know ${to.packageName}/${to.file}: pass it in by the cli`;
}

// Tests of a room may use the rooms on its right, such as the whole app, to set their scene.
function wrongStep({ from: source }: Import, from: Place, to: Place): string | undefined {
  const order = packageRules[from.packageName]?.order;
  if (order === undefined) return undefined;
  const { steps, wiredIn } = order;
  const [here, there] = [from.room, to.room].map((room) => stepOf(steps, room));
  if (here === undefined || there === undefined) {
    return 'a room in the chain of tidy/rules.ts; a new room gets its step there first';
  }
  if (source.isTest || from.room === to.room) return undefined;
  const isConfig = from.packageName === 'gateway' && to.room === 'config.ts';
  if (isConfig && !configReaders.includes(from.room)) {
    return 'the value, passed in by app.ts';
  }
  if (there < here) return undefined;
  if (there === here) return `${from.room} and ${to.room} wired in ${wiredIn} or by a job`;
  const isRight = `${to.room} stands right of it`;
  return `what ${from.room} needs moved left, or wired in ${wiredIn}; ${isRight}`;
}

function stepOf(steps: Steps, room: string): number | undefined {
  const name = room.replace(/\.test\.ts$/, '.ts');
  const step = steps.findIndex((rooms) => rooms.includes(name));
  return step < 0 ? undefined : step;
}
