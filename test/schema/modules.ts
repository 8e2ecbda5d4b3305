// Loads every module that defines a statement or a table of the journal, and a database with the
// whole schema, so that tests can compare them.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { migrate, readMigrations } from '@bramka/gateway/storage/migrate.ts';
import { sandboxMigrations } from '@bramka/sandbox/compose.ts';
import { everyNode, readSources } from '../tidy/source.ts';

const root = join(import.meta.dirname, '..', '..');
const definesSome = /\bstatement\(|\btable\(/;

/** Their paths from the root; importing them registers their definitions. */
export async function loadDefinitions(): Promise<string[]> {
  const files = globSync('{gateway,sandbox}/src/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => definesSome.test(readFileSync(join(root, file), 'utf8')))
    .sort();
  for (const file of files) await import(pathToFileURL(join(root, file)).href);
  return files;
}

export async function migrateAll(database: Database): Promise<void> {
  const folder = (name: string) => pathToFileURL(join(root, name, 'migrations/'));
  const all = [...readMigrations(folder('gateway')), ...sandboxMigrations];
  await migrate(database, all, '2026-03-01T12:00:00.000Z');
}

/** For each table of the journal, the fields that its row type allows to be null. */
export function nullableFields(): Map<string, ReadonlySet<string>> {
  const sources = readSources().filter(({ path, isTest }) => /\/src\//.test(path) && !isTest);
  const found = new Map<string, ReadonlySet<string>>();
  const declared = new Map<string, ts.Node>();
  const keep = (path: string, name: string, node: ts.Node): void => {
    declared.set(name, node).set(`${path} ${name}`, node);
  };
  for (const source of sources) {
    everyNode(source, (node) => {
      if (ts.isInterfaceDeclaration(node)) keep(source.path, node.name.text, node);
      if (!ts.isVariableDeclaration(node) || !node.initializer) return;
      keep(source.path, node.name.getText(), node.initializer);
    });
  }
  for (const source of sources.filter(({ text }) => definesSome.test(text))) {
    /** Of this file, or else of the one that exports it. */
    const declaration = (name: string) =>
      declared.get(`${source.path} ${name}`) ?? declared.get(name);
    everyNode(source, (node) => {
      if (!ts.isCallExpression(node) || node.expression.getText() !== 'table') return;
      const [name, shape] = node.arguments;
      if (!name || !ts.isStringLiteral(name) || !shape) return;
      const columns = propertiesOf(shape, declaration).find(([field]) => field === 'columns')?.[1];
      if (columns) found.set(name.text, nullableIn(columns, declaration));
    });
  }
  return found;
}

type Declaration = (name: string) => ts.Node | undefined;

/** The fields whose column, or whose member of the row type, can be null. */
function nullableIn(columns: ts.Node, declaration: Declaration): Set<string> {
  const rowType = ts.isSatisfiesExpression(columns) && /<(\w+)>/.exec(columns.type.getText())?.[1];
  const row = rowType ? declaration(rowType) : undefined;
  const all: [string, ts.Node | undefined][] =
    row && ts.isInterfaceDeclaration(row)
      ? row.members
          .filter((member) => ts.isPropertySignature(member))
          .map((member) => [member.name.getText(), member.type])
      : propertiesOf(columns, declaration);
  const canBeNull = (type: ts.Node | undefined) => /^orNull\(|\bnull\b/.test(type?.getText() ?? '');
  return new Set(all.filter(([, type]) => canBeNull(type)).map(([field]) => field));
}

/** The properties of an object, with those of the constants that it names. */
function propertiesOf(node: ts.Node, declaration: Declaration): [string, ts.Node][] {
  if (ts.isAsExpression(node)) return propertiesOf(node.expression, declaration);
  if (ts.isIdentifier(node)) {
    const named = declaration(node.text);
    return named ? propertiesOf(named, declaration) : [];
  }
  if (!ts.isObjectLiteralExpression(node)) return [];
  return node.properties.flatMap((property): [string, ts.Node][] => {
    if (ts.isSpreadAssignment(property)) return propertiesOf(property.expression, declaration);
    if (!ts.isPropertyAssignment(property)) return [];
    return [[property.name.getText(), property.initializer]];
  });
}
