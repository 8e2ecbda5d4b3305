// Emptying the house: every table that the journal writes, the gateway's and the sandbox's. The
// ledger refuses to change or delete rows, so tables are truncated.

import { knownTables } from '@bramka/gateway/journal/table.ts';
import type { Queryable } from '@bramka/gateway/storage/database.ts';

/** In one order always, so that two resets at the same moment do not block each other. */
export function tablesToEmpty(): string[] {
  return knownTables()
    .map(({ name }) => name)
    .sort();
}

/** Waits for what is being written and keeps other writers waiting until it is done. */
export async function emptyTables(tx: Queryable): Promise<void> {
  await tx.run({ name: '', text: `truncate ${tablesToEmpty().join(', ')}` });
}
