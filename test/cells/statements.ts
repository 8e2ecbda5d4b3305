// Runs every statement of the gateway and every kind of write of the journal in one schema, without
// values and without effect: only a refusal of the statement itself is a fault.
import { batchStatement } from '@bramka/gateway/journal/batch-sql.ts';
import { journalSettings } from '@bramka/gateway/journal/sql-committer.ts';
import { knownTables } from '@bramka/gateway/journal/table.ts';
import { knownStatements, type Statement } from '@bramka/gateway/storage/database.ts';
import { openPostgres } from '@bramka/gateway/storage/postgres.ts';
import { shapesOf } from '../schema/citus/shapes.ts';
import { loadDefinitions } from '../schema/modules.ts';
import { patience } from '../support/database.ts';

const isQuery = /^\s*(select|insert|update|delete|with)\b/i;
/** The simulated providers have tables of their own, which no cell has. */
const isOfSandbox = /\bsandbox\./;

async function statementsOfCell(): Promise<Statement[]> {
  await loadDefinitions();
  const named = knownStatements().filter(({ text }) => isQuery.test(text));
  const written = knownTables().flatMap((table) =>
    shapesOf(table).map(([does, draft]) => ({
      name: `${does} of ${table.name}`,
      text: batchStatement([draft]).statement.text,
    })),
  );
  return [...named, ...written].filter(({ text }) => !isOfSandbox.test(text));
}

/** Rows that the schema refuses, and values that cannot be computed: the statement was run. */
export function isRefusedStatement(sqlstate: unknown): boolean {
  return !/^(22|23|P0001)/.test(String(sqlstate));
}

class Undone extends Error {}

export async function runStatements(url: string, schema: string) {
  const settings = { ...journalSettings, search_path: schema };
  const database = openPostgres({ url, connections: 1, settings, ...patience });
  const statements = await statementsOfCell();
  const faults: string[] = [];
  for (const { name, text } of statements) {
    const count = Math.max(
      0,
      ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)),
    );
    const values = Array.from({ length: count }, () => null);
    try {
      await database.transaction(async (tx) => {
        await tx.run({ name: '', text }, values);
        throw new Undone();
      });
    } catch (error) {
      const { code, message } = error as { code?: unknown; message: string };
      const isRowRefused = /Violation$/.test((error as Error).name);
      if (error instanceof Undone || isRowRefused || !isRefusedStatement(code)) continue;
      faults.push(`${schema}: ${name}: ${message}`);
    }
  }
  await database.close();
  return { statements: statements.length, faults };
}
