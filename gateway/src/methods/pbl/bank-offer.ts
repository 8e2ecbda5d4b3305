// The banks of all providers of transfers, and whether one of them can be used for a payment now.

import type { Instant } from '../../core/clock.ts';
import type { Bank } from '../../providers/bank.ts';
import type { Provider } from '../../providers/provider.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import type { RejectCode } from '../../providers/reject-codes.ts';

/** Transfers are made in one currency. */
export const TRANSFER_CURRENCY = 'PLN';

/** The providers of transfers that the merchant uses, in order of preference. */
export function transferProviders(
  { list }: ProviderRegistry,
  preferred: readonly string[] | undefined,
): readonly Provider[] {
  const offering = list.filter(({ means }) => means.includes('REDIRECT'));
  if (!preferred) return offering;
  return preferred.flatMap((name) => offering.filter((one) => one.name === name));
}

export function isProviderUp(providers: ProviderRegistry, name: string): boolean {
  return providers.choose({ means: 'REDIRECT', named: name }).kind === 'chosen';
}

export function isBankOpen({ state, hours }: Bank, at: Instant): boolean {
  if (state !== 'OK') return false;
  return hours === null || isWithin(warsawHour(at), hours.from, hours.to);
}

/** hh:mm are compared as text; an end before the start is on the next day. */
function isWithin(hour: string, from: string, to: string): boolean {
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to;
}

const format = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Warsaw',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

function warsawHour(at: Instant): string {
  return format.format(at);
}

/** Null, or why the bank cannot be used for this amount now. */
export function reasonAgainstBank(bank: Bank, amountMinor: bigint, at: Instant): RejectCode | null {
  if (!isBankOpen(bank, at)) return 'BANK_UNAVAILABLE';
  const limits = limitsOf(bank);
  if (!limits) return 'BANK_UNAVAILABLE';
  const isInRange = amountMinor >= limits.minMinor && amountMinor <= limits.maxMinor;
  return isInRange ? null : 'AMOUNT_OUT_OF_RANGE';
}

export function limitsOf({ limits }: Bank): { minMinor: bigint; maxMinor: bigint } | undefined {
  const found = limits.find(({ min }) => min.currency === TRANSFER_CURRENCY);
  return found && { minMinor: found.min.minor, maxMinor: found.max.minor };
}

/** For a job, and once at the start of the gateway; returns how many lists were loaded. */
export async function refreshBanks({ list }: ProviderRegistry, at: Instant): Promise<number> {
  const lists = list.flatMap(({ banks }) => banks ?? []);
  const loaded = await Promise.all(lists.map((banks) => banks.refresh(at)));
  return loaded.filter(Boolean).length;
}
