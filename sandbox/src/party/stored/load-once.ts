// Keys of a party: made by the first node that needs them, and loaded once for all that use them.

import { defect } from '@bramka/gateway/core/assert.ts';

export interface LoadedOnce<T> {
  readonly load: () => Promise<T>;
  /** What was loaded; starts to load it otherwise. */
  readonly known: () => T | undefined;
}

/** Loads with the first use: before it the tables may not exist. */
export function loadOnce<T>(read: () => Promise<T>): LoadedOnce<T> {
  let known: T | undefined;
  let loading: Promise<T> | undefined;
  const load = async (): Promise<T> => {
    if (known !== undefined) return known;
    loading ??= read().finally(() => (loading = undefined));
    return (known = await loading);
  };
  return {
    load,
    known() {
      if (known === undefined) load().catch(() => undefined);
      return known;
    },
  };
}

/** Reads what the first node has stored. `insert` does nothing if another node was faster. */
export async function storedOnce<T>(
  read: () => Promise<T | undefined>,
  insert: () => Promise<unknown>,
): Promise<T> {
  const before = await read();
  if (before !== undefined) return before;
  await insert();
  return (await read()) ?? defect('the keys of a party were not stored');
}
