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
const definesSome = /\bstatement\(|\btable</;

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
  const rowTypes = new Map<string, Map<string, Set<string>>>();
  const tablesByModule = new Map<string, ReadonlySet<string>>();
  for (const source of sources) {
    everyNode(source, (node) => {
      if (!ts.isInterfaceDeclaration(node)) return;
      const homes = rowTypes.get(node.name.text) ?? new Map<string, Set<string>>();
      rowTypes.set(node.name.text, homes.set(source.path, nullableMembers(node)));
    });
  }
  for (const source of sources.filter(({ text }) => definesSome.test(text))) {
    everyNode(source, (node) => {
      if (!ts.isCallExpression(node) || node.expression.getText() !== 'table') return;
      const [rowType, name] = [node.typeArguments?.[0]?.getText(), node.arguments[0]];
      if (rowType === undefined || name === undefined || !ts.isStringLiteral(name)) return;
      const homes = rowTypes.get(rowType);
      const fields = homes?.get(source.path) ?? [...(homes?.values() ?? [])][0];
      if (fields !== undefined) tablesByModule.set(name.text, fields);
    });
  }
  return tablesByModule;
}

function nullableMembers(node: ts.InterfaceDeclaration): Set<string> {
  const nullable = node.members
    .filter((member) => ts.isPropertySignature(member))
    .filter((member) => /\bnull\b/.test(member.type?.getText() ?? ''));
  return new Set(nullable.map((member) => member.name.getText()));
}
