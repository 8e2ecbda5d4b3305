// What the missing migrations will lock, and for how long, on this data. It changes nothing.

import type { Clock } from '../../core/clock.ts';
import type { Database } from '../database.ts';
import { compareApplied } from '../migrate.ts';
import { effectsOf, tableCreatedBy, type Effect } from './effects/effects.ts';
import { blocks, type Lock, type Work } from './effects/form.ts';
import { blockersOf, openTransactions, type Blocker } from './locks.ts';
import { measureScan, secondsFor } from './estimate.ts';
import { headerOf, statementsOf, type Migration } from './parse.ts';
import { sizeOf, type TableSize } from './table-size.ts';

export interface PlannedStep {
  readonly statement: string;
  /** Null: none that is in use. */
  readonly table: string | null;
  readonly lock: Lock | null;
  readonly blocks: ReturnType<typeof blocks>;
  readonly work: Work;
  /** Null: the table does not exist yet. */
  readonly size: TableSize | null;
  /** How long it works with the lock, about; null: it is not estimated. */
  readonly seconds: number | null;
}

export interface PlannedMigration {
  readonly name: string;
  readonly kind: 'transaction' | 'concurrent' | 'backfill';
  readonly steps: readonly PlannedStep[];
  /** Whom it would wait for now. */
  readonly waitsFor: readonly Blocker[];
}

interface PlanParts {
  readonly database: Database;
  readonly clock: Clock;
}

export async function planMigrations(
  parts: PlanParts,
  migrations: readonly Migration[],
): Promise<PlannedMigration[]> {
  const { missing } = await compareApplied(parts.database, migrations);
  const planned: PlannedMigration[] = [];
  for (const migration of missing) {
    const { isConcurrent, backfill } = headerOf(migration);
    const kind = backfill ? 'backfill' : isConcurrent ? 'concurrent' : 'transaction';
    const created = new Set(statementsOf(migration).map(tableCreatedBy));
    const steps: PlannedStep[] = [];
    for (const text of statementsOf(migration)) {
      const effects = effectsOf(text).filter(({ table }) => !created.has(table ?? ''));
      for (const effect of strongest(effects)) {
        steps.push(await planStep(parts, text, effect, kind === 'backfill'));
      }
    }
    planned.push({ name: migration.name, kind, steps, waitsFor: await waiting(parts, steps) });
  }
  return planned;
}

async function planStep(
  parts: PlanParts,
  statement: string,
  { table, lock, work }: Effect,
  isBackfill: boolean,
): Promise<PlannedStep> {
  const size = table === null ? undefined : await sizeOf(parts.database, table);
  const step = { statement, table, lock, work, blocks: blocks(lock), size: size ?? null };
  if (!size || work === 'none' || table === null) return { ...step, seconds: 0 };
  const scanSeconds = await measureScan(parts, table, size);
  return { ...step, seconds: secondsFor(isBackfill ? 'backfill' : work, scanSeconds, size) };
}

const locks: readonly (Lock | null)[] = [
  'ACCESS EXCLUSIVE',
  'SHARE ROW EXCLUSIVE',
  'SHARE',
  'SHARE UPDATE EXCLUSIVE',
  'ROW EXCLUSIVE',
  null,
];
const works: readonly Work[] = ['rewrite', 'index', 'scan', 'rows', 'none'];

/** One effect for each table; none: a statement that touches nothing that is in use. */
function strongest(effects: readonly Effect[]): Effect[] {
  const byTable = new Map<string | null, Effect>();
  const first = <T>(order: readonly T[], one: T, other: T): T =>
    order.indexOf(one) < order.indexOf(other) ? one : other;
  for (const effect of effects) {
    const { table } = effect;
    const before = byTable.get(table) ?? effect;
    const lock = first(locks, before.lock, effect.lock);
    byTable.set(table, { table, lock, work: first(works, before.work, effect.work) });
  }
  if (byTable.size === 0) return [{ table: null, lock: null, work: 'none' }];
  return [...byTable.values()];
}

/** A concurrent index build waits for every transaction that is older than it. */
async function waiting(parts: PlanParts, steps: readonly PlannedStep[]): Promise<Blocker[]> {
  if (steps.some(({ lock, work }) => work === 'index' && lock === 'SHARE UPDATE EXCLUSIVE')) {
    return openTransactions(parts);
  }
  const locked = steps.filter((step) => step.blocks !== null).flatMap(({ table }) => table ?? []);
  return blockersOf(parts, [...new Set(locked)]);
}
