// Writes one page of a comparison: what became of lines and movements, and the progress made.

import { isoTime, type Instant } from '../core/clock.ts';
import { jsonRows, rowsFrom } from '../journal/batch-rows.ts';
import { selectList } from '../journal/table.ts';
import { statement, type Database } from '../storage/database.ts';
import type { PageChanges } from './compare.ts';
import { columnNames } from './import.store.ts';
import { imports, items, totals, type Import } from './reconciliation.ts';

const move = statement(
  'reconciliation.move',
  `update reconciliation_imports set state = $3::text, phase = $4, line_cursor = $5,
     merchant_cursor = $6, transfer_cursor = $7, compared = compared + $8::integer,
     finished_at = case when $3::text = 'DONE' then $9::timestamptz end,
     version = version + 1, updated_at = $9
   where import_id = $1 and version = $2 returning ${selectList(imports)}`,
);
const setResults = statement(
  'reconciliation.set-results',
  `update reconciliation_lines l set result = r.result
   from jsonb_to_recordset($2::jsonb) as r(line_no integer, result text)
   where l.import_id = $1 and l.line_no = r.line_no`,
);
const insertItems = statement(
  'reconciliation.insert-items',
  `insert into reconciliation_items (${columnNames(items)})
   select ${columnNames(items)} from ${rowsFrom(items, '$1', 'r')}`,
);
const addTotals = statement(
  'reconciliation.add-totals',
  `insert into reconciliation_totals as t (${columnNames(totals)})
   select ${columnNames(totals)} from ${rowsFrom(totals, '$1', 'r')}
   on conflict (import_id, result, currency) do update set
     item_count = t.item_count + excluded.item_count,
     file_minor = t.file_minor + excluded.file_minor,
     own_minor = t.own_minor + excluded.own_minor`,
);
const markFound = statement(
  'reconciliation.mark-found',
  `update reconciliation_items set found_import_id = $1
   where attempt_id in (select value::uuid from jsonb_array_elements_text($2::jsonb))
     and kind = 'MISSING' and provider = $3 and found_import_id is null and import_id <> $1`,
);

export type NextPosition = Pick<
  Import,
  'state' | 'phase' | 'lineCursor' | 'merchantCursor' | 'transferCursor'
> & { readonly compared: number };

/**
 * Writes the page and how far the comparison came, together. Undefined: another node has done this
 * page. `beforeEnd` runs in the transaction.
 */
export function writePage(
  database: Database,
  of: Import,
  changes: PageChanges,
  next: NextPosition,
  at: Instant,
  beforeEnd: () => Promise<void> | undefined,
): Promise<Import | undefined> {
  return database.transaction(async (tx) => {
    const { importId, version, provider } = of;
    const position = [next.state, next.phase, next.lineCursor, next.merchantCursor];
    const values = [...position, next.transferCursor, next.compared, isoTime(at)];
    const [moved] = await tx.run<Import>(move, [importId, version, ...values]);
    if (!moved) return undefined;
    if (changes.results.length > 0) {
      const results = changes.results.map((one) => ({ line_no: one.lineNo, result: one.result }));
      await tx.run(setResults, [importId, JSON.stringify(results)]);
    }
    if (changes.items.length > 0) await tx.run(insertItems, [jsonRows(items, changes.items)]);
    if (changes.totals.length > 0) await tx.run(addTotals, [jsonRows(totals, changes.totals)]);
    if (changes.found.length > 0)
      await tx.run(markFound, [importId, JSON.stringify(changes.found), provider]);
    await beforeEnd();
    return moved;
  });
}
