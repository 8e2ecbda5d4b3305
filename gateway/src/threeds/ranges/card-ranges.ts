// The card ranges of the directory servers, cached: in the database for all nodes, in memory for
// every payment. A job asks each server once a day for what changed; where that went wrong, this
// node asks again after a pause. While a directory server is silent, what it told last stays.

import type { Clock, Instant } from '../../core/clock.ts';
import type { Ids } from '../../core/id.ts';
import type { Queryable } from '../../storage/database.ts';
import type { Organization } from '../../cards/card-number.ts';
import { directoryServerOf, type DirectoryServer } from '../../cards/directory-server.ts';
import type { RangeFacts } from '../authentication.ts';
import type { Directory } from '../directory/directory.ts';
import type { PresAnswer } from '../messages/read.ts';
import { buildPReq } from '../messages/write.ts';
import { readFetchTimes, readRanges, writeRanges, type StoredRanges } from './card-ranges.store.ts';
import { rangeList, withChanges, type RangeList } from './range-list.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Directory servers refuse to be asked more often than once an hour. */
const AFTER_ERROR_MS = 61 * MINUTE_MS;
const AFTER_SILENCE_MS = 5 * MINUTE_MS;

export interface CardRanges {
  /** Whether the directory server that knows this organization's cards has ever told its ranges. */
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
  readonly fetchedAt: Instant;
  readonly list: RangeList;
}

export function cardRanges(parts: CardRangeParts): CardRanges {
  const { servers } = parts.directory;
  const cache = new Map<DirectoryServer, Cached>();
  const remember = (server: DirectoryServer, { ranges, fetchedAt }: StoredRanges): void =>
    void cache.set(server, { fetchedAt, list: rangeList(ranges) });

  const pauses = new Map<DirectoryServer, Instant>();

  const refreshOne = async (server: DirectoryServer, fetchedAt: Instant | undefined) => {
    const isFresh = fetchedAt !== undefined && fetchedAt > parts.clock.now() - DAY_MS;
    if (isFresh && cache.get(server)?.fetchedAt === fetchedAt) return 0;
    const stored = await readRanges(parts.database, server);
    if (stored) remember(server, stored);
    if (isFresh || parts.clock.now() < (pauses.get(server) ?? 0)) return 0;
    const heard = await ask(parts, server, stored);
    if (heard.kind === 'nothing') {
      pauses.set(server, parts.clock.now() + heard.pauseMs);
      return 0;
    }
    await writeRanges(parts.database, heard.ranges);
    remember(server, heard.ranges);
    return 1;
  };
  return {
    knows: (organization) => cache.has(directoryServerOf(organization)),
    find: (organization, digits) => cache.get(directoryServerOf(organization))?.list.find(digits),
    async load() {
      const loadOne = async (server: DirectoryServer): Promise<void> => {
        const stored = await readRanges(parts.database, server);
        if (stored) remember(server, stored);
      };
      await Promise.all(servers.map(loadOne));
    },
    async refresh() {
      const rows = await readFetchTimes(parts.database);
      const fetchTimes = new Map(rows.map((row) => [row.organization, row.fetchedAt]));
      const counts = await Promise.all(
        servers.map((server) => refreshOne(server, fetchTimes.get(server))),
      );
      return counts.reduce<number>((sum, count) => sum + count, 0);
    },
  };
}

type FetchResult =
  | { readonly kind: 'told'; readonly ranges: StoredRanges }
  /** It is left in peace for this long. */
  | { readonly kind: 'nothing'; readonly pauseMs: number };

/**
 * What changed since the list we have, or the whole list when there is none. A server that refuses
 * to tell what changed is asked for everything at once.
 */
async function ask(
  parts: CardRangeParts,
  server: DirectoryServer,
  before: StoredRanges | undefined,
): Promise<FetchResult> {
  const { directory, ids, log } = parts;
  const serialNum = before?.serialNum ?? undefined;
  const answer = await directory.ranges(server, buildPReq(ids.next(), serialNum));
  if (answer.kind === 'error' && serialNum !== undefined) {
    return ask(parts, server, before && { ...before, serialNum: null });
  }
  const why = answer.kind === 'answered' ? rejectionOf(answer, before) : answer.why;
  if (answer.kind !== 'answered' || why !== undefined) {
    log.warn({ organization: server, why }, 'card ranges could not be updated');
    const pauseMs = answer.kind === 'silence' ? AFTER_SILENCE_MS : AFTER_ERROR_MS;
    return { kind: 'nothing', pauseMs };
  }
  return { kind: 'told', ranges: mergeRanges(parts, server, answer, before) };
}

type RangeUpdate = Extract<PresAnswer, { kind: 'answered' }>;

/** What could not be read in full comes with the whole list next time: no serial number is kept. */
function mergeRanges(
  { clock, log }: CardRangeParts,
  server: DirectoryServer,
  { ranges, changes, serialNum, skipped, assumed }: RangeUpdate,
  before: StoredRanges | undefined,
): StoredRanges {
  const isWhole = skipped === 0 && assumed === 0;
  if (!isWhole) {
    log.warn({ organization: server, skipped, assumed }, 'card ranges could not be read in full');
  }
  return {
    organization: server,
    serialNum: isWhole ? (serialNum ?? before?.serialNum ?? null) : null,
    ranges: withChanges(changes && before ? before.ranges : [], ranges),
    fetchedAt: clock.now(),
  };
}

/** Nobody drops all its cards at once: an empty list after a full one is a mistake. */
function rejectionOf({ changes, ranges }: RangeUpdate, before: StoredRanges | undefined) {
  const isGone = !changes && ranges.length === 0 && (before?.ranges.length ?? 0) > 0;
  return isGone ? 'empty list' : undefined;
}
