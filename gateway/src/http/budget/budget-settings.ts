// The budgets against guessing card numbers and testing stolen cards: what each counts, how many
// are allowed in which time, and the settings that change this.

import { integer } from '../../settings/kinds.ts';
import { settings, type Kind, type ValuesOf } from '../../settings/setting.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

const count = (fallback: number): Kind<number> => integer(fallback, 0, 1_000_000);

/** Without these limits every card number can be found by trying. */
const isNeeded = {
  refuseInProduction: (value: number) => (value === 0 ? 'must not be 0 in production' : undefined),
};

const guessSettings = settings('BRAMKA_CARD', {
  guessesPerAgreement: [
    count(5),
    'wrong card numbers a day for one series of payments; 0: no limit',
    isNeeded,
  ],
  guessesPerMerchant: [
    count(50),
    'wrong card numbers a day for all series of a merchant; 0: no limit',
    isNeeded,
  ],
  guessesPerAddress: [count(100), 'wrong card numbers a day from one address; 0: no limit'],
  searchMisses: [
    count(20),
    'searches of a merchant a day for card numbers that are not stored; 0: no limit',
    isNeeded,
  ],
});

const declineSettings = settings('BRAMKA', {
  declinesPerAddress: [
    count(50),
    'declined cards an hour of one address, then it cannot pay by card; 0: no limit',
  ],
  declinesPerOrder: [
    count(10),
    'declined cards an hour of one order, then it cannot be paid by card; 0: no limit',
  ],
  declinesPerRange: [
    count(100),
    'declined cards an hour with the same six digits at a merchant, then alarm and slow-down; ' +
      '0: no limit',
  ],
  declinesPerMerchant: [
    count(500),
    'declined cards an hour of a merchant, then alarm and slow-down; 0: no limit',
  ],
  declineShare: [
    integer(60, 0, 100),
    'percent of declined cards of a merchant in ten minutes, then alarm and slow-down; 0: no limit',
  ],
  slowTriesPerMinute: [
    count(6),
    'slow-down: card tries a minute of one address at that merchant; 0: no limit',
  ],
  cardTriesPerSecond: [
    count(10),
    'card tries a second of one address on payment pages; 0: no limit',
  ],
});

export const budgetSettings = { ...guessSettings, ...declineSettings };

export type BudgetSettings = ValuesOf<typeof budgetSettings>;

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
