// The latest card ranges of the directory servers, one row per server under the name of the
// organization that operates it.

import { isoTime, type Instant } from '../../core/clock.ts';
import { statement, type Queryable } from '../../storage/database.ts';
import type { CardRange } from '../messages/read-ranges.ts';

export interface StoredRanges {
  readonly organization: string;
  readonly serialNum: string | null;
  readonly ranges: readonly CardRange[];
  readonly fetchedAt: Instant;
}

const fetchTimes = statement(
  'card-ranges.fetch-times',
  'select organization, fetched_at as "fetchedAt" from card_ranges',
);
const read = statement(
  'card-ranges.read',
  `select organization, serial_num as "serialNum", ranges, fetched_at as "fetchedAt"
   from card_ranges where organization = $1`,
);
const write = statement(
  'card-ranges.write',
  `insert into card_ranges (organization, serial_num, ranges, fetched_at) values ($1, $2, $3, $4)
   on conflict (organization) do update set serial_num = excluded.serial_num,
     ranges = excluded.ranges, fetched_at = excluded.fetched_at`,
);

export function readFetchTimes(
  database: Queryable,
): Promise<Pick<StoredRanges, 'organization' | 'fetchedAt'>[]> {
  return database.run(fetchTimes);
}

export async function readRanges(
  database: Queryable,
  organization: string,
): Promise<StoredRanges | undefined> {
  return (await database.run<StoredRanges>(read, [organization]))[0];
}

export async function writeRanges(database: Queryable, stored: StoredRanges): Promise<void> {
  const { organization, serialNum, ranges, fetchedAt } = stored;
  await database.run(write, [organization, serialNum, JSON.stringify(ranges), isoTime(fetchedAt)]);
}
