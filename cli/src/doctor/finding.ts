// What the checks of `bramka doctor` return, and what several of them need for it.

import type { Database } from '@bramka/gateway/storage/database.ts';
import { openPostgres } from '@bramka/gateway/storage/postgres.ts';
import { Failure } from '../failure.ts';

export interface Finding {
  readonly subject: string;
  readonly ok: boolean;
  /** What was found and, when it is not in order, what to do about it. */
  readonly what: string;
}

const MOST_NAMED = 5;
const NO_SUCH_TABLE = '42P01';

/** The first names and how many there are besides; `hasMore`: `all` is not complete. */
export function namesOf(all: readonly string[], hasMore = false): string {
  const rest = all.length - MOST_NAMED;
  const more = rest > 0 ? `, and ${hasMore ? 'at least ' : ''}${rest} more` : '';
  return `${all.slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** A check that cannot be made is a problem too. */
export async function checkOrExplain(
  subject: string,
  check: () => Promise<Finding[]>,
): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [{ subject, ok: false, what: error.message }];
  }
}

/** Nothing from a database that no gateway has used yet. */
export async function readStored<Item>(
  url: string,
  read: (database: Database) => Promise<Item[]>,
): Promise<Item[]> {
  const database = openPostgres({ url, connections: 1 });
  try {
    return await read(database);
  } catch (error) {
    if ((error as { code?: unknown }).code === NO_SUCH_TABLE) return [];
    throw error;
  } finally {
    await database.close();
  }
}
