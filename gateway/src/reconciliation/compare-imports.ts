// The job that compares complete settlement files with the ledger, page by page. Each page is one
// transaction that also records how far the comparison came, so that it continues after a crash on
// any node; of two nodes on one page only one has an effect.

import type { Clock, Instant } from '../core/clock.ts';
import type { Failpoints } from '../core/failpoint.ts';
import { uuidV7, type Ids } from '../core/id.ts';
import type { Database } from '../storage/database.ts';
import { skipFailing, type SkipParts } from '../worker/skip-failing.ts';
import {
  compareMovements,
  findDuplicates,
  findExtra,
  type CompareContext,
  type MovementToCompare,
  type PageChanges,
} from './compare.ts';
import {
  findNextMerchant,
  readLinesPage,
  readMovementsPage,
  readRestPage,
  type IdRange,
} from './compare.store.ts';
import { importsToCompare } from './import.store.ts';
import { writePage, type NextPosition } from './page.store.ts';
import type { ComparePhase, Import } from './reconciliation.ts';

export interface CompareParts extends SkipParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly failpoints: Failpoints;
  /** Lines or transfers per page; smaller in tests. */
  readonly pageSize?: number;
}

const PAGE = 500;
/** Pages per run, so that the job never runs for long. */
const PAGES_PER_RUN = 20;
/** Merchants with few transfers share a page. */
const MERCHANTS_PER_PAGE = 50;
/** By how much the time of a movement at the provider and in our ledger may differ. */
const MARGIN_MS = 24 * 60 * 60 * 1000;

/** Returns how many pages were written. */
export async function compareImports(parts: CompareParts): Promise<number> {
  let pages = 0;
  for (const next of await importsToCompare(parts.database)) {
    const { importId } = next;
    await skipFailing(parts, { job: 'reconcile', importId }, async () => {
      let of: Import | undefined = next;
      for (let count = 0; of?.phase && count < PAGES_PER_RUN; count += 1) {
        of = await comparePage(parts, of, of.phase);
        if (of) pages += 1;
      }
    });
  }
  return pages;
}

interface Page {
  readonly changes: PageChanges;
  readonly next: NextPosition;
}

/** Undefined: another node has done this page. */
async function comparePage(
  parts: CompareParts,
  of: Import,
  phase: ComparePhase,
): Promise<Import | undefined> {
  const { database, clock, ids, failpoints } = parts;
  const at = clock.now();
  const { changes, next } = await phases[phase](parts, of, { of, ids, at });
  const written = await writePage(database, of, changes, next, at, () =>
    failpoints.reach('reconciliation.page'),
  );
  await failpoints.reach('reconciliation.compared');
  return written;
}

type ReadPhase = (parts: CompareParts, of: Import, context: CompareContext) => Promise<Page>;

const phases: Readonly<Record<ComparePhase, ReadPhase>> = {
  async LINES(parts, of, context) {
    const page = await readLinesPage(parts.database, of, sizeOf(parts));
    const changes = findDuplicates(page, context);
    return {
      changes,
      next: afterLines(parts, of, page, { state: 'COMPARING', phase: 'MOVEMENTS' }),
    };
  },
  async MOVEMENTS(parts, of, context) {
    const { movements, size, reached } = await readMovements(parts, of);
    const changes = compareMovements(movements, context);
    const isOver = reached === null;
    const next: NextPosition = {
      state: 'COMPARING',
      phase: isOver ? 'REST' : 'MOVEMENTS',
      lineCursor: 0,
      merchantCursor: reached?.merchantId ?? null,
      transferCursor: reached?.transferId ?? null,
      compared: size,
    };
    return { changes, next };
  },
  async REST(parts, of, context) {
    const page = await readRestPage(parts.database, of, sizeOf(parts));
    const changes = findExtra(page, context);
    return { changes, next: afterLines(parts, of, page, { state: 'DONE', phase: null }) };
  },
};

/** A page that is not full is the last one. */
function afterLines(
  parts: CompareParts,
  of: Import,
  page: readonly { readonly lineNo: number }[],
  end: Pick<NextPosition, 'state' | 'phase'>,
): NextPosition {
  const isOver = page.length < sizeOf(parts);
  const stage = isOver ? end : { state: of.state, phase: of.phase };
  const lineCursor = isOver ? 0 : (page.at(-1)?.lineNo ?? 0);
  return {
    ...stage,
    lineCursor,
    merchantCursor: null,
    transferCursor: null,
    compared: page.length,
  };
}

interface ReadMovements {
  readonly movements: MovementToCompare[];
  readonly size: number;
  /** The last transfer that was read; null: there are no more. */
  readonly reached: { readonly merchantId: string; readonly transferId: string } | null;
}

async function readMovements(parts: CompareParts, of: Import): Promise<ReadMovements> {
  const { database } = parts;
  const range = idsOf(of.periodFrom - MARGIN_MS, of.periodTo + MARGIN_MS);
  const limit = sizeOf(parts);
  const movements: MovementToCompare[] = [];
  let size = 0;
  let merchantId = of.merchantCursor ?? '';
  let after = of.transferCursor ?? range.after;
  for (let merchants = 0; merchants < MERCHANTS_PER_PAGE && size < limit; merchants += 1) {
    const left = limit - size;
    const page = await readMovementsPage(database, of, merchantId, { ...range, after }, left);
    movements.push(...page.movements);
    size += page.size;
    if (page.size === left) {
      after = page.last ?? after;
      break;
    }
    const next = await findNextMerchant(database, merchantId, range);
    if (next === undefined) return { movements, size, reached: null };
    merchantId = next;
    after = range.after;
  }
  return { movements, size, reached: { merchantId, transferId: after } };
}

/** Ids made in this period, extended by a millisecond on both sides. */
function idsOf(from: Instant, to: Instant): IdRange {
  const none = new Uint8Array(10);
  return { after: uuidV7(Math.max(0, from - 1), none), before: uuidV7(to + 1, none) };
}

function sizeOf({ pageSize = PAGE }: CompareParts): number {
  return pageSize;
}
