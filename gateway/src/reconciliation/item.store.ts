// Items of reconciliations: listing them, and recording how the operator resolved them.

import { isoTime, type Instant } from '../core/clock.ts';
import { selectList } from '../journal/table.ts';
import { statement, type Queryable } from '../storage/database.ts';
import { items, type Item, type ItemKind } from './reconciliation.ts';

const list = statement(
  'reconciliation-items.list',
  `select ${selectList(items)} from reconciliation_items
   where ($1::uuid is null or import_id = $1) and ($2::text is null or provider = $2)
     and ($3::text is null or kind = $3)
     and ($4::boolean is null or (resolved_at is null) = $4)
     and ($5::uuid is null or item_id > $5)
   order by item_id limit $6`,
);
const find = statement(
  'reconciliation-items.find',
  `select ${selectList(items)} from reconciliation_items where item_id = $1::uuid`,
);
const resolve = statement(
  'reconciliation-items.resolve',
  `update reconciliation_items set resolved_at = $2, resolved_by = $3, note = $4
   where item_id = $1 and resolved_at is null returning ${selectList(items)}`,
);

interface ItemFilter {
  readonly importId?: string | undefined;
  readonly provider?: string | undefined;
  readonly kind?: ItemKind | undefined;
  /** Absent: both open and resolved items. */
  readonly isOpen?: boolean | undefined;
  /** The id of the last item of the previous page. */
  readonly after?: string | undefined;
}

/** The oldest first. */
export function listItems(
  database: Queryable,
  { importId, provider, kind, isOpen, after }: ItemFilter,
  limit: number,
): Promise<Item[]> {
  const values = [importId, provider, kind, isOpen, after].map((value) => value ?? null);
  return database.run<Item>(list, [...values, limit]);
}

export async function findItem(database: Queryable, itemId: string): Promise<Item | undefined> {
  return (await database.run<Item>(find, [itemId]))[0];
}

/** Undefined: it was resolved meanwhile. */
export async function storeResolution(
  database: Queryable,
  itemId: string,
  { by, note }: { readonly by: string; readonly note: string },
  at: Instant,
): Promise<Item | undefined> {
  return (await database.run<Item>(resolve, [itemId, isoTime(at), by, note]))[0];
}
