// The card ranges of the directory servers, cached: in the database for all nodes, in memory for
// every payment. A job asks for what changed once a day; while a directory server is silent, what
// it told last stays.

import type { Clock } from '../../core/clock.ts';
import type { Ids } from '../../core/id.ts';
import type { Queryable } from '../../storage/database.ts';
import { organizations, type Organization } from '../../cards/card-number.ts';
import type { RangeFacts } from '../authentication.ts';
import type { Directory } from '../directory/directory.ts';
import { buildPReq } from '../messages/write.ts';
import { readAges, readRanges, writeRanges, type StoredRanges } from './card-ranges.store.ts';
import { rangeList, withChanges, type RangeList } from './range-list.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface CardRanges {
  /** Whether the directory server of this organization has ever told its ranges. */
  knows(organization: Organization): boolean;
  find(organization: Organization, digits: string): RangeFacts | undefined;
  /** Asks directory servers for news that is due; answers how many told some. */
  refresh(): Promise<number>;
}

/** Without a directory server nobody takes part. */
export const noCardRanges: CardRanges = {
  knows: () => false,
  find: () => undefined,
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

  const refreshOne = async (organization: Organization, age: number | undefined) => {
    const isFresh = age !== undefined && age > parts.clock.now() - DAY_MS;
    if (isFresh && cache.get(organization)?.fetchedAt === age) return 0;
    const stored = await readRanges(parts.database, organization);
    if (stored) remember(organization, stored);
    if (isFresh) return 0;
    const told = await ask(parts, organization, stored);
    if (!told) return 0;
    await writeRanges(parts.database, told);
    remember(organization, told);
    return 1;
  };
  return {
    knows: (organization) => cache.has(organization),
    find: (organization, digits) => cache.get(organization)?.list.find(digits),
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

/** What changed since the list we have; the whole list when that is not to be had. */
async function ask(
  parts: CardRangeParts,
  organization: Organization,
  before: StoredRanges | undefined,
): Promise<StoredRanges | undefined> {
  const { directory, clock, ids, log } = parts;
  const serialNum = before?.serialNum ?? undefined;
  const answer = await directory.ranges(organization, buildPReq(ids.next(), serialNum));
  if (answer.kind === 'answered') {
    const { ranges: told, changes } = answer;
    const ranges = withChanges(changes && before ? before.ranges : [], told);
    const fetchedAt = clock.now();
    return { organization, serialNum: answer.serialNum ?? serialNum ?? null, ranges, fetchedAt };
  }
  if (answer.kind === 'error' && serialNum !== undefined) {
    return ask(parts, organization, undefined);
  }
  log.warn({ organization, why: answer.why }, 'card ranges could not be brought up to date');
  return undefined;
}
