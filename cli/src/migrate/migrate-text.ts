// What `bramka migrate` prints for people.

import { blockerText } from '@bramka/gateway/storage/migration/locks.ts';
import type { PlannedMigration, PlannedStep } from '@bramka/gateway/storage/migration/plan.ts';
import type { MigrationStatus } from '@bramka/gateway/storage/migration/status.ts';
import { table } from '../print.ts';

const NOTHING_MISSING = 'The database has all migrations of this version.\n';

function count(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? '' : 's'}`;
}

export function appliedText(applied: readonly string[]): string {
  if (applied.length === 0) return NOTHING_MISSING;
  return `${applied.map((name) => `applied ${name}\n`).join('')}${NOTHING_MISSING}`;
}

export function statusText({ missing, unknown, backfills }: MigrationStatus): string {
  const missed = missing.map((name) => `missing ${name}\n`).join('');
  const later =
    unknown.length === 0
      ? ''
      : `A later version has applied ${count(unknown.length, 'migration')}.\n`;
  const rows = backfills.map(({ name, rowsDone, rowsTotal, finishedAt }) => [
    name,
    finishedAt === null
      ? `${rowsDone} of about ${rowsTotal} rows`
      : `${count(rowsDone, 'row')}, done at ${finishedAt}`,
  ]);
  return `${missed === '' ? NOTHING_MISSING : missed}${later}${table(rows)}`;
}

const kinds = {
  transaction: 'in one transaction',
  concurrent: 'statement by statement',
  backfill: 'in batches, by a job of the nodes',
} as const;

export function planText(plan: readonly PlannedMigration[]): string {
  if (plan.length === 0) return NOTHING_MISSING;
  const parts = plan.map(({ name, kind, steps, waitsFor }) => {
    const head = `${name}, ${kinds[kind]}\n`;
    const waits =
      waitsFor.length === 0 ? '' : `  waits for ${waitsFor.map(blockerText).join(', ')}\n`;
    return `${head}${steps.map(stepText).join('')}${waits}`;
  });
  return `${parts.join('\n')}\n${count(plan.length, 'migration')} missing; nothing was changed.\n`;
}

const SHOWN_LETTERS = 72;

function stepText(step: PlannedStep): string {
  const text = step.statement.replace(/\s+/g, ' ');
  const shown = text.length <= SHOWN_LETTERS ? text : `${text.slice(0, SHOWN_LETTERS - 1)}…`;
  return `  ${shown}\n    ${effectText(step)}\n`;
}

function effectText({ table: name, lock, blocks, size, seconds }: PlannedStep): string {
  if (lock === null) return 'locks nothing that is in use';
  if (name === null) return `${lock} lock, on what the statement names`;
  if (!size) return `${lock} lock on ${name}, which does not exist yet`;
  const held = blocks === null ? 'blocks nobody' : `blocks ${blocks}`;
  const large = `${count(Math.round(size.rows), 'row')}, ${sizeText(size.bytes)}`;
  return `${lock} lock on ${name} (${large}), ${held}, ${timeText(seconds)}`;
}

function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${Math.round(bytes / 1e6)} MB`;
}

function timeText(seconds: number | null): string {
  if (seconds === null) return 'longer the larger the table is';
  if (seconds < 1) return seconds === 0 ? 'milliseconds' : 'less than a second';
  return seconds < 120 ? `about ${Math.round(seconds)} s` : `about ${Math.round(seconds / 60)} min`;
}
