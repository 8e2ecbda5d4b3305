// The alias that a payment with a code registers, and the limits of later payments with it.

import { invalid } from '../../core/refusals.ts';
import type { BlikAliasRegistration } from '../../providers/means.ts';
import type { Instrument } from '../instrument.ts';
import type { MethodDetails, MethodRequest } from '../method.ts';
import { readAlias } from './blik-instrument.ts';

/** 2000 PLN per charge without the customer. */
export const PAYID_MAX_MINOR = 200_000n;
const MAX_LABEL_LENGTH = 35;

/** The alias that the customer is asked to save: OneClick, or the agreement of a series. */
export function readRegistration(
  { payment, merchant, details }: MethodRequest,
  { type, alias }: Instrument,
): BlikAliasRegistration | null {
  const { options, customer } = details;
  if (!options?.registerAlias) {
    if (type === 'BLIK_CODE' && alias !== undefined) {
      throw invalid('instrument.alias', 'needs options.registerAlias with type BLIK_CODE');
    }
    return null;
  }
  if (type !== 'BLIK_CODE') throw invalid('options.registerAlias', 'needs type BLIK_CODE');
  const value = alias ?? customer?.extCustomerId;
  if (value === undefined) {
    const message = 'is required with options.registerAlias, or send customer.extCustomerId';
    throw invalid('instrument.alias', message);
  }
  const label = merchant.settings.name.slice(0, MAX_LABEL_LENGTH) || merchant.merchantId;
  const isRecurring = payment.recurring === 'INITIAL';
  return {
    type: isRecurring ? 'PAYID' : 'UID',
    alias: readAlias(value),
    label,
    recurring: isRecurring ? recurringLimits(options) : null,
  };
}

function recurringLimits({
  recurringCycle,
  recurringExpDate,
}: NonNullable<MethodDetails['options']>) {
  return {
    model: 'M',
    frequency: recurringCycle === undefined ? null : frequencyOf(Number(recurringCycle)),
    limitMinor: PAYID_MAX_MINOR,
    totalLimitMinor: null,
    totalCount: null,
    expiresOn: recurringExpDate ?? null,
  } as const;
}

/** One to three digits and a unit; longer cycles in years. */
function frequencyOf(days: number): string {
  return days <= 999 ? `${days}D` : `${Math.max(1, Math.floor(days / 365))}Y`;
}
