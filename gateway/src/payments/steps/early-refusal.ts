// Reasons that refuse an instrument, or the whole payment, before any provider is called.

import type { DepsOf } from '../../http/endpoint.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import { reasonAgainst } from '../../methods/availability.ts';
import type { Instrument } from '../../methods/instrument.ts';
import type { PaymentMethod } from '../../methods/method.ts';
import type { RejectCode } from '../../providers/reject-codes.ts';
import type { Decision } from '../decisions/decision.ts';
import type { PaymentParts } from '../processing/parts.ts';
import type { PaymentDetails } from '../model/payment-details.ts';
import { methodLimit, onlyMethodOf } from '../requests/check-request.ts';

interface EarlyRefusal {
  readonly rejectCode: RejectCode;
  /** No method can be used for the payment. */
  readonly isFinal: boolean;
}

interface Chosen {
  readonly merchant: Merchant;
  readonly instrument: Instrument | undefined;
  readonly method: PaymentMethod | undefined;
  readonly details: PaymentDetails;
}

/** In the order of the checks. */
export async function earlyRefusal(
  parts: Pick<PaymentParts, 'methods'> & DepsOf<typeof reasonAgainst>,
  { loaded: { payment } }: Decision,
  { merchant, instrument, method, details }: Chosen,
): Promise<EarlyRefusal | null> {
  const { settings } = merchant;
  const final = (rejectCode: RejectCode): EarlyRefusal => ({ rejectCode, isFinal: true });
  if (!settings.channels.includes(payment.channel)) return final('CHANNEL_NOT_SUPPORTED');
  if (settings.currencies.length > 0 && !settings.currencies.includes(payment.currency)) {
    return final('CURRENCY_NOT_SUPPORTED');
  }
  const limit = methodLimit(details.options);
  const named = method?.name ?? (instrument ? undefined : payment.method);
  const only = onlyMethodOf(payment, details);
  const all = parts.methods.list.map((one) => one.name);
  const others = all.filter((one) => one !== named && (only === null || only === one));
  const reasonsOf = (list: typeof all, provider?: string) =>
    Promise.all(
      list.map((one) => {
        const asked = { ...payment, method: one, limit, provider };
        return reasonAgainst(parts, one, merchant, asked);
      }),
    );
  const isUsable = (reason: RejectCode | null): boolean =>
    reason === null || reason === 'PROVIDER_UNAVAILABLE';
  if (named === null) {
    const reasons = await reasonsOf(others, details.provider);
    return reasons.some(isUsable) ? null : final('METHOD_NOT_SUPPORTED');
  }
  const [reason = 'METHOD_NOT_SUPPORTED'] =
    named === undefined ? [] : await reasonsOf([named], details.provider);
  // Without an instrument the provider may be available again when the customer chooses.
  if (reason === null || (!instrument && reason === 'PROVIDER_UNAVAILABLE')) return null;
  if (reason === 'PROVIDER_UNAVAILABLE') return { rejectCode: reason, isFinal: false };
  return { rejectCode: reason, isFinal: !(await reasonsOf(others)).some(isUsable) };
}
