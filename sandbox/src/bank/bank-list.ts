// The banks of the simulated intermediaries, with the ids that Autopay publishes, and the test
// banks of the trigger catalogue.

import type { BankOutcome } from './triggers.ts';
import { bankOutcome } from './triggers.ts';

export interface ListedBank {
  readonly bankId: number;
  readonly name: string;
  readonly state: 'OK' | 'TEMPORARY_DISABLED' | 'DISABLED';
  readonly minMinor: bigint;
  readonly maxMinor: bigint;
  /** Local time; null: at any hour. */
  readonly hours: { readonly from: string; readonly to: string } | null;
}

const names: readonly (readonly [bankId: number, name: string])[] = [
  [3, 'mBank'],
  [1063, 'PKO Bank Polski'],
  [27, 'Santander Bank Polska'],
  [52, 'Bank Pekao'],
  [68, 'ING Bank Śląski'],
  [85, 'Bank Millennium'],
  [95, 'Alior Bank'],
  [1035, 'BNP Paribas'],
  [59, 'Credit Agricole'],
  [1064, 'Inteligo'],
  [106, 'Test bank'],
  [201, 'Test bank in maintenance'],
  [202, 'Test bank, disabled'],
  [203, 'Test bank with low limits'],
  [204, 'Test bank that pays by itself'],
  [205, 'Test bank that refuses by itself'],
  [206, 'Test bank without a customer'],
  [207, 'Test bank that cannot be started'],
  [208, 'Test bank without a link'],
];

const MAX_MINOR = 10_000_000n;

export const autopayBanks: readonly ListedBank[] = names.map(([bankId, name]) => {
  const outcome = bankOutcome(bankId);
  return { bankId, name, state: stateOf(outcome), ...limitsOf(outcome), hours: null };
});

/** The second intermediary has few banks, one of them with hours. */
export const paBanks: readonly ListedBank[] = [
  ...autopayBanks.filter(({ bankId }) => [106, 201, 203, 204, 205, 206, 207].includes(bankId)),
  {
    bankId: 301,
    name: 'Test bank with hours',
    state: 'OK',
    minMinor: 1n,
    maxMinor: MAX_MINOR,
    hours: { from: '06:00', to: '22:00' },
  },
];

function stateOf(outcome: BankOutcome): ListedBank['state'] {
  return outcome === 'TEMPORARY_DISABLED' || outcome === 'DISABLED' ? outcome : 'OK';
}

function limitsOf(outcome: BankOutcome): { minMinor: bigint; maxMinor: bigint } {
  return outcome === 'LOW_LIMITS'
    ? { minMinor: 100n, maxMinor: 1_000n }
    : { minMinor: 1n, maxMinor: MAX_MINOR };
}
