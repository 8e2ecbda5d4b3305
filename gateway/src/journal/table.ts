// Table definitions for the journal: columns with their types, the key, and what may change. Rows
// are the modules' own flat objects; column names are their field names in snake case.

import { isoTime, type Instant } from '../core/clock.ts';

export type ColumnType =
  | 'text'
  | 'uuid'
  | 'bigint'
  | 'integer'
  | 'boolean'
  | 'timestamptz'
  | 'jsonb'
  | 'bytea';

export type Value = string | number | bigint | boolean | Uint8Array | object | null;
export type Row = Readonly<Record<string, Value>>;

interface UniqueRule {
  /** The name of the constraint or index in the database. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly when?: (row: Row) => boolean;
  /** `nulls not distinct`: two rows without a value are equal in it. */
  readonly nullsAreEqual?: true;
}

/** A check constraint that an entry may violate without a defect. */
interface CheckRule {
  /** The name of the constraint in the database. */
  readonly name: string;
  readonly holds: (row: Row) => boolean;
}

export interface Table {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly key: readonly string[];
  /** Columns that an update writes; empty for append-only tables. */
  readonly mutable: readonly string[];
  /**
   * The column for compare-and-set when this table guards a decision; one of the mutable columns.
   */
  readonly version?: string;
  readonly unique: readonly UniqueRule[];
  readonly checks: readonly CheckRule[];
  /** Columns with a default that the journal does not write, by their names in the database. */
  readonly defaulted: readonly string[];
  /** An insert replaces the mutable columns of a row with the same key. */
  readonly upsert: boolean;
  /**
   * The key contains an id generated for this row, so finding the row proves which entry wrote it.
   */
  readonly hasOwnId: boolean;
}

/** The values of each type of column, unless `typed` or `orNull` says otherwise. */
interface Values {
  readonly text: string;
  readonly uuid: string;
  readonly bigint: bigint;
  readonly integer: number;
  readonly boolean: boolean;
  readonly timestamptz: Instant;
  readonly jsonb: object;
  readonly bytea: Uint8Array;
}

declare const valueOf: unique symbol;
/** A column whose values have this type. At run time it is the name of the column type only. */
type Column<V> = ColumnType & { readonly [valueOf]: V };

export function typed<V extends Value>(type: ColumnType): Column<V> {
  return type as Column<V>;
}

export function orNull<T extends ColumnType>(type: T): Column<Values[T] | null> {
  return typed<Values[T] | null>(type);
}

type Columns = Readonly<Record<string, ColumnType>>;
/** For rows whose type is declared elsewhere. */
export type ColumnsOf<R> = { readonly [F in keyof R]: ColumnType };

/** The rows of a table or of a part of its columns. */
export type RowOf<T extends { readonly columns: Columns }> = {
  readonly [F in keyof T['columns']]: ValueOf<T['columns'][F]>;
};
type ValueOf<C extends ColumnType> = C extends Column<infer V> ? V : Values[C];

interface TableShape<C extends Columns> {
  readonly columns: C;
  readonly key: readonly (keyof C & string)[];
  readonly mutable?: readonly (keyof C & string)[];
  readonly version?: keyof C & string;
  readonly unique?: readonly UniqueRule[];
  readonly checks?: readonly CheckRule[];
  readonly hasOwnId?: boolean;
  readonly upsert?: boolean;
  readonly defaulted?: readonly string[];
}

const tables = new Map<string, Table>();

export function table<const C extends Columns>(
  name: string,
  shape: TableShape<C>,
): Omit<Table, 'columns'> & { readonly columns: C } {
  if (tables.has(name)) throw new Error(`two tables are named ${name}`);
  const keyName = `${name.replace(/^.*\./, '')}_pkey`;
  const created = {
    name,
    columns: shape.columns,
    key: shape.key,
    mutable: shape.mutable ?? [],
    ...(shape.version === undefined ? {} : { version: shape.version }),
    hasOwnId: shape.hasOwnId ?? false,
    upsert: shape.upsert ?? false,
    defaulted: shape.defaulted ?? [],
    checks: shape.checks ?? [],
    unique: [{ name: keyName, columns: shape.key }, ...(shape.unique ?? [])],
  };
  tables.set(name, created);
  return created;
}

export function knownTables(): readonly Table[] {
  return [...tables.values()];
}

export function columnName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `payment_id as "paymentId", …`: the select list that returns rows as they were written. */
export function selectList(of: Table, alias?: string): string {
  const prefix = alias === undefined ? '' : `${alias}.`;
  return Object.keys(of.columns)
    .map((field) => `${prefix}${columnName(field)} as "${field}"`)
    .join(', ');
}

export function keyOf(of: Table, row: Row): string {
  return `${of.name}:${of.key.map((field) => plainText(row[field])).join('/')}`;
}

function plainText(value: Value | undefined): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/** The text form of one value inside an array parameter. */
export function arrayElement(type: ColumnType, value: Value | undefined): string {
  if (value === null || value === undefined) return 'null';
  switch (type) {
    case 'uuid':
    case 'bigint':
    case 'integer':
    case 'boolean':
      return plainText(value);
    case 'timestamptz':
      return isoTime(value as Instant);
    case 'bytea':
      return `"\\\\x${Buffer.from(value as Uint8Array).toString('hex')}"`;
    case 'jsonb':
      // The inner text has no character that JSON and arrays escape differently.
      return JSON.stringify(JSON.stringify(value));
    case 'text':
      return quote(value as string);
  }
}

/** Characters that JSON may escape in a way of its own: control characters and surrogates. */
// oxlint-disable-next-line no-control-regex -- these characters are what it looks for
const escapedByJson = /[\0-\x1f\ud800-\udfff]/;
const special = /["\\]/g;

/** Strings in an array look as in JSON apart from those characters, and JSON is twice as fast. */
function quote(text: string): string {
  if (!escapedByJson.test(text)) return JSON.stringify(text);
  return `"${text.replace(special, '\\$&')}"`;
}
