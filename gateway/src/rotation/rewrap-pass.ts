// One pass of a rotation over everything that it seals again, in batches.

import type { Clock } from '../core/clock.ts';
import { dataLists, rootLists, type RewrapItem, type RewrapList } from './rewrap-list.ts';
import type { RewrapParts } from './rewrap-list.ts';
import { reportProgress, type Rotation } from './rotation.store.ts';

const BATCH = 100;
const AT_ONCE = 4;

export interface PassParts extends RewrapParts {
  readonly clock: Clock;
  readonly log: { error(facts: object, message: string): void };
}

/** How far a pass has come, and how many values it has found. */
export interface Pass {
  listIndex: number;
  after: readonly string[];
  found: number;
}

export function newPass(): Pass {
  return { listIndex: 0, after: [], found: 0 };
}

function listsOf(parts: PassParts, { kind, merchantId, toVersion }: Rotation): RewrapList[] {
  return kind === 'MASTER' ? rootLists(parts, toVersion ?? 0) : dataLists(parts, merchantId);
}

/** How many values are to be sealed again. */
export async function countValues(parts: PassParts, rotation: Rotation): Promise<number> {
  const counts = await Promise.all(listsOf(parts, rotation).map((list) => list.count()));
  return counts.reduce((sum, count) => sum + count, 0);
}

export function isPassOver(parts: PassParts, rotation: Rotation, { listIndex }: Pass): boolean {
  return listIndex >= listsOf(parts, rotation).length;
}

/** Seals the next values of the pass again; returns how many. */
export async function rewrapBatch(
  parts: PassParts,
  rotation: Rotation,
  pass: Pass,
): Promise<number> {
  const list = listsOf(parts, rotation)[pass.listIndex];
  if (!list) return 0;
  const items = await list.page(pass.after, BATCH);
  pass.found += items.length;
  if (items.length < BATCH) {
    pass.listIndex += 1;
    pass.after = [];
  } else pass.after = items.at(-1)?.key ?? [];
  if (items.length === 0) return 0;
  let done = 0;
  let problem: string | null = null;
  for (let at = 0; at < items.length; at += AT_ONCE) {
    const some = items.slice(at, at + AT_ONCE);
    const results = await Promise.allSettled(some.map((item) => item.rewrap()));
    done += results.filter((one) => one.status === 'fulfilled' && one.value).length;
    for (const [index, result] of results.entries()) {
      if (result.status !== 'rejected') continue;
      problem = reportFailure(parts, list, some[index], result.reason);
    }
  }
  await reportProgress(parts.database, rotation, done, problem, parts.clock.now());
  return done;
}

/** A value that cannot be opened keeps the old key from being destroyed. */
function reportFailure(
  { log }: PassParts,
  { name }: RewrapList,
  item: RewrapItem | undefined,
  error: unknown,
): string {
  const key = item?.key.join(' ') ?? '';
  log.error({ err: error, table: name, key }, 'a value could not be sealed again');
  return `${name} ${key} could not be sealed again`;
}
