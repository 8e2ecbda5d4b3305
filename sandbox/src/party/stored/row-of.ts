// The type of the rows of a table, derived from its columns.

import type { Instant } from '@bramka/gateway/core/clock.ts';

interface Values {
  readonly text: string;
  readonly uuid: string;
  readonly bigint: bigint;
  readonly integer: number;
  readonly timestamptz: Instant;
  readonly bytea: Uint8Array;
}

/** `Own`: the fields that have another type than their column, or can be null. */
export type RowOf<Columns extends Readonly<Record<string, keyof Values>>, Own = unknown> = {
  readonly [Name in Exclude<keyof Columns, keyof Own>]: Values[Columns[Name]];
} & Readonly<Own>;
