// Transitions as data: rows {from, on, to, only}, guards that are named pure predicates tied to one
// refusal each. The documentation and the status x operation matrix are printed from the same rows.

import { refuse, type RefusalCode } from './refusals.ts';

export interface Guard<Subject> {
  readonly name: string;
  readonly refusal: RefusalCode;
  readonly holds: (subject: Subject) => boolean;
}

export interface Transition<Status extends string, Trigger extends string, Subject> {
  /** Empty: the thing does not exist yet. */
  readonly from: readonly Status[];
  readonly on: Trigger;
  readonly to: Status | 'unchanged';
  readonly only: readonly Guard<Subject>[];
  /** The row of the specification, or the decision page, that this comes from. */
  readonly source: string;
}

export type Table<Status extends string, Trigger extends string, Subject> = readonly Transition<
  Status,
  Trigger,
  Subject
>[];

/** The status after `on`; refuses in the order of the guards; no row means not in this state. */
export function nextStatus<Status extends string, Trigger extends string, Subject>(
  table: Table<Status, Trigger, Subject>,
  status: Status,
  on: Trigger,
  subject: Subject,
): Status {
  const row = table.find((candidate) => candidate.on === on && candidate.from.includes(status));
  if (!row) return refuse('NOT_IN_THIS_STATE');
  for (const guard of row.only) if (!guard.holds(subject)) refuse(guard.refusal);
  return row.to === 'unchanged' ? status : row.to;
}

/** Whether a row exists at all; guards are not asked. */
export function permits<Status extends string, Trigger extends string, Subject>(
  table: Table<Status, Trigger, Subject>,
  status: Status,
  on: Trigger,
): boolean {
  return table.some((row) => row.on === on && row.from.includes(status));
}
