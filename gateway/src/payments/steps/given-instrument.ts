// The instrument of a request: the type that it leaves out, and the consent that comes with it.

import { invalid } from '../../core/refusals.ts';
import { aliasTypes } from '../../methods/registry.ts';
import type { Instrument } from '../../methods/instrument.ts';
import type { PaymentMethod } from '../../methods/method.ts';
import type { PaymentParts } from '../processing/parts.ts';
import type { Payment } from '../model/payment.ts';
import type { PaymentDetails } from '../model/payment-details.ts';

/**
 * Fields may be sent without the type: the payment's own method is asked first. Every type can have
 * a provider and a payload: alone they belong to the instrument that they complete.
 */
export function typedInstrument(
  { methods }: Pick<PaymentParts, 'methods'>,
  payment: Pick<Payment, 'method' | 'instrumentType'>,
  instrument: Partial<Instrument> | undefined,
  mustBeComplete: boolean,
): Instrument | undefined {
  if (!instrument) return undefined;
  const { type, ...fields } = instrument;
  if (type !== undefined) return { ...fields, type };
  const all = Object.keys(fields);
  const telling = all.filter((name) => name !== 'payload' && name !== 'provider');
  const names = telling.length > 0 ? telling : all;
  const current = payment.instrumentType;
  if (telling.length === 0 && !mustBeComplete && current) return { ...fields, type: current };
  const own = payment.method === null ? undefined : methods.find(payment.method);
  const typesBy = (list: readonly PaymentMethod[]): readonly string[] =>
    list.flatMap((one) => one.typeOf(names, current) ?? []);
  const ownTypes = own ? typesBy([own]) : [];
  const found = ownTypes.length > 0 ? ownTypes : typesBy(methods.list);
  // A wallet token could belong to several wallets.
  if (found.length === 1 && found[0]) return { ...fields, type: found[0] };
  const other = names.find((name) => !methods.list.some((one) => one.typeOf([name])));
  throw invalid('instrument.type', `is required with ${other ?? names.join(', ')}`);
}

interface AliasConsent {
  readonly registerAlias?: boolean | undefined;
  readonly instrument: Instrument | undefined;
}

/** For this code only: the next one needs its own consent. */
export function withAliasConsent(
  details: PaymentDetails,
  { registerAlias, instrument }: AliasConsent,
): PaymentDetails {
  if (!registerAlias) return details;
  if (!instrument || !aliasTypes.includes(instrument.type)) {
    throw invalid('registerAlias', `can only be sent with type ${aliasTypes.join(' or ')}`);
  }
  return { ...details, options: { ...details.options, registerAlias } };
}
