// The merchant's rules for payments without the customer (`options.recurring` SUBSEQUENT), beyond
// what every agreement requires. The operator sets them; without them nothing is limited.

const amountRules = ['ANY', 'AT_MOST_INITIAL'] as const;
const frequencyRules = ['ANY', 'BY_CYCLE'] as const;

export interface RecurringRules {
  /** AT_MOST_INITIAL: not above the amount of the INITIAL payment, in its currency. */
  readonly amount: (typeof amountRules)[number];
  /** BY_CYCLE: not more often than the INITIAL payment agreed (`options.recurringCycle`). */
  readonly frequency: (typeof frequencyRules)[number];
}

export const defaultRecurringRules: RecurringRules = { amount: 'ANY', frequency: 'ANY' };
