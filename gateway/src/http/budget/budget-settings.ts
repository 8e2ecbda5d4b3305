// The budgets against guessing card numbers and testing stolen cards: what each counts, how many
// are allowed in which time, and the settings that change this.

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** For counts, 0 means no limit. */
export interface BudgetSettings {
  readonly guessesPerAgreement: number;
  readonly guessesPerMerchant: number;
  readonly guessesPerAddress: number;
  readonly searchMisses: number;
  readonly declinesPerAddress: number;
  readonly declinesPerOrder: number;
  readonly declinesPerRange: number;
  readonly declinesPerMerchant: number;
  /** Percent of the card payments of a merchant in ten minutes. */
  readonly declineShare: number;
  /** Card tries a minute of one address at a merchant that is slowed down. */
  readonly slowTriesPerMinute: number;
  /** Card tries a second of one address on payment pages. */
  readonly cardTriesPerSecond: number;
}

/** Different requests under one Idempotency-Key; no honest client has more. */
const KEY_REUSES = 5;

interface BudgetTerms {
  readonly most: (settings: BudgetSettings) => number;
  readonly forMs: number;
  readonly alarm: 'card-guessing' | 'card-testing' | 'decline-share';
  /** Whether the log names the subject; identifiers of merchants are never logged. */
  readonly isLogged: boolean;
  /**
   * False: its row decides each time, and nodes do not remember that it is used up. Otherwise one
   * merchant could fill their memory, and they would forget the budgets of all others.
   */
  readonly isRemembered?: boolean;
}

const guessing = { forMs: DAY_MS, alarm: 'card-guessing' } as const;
const testing = { forMs: HOUR_MS, alarm: 'card-testing' } as const;

export const budgetKinds = {
  /** Wrong card numbers for one series of payments. */
  AGREEMENT_GUESSES: { ...guessing, most: (of) => of.guessesPerAgreement, isLogged: true },
  MERCHANT_GUESSES: { ...guessing, most: (of) => of.guessesPerMerchant, isLogged: true },
  /** Also searches for cards that are not stored. */
  ADDRESS_GUESSES: { ...guessing, most: (of) => of.guessesPerAddress, isLogged: true },
  /** Searches of a merchant for cards that are not stored. */
  SEARCH_MISSES: { ...guessing, most: (of) => of.searchMisses, isLogged: true },
  /** Needs no card and no decline, so any number of them can be used up in minutes. */
  KEY_REUSES: { ...guessing, most: () => KEY_REUSES, isLogged: false, isRemembered: false },
  ADDRESS_DECLINES: { ...testing, most: (of) => of.declinesPerAddress, isLogged: true },
  /** All payments of one order, whatever their links. */
  ORDER_DECLINES: { ...testing, most: (of) => of.declinesPerOrder, isLogged: false },
  /** Cards of a merchant with the same first six digits. */
  RANGE_DECLINES: { ...testing, most: (of) => of.declinesPerRange, isLogged: true },
  MERCHANT_DECLINES: { ...testing, most: (of) => of.declinesPerMerchant, isLogged: true },
  /** Used up at once when the share of declines is too high. */
  DECLINE_SHARE: {
    most: (of) => (of.declineShare === 0 ? 0 : 1),
    forMs: HOUR_MS,
    alarm: 'decline-share',
    isLogged: true,
  },
} as const satisfies Record<string, BudgetTerms>;

export type BudgetKind = keyof typeof budgetKinds;

export function isRemembered(kind: BudgetKind): boolean {
  const { isRemembered: given = true }: BudgetTerms = budgetKinds[kind];
  return given;
}

export interface BudgetSetting {
  readonly field: keyof BudgetSettings;
  readonly name: string;
  readonly fallback: number;
  readonly min: number;
  readonly max: number;
  readonly meaning: string;
}

const MAX_COUNT = 1_000_000;

const row = (
  field: keyof BudgetSettings,
  name: string,
  fallback: number,
  meaning: string,
  max = MAX_COUNT,
): BudgetSetting => ({
  field,
  name: `BRAMKA_${name}`,
  fallback,
  min: 0,
  max,
  meaning: `${meaning}; 0: no limit`,
});

export const budgetRanges: readonly BudgetSetting[] = [
  row(
    'guessesPerAgreement',
    'CARD_GUESSES_PER_AGREEMENT',
    5,
    'wrong card numbers a day for one series of payments',
  ),
  row(
    'guessesPerMerchant',
    'CARD_GUESSES_PER_MERCHANT',
    50,
    'wrong card numbers a day for all series of a merchant',
  ),
  row(
    'guessesPerAddress',
    'CARD_GUESSES_PER_ADDRESS',
    100,
    'wrong card numbers a day from one address',
  ),
  row(
    'searchMisses',
    'CARD_SEARCH_MISSES',
    20,
    'searches of a merchant a day for card numbers that are not stored',
  ),
  row(
    'declinesPerAddress',
    'DECLINES_PER_ADDRESS',
    50,
    'declined cards an hour of one address, then it cannot pay by card',
  ),
  row(
    'declinesPerOrder',
    'DECLINES_PER_ORDER',
    10,
    'declined cards an hour of one order, then it cannot be paid by card',
  ),
  row(
    'declinesPerRange',
    'DECLINES_PER_RANGE',
    100,
    'declined cards an hour with the same six digits at a merchant, then alarm and slow-down',
  ),
  row(
    'declinesPerMerchant',
    'DECLINES_PER_MERCHANT',
    500,
    'declined cards an hour of a merchant, then alarm and slow-down',
  ),
  row(
    'declineShare',
    'DECLINE_SHARE',
    60,
    'percent of declined cards of a merchant in ten minutes, then alarm and slow-down',
    100,
  ),
  row(
    'slowTriesPerMinute',
    'SLOW_TRIES_PER_MINUTE',
    6,
    'slow-down: card tries a minute of one address at that merchant',
  ),
  row(
    'cardTriesPerSecond',
    'CARD_TRIES_PER_SECOND',
    10,
    'card tries a second of one address on payment pages',
  ),
];

/** For the list of all variables. */
export const budgetVariables: readonly (readonly [string, string, string])[] = budgetRanges.map(
  ({ name, fallback, meaning }) => [name, String(fallback), meaning],
);
