// The rows of a section as one JSON parameter. PostgreSQL spends about 4 µs on every parameter that
// is an array, so that one array for each column costs more than the rows themselves.

import { isoTime, type Instant } from '../core/clock.ts';
import type { Section } from './batch-sections.ts';
import { columnName, type ColumnType, type Row, type Value } from './table.ts';

interface Column {
  readonly field: string;
  /** The name of the column in the database. */
  readonly name: string;
  readonly type: ColumnType;
}

/** The columns of a section's rows, and those that only their companions have. */
export interface SectionColumns {
  readonly own: readonly Column[];
  readonly companion: readonly Column[];
}

export function columnsOf({ table, fields, companion }: Section): SectionColumns {
  const column = (types: Readonly<Record<string, ColumnType>>, field: string): Column => {
    const type = field === 'expected' ? 'integer' : (types[field] as ColumnType);
    return { field, name: columnName(field), type };
  };
  return {
    own: fields.map((field) => column(table.columns, field)),
    companion: (companion?.fields ?? []).map((field) =>
      column(companion?.table.columns ?? {}, field),
    ),
  };
}

/** Values that are null are left out. */
export function rowsText(section: Section, columns: SectionColumns): string {
  const { entries, rows, companion } = section;
  const texts = rows.map((row, index) => {
    const companionRow = companion?.rows[index];
    const more = companionRow ? fieldsText(columns.companion, companionRow) : '';
    return `{"entry":${entries[index]}${fieldsText(columns.own, row)}${more}}`;
  });
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
