// The instrument of a request with what it leaves out: its type, or the alias of the customer.

import { invalid } from '../../core/refusals.ts';
import type { Instrument } from '../../methods/instrument.ts';
import type { PaymentParts } from '../parts.ts';
import type { Payment } from '../payment.ts';
import type { PaymentDetails } from '../payment-details.ts';

/** Single fields may be sent without the type: the payment's own method is asked first. */
export function typedInstrument(
  { methods }: PaymentParts,
  payment: Payment,
  instrument: Partial<Instrument> | undefined,
): Instrument | undefined {
  if (!instrument) return undefined;
  const { type, ...fields } = instrument;
  if (type !== undefined) return { ...fields, type };
  const names = Object.keys(fields);
  const own = payment.method === null ? undefined : methods.find(payment.method);
  const candidates = own ? [own] : methods.list;
  const found = candidates.flatMap((one) => one.typeOf(names, payment.instrumentType) ?? []);
  // A wallet token could belong to several wallets.
  if (found.length === 1 && found[0]) return { ...fields, type: found[0] };
  const other = names.find((name) => !candidates.some((one) => one.typeOf([name]) !== undefined));
  throw invalid('instrument.type', `is required with ${other ?? names.join(', ')}`);
}

/** The alias of the customer is known to the merchant only, so a page leaves it out. */
export function withOwnAlias(
  instrument: Instrument | undefined,
  { customer }: PaymentDetails,
): Instrument | undefined {
  const alias = customer?.extCustomerId;
  if (instrument?.type !== 'BLIK_UID' || instrument.alias !== undefined) return instrument;
  return alias === undefined ? instrument : { ...instrument, alias };
}
