// Columns that say what their values are, so that the type of a row is read from the columns of
// its table and each column is written once.

import type { Instant } from '../core/clock.ts';
import type { ColumnType } from './table.ts';

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

declare const values: unique symbol;
type Column<V> = ColumnType & { readonly [values]: V };

/** A column with only some of the values of its type, such as `typed<Channel>('text')`. */
export function typed<V extends Values[ColumnType]>(type: ColumnType): Column<V> {
  return type as Column<V>;
}

/** A column that may be null, with all values of its type or with those that are named. */
export function nullable<T extends ColumnType>(type: T): Column<Values[T] | null>;
export function nullable<V extends Values[ColumnType]>(type: ColumnType): Column<V | null>;
export function nullable(type: ColumnType): ColumnType {
  return type;
}

type ValueOf<C> = C extends { readonly [values]: infer V }
  ? V
  : C extends ColumnType
    ? Values[C]
    : never;

/** A row of the table with these columns. */
export type RowOf<Columns> = { readonly [Name in keyof Columns]: ValueOf<Columns[Name]> };
