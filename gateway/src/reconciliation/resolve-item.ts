// Resolves an item of a reconciliation: who looked into it and what was found. The audit log gets a
// row first, so that no resolution exists without one. No money moves.

import type { Clock } from '../core/clock.ts';
import { isUuid } from '../core/id.ts';
import { refuse } from '../core/refusals.ts';
import type { Database } from '../storage/database.ts';
import type { AuditLog } from '../vault/audit/audit-log.ts';
import { findItem, storeResolution } from './item.store.ts';
import type { Item } from './reconciliation.ts';

export interface ResolveParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Pick<AuditLog, 'record'>;
}

/** For items that belong to no merchant of ours. */
export const NO_MERCHANT = '-';

export async function resolveItem(
  { database, clock, audit }: ResolveParts,
  itemId: string,
  resolution: { readonly by: string; readonly note: string },
): Promise<Item> {
  const item = isUuid(itemId) ? await findItem(database, itemId) : undefined;
  if (!item) return refuse('RECONCILIATION_ITEM_NOT_FOUND');
  // The same resolution again is a repeat of a request whose answer was lost.
  const isSame = item.resolvedBy === resolution.by && item.note === resolution.note;
  if (item.resolvedAt !== null) return isSame ? item : refuse('ITEM_ALREADY_RESOLVED');
  const { paymentId } = item;
  const merchantId = item.merchantId ?? NO_MERCHANT;
  const action = { actor: 'operator', reason: 'RESOLVE_ITEM', subjectId: itemId } as const;
  await audit.record({ merchantId, ...action, paymentId, tokenId: null });
  const resolved = await storeResolution(database, itemId, resolution, clock.now());
  return resolved ?? refuse('ITEM_ALREADY_RESOLVED');
}
