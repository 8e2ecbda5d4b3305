// Counts finished authorizations by minute, and sums the counts of the last hour and the last day.

import { isoTime, type Instant } from '../../core/clock.ts';
import { table } from '../../journal/table.ts';
import { statement, type Queryable } from '../../storage/database.ts';
import type { CountedCards } from './success-rate.ts';

/** A table of the journal, so that a reset of the sandbox empties it. */
table('authorization_counts', {
  columns: {
    minute: 'timestamptz',
    provider: 'text',
    organization: 'text',
    country: 'text',
    approved: 'integer',
    finished: 'integer',
  },
  key: ['minute', 'provider', 'organization', 'country'],
  mutable: ['approved', 'finished'],
});

/** Skips the row while another node counts. */
const findUncounted = statement(
  'success-rates.uncounted',
  `select counted_until as "countedUntil" from authorization_counting
   where counted_until <= $1 or counted_until > $2 for update skip locked`,
);
const findFirst = statement(
  'success-rates.first-finished',
  `select finished_at as "finishedAt" from attempts
   where verb = 'authorize' and finished_at >= $1 order by finished_at limit 1`,
);
const markCounted = statement(
  'success-rates.mark-counted',
  'update authorization_counting set counted_until = $1',
);
/**
 * Whole minutes are counted again, so counting twice changes nothing. An authorization that was
 * stopped for the customer, or that continues with strong authentication, has no result.
 */
const count = statement(
  'success-rates.count',
  `insert into authorization_counts
     (minute, provider, organization, country, approved, finished)
   select date_bin('1 minute', finished_at, '2000-01-01T00:00:00Z'), provider,
     coalesce(route ->> 'organization', ''), coalesce(route ->> 'country', ''),
     count(*) filter (where state = 'APPROVED'), count(*)
   from attempts
   where verb = 'authorize' and finished_at >= $1 and finished_at < $2
     and state in ('APPROVED', 'DECLINED', 'VOID')
     and reject_code is distinct from 'SCA_REQUIRED'
   group by 1, 2, 3, 4
   on conflict (minute, provider, organization, country)
   do update set approved = excluded.approved, finished = excluded.finished`,
);
const removeOld = statement(
  'success-rates.remove-old',
  'delete from authorization_counts where minute < $1',
);
const sum = statement(
  'success-rates.sum',
  `select provider, organization, country,
     coalesce(sum(approved) filter (where minute >= $2), 0)::integer as "hourApproved",
     coalesce(sum(finished) filter (where minute >= $2), 0)::integer as "hourFinished",
     sum(approved)::integer as "dayApproved", sum(finished)::integer as "dayFinished"
   from authorization_counts where minute >= $1 and minute <= $3
   group by provider, organization, country order by "dayFinished" desc, 1, 2, 3`,
);

interface CountRange {
  readonly from: Instant;
  readonly until: Instant;
}

/**
 * Until when everything is counted; undefined: another node is counting, or it was counted after
 * `before`. A time after `now` was counted before the clock of a sandbox was set back.
 */
export async function findCountedUntil(
  tx: Queryable,
  before: Instant,
  now: Instant,
): Promise<Instant | undefined> {
  const rows = await tx.run<{ countedUntil: Instant }>(findUncounted, [
    isoTime(before),
    isoTime(now),
  ]);
  return rows[0]?.countedUntil;
}

/** When the first authorization finished at or after a time; undefined: none has. */
export async function firstFinished(tx: Queryable, from: Instant): Promise<Instant | undefined> {
  return (await tx.run<{ finishedAt: Instant }>(findFirst, [isoTime(from)]))[0]?.finishedAt;
}

/** Both ends are full minutes, or the end is the present. */
export async function countFinished(tx: Queryable, { from, until }: CountRange): Promise<void> {
  await tx.run(count, [isoTime(from), isoTime(until)]);
  await tx.run(markCounted, [isoTime(until)]);
}

export async function removeCounts(tx: Queryable, before: Instant): Promise<void> {
  await tx.run(removeOld, [isoTime(before)]);
}

interface SumRow extends Pick<CountedCards, 'provider' | 'organization' | 'country'> {
  readonly hourApproved: number;
  readonly hourFinished: number;
  readonly dayApproved: number;
  readonly dayFinished: number;
}

const HOUR_MS = 3_600_000;

/** The most frequent first. */
export async function readCounts(database: Queryable, now: Instant): Promise<CountedCards[]> {
  const [day, hour] = [now - 24 * HOUR_MS, now - HOUR_MS];
  const rows = await database.run<SumRow>(sum, [isoTime(day), isoTime(hour), isoTime(now)]);
  return rows.map(({ provider, organization, country, ...counts }) => ({
    provider,
    organization,
    country,
    hour: { approved: counts.hourApproved, finished: counts.hourFinished },
    day: { approved: counts.dayApproved, finished: counts.dayFinished },
  }));
}
