// Finds exports of the product that no other file imports; tests count as other files.
import ts from 'typescript';
import { targetOf } from './imports/import-rule.ts';
import { lineOf, type Finding, type Source } from './source.ts';

const product = /^(gateway|sandbox|cli|paywall|client)\//;
/** What merchants and browsers import, and what the types of others describe. */
const isPublic =
  /^client\/src\/((client|operator)\.ts$|generated\/)|\/browser\/[a-z-]+\.js$|\.d\.ts$/;

export function unusedExports(sources: readonly Source[]): Finding[] {
  const used = new Set(sources.flatMap(namesUsedBy));
  return sources
    .filter(({ path, isTest }) => product.test(path) && !isTest && !isPublic.test(path))
    .flatMap((source) =>
      source.tree.statements.flatMap(exportedNames).flatMap((name) => {
        if (['*', name.text].some((one) => used.has(`${source.path} ${one}`))) return [];
        const at = { path: source.path, line: lineOf(source, name.getStart()) };
        const problem = `exports ${name.text}, which no other file imports`;
        return [{ ...at, problem, instead: 'drop export; delete it if its file does not use it' }];
      }),
    );
}

function exportedNames(statement: ts.Statement): ts.Identifier[] {
  if (!statement.getText().startsWith('export ')) return [];
  const declared = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations
    : [statement as ts.DeclarationStatement];
  return declared.flatMap(({ name }) => (name && ts.isIdentifier(name) ? [name] : []));
}

/** `<file> <name>`, or `<file> *` where a whole module is imported. */
function namesUsedBy({ path, text, tree }: Source): string[] {
  const whole = [...text.matchAll(/\bimport\('([^']+)'\)/g)].map(([, specifier = '']) => specifier);
  const uses = whole.map((specifier) => `${targetOf(path, specifier)} *`);
  for (const statement of tree.statements) {
    const isImport = ts.isImportDeclaration(statement);
    if (!isImport && !ts.isExportDeclaration(statement)) continue;
    const list = isImport ? statement.importClause?.namedBindings : statement.exportClause;
    const names = list && 'elements' in list ? list.elements : [{ name: { text: '*' } }];
    const specifier = statement.moduleSpecifier as ts.StringLiteral | undefined;
    const target = targetOf(path, specifier?.text ?? '');
    for (const one of names) {
      const name = 'propertyName' in one ? (one.propertyName ?? one.name) : one.name;
      uses.push(`${target} ${name.text}`);
    }
  }
  // Interfaces that are added to.
  for (const [, specifier = '', name] of text.matchAll(/^declare module '(.+)' \{\s+\w+ (\w+)/gm)) {
    uses.push(`${targetOf(path, specifier)} ${name}`);
  }
  return uses;
}
