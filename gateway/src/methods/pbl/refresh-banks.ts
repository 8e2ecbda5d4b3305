// Keeps the bank lists of all providers up to date: a job, and once at the start of the gateway.

import type { Instant } from '../../core/clock.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';

/** Returns how many lists were loaded. */
export async function refreshBanks({ list }: ProviderRegistry, at: Instant): Promise<number> {
  const lists = list.flatMap(({ banks }) => banks ?? []);
  const loaded = await Promise.all(lists.map((banks) => banks.refresh(at)));
  return loaded.filter(Boolean).length;
}
