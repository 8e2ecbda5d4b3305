// Empties every table that the journal writes, of the gateway and of the sandbox. Tables are
// truncated because the ledger's triggers refuse updates and deletes.

import { knownTables } from '@bramka/gateway/journal/table.ts';
import type { Queryable } from '@bramka/gateway/storage/database.ts';

/** Always in the same order, so that two concurrent resets do not deadlock. */
export function tablesToEmpty(): string[] {
  return knownTables()
    .map(({ name }) => name)
    .sort();
}

/** Waits for open writes and blocks other writers until it is done. */
export async function emptyTables(tx: Queryable): Promise<void> {
  await tx.run({ name: '', text: `truncate ${tablesToEmpty().join(', ')}` });
}
