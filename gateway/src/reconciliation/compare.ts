// The comparison of a settlement file with the ledger, as pure functions over one page: what each
// line or movement becomes, as changes that are written together.

import type { Instant } from '../core/clock.ts';
import type { Ids } from '../core/id.ts';
import type {
  CompareResult,
  Import,
  Item,
  ItemKind,
  Line,
  LineResult,
  Total,
} from './reconciliation.ts';
import type { MovementKind } from './settlement-file.ts';

/** Money that an approved attempt has moved. */
interface Movement {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly transId: string;
  readonly attemptId: string;
  readonly kind: MovementKind;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly movedAt: Instant;
}

export interface MovementToCompare extends Movement {
  /** The line of this file about it, without repeated lines. */
  readonly line: Line | null;
  /** Whether another file of the provider contains it, or this file has a MISSING item for it. */
  readonly isKnown: boolean;
}

export interface LineToCompare extends Line {
  /** The first line that reported the same, in this file or in one that matched it earlier. */
  readonly earlier: { readonly importId: string; readonly lineNo: number } | null;
}

/** What one page changes. */
export interface PageChanges {
  readonly results: { readonly lineNo: number; readonly result: LineResult }[];
  readonly items: Item[];
  readonly totals: Total[];
  /** Movements that the file contains: earlier files may have missed them. */
  readonly found: string[];
}

export interface CompareContext {
  readonly of: Import;
  readonly ids: Ids;
  readonly at: Instant;
}

/** Lines that were reported before. */
export function findDuplicates(
  page: readonly LineToCompare[],
  context: CompareContext,
): PageChanges {
  const changes = new Changes(context);
  for (const line of page) {
    if (line.result !== null || !line.earlier) continue;
    const { importId: earlierImportId, lineNo: earlierLineNo } = line.earlier;
    changes.add('DUPLICATE', line, null, { earlierImportId, earlierLineNo });
  }
  return changes.done();
}

/**
 * A movement is looked for in the file also if it is outside the period, because the provider’s
 * clock and ours differ; only those inside are missing.
 */
export function compareMovements(
  page: readonly MovementToCompare[],
  context: CompareContext,
): PageChanges {
  const { periodFrom, periodTo } = context.of;
  const changes = new Changes(context);
  const seen = new Set<string>();
  for (const movement of page) {
    const { attemptId, line, movedAt, isKnown } = movement;
    // The shares of one charge are separate transfers.
    if (seen.has(attemptId)) continue;
    seen.add(attemptId);
    if (line) {
      if (line.result === null) changes.add(agree(movement, line), line, movement);
    } else if (!isKnown && movedAt >= periodFrom && movedAt < periodTo) {
      changes.add('MISSING', null, movement);
    }
  }
  return changes.done();
}

/** Lines without a movement. */
export function findExtra(page: readonly Line[], context: CompareContext): PageChanges {
  const changes = new Changes(context);
  for (const line of page) if (line.result === null) changes.add('EXTRA', line, null);
  return changes.done();
}

function agree(movement: Movement, line: Line): 'MATCHED' | 'DIFFERENT' {
  const isSame =
    movement.kind === line.kind &&
    movement.amountMinor === line.amountMinor &&
    movement.currency === line.currency;
  return isSame ? 'MATCHED' : 'DIFFERENT';
}

class Changes {
  readonly #context: CompareContext;
  readonly #results: { lineNo: number; result: LineResult }[] = [];
  readonly #items: Item[] = [];
  readonly #totals = new Map<string, Total>();
  readonly #found: string[] = [];

  constructor(context: CompareContext) {
    this.#context = context;
  }

  add(
    result: CompareResult,
    line: Line | null,
    movement: Movement | null,
    earlier: Partial<Item> = {},
  ): void {
    if (line && result !== 'MISSING') this.#results.push({ lineNo: line.lineNo, result });
    if (line && movement) this.#found.push(movement.attemptId);
    if (result !== 'MATCHED') this.#items.push(this.#item(result, line, movement, earlier));
    // An item is counted once, also if it is about two currencies.
    if (line) this.#sum(result, line.currency, 1, line.amountMinor, 0n);
    if (movement) this.#sum(result, movement.currency, line ? 0 : 1, 0n, movement.amountMinor);
  }

  done(): PageChanges {
    const totals = [...this.#totals.values()];
    return { results: this.#results, items: this.#items, totals, found: this.#found };
  }

  #item(
    kind: ItemKind,
    line: Line | null,
    movement: Movement | null,
    earlier: Partial<Item>,
  ): Item {
    const { of, ids, at } = this.#context;
    return {
      itemId: ids.next(),
      importId: of.importId,
      provider: of.provider,
      kind,
      attemptId: (line ?? movement)?.attemptId ?? '',
      lineNo: line?.lineNo ?? null,
      fileKind: line?.kind ?? null,
      fileMinor: line?.amountMinor ?? null,
      fileCurrency: line?.currency ?? null,
      fileMovedAt: line?.movedAt ?? null,
      fileReference: line?.reference ?? null,
      merchantId: movement?.merchantId ?? null,
      paymentId: movement?.paymentId ?? null,
      transId: movement?.transId ?? null,
      ownKind: movement?.kind ?? null,
      ownMinor: movement?.amountMinor ?? null,
      ownCurrency: movement?.currency ?? null,
      ownMovedAt: movement?.movedAt ?? null,
      earlierImportId: earlier.earlierImportId ?? null,
      earlierLineNo: earlier.earlierLineNo ?? null,
      foundImportId: null,
      createdAt: at,
      resolvedAt: null,
      resolvedBy: null,
      note: null,
    };
  }

  #sum(
    result: CompareResult,
    currency: string,
    count: number,
    inFileMinor: bigint,
    ledgerMinor: bigint,
  ): void {
    const key = `${result} ${currency}`;
    const { importId } = this.#context.of;
    const none = { importId, result, currency, itemCount: 0, fileMinor: 0n, ownMinor: 0n };
    const { itemCount, fileMinor, ownMinor } = this.#totals.get(key) ?? none;
    this.#totals.set(key, {
      ...none,
      itemCount: itemCount + count,
      fileMinor: fileMinor + inFileMinor,
      ownMinor: ownMinor + ledgerMinor,
    });
  }
}
