// Rows inside a JSON value, so that one statement can return rows of several tables. A row is an
// array of its columns in the order of the table definition.

import { columnName, type ColumnType, type Table, type Value } from './table.ts';

/** What JSON contains for one column: text where a number would lose digits. */
type JsonValue = string | number | boolean | object | null;

/** An SQL expression for one row of the table that has this alias. */
export function jsonRow(of: Table, alias: string): string {
  const values = Object.entries(of.columns).map(([field, type]) =>
    jsonColumn(type, `${alias}.${columnName(field)}`),
  );
  return `json_build_array(${values.join(', ')})`;
}

function jsonColumn(type: ColumnType, column: string): string {
  if (type === 'bigint') return `${column}::text`;
  if (type === 'bytea') return `encode(${column}, 'hex')`;
  return column;
}

/** Reads rows of `jsonRow` as they were written. */
export function jsonRowReader<Row>(of: Table): (values: readonly JsonValue[]) => Row {
  const fields = Object.entries(of.columns).map(([field, type]) => ({ field, read: reader(type) }));
  return (values) => {
    const row: Record<string, Value> = {};
    for (const [position, { field, read }] of fields.entries()) {
      const value = values[position] ?? null;
      row[field] = read && value !== null ? read(value as string) : value;
    }
    return row as Row;
  };
}

function reader(type: ColumnType): ((text: string) => Value) | undefined {
  switch (type) {
    case 'bigint':
      return BigInt;
    case 'timestamptz':
      return Date.parse;
    case 'bytea':
      return (text) => Buffer.from(text, 'hex');
    case 'text':
    case 'uuid':
    case 'integer':
    case 'boolean':
    case 'jsonb':
      return undefined;
  }
}
