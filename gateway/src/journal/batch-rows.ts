// The rows of a section as one JSON parameter. PostgreSQL spends about 4 µs on every parameter that
// is an array, so that one array for each column costs more than the rows themselves.

import { isoTime, type Instant } from '../core/clock.ts';
import type { Section } from './batch-sections.ts';
import { columnName, type ColumnType, type Row, type Table, type Value } from './table.ts';

export interface Column {
  readonly field: string;
  /** The name of the column in the database. */
  readonly name: string;
  readonly type: ColumnType;
}

export function columnsOf({ table, fields }: Pick<Section, 'table' | 'fields'>): Column[] {
  return fields.map((field) => {
    const type = field === 'expected' ? 'integer' : (table.columns[field] as ColumnType);
    return { field, name: columnName(field), type };
  });
}

/** A source of rows in SQL: the JSON in this parameter, which `jsonRows` has made. */
export function rowsFrom(of: Table, parameter: string, alias: string): string {
  const list = Object.entries(of.columns).map(([field, type]) => `${columnName(field)} ${type}`);
  return `json_to_recordset(${parameter}::json) as ${alias}(${list.join(', ')})`;
}

export function jsonRows(of: Table, rows: readonly object[]): string {
  const columns = columnsOf({ table: of, fields: Object.keys(of.columns) });
  const texts = rows.map((row) => `{${fieldsText(columns, row as Row).slice(1)}}`);
  return `[${texts.join(',')}]`;
}

/** Values that are null are left out. */
export function rowsText({ entries, rows }: Section, columns: readonly Column[]): string {
  const texts = rows.map((row, index) => `{"entry":${entries[index]}${fieldsText(columns, row)}}`);
  return `[${texts.join(',')}]`;
}

function fieldsText(columns: readonly Column[], row: Row): string {
  let text = '';
  for (const { field, name, type } of columns) {
    const value = row[field];
    if (value !== null && value !== undefined) text += `,"${name}":${jsonText(type, value)}`;
  }
  return text;
}

function jsonText(type: ColumnType, value: Value): string {
  switch (type) {
    case 'bigint':
    case 'integer':
    case 'boolean':
      return (value as bigint | number | boolean).toString();
    case 'timestamptz':
      return `"${isoTime(value as Instant)}"`;
    case 'bytea':
      return `"\\\\x${Buffer.from(value as Uint8Array).toString('hex')}"`;
    case 'text':
      // PostgreSQL refuses half of a surrogate pair; like the driver, this replaces it.
      return JSON.stringify((value as string).toWellFormed());
    case 'uuid':
    case 'jsonb':
      return JSON.stringify(value);
  }
}
