// An entry: everything that one decision writes, all or nothing. Guarded rows carry the version on
// which the decision was made; the other writes happen only if every guard still holds.

import type { Row, Table, Value } from './table.ts';

/** Compare-and-set: `row` is the row after the change, `expected` the version it was decided on. */
export interface Change {
  readonly table: Table;
  readonly row: Row;
  readonly expected: number;
  /** The version is only compared, and the row stays as it is; `row` is its key. */
  readonly isGuard?: true;
}

/**
 * Written only if the guards hold: a new row, or new values for the mutable columns of an existing
 * row.
 */
export interface Write {
  readonly table: Table;
  readonly row: Row;
}

/**
 * Added to a counter that many entries share; summed per row within a batch. An entry with
 * increments also guards a row or inserts a row with its own id, so that a lost answer can be
 * distinguished from a lost entry.
 */
interface Increment {
  readonly table: Table;
  readonly key: Row;
  readonly column: string;
  readonly by: bigint;
}

export interface Entry {
  readonly changes: readonly Change[];
  readonly inserts: readonly Write[];
  readonly updates: readonly Write[];
  readonly deletes: readonly Write[];
  readonly increments: readonly Increment[];
}

export type CommitResult =
  | { readonly kind: 'committed' }
  /** A guarded row was changed in the meantime; load it and decide again. */
  | { readonly kind: 'stale' }
  /** A constraint refused the entry; nothing was written. */
  | { readonly kind: 'conflict'; readonly constraint: string };

export interface Journal {
  commit(entry: Entry): Promise<CommitResult>;
  /** Resolves when every entry submitted so far has its result. */
  idle(): Promise<void>;
}

/** The builder of one entry: it changes until it is committed; each module adds its own rows. */
export class Draft implements Entry {
  readonly changes: Change[] = [];
  readonly inserts: Write[] = [];
  readonly updates: Write[] = [];
  readonly deletes: Write[] = [];
  readonly increments: Increment[] = [];

  change(table: Table, row: object, expected: number): this {
    this.changes.push({ table, row: row as Row, expected });
    return this;
  }
  /** The entry relies on this version of a row that it does not change. */
  guard(table: Table, key: object, expected: number): this {
    const row = Object.fromEntries(
      table.key.map((field) => [field, (key as Row)[field] as Value] as const),
    );
    this.changes.push({ table, row, expected, isGuard: true });
    return this;
  }
  insert(table: Table, row: object): this {
    this.inserts.push({ table, row: row as Row });
    return this;
  }
  /** Replaces an earlier update of the same row: one statement writes each row once. */
  update(table: Table, row: object): this {
    const write: Write = { table, row: row as Row };
    const index = this.updates.findIndex((one) => isSameRow(one, write));
    if (index < 0) this.updates.push(write);
    else this.updates[index] = write;
    return this;
  }
  delete(table: Table, key: object): this {
    this.deletes.push({ table, row: key as Row });
    return this;
  }
  /** Takes back inserts and deletes of this table that the entry contains so far. */
  withdraw(table: Table): this {
    for (const list of [this.inserts, this.deletes]) {
      const kept = list.filter((write) => write.table !== table);
      if (kept.length < list.length) list.splice(0, list.length, ...kept);
    }
    return this;
  }
  increment(table: Table, key: Record<string, Value>, column: string, by: bigint): this {
    this.increments.push({ table, key, column, by });
    return this;
  }
}

function isSameRow(one: Write, other: Write): boolean {
  return (
    one.table === other.table && one.table.key.every((name) => one.row[name] === other.row[name])
  );
}
