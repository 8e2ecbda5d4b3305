// State transitions as data: rows (from, on, to, only). A guard is a named pure predicate with its
// own refusal. The documentation and the status x operation matrix are generated from these rows.

import { Refusal, refuse, type RefusalCode } from './refusals.ts';

export interface Guard<Subject> {
  readonly name: string;
  readonly refusal: RefusalCode;
  readonly holds: (subject: Subject) => boolean;
}

interface Transition<Status extends string, Trigger extends string, Subject> {
  /** Empty when the object does not exist yet. */
  readonly from: readonly Status[];
  readonly on: Trigger;
  readonly to: Status | 'unchanged';
  readonly only: readonly Guard<Subject>[];
  /** The row of the specification, or the decision page, that this row implements. */
  readonly source: string;
}

export type TransitionTable<
  Status extends string,
  Trigger extends string,
  Subject,
> = readonly Transition<Status, Trigger, Subject>[];

/** `only`: the guards, in their order. */
export function row<Status extends string, Trigger extends string, Subject>(
  from: readonly Status[],
  on: Trigger,
  to: Status | 'unchanged',
  only: readonly Guard<Subject>[],
  source: string,
): Transition<Status, Trigger, Subject> {
  return { from, on, to, only, source };
}

/** Words for the sentence of a refusal. */
interface Wording<Trigger extends string> {
  /** What the table is about, such as `payment`. */
  readonly noun: string;
  /** Names of triggers, where the trigger itself is not the name of the operation. */
  readonly operations?: Readonly<Partial<Record<Trigger, string>>>;
}

/** The status after `on`. Refuses when no row matches, then in the order of the guards. */
export function nextStatus<Status extends string, Trigger extends string, Subject>(
  table: TransitionTable<Status, Trigger, Subject>,
  status: Status,
  on: Trigger,
  subject: Subject,
  { noun, operations }: Wording<Trigger>,
): Status {
  const found = table.find((candidate) => candidate.on === on && candidate.from.includes(status));
  if (!found) {
    const needed = listOf(statusesFor(table, on));
    throw wrongStatus(`The ${noun} is ${status}; ${operations?.[on] ?? on} needs ${needed}.`);
  }
  for (const guard of found.only) if (!guard.holds(subject)) refuse(guard.refusal);
  return found.to === 'unchanged' ? status : found.to;
}

export function wrongStatus(sentence: string): Refusal {
  return new Refusal('NOT_IN_THIS_STATE', [], undefined, sentence);
}

/** Every status that has a row for `on`, in the order of the table. */
export function statusesFor<Status extends string, Trigger extends string, Subject>(
  table: TransitionTable<Status, Trigger, Subject>,
  on: Trigger,
): readonly Status[] {
  return [...new Set(table.filter((row) => row.on === on).flatMap(({ from }) => from))];
}

function listOf(names: readonly string[]): string {
  const last = names.at(-1) ?? 'another status';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`;
}

/** Whether a row exists; guards are not evaluated. */
export function hasTransition<Status extends string, Trigger extends string, Subject>(
  table: TransitionTable<Status, Trigger, Subject>,
  status: Status,
  on: Trigger,
): boolean {
  return table.some((row) => row.on === on && row.from.includes(status));
}
