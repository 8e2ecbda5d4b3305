// The settlement file of a simulated provider: the money that it has moved in a period, as CSV. On
// demand it contains planted differences, so that a reconciliation has something to find.

import { isoTime, type Instant } from '@bramka/gateway/core/clock.ts';
import { currencyDecimals } from '@bramka/gateway/core/currency.ts';
import { formatAmount } from '@bramka/gateway/core/money.ts';
import { invalid } from '@bramka/gateway/core/refusals.ts';

export interface Movement {
  readonly attemptId: string;
  readonly kind: 'SALE' | 'CAPTURE' | 'REVERSAL' | 'REFUND';
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly movedAt: Instant;
  readonly reference: string;
}

export interface SettlementOrder {
  /** As the gateway names the provider. */
  readonly provider: string;
  readonly from: Instant;
  readonly to: Instant;
  readonly plant: readonly Planted[];
}

/** What can be planted; each changes the next movement of the file, ADD adds one at the end. */
export const plantedMeanings = {
  OMIT: 'The movement is left out.',
  AMOUNT: 'Its amount is one minor unit higher.',
  CURRENCY: 'It is in another currency with the same decimals.',
  KIND: 'A REFUND is a REVERSAL; everything else is a REFUND.',
  DOUBLE: 'It is there twice.',
  ADD: 'A movement that never happened is added: a SALE of 1.00 PLN.',
} as const;
type Planted = keyof typeof plantedMeanings;

const DAY_MS = 24 * 60 * 60 * 1000;
const columns = 'attemptId,kind,amount,currency,movedAt,reference';

interface SettlementQuery {
  readonly from?: string;
  readonly to?: string;
  readonly provider?: string;
  readonly plant?: string;
}

/** By default the last 24 hours, with nothing planted. */
export function readOrder(query: SettlementQuery, ownName: string, now: Instant): SettlementOrder {
  const { provider = ownName, plant } = query;
  const to = readTime(query.to, 'to') ?? now;
  const from = readTime(query.from, 'from') ?? to - DAY_MS;
  if (from >= to) throw invalid('from', 'must be before to');
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(provider)) {
    throw invalid('provider', 'must be the name of a provider');
  }
  return { provider, from, to, plant: plant === undefined ? [] : readPlanted(plant) };
}

function readTime(value: string | undefined, name: string): Instant | undefined {
  if (value === undefined) return undefined;
  const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/;
  const at = form.test(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(at)) throw invalid(name, 'must be a time such as 2026-01-31T12:00:00.000Z');
  return at;
}

function readPlanted(value: string): Planted[] {
  const words = value.split(',');
  const isKnown = (word: string): word is Planted => Object.hasOwn(plantedMeanings, word);
  if (words.every(isKnown)) return words;
  throw invalid('plant', `must be a list of ${Object.keys(plantedMeanings).join(', ')}`);
}

/**
 * The text of the file, in pieces. Refuses, before the first piece, to plant more differences than
 * there are movements.
 */
export async function* settlementText(
  { provider, from, to, plant }: SettlementOrder,
  pages: AsyncIterable<readonly Movement[]>,
  newId: () => string,
): AsyncGenerator<string> {
  const changes = plant.filter((one) => one !== 'ADD');
  let index = 0;
  let count = 0;
  const lines = (movements: readonly Movement[]): string => {
    count += movements.length;
    return movements.map((one) => `${lineOf(one)}\n`).join('');
  };
  const head = ['bramka-settlement', '1', provider, isoTime(from), isoTime(to)].join();
  let before = `${head}\n${columns}\n`;
  for await (const page of pages) {
    if (index === 0 && page.length < changes.length) refuseShort(page.length);
    yield before + lines(page.flatMap((one) => planted(changes[index++], one)));
    before = '';
  }
  if (index === 0 && changes.length > 0) refuseShort(0);
  const added = plant.filter((one) => one === 'ADD').map(() => inventedMovement(from, newId));
  yield `${before}${lines(added)}end,${count}\n`;
}

function refuseShort(movements: number): never {
  throw invalid('plant', `must be at most ${movements} differences: there are no more movements`);
}

function planted(what: Planted | undefined, movement: Movement): Movement[] {
  switch (what) {
    case 'OMIT':
      return [];
    case 'AMOUNT':
      return [{ ...movement, amountMinor: movement.amountMinor + 1n }];
    case 'CURRENCY':
      return [{ ...movement, currency: otherCurrency(movement.currency) }];
    case 'KIND':
      return [{ ...movement, kind: movement.kind === 'REFUND' ? 'REVERSAL' : 'REFUND' }];
    case 'DOUBLE':
      return [movement, movement];
    default:
      return [movement];
  }
}

/** With the same decimals, so that the amount stays readable. */
function otherCurrency(currency: string): string {
  const others = ['EUR', 'USD', 'JPY', 'KRW', 'KWD', 'BHD', 'CLF', 'UYW'];
  const decimals = currencyDecimals(currency);
  const isOther = (code: string) => code !== currency && currencyDecimals(code) === decimals;
  return others.find(isOther) ?? currency;
}

function inventedMovement(movedAt: Instant, newId: () => string): Movement {
  const ids = { attemptId: newId(), reference: newId() };
  return { ...ids, kind: 'SALE', amountMinor: 100n, currency: 'PLN', movedAt };
}

export function lineOf(movement: Movement): string {
  const { attemptId, kind, amountMinor: minor, currency, movedAt, reference } = movement;
  const quoted = /[",]/.test(reference) ? `"${reference.replaceAll('"', '""')}"` : reference;
  const amount = formatAmount({ minor, currency });
  return [attemptId, kind, amount, currency, isoTime(movedAt), quoted].join();
}
