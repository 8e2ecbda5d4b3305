// Resolves an item of a reconciliation: who looked into it and what was found. No money moves.

import type { Clock } from '../core/clock.ts';
import { isUuid } from '../core/id.ts';
import { refuse } from '../core/refusals.ts';
import type { Database } from '../storage/database.ts';
import { findItem, storeResolution } from './item.store.ts';
import type { Item } from './reconciliation.ts';

export interface ResolveParts {
  readonly database: Database;
  readonly clock: Clock;
  /** Learns what the item was before. */
  readonly onFound?: (before: Item) => void;
}

export async function resolveItem(
  { database, clock, onFound }: ResolveParts,
  itemId: string,
  resolution: { readonly by: string; readonly note: string },
): Promise<Item> {
  const item = isUuid(itemId) ? await findItem(database, itemId) : undefined;
  if (!item) return refuse('RECONCILIATION_ITEM_NOT_FOUND');
  onFound?.(item);
  // The same resolution again is a repeat of a request whose answer was lost.
  const isSame = item.resolvedBy === resolution.by && item.note === resolution.note;
  if (item.resolvedAt !== null) return isSame ? item : refuse('ITEM_ALREADY_RESOLVED');
  const resolved = await storeResolution(database, itemId, resolution, clock.now());
  return resolved ?? refuse('ITEM_ALREADY_RESOLVED');
}
