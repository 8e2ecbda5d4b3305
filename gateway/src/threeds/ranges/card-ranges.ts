// The card ranges of the directory servers, cached: in the database for all nodes, in memory for
// every payment. A job requests the changes from each server once a day; after a failure this node
// retries after a pause. While a directory server is silent, its last ranges stay in use.

import type { Clock, Instant } from '../../core/clock.ts';
import type { Ids } from '../../core/id.ts';
import type { Queryable } from '../../storage/database.ts';
import type { Organization } from '../../cards/card-number.ts';
import { directoryServerOf, type DirectoryServer } from '../../cards/directory-server.ts';
import type { RangeFacts } from '../authentication.ts';
import type { Directory } from '../directory/directory.ts';
import type { PresAnswer } from '../messages/read-ranges.ts';
import { buildPReq } from '../messages/write.ts';
import { readFetchTimes, readRanges, writeRanges, type StoredRanges } from './card-ranges.store.ts';
import { rangeList, applyChanges, type RangeList } from './range-list.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Directory servers refuse requests more often than once an hour. */
const RETRY_AFTER_ERROR_MS = 61 * MINUTE_MS;
const RETRY_AFTER_SILENCE_MS = 5 * MINUTE_MS;

export interface CardRanges {
  /** Whether the directory server of this organization has ever listed its ranges. */
  knows(organization: Organization): boolean;
  find(organization: Organization, digits: string): RangeFacts | undefined;
  /** Loads the stored ranges, so that they are known for the first payment after a start. */
  load(): Promise<void>;
  /** Requests due updates from the directory servers; returns how many servers answered. */
  refresh(): Promise<number>;
}

/** Without a directory server no card is enrolled. */
export const noCardRanges: CardRanges = {
  knows: () => false,
  find: () => undefined,
  load: () => Promise.resolve(),
  refresh: () => Promise.resolve(0),
};

interface CardRangeParts {
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
  const cacheRanges = (server: DirectoryServer, { ranges, fetchedAt }: StoredRanges): void =>
    void cache.set(server, { fetchedAt, list: rangeList(ranges) });

  const pauses = new Map<DirectoryServer, Instant>();

  const refreshOne = async (server: DirectoryServer, fetchedAt: Instant | undefined) => {
    const isFresh = fetchedAt !== undefined && fetchedAt > parts.clock.now() - DAY_MS;
    if (isFresh && cache.get(server)?.fetchedAt === fetchedAt) return 0;
    const stored = await readRanges(parts.database, server);
    if (stored) cacheRanges(server, stored);
    if (isFresh || parts.clock.now() < (pauses.get(server) ?? 0)) return 0;
    const fetched = await fetchRanges(parts, server, stored);
    if (fetched.kind === 'failed') {
      pauses.set(server, parts.clock.now() + fetched.pauseMs);
      return 0;
    }
    await writeRanges(parts.database, fetched.ranges);
    cacheRanges(server, fetched.ranges);
    if (pauses.delete(server)) parts.log.warn({ organization: server }, 'card ranges are current');
    return 1;
  };
  return {
    knows: (organization) => cache.has(directoryServerOf(organization)),
    find: (organization, digits) => cache.get(directoryServerOf(organization))?.list.find(digits),
    async load() {
      const loadOne = async (server: DirectoryServer): Promise<void> => {
        const stored = await readRanges(parts.database, server);
        if (stored) cacheRanges(server, stored);
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
  | { readonly kind: 'updated'; readonly ranges: StoredRanges }
  /** No further request is sent for this long. */
  | { readonly kind: 'failed'; readonly pauseMs: number };

/**
 * Requests the changes since our list, or the full list when there is none. If a server refuses to
 * list changes, the full list is requested at once.
 */
async function fetchRanges(
  parts: CardRangeParts,
  server: DirectoryServer,
  before: StoredRanges | undefined,
): Promise<FetchResult> {
  const { directory, ids, log } = parts;
  const serialNum = before?.serialNum ?? undefined;
  const answer = await directory.ranges(server, buildPReq(ids.next(), serialNum));
  if (answer.kind === 'error' && serialNum !== undefined) {
    return fetchRanges(parts, server, before && { ...before, serialNum: null });
  }
  const why = answer.kind === 'answered' ? rejectionOf(answer, before) : answer.why;
  if (answer.kind !== 'answered' || why !== undefined) {
    log.warn({ organization: server, why }, 'card ranges could not be updated');
    const pauseMs = answer.kind === 'silence' ? RETRY_AFTER_SILENCE_MS : RETRY_AFTER_ERROR_MS;
    return { kind: 'failed', pauseMs };
  }
  return { kind: 'updated', ranges: mergeRanges(parts, server, answer, before) };
}

type RangeUpdate = Extract<PresAnswer, { kind: 'answered' }>;

/** After an incomplete list no serial number is kept, so the full list is requested next time. */
function mergeRanges(
  { clock, log }: CardRangeParts,
  server: DirectoryServer,
  { ranges, changes, serialNum, skipped, assumed }: RangeUpdate,
  before: StoredRanges | undefined,
): StoredRanges {
  const isComplete = skipped === 0 && assumed === 0;
  if (!isComplete) {
    log.warn({ organization: server, skipped, assumed }, 'card ranges could not be read in full');
  }
  return {
    organization: server,
    serialNum: isComplete ? (serialNum ?? before?.serialNum ?? null) : null,
    ranges: applyChanges(changes && before ? before.ranges : [], ranges),
    fetchedAt: clock.now(),
  };
}

/**
 * An organization does not remove all its cards at once: an empty list after a full one is an
 * error.
 */
function rejectionOf({ changes, ranges }: RangeUpdate, before: StoredRanges | undefined) {
  const isGone = !changes && ranges.length === 0 && (before?.ranges.length ?? 0) > 0;
  return isGone ? 'empty list' : undefined;
}
