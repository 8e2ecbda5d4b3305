// Success rates: how many authorizations of a provider were approved, of those that ended. Kept in
// memory for routing, by provider, card organization and country of the issuer.

/** The last hour, and the last 24 hours. */
export const windowNames = ['hour', 'day'] as const;
type WindowName = (typeof windowNames)[number];

export interface Counts {
  readonly approved: number;
  /** Approved, declined, or never arrived. */
  readonly finished: number;
}

/** Of one provider, organization and country; empty: not known, or no card. */
export interface CountedCards extends Readonly<Record<WindowName, Counts>> {
  readonly provider: string;
  readonly organization: string;
  readonly country: string;
}

/** Which cards a rate is about: null means all of them. */
export interface CardGroup {
  readonly organization: string | null;
  readonly country: string | null;
}

export interface SuccessRates {
  counts(provider: string, group: CardGroup, window: WindowName): Counts;
  replace(rows: readonly CountedCards[]): void;
}

/** In percent with one decimal, as operators read it. */
export function percentText({ approved, finished }: Counts): string {
  return finished === 0 ? '-' : `${((approved / finished) * 100).toFixed(1)} %`;
}

const NONE: Counts = { approved: 0, finished: 0 };

function add(left: Counts, right: Counts): Counts {
  return {
    approved: left.approved + right.approved,
    finished: left.finished + right.finished,
  };
}

/** The sums of all rows for which `keyOf` returns the same key, in the order of the first. */
export function sumBy<Key extends object>(
  rows: readonly CountedCards[],
  keyOf: (row: CountedCards) => Key,
): (Key & Pick<CountedCards, WindowName>)[] {
  const sums = new Map<string, Key & Pick<CountedCards, WindowName>>();
  for (const row of rows) {
    const key = keyOf(row);
    const { hour, day } = sums.get(JSON.stringify(key)) ?? { hour: NONE, day: NONE };
    sums.set(JSON.stringify(key), {
      ...key,
      hour: add(hour, row.hour),
      day: add(day, row.day),
    });
  }
  return [...sums.values()];
}

/** The groups to which a card belongs, the most specific first. */
const groupings: readonly ((row: CardGroup) => CardGroup)[] = [
  (row) => row,
  ({ organization }) => ({ organization, country: null }),
  () => ({ organization: null, country: null }),
];

/** The groups of a card of which both facts may be unknown. */
export function groupsOf(card: CardGroup): CardGroup[] {
  const groups = groupings.map((group) => group(card));
  return groups.slice(card.organization === null ? 2 : card.country === null ? 1 : 0);
}

export function createSuccessRates(): SuccessRates {
  let sums = new Map<string, Pick<CountedCards, WindowName>>();
  const keyOf = (provider: string, { organization, country }: CardGroup): string =>
    JSON.stringify([provider, organization, country]);
  return {
    counts: (provider, group, window) => sums.get(keyOf(provider, group))?.[window] ?? NONE,
    replace(rows) {
      const grouped = groupings.flatMap((group) =>
        sumBy(rows, ({ provider, ...card }) => ({ provider, ...group(only(card)) })),
      );
      sums = new Map(grouped.map((sum) => [keyOf(sum.provider, sum), sum]));
    },
  };
}

function only({ organization, country }: CardGroup): CardGroup {
  return { organization, country };
}
