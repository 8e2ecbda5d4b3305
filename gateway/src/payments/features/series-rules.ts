// The rules that a payment without the customer must keep: what the INITIAL payment agreed on, as
// far as the merchant's settings ask for it. Pure, so that every boundary is a row of a test.

import { isoTime, type Instant } from '../../core/clock.ts';
import type { RefusalCode } from '../../core/refusals.ts';
import type { RecurringRules } from '../../merchants/recurring-rules.ts';
import type { Agreement } from '../model/agreement.ts';
import type { Payment } from '../model/payment.ts';

interface RuleBreach {
  readonly code: RefusalCode;
  readonly field: string;
  readonly message: string;
}

export const ruleRefusals = [
  'RECURRING_AMOUNT_TOO_HIGH',
  'RECURRING_OTHER_CURRENCY',
  'RECURRING_TOO_SOON',
  'RECURRING_CYCLE_UNKNOWN',
  'RECURRING_EXPIRED',
] as const satisfies readonly RefusalCode[];

const DAY_MS = 24 * 60 * 60 * 1000;

/** The first rule that the payment breaks. An agreement without an amount is older than they. */
export function breachOf(
  agreement: Agreement,
  payment: Pick<Payment, 'amountMinor' | 'currency'>,
  rules: RecurringRules,
  chargedAt: Instant,
  now: Instant,
): RuleBreach | undefined {
  const { amountMinor, currency, expiresOn } = agreement;
  if (amountMinor === null) return undefined;
  if (expiresOn !== null && now >= endOfDay(expiresOn)) {
    const message = `names a series that ended on ${expiresOn}`;
    return { code: 'RECURRING_EXPIRED', field: 'options.refPaymentId', message };
  }
  if (rules.amount === 'AT_MOST_INITIAL') {
    if (payment.currency !== currency) {
      const message = `must be ${String(currency)}`;
      return { code: 'RECURRING_OTHER_CURRENCY', field: 'order.currency', message };
    }
    if (payment.amountMinor > amountMinor) {
      const message = 'is above the amount of the INITIAL payment';
      return { code: 'RECURRING_AMOUNT_TOO_HIGH', field: 'order.amount', message };
    }
  }
  return rules.frequency === 'BY_CYCLE' ? cycleBreach(agreement, chargedAt, now) : undefined;
}

function cycleBreach(
  { cycleDays }: Agreement,
  chargedAt: Instant,
  now: Instant,
): RuleBreach | undefined {
  const field = 'options.refPaymentId';
  if (cycleDays === null) {
    const message = 'names an INITIAL payment without recurringCycle';
    return { code: 'RECURRING_CYCLE_UNKNOWN', field, message };
  }
  const from = chargedAt + cycleDays * DAY_MS - Math.min(DAY_MS, (cycleDays * DAY_MS) / 2);
  if (now >= from) return undefined;
  const message = `can be charged again from ${isoTime(from)}`;
  return { code: 'RECURRING_TOO_SOON', field, message };
}

/** A day (YYYYMMDD) ends when it is over in the last time zone. */
function endOfDay(date: string): Instant {
  const [year, month, day] = [date.slice(0, 4), date.slice(4, 6), date.slice(6)].map(Number);
  return Date.UTC(year ?? 0, (month ?? 1) - 1, (day ?? 1) + 1) + DAY_MS / 2;
}
