// The rule of new migrations: the version before runs on the schema after it, and no statement
// holds a lock for long. Expand first, change rows by a backfill, remove a release later.

import { effectsOf, tableCreatedBy, type Effect } from './effects.ts';
import { headerOf, statementsOf, type Migration } from '../parse.ts';

/** What is wrong with the migration, one sentence each; `earlier` are the ones before it. */
export function problemsIn(
  migration: Migration,
  earlier: readonly Migration[],
  lastRelease: string,
): string[] {
  const { isConcurrent, unusedSince, backfill } = headerOf(migration);
  const statements = statementsOf(migration);
  const early = [unusedSince, backfill?.writtenSince ?? null]
    .filter((since) => since !== null && isLater(since, lastRelease))
    .map((since) => `${String(since)} is not released; the last release is ${lastRelease}`);
  if (backfill) return [...early, ...problemsOfBackfill(backfill.table, statements)];
  const before = new Set(tablesIn(earlier));
  const created = new Set<string | null>(tablesIn([migration]).filter((one) => !before.has(one)));
  const misplaced = statements.filter((text) =>
    isConcurrent ? !isRepeatable(text) : needsOwnTransaction.test(text),
  );
  const why = isConcurrent ? 'a step of a concurrent file must be repeatable' : concurrentOnly;
  return [
    ...early,
    ...misplaced.map((text) => `${opening(text)}: ${why}`),
    ...statements
      .flatMap(effectsOf)
      .filter(({ table }) => !created.has(table))
      .flatMap((effect) => problemOf(effect, earlier, unusedSince !== null) ?? []),
  ];
}

function tablesIn(migrations: readonly Migration[]): string[] {
  return migrations.flatMap(statementsOf).flatMap((text) => tableCreatedBy(text) ?? []);
}

/** Why a new migration must not have this effect, or undefined. */
function problemOf(
  effect: Effect,
  earlier: readonly Migration[],
  isContract: boolean,
): string | undefined {
  const { refusal, needs } = effect;
  if (refusal !== undefined) return about(effect, refusal);
  if (needs === 'validated check') {
    return hasCheck(earlier, effect) ? undefined : about(effect, checkFirst);
  }
  if (needs === undefined || isContract) return undefined;
  const isCheck = needs === 'contract or check' && wasCheck(earlier, effect);
  return isCheck ? undefined : about(effect, contractOnly);
}

/** It waits for other transactions, or reads a whole table: no other lock may be held meanwhile. */
const needsOwnTransaction = /\b(concurrently|validate constraint)\b/i;
const concurrentOnly = 'it needs the header `-- concurrent`';
const contractOnly = 'the previous version may use it; see `-- contract` in CONTRIBUTING.md';
const checkFirst = 'add a check `is not null` as `not valid` and validate it in earlier files';

function about({ table, subject }: Effect, problem: string): string {
  const what = [table, subject].filter((one) => one !== null && one !== undefined).join('.');
  return what === '' ? problem : `${what}: ${problem}`;
}

function opening(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 60);
}

/** After a crash a concurrent file starts again at its first statement. */
function isRepeatable(text: string): boolean {
  return /\bif (not )?exists\b|\bon conflict do nothing\b|\bvalidate constraint\b/i.test(text);
}

function problemsOfBackfill(table: string, statements: readonly string[]): string[] {
  const [text = ''] = statements;
  const isOne = statements.length === 1 && text.split(':batch').length === 2;
  const isOfTable = effectsOf(text).every((one) => one.work === 'rows' && one.table === table);
  if (isOne && isOfTable) return [];
  return [`a backfill is one update or delete of ${table} with :batch once in its condition`];
}

/** Then PostgreSQL does not read the table again. */
function hasCheck(earlier: readonly Migration[], { table, subject }: Effect): boolean {
  const before = earlier.map(({ sql }) => sql).join('\n');
  const added = new RegExp(
    `alter table ${table}\\s[^;]*constraint (\\w+)\\s+check \\(${subject} is not null\\) not valid`,
  );
  const name = added.exec(before)?.[1];
  return name !== undefined && before.includes(`alter table ${table} validate constraint ${name}`);
}

/** A check that is dropped refuses nothing to the previous version. */
function wasCheck(earlier: readonly Migration[], { subject }: Effect): boolean {
  const check = new RegExp(`constraint ${subject}\\s+check\\b`);
  return earlier.some(({ sql }) => check.test(sql));
}

function isLater(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) > 0;
}
