// The banks of a transfer as the customer sees them: one entry for each bank, the most used first,
// with the reason why a bank cannot be used now.

/** An entry of GET …/payment/methods/PBL. */
export interface BankEntry {
  readonly bank: string;
  readonly name: string;
  readonly status: string;
  readonly minAmount: number;
  readonly maxAmount: number;
  /** `06:00-22:00`, in Polish time. */
  readonly availability: string;
}

/** Why a bank cannot be used for this payment now. */
type Obstacle =
  | { readonly kind: 'closed' }
  | { readonly kind: 'opensAt'; readonly hour: string }
  | { readonly kind: 'from'; readonly amount: number }
  | { readonly kind: 'upTo'; readonly amount: number };

export interface BankOffer {
  readonly bank: string;
  readonly name: string;
  readonly obstacle: Obstacle | null;
}

/** What a bank has to transfer now. */
export interface Transfer {
  readonly amount: number;
  readonly nowMs: number;
}

/** How many banks are shown before the customer searches or asks for all. */
export const SHOWN_FIRST = 8;

/** By the number of customers; the words of a name in any order. */
const mostUsed = [
  'pko',
  'mbank',
  'ing',
  'pekao',
  'santander',
  'millennium',
  'alior',
  'bnp',
  'agricole',
  'inteligo',
];

export function bankOffers(entries: readonly BankEntry[], transfer: Transfer): BankOffer[] {
  const offers = new Map<string, BankOffer>();
  for (const entry of entries) {
    const earlier = offers.get(entry.bank);
    // Several providers may offer the same bank: the gateway takes one that can be used.
    if (!earlier || earlier.obstacle !== null) {
      const offer = offerOf(entry, transfer);
      if (!earlier || offer.obstacle === null) offers.set(entry.bank, offer);
    }
  }
  const rank = (offer: BankOffer): number => popularity(offer.name) + (offer.obstacle ? 100 : 0);
  return [...offers.values()].toSorted((a, b) => rank(a) - rank(b));
}

function popularity(name: string): number {
  const words = foldText(name).split(/[^a-z0-9]+/);
  const rank = mostUsed.findIndex((word) => words.includes(word));
  return rank === -1 ? mostUsed.length : rank;
}

function offerOf(entry: BankEntry, transfer: Transfer): BankOffer {
  const { bank, name } = entry;
  return { bank, name, obstacle: obstacleOf(entry, transfer) };
}

function obstacleOf(entry: BankEntry, { amount, nowMs }: Transfer): Obstacle | null {
  if (amount < entry.minAmount) return { kind: 'from', amount: entry.minAmount };
  if (amount > entry.maxAmount) return { kind: 'upTo', amount: entry.maxAmount };
  if (entry.status === 'ENABLED') return null;
  const [, from, to] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(entry.availability) ?? [];
  if (from === undefined || to === undefined) return { kind: 'closed' };
  return isWithin(polishHour(nowMs), from, to)
    ? { kind: 'closed' }
    : { kind: 'opensAt', hour: from };
}

/** hh:mm are compared as text; an end before the start is on the next day. */
function isWithin(hour: string, from: string, to: string): boolean {
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to;
}

const HOUR_MS = 3_600_000;

/** Computed, because the time zones of `Intl` take a slow phone a tenth of a second to load. */
export function polishHour(atMs: number): string {
  const year = new Date(atMs).getUTCFullYear();
  const isSummer = atMs >= changeOfTime(year, 2) && atMs < changeOfTime(year, 9);
  return new Date(atMs + (isSummer ? 2 : 1) * HOUR_MS).toISOString().slice(11, 16);
}

/** In the European Union: the last Sunday of March and of October at 1:00 UTC. */
function changeOfTime(year: number, month: number): number {
  const lastDay = new Date(Date.UTC(year, month + 1, 0));
  return Date.UTC(year, month, lastDay.getUTCDate() - lastDay.getUTCDay(), 1);
}

/** Lower case without diacritics: `Śląski` as `slaski`. */
function foldText(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll('ł', 'l').replaceAll('ß', 'ss');
}

/** Whether every word of the search occurs in the name. */
export function matchesSearch(name: string, search: string): boolean {
  const folded = foldText(name);
  return foldText(search)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

/**
 * One to four letters that stand for the logo: logos come from the servers of the providers, and
 * the page loads nothing from other origins.
 */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '' && word.toLowerCase() !== 'bank');
  const [first = name, second] = words;
  if (/^\p{Lu}{2,4}$/u.test(first)) return first;
  const [one = '', two = ''] = first;
  return second === undefined ? one + two : one + (/\p{L}/u.exec(second)?.[0] ?? '').toUpperCase();
}
