// The card ranges of the directory servers, cached: in the database for all nodes, in memory for
// every payment. A job asks for what changed once a day, and never more often than once an hour;
// while a directory server is silent, what it told last stays.

import type { Clock } from '../../core/clock.ts';
import type { Ids } from '../../core/id.ts';
import type { Queryable } from '../../storage/database.ts';
import { organizations, type Organization } from '../../cards/card-number.ts';
import type { RangeFacts } from '../authentication.ts';
import type { Directory } from '../directory/directory.ts';
import type { PresAnswer } from '../messages/read.ts';
import { buildPReq } from '../messages/write.ts';
import { readAges, readRanges, writeRanges, type StoredRanges } from './card-ranges.store.ts';
import { rangeList, withChanges, type RangeList } from './range-list.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Directory servers refuse to be asked more often than once an hour. */
const AFTER_ERROR_MS = 61 * MINUTE_MS;
const AFTER_SILENCE_MS = 5 * MINUTE_MS;

export interface CardRanges {
  /** Whether the directory server of this organization has ever told its ranges. */
  knows(organization: Organization): boolean;
  find(organization: Organization, digits: string): RangeFacts | undefined;
  /** Reads what is stored, so that the first payment after a start knows its range. */
  load(): Promise<void>;
  /** Asks directory servers for news that is due; answers how many told some. */
  refresh(): Promise<number>;
}

/** Without a directory server nobody takes part. */
export const noCardRanges: CardRanges = {
  knows: () => false,
  find: () => undefined,
  load: () => Promise.resolve(),
  refresh: () => Promise.resolve(0),
};

export interface CardRangeParts {
  readonly database: Queryable;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: { warn(facts: object, message: string): void };
}

interface Cached {
  readonly fetchedAt: number;
  readonly list: RangeList;
}

export function cardRanges(parts: CardRangeParts): CardRanges {
  const cache = new Map<Organization, Cached>();
  const remember = (organization: Organization, { ranges, fetchedAt }: StoredRanges): void =>
    void cache.set(organization, { fetchedAt, list: rangeList(ranges) });

  const pauses = new Map<Organization, number>();

  const refreshOne = async (organization: Organization, age: number | undefined) => {
    const isFresh = age !== undefined && age > parts.clock.now() - DAY_MS;
    if (isFresh && cache.get(organization)?.fetchedAt === age) return 0;
    const stored = await readRanges(parts.database, organization);
    if (stored) remember(organization, stored);
    if (isFresh || parts.clock.now() < (pauses.get(organization) ?? 0)) return 0;
    const told = await ask(parts, organization, stored);
    if (typeof told === 'number') {
      pauses.set(organization, parts.clock.now() + told);
      return 0;
    }
    await writeRanges(parts.database, told);
    remember(organization, told);
    return 1;
  };
  return {
    knows: (organization) => cache.has(organization),
    find: (organization, digits) => cache.get(organization)?.list.find(digits),
    async load() {
      const stored = await Promise.all(
        organizations.map((organization) => readRanges(parts.database, organization)),
      );
      for (const [place, row] of stored.entries()) {
        const organization = organizations[place];
        if (row && organization) remember(organization, row);
      }
    },
    async refresh() {
      const rows = await readAges(parts.database);
      const ages = new Map(rows.map((row) => [row.organization, row.fetchedAt]));
      const counts = await Promise.all(
        organizations.map((organization) => refreshOne(organization, ages.get(organization))),
      );
      return counts.reduce<number>((sum, count) => sum + count, 0);
    },
  };
}

/** What changed since the list we have, the whole list when there is none, or a pause. */
async function ask(
  parts: CardRangeParts,
  organization: Organization,
  before: StoredRanges | undefined,
): Promise<StoredRanges | number> {
  const { directory, clock, ids, log } = parts;
  const serialNum = before?.serialNum ?? undefined;
  const answer = await directory.ranges(organization, buildPReq(ids.next(), serialNum));
  if (answer.kind === 'error' && serialNum !== undefined) {
    return ask(parts, organization, before && { ...before, serialNum: null });
  }
  const why = answer.kind === 'answered' ? doubtAbout(answer, before) : answer.why;
  if (answer.kind !== 'answered' || why !== undefined) {
    log.warn({ organization, why }, 'card ranges could not be brought up to date');
    return answer.kind === 'silence' ? AFTER_SILENCE_MS : AFTER_ERROR_MS;
  }
  const ranges = withChanges(answer.changes && before ? before.ranges : [], answer.ranges);
  // What could not be read of the changes comes with the whole list next time.
  const next = answer.changes && answer.skipped > 0 ? null : (answer.serialNum ?? serialNum);
  return { organization, serialNum: next ?? null, ranges, fetchedAt: clock.now() };
}

/** Nobody drops all its cards at once: an empty list after a full one is a mistake. */
function doubtAbout(
  { changes, ranges }: Extract<PresAnswer, { kind: 'answered' }>,
  before: StoredRanges | undefined,
): string | undefined {
  const isGone = !changes && ranges.length === 0 && (before?.ranges.length ?? 0) > 0;
  return isGone ? 'empty list' : undefined;
}
