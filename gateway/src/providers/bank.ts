// A bank from which a customer can pay by transfer, as its provider lists it.

import type { Instant } from '../core/clock.ts';
import type { Money } from '../core/money.ts';

/** OK: transfers are accepted. The other states are those of a short and of a long interruption. */
export type BankState = 'OK' | 'TEMPORARY_DISABLED' | 'DISABLED';

export interface Bank {
  readonly provider: string;
  readonly bankId: number;
  readonly name: string;
  readonly iconUrl: string | null;
  readonly state: BankState;
  readonly limits: readonly BankLimits[];
  /** Local time in Warsaw as hh:mm, `to` possibly on the next day; null: at any hour. */
  readonly hours: { readonly from: string; readonly to: string } | null;
}

export interface BankLimits {
  readonly min: Money;
  readonly max: Money;
}

/** The banks of one provider. */
export type BankList = ReturnType<typeof cachedBankList>;

/** Just below the interval of the job that refreshes the lists. */
const MAX_AGE_MS = 50_000;

/** Keeps the last good list; `load` returns undefined when the answer was unreadable or empty. */
export function cachedBankList(load: () => Promise<readonly Bank[] | undefined>) {
  let known: readonly Bank[] = [];
  let loadedAt: Instant | undefined;
  let loading: Promise<boolean> | undefined;
  const reload = async (at: Instant): Promise<boolean> => {
    const found = await load();
    if (!found || found.length === 0) return false;
    known = found;
    loadedAt = at;
    return true;
  };
  return {
    /** The last complete list; empty before the first one. */
    banks: () => known,
    /** Asks again if the list is about a minute old; whether a new list was loaded. */
    refresh(at: Instant): Promise<boolean> {
      const isFresh = loadedAt !== undefined && Math.abs(at - loadedAt) < MAX_AGE_MS;
      if (isFresh) return Promise.resolve(false);
      loading ??= reload(at).finally(() => (loading = undefined));
      return loading;
    },
  };
}
