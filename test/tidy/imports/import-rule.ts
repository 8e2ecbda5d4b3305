// Checks the import rule: inside gateway and sandbox, modules import only leftwards along one
// chain; between packages, only what the table allows; no cycles anywhere.
import { posix } from 'node:path';
import ts from 'typescript';
import { configReaders, packageRules, paymentSteps, testsMayImport, type Steps } from './steps.ts';
import { everyNode, lineOf } from '../source.ts';
import type { Finding, Source } from '../source.ts';

export type Import = { from: Source; line: number; specifier: string; target: string };

type FileLocation = { packageName: string; module: string; file: string };

/** All imports of files of this repository, including type imports and dynamic imports. */
export function importsOf(source: Source): Import[] {
  const imports: Import[] = [];
  everyNode(source, (node) => {
    const specifier = specifierOf(node);
    if (specifier === undefined) return;
    const target = targetOf(source.path, specifier);
    if (target === undefined) return;
    const line = lineOf(source, node.getStart());
    imports.push({ from: source, line, specifier, target });
  });
  return imports;
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

export function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  const [, name = '', rest = ''] = /^@bramka\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
  const rule = packageRules[name];
  return rule === undefined ? undefined : `${rule.folder}/${rest}`;
}

function locationOf(path: string): FileLocation | undefined {
  for (const [packageName, { folder }] of Object.entries(packageRules)) {
    if (!path.startsWith(`${folder}/`)) continue;
    const file = path.slice(folder.length + 1);
    return { packageName, module: file.split('/')[0] ?? '', file };
  }
  return undefined;
}

export function wrongImport(imported: Import): Finding[] {
  const at = { path: imported.from.path, line: imported.line };
  const problem = `imports ${imported.specifier}`;
  const from = locationOf(imported.from.path);
  const to = locationOf(imported.target);
  if (from === undefined || to === undefined) {
    return [{ ...at, problem, instead: 'modules inside the packages of tidy/imports/steps.ts' }];
  }
  const isSamePackage = from.packageName === to.packageName;
  if (isSamePackage !== imported.specifier.startsWith('.')) {
    const instead = 'a relative path inside a package, @bramka/… between packages';
    return [{ ...at, problem, instead }];
  }
  if (imported.target.endsWith('.test.ts')) {
    return [{ ...at, problem, instead: 'a separate file for what both need' }];
  }
  const reason = isSamePackage ? wrongStep(imported, from, to) : wrongPackage(imported, from, to);
  return reason === undefined ? [] : [{ ...at, problem, instead: reason }];
}

function wrongPackage(
  { from: source }: Import,
  from: FileLocation,
  to: FileLocation,
): string | undefined {
  const extra = source.isTest ? testsMayImport[to.packageName] : undefined;
  const rule = packageRules[from.packageName];
  const isParty = to.packageName === 'gateway' && /\/party\.ts$/.test(from.file);
  const ofParty = isParty ? rule?.partyMayImport : undefined;
  const allowed = [rule?.mayImport[to.packageName], ofParty, extra];
  const isNamed = (name: string | RegExp) =>
    typeof name === 'string' ? name === to.module || name === to.file : name.test(to.file);
  if (allowed.some((names) => names === 'all' || names?.some(isNamed))) return undefined;
  return `${from.packageName} may not import ${to.packageName}/${to.file}; let the cli pass it in`;
}

// Tests may also import modules to the right, such as the whole app, for their set-up.
function wrongStep(
  { from: source }: Import,
  from: FileLocation,
  to: FileLocation,
): string | undefined {
  const order = packageRules[from.packageName]?.order;
  if (order === undefined) return undefined;
  const { steps, connectedIn } = order;
  const [here, there] = [from.module, to.module].map((module) => stepOf(steps, module));
  if (here === undefined || there === undefined) {
    return 'a module in the chain of tidy/imports/steps.ts; add a step there for a new module';
  }
  if (source.isTest) return undefined;
  if (from.module === to.module) return wrongFolder(from, to);
  const isConfig = from.packageName === 'gateway' && to.module === 'config.ts';
  if (isConfig && !configReaders.includes(from.module)) {
    return 'the value, passed in by app.ts';
  }
  if (there < here) return undefined;
  if (there === here)
    return `${from.module} and ${to.module} connected in ${connectedIn} or by a job`;
  const isRight = `${to.module} is right of it`;
  return `what ${from.module} needs moved left, or connected in ${connectedIn}; ${isRight}`;
}

/** The folders of the payments have an order of their own. */
function wrongFolder(from: FileLocation, to: FileLocation): string | undefined {
  if (from.packageName !== 'gateway' || from.module !== 'payments') return undefined;
  const [here = '', there = ''] = [from, to].map(({ file }) => file.split('/')[1]);
  if (here === there || from.file.includes('/testing/')) return undefined;
  const [step, otherStep] = [here, there].map((folder) => stepOf(paymentSteps, folder));
  if (step === undefined || otherStep === undefined)
    return 'a folder in paymentSteps of tidy/imports/steps.ts';
  return otherStep < step ? undefined : `what ${here} needs moved to a folder left of it`;
}

function stepOf(steps: Steps, module: string): number | undefined {
  const name = module.replace(/\.test\.ts$/, '.ts');
  const step = steps.findIndex((modules) => modules.includes(name));
  return step < 0 ? undefined : step;
}
