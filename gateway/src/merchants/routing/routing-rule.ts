// A routing rule of a merchant: which payments it fits, and to which providers their authorizations
// go. The first rule that fits decides; routing/ applies them.

import type { AmountLimits } from '../sca-policy.ts';

/** In the order of the week. */
export const dayNames = {
  MON: 'Monday.',
  TUE: 'Tuesday.',
  WED: 'Wednesday.',
  THU: 'Thursday.',
  FRI: 'Friday.',
  SAT: 'Saturday.',
  SUN: 'Sunday.',
} as const;
export type DayName = keyof typeof dayNames;

export interface RuleTime {
  /** An IANA time zone. */
  readonly timeZone: string;
  /** Absent: every day. */
  readonly days?: readonly DayName[];
  /** `HH:MM`; the first minute. Absent: from midnight. */
  readonly from?: string;
  /** `HH:MM`; the first minute after it. Not after `from`: it is a time of the next day. */
  readonly to?: string;
}

/** All that are given must hold; a rule without conditions fits every payment. */
export interface RuleConditions {
  /** Names of payment methods; wallets are methods. */
  readonly methods?: readonly string[];
  /** Card organizations. */
  readonly organizations?: readonly string[];
  /** First 6 to 8 digits of the card, or ranges of them: `411111`, `41111100-41111149`. */
  readonly bins?: readonly string[];
  /** Countries of the issuer: ISO 3166, two letters. */
  readonly countries?: readonly string[];
  readonly currencies?: readonly string[];
  /** Lowest and highest amounts, included. Other currencies than those given do not fit. */
  readonly minAmount?: AmountLimits;
  readonly maxAmount?: AmountLimits;
  /** Whether the payment is one of a series, without the customer. */
  readonly recurring?: boolean;
  readonly time?: RuleTime;
  /** The share of the payments that fit otherwise; a payment is always in it, or never. */
  readonly percent?: number;
}

export interface RoutingRule {
  /** Unique for the merchant. */
  readonly name: string;
  readonly when?: RuleConditions;
  /** In the order in which they are tried. */
  readonly providers: readonly string[];
  /** Whether they are ordered by their success rates instead. */
  readonly best?: boolean;
}
