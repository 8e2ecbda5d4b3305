// A check of the ledger: every balance must be the sum of its transfers. It goes through the
// merchants and, of each, through the transfers in slices; these pure functions decide what
// follows.

import type { Instant } from '../../core/clock.ts';
import { FIRST_ID, firstIdAt } from '../../core/id.ts';
import { orNull, table, typed, type RowOf } from '../../journal/table.ts';

/** The scope of a check of all merchants. */
export const ALL = '*';

export interface Difference {
  readonly merchantId: string;
  readonly account: string;
  readonly currency: string;
  /** The balance minus the sum of the transfers; text, because JSON numbers are not exact. */
  readonly differenceMinor: string;
}

/** By currency and account, such as "PLN MERCHANT_PAYABLE". */
type Sums = Readonly<Record<string, string>>;

export const ledgerChecks = table('ledger_checks', {
  columns: {
    /** Its scope: one merchant or `*`. */
    merchantId: 'text',
    checkId: 'uuid',
    startedBy: typed<'OPERATOR' | 'SCHEDULE'>('text'),
    state: typed<'RUNNING' | 'DONE'>('text'),
    currentMerchant: orNull('text'),
    /** The last merchant that was compared; empty: none yet. */
    lastMerchant: 'text',
    /** Transfers of the current merchant up to this id are in the sums. */
    positionId: 'uuid',
    /** Transfers from this id on are read together with the balances. */
    untilId: 'uuid',
    /** Whether the current merchant is read again, because a difference was found. */
    isRepeat: 'boolean',
    sums: typed<Sums>('jsonb'),
    /** How many merchants were compared. */
    merchants: 'integer',
    /** How many transfers were read. */
    transfers: 'bigint',
    differences: typed<readonly Difference[]>('jsonb'),
    version: 'integer',
    startedAt: 'timestamptz',
    finishedAt: orNull('timestamptz'),
  },
  key: ['merchantId', 'checkId'],
  hasOwnId: true,
  unique: [
    {
      name: 'ledger_checks_one_scheduled',
      columns: ['startedBy'],
      when: (row) => row['state'] === 'RUNNING' && row['startedBy'] === 'SCHEDULE',
    },
  ],
});

export type LedgerCheck = RowOf<typeof ledgerChecks>;

/** A transfer is committed at most this much later than its id was made. */
const LATEST_COMMIT_MS = 30_000;

/** All transfers before this id are committed. */
function settledId(now: Instant): string {
  return firstIdAt(now - LATEST_COMMIT_MS);
}

export function newCheck(
  { merchantId, startedBy }: Pick<LedgerCheck, 'merchantId' | 'startedBy'>,
  checkId: string,
  startedAt: Instant,
): LedgerCheck {
  const position = {
    currentMerchant: null,
    lastMerchant: '',
    positionId: FIRST_ID,
    untilId: FIRST_ID,
  };
  const results = { isRepeat: false, sums: {}, merchants: 0, transfers: 0n, differences: [] };
  const identity = { merchantId, checkId, startedBy, version: 1, startedAt, finishedAt: null };
  return { ...identity, state: 'RUNNING', ...position, ...results };
}

/** Starts reading the transfers of a merchant; without a merchant the check is done. */
export function openMerchant(
  check: LedgerCheck,
  currentMerchant: string | null,
  now: Instant,
): LedgerCheck {
  if (currentMerchant === null) return { ...check, state: 'DONE', finishedAt: now };
  const start = { positionId: FIRST_ID, untilId: settledId(now), sums: {} };
  return { ...check, currentMerchant, ...start };
}

/** The sum of a slice of transfers, for one account. */
export interface Moved {
  readonly account: string;
  readonly currency: string;
  readonly movedMinor: bigint;
}

export function addSlice(
  check: LedgerCheck,
  moved: readonly Moved[],
  { count, lastId }: { readonly count: number; readonly lastId: string },
): LedgerCheck {
  const sums = { ...check.sums };
  for (const one of moved) sums[keyOf(one)] = String(sumOf(check.sums, one) + one.movedMinor);
  return { ...check, sums, positionId: lastId, transfers: check.transfers + BigInt(count) };
}

/** Continues with the transfers that were made while the earlier ones were read. */
export function extendRange(check: LedgerCheck, now: Instant): LedgerCheck | undefined {
  const untilId = settledId(now);
  if (untilId <= check.untilId) return undefined;
  return { ...check, positionId: check.untilId, untilId };
}

/** Read in one statement: the balance of an account and its transfers from `untilId` on. */
export interface Compared extends Moved {
  readonly balanceMinor: bigint;
  /** How many transfers were read, of all accounts. */
  readonly latestCount: number;
}

/** How many differences are kept. */
const MAX_DIFFERENCES = 1000;

/**
 * A merchant with a difference is read once more from the start, because a transfer may have been
 * committed unusually late; only then the difference counts.
 */
export function compareMerchant(
  check: LedgerCheck,
  rows: readonly Compared[],
  now: Instant,
): { readonly check: LedgerCheck; readonly found: readonly Difference[] } {
  const { currentMerchant: merchantId, sums } = check;
  if (merchantId === null) return { check, found: [] };
  const transfers = check.transfers + BigInt(rows[0]?.latestCount ?? 0);
  const differences = differencesOf(merchantId, sums, rows);
  if (differences.length > 0 && !check.isRepeat) {
    const again = { ...openMerchant(check, merchantId, now), transfers, isRepeat: true };
    return { check: again, found: [] };
  }
  const after: LedgerCheck = {
    ...leaveMerchant(check, merchantId),
    merchants: check.merchants + 1,
    transfers,
    differences: [...check.differences, ...differences].slice(0, MAX_DIFFERENCES),
  };
  return { check: after, found: differences };
}

/** The check continues with the next merchant. */
export function leaveMerchant(check: LedgerCheck, lastMerchant: string): LedgerCheck {
  return { ...check, currentMerchant: null, lastMerchant, isRepeat: false, sums: {} };
}

function differencesOf(merchantId: string, sums: Sums, rows: readonly Compared[]): Difference[] {
  const read = new Map(rows.map((row) => [keyOf(row), row]));
  const keys = [...new Set([...Object.keys(sums), ...read.keys()])].sort();
  return keys.flatMap((key) => {
    const [currency = '', account = ''] = key.split(' ');
    const { balanceMinor = 0n, movedMinor = 0n } = read.get(key) ?? {};
    const difference = balanceMinor - movedMinor - sumOf(sums, { account, currency });
    if (difference === 0n) return [];
    return [{ merchantId, account, currency, differenceMinor: String(difference) }];
  });
}

function keyOf({ account, currency }: Pick<Moved, 'account' | 'currency'>): string {
  return `${currency} ${account}`;
}

function sumOf(sums: Sums, of: Pick<Moved, 'account' | 'currency'>): bigint {
  return BigInt(sums[keyOf(of)] ?? '0');
}
