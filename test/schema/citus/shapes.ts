// The journal's statements for each table: one batch for each operation on it.
import { Draft } from '@bramka/gateway/journal/entry.ts';
import type { Table } from '@bramka/gateway/journal/table.ts';

function rowOf(table: Table): Record<string, null> {
  return Object.fromEntries(Object.keys(table.columns).map((field) => [field, null]));
}

export function shapesOf(table: Table): [does: string, draft: Draft][] {
  const row = rowOf(table);
  const counters = Object.keys(table.columns).filter(
    (field) => table.columns[field] === 'bigint' && !table.key.includes(field),
  );
  const isCounter = counters.length + table.key.length === Object.keys(table.columns).length;
  const shapes: [string, Draft][] = [
    ['insert', new Draft().insert(table, row)],
    ['delete', new Draft().delete(table, row)],
  ];
  if (table.mutable.length > 0) shapes.push(['update', new Draft().update(table, row)]);
  if (table.version !== undefined) {
    shapes.push(['change', new Draft().change(table, row, 1)]);
    shapes.push(['guard', new Draft().guard(table, row, 1)]);
  }
  for (const counter of isCounter ? counters : []) {
    shapes.push([`increment of ${counter}`, new Draft().increment(table, row, counter, 1n)]);
  }
  return shapes;
}
