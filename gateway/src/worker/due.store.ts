// Finds out which jobs have due work with one statement for all of them, so that an idle process
// asks the database twice a second and not once for each job.

import { isoTime, type Clock } from '../core/clock.ts';
import type { Queryable, Statement } from '../storage/database.ts';

/** Selects a row if there is due work. $1 is the time; its own values are $2 and so on. */
export interface DueCheck extends Statement {
  readonly values?: readonly unknown[];
}

export interface DueParts {
  readonly database: Queryable;
  readonly clock: Clock;
  /** Defers work to the end of the current event-loop turn. */
  readonly defer: (work: () => void) => void;
}

/** Questions of one turn of the event loop share a statement, which is sent after all of them. */
export function createDueLookup(
  checks: readonly DueCheck[],
  { database, clock, defer }: DueParts,
): (check: DueCheck) => Promise<boolean> {
  const all = combineChecks(checks);
  const values = checks.flatMap((check) => check.values ?? []);
  let next: Promise<Answers> | undefined;
  const ask = async (): Promise<Answers> => {
    await new Promise<void>(defer);
    next = undefined;
    const [answers] = await database.run<Answers>(all, [isoTime(clock.now()), ...values]);
    return answers ?? {};
  };
  return async (check) => {
    next ??= ask();
    const isDue = (await next)[columnOf(checks.indexOf(check))];
    if (isDue === undefined) throw new Error(`${check.name} is not one of the checks`);
    return isDue;
  };
}

type Answers = Readonly<Record<string, boolean>>;

function columnOf(position: number): string {
  return `due_${String(position)}`;
}

/**
 * Each check is a subquery with a limit, and not an `exists`, which would drop its order: the order
 * makes the planner use the index of the due times, also when it expects to find many rows.
 */
function combineChecks(checks: readonly DueCheck[]): Statement {
  let taken = 1;
  const columns = checks.map(({ text, values = [] }, position) => {
    const first = taken;
    taken += values.length;
    const renumbered = text.replace(/\$(\d+)/g, (_, at) =>
      at === '1' ? '$1::timestamptz' : `$${String(first + Number(at) - 1)}`,
    );
    return `(${renumbered} limit 1) is not null as ${columnOf(position)}`;
  });
  return { name: 'jobs.due', text: `select ${columns.join(',\n')}` };
}
