// The instrument of a request: what it leaves out, what a customer may name, the consent with it.

import { invalid, refuse } from '../../core/refusals.ts';
import { isStoredType } from '../../methods/card/stored-card.ts';
import type { Instrument, InstrumentType } from '../../methods/instrument.ts';
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
  isWhole: boolean,
): Instrument | undefined {
  if (!instrument) return undefined;
  const { type, ...fields } = instrument;
  if (type !== undefined) return { ...fields, type };
  const all = Object.keys(fields);
  const telling = all.filter((name) => name !== 'payload' && name !== 'provider');
  const names = telling.length > 0 ? telling : all;
  const current = payment.instrumentType as InstrumentType | null;
  if (telling.length === 0 && !isWhole && current) return { ...fields, type: current };
  const own = payment.method === null ? undefined : methods.find(payment.method);
  const typesBy = (list: readonly PaymentMethod[]): readonly InstrumentType[] =>
    list.flatMap((one) => one.typeOf(names, current) ?? []);
  const ownTypes = own ? typesBy([own]) : [];
  const found = ownTypes.length > 0 ? ownTypes : typesBy(methods.list);
  // A wallet token could belong to several wallets.
  if (found.length === 1 && found[0]) return { ...fields, type: found[0] };
  const other = names.find((name) => !methods.list.some((one) => one.typeOf([name])));
  throw invalid('instrument.type', `is required with ${other ?? names.join(', ')}`);
}

/**
 * A customer pays with the alias that the merchant named at creation, and never with one that is
 * charged without a confirmation in the app. A stored card is named by its id only: the card method
 * finds an id only among the cards that the page offers to this customer.
 */
export function ownInstrument(
  instrument: Instrument | undefined,
  { customer }: PaymentDetails,
  { cardHeld, dataRequest }: Pick<Payment, 'cardHeld' | 'dataRequest'>,
): Instrument | undefined {
  if (instrument?.type === 'BLIK_PAYID') refuseToken('instrument.type', 'BLIK_PAYID');
  if (isStoredType(instrument?.type)) refuseNames(instrument);
  const own = customer?.extCustomerId;
  const alias = instrument?.alias;
  if (alias !== undefined && alias !== own) {
    refuseToken('instrument.alias', 'an alias other than customer.extCustomerId');
  }
  if (instrument?.type !== 'BLIK_UID' || own === undefined) return instrument;
  // The app belongs to the alias that is held, whoever named it.
  const isChoice = dataRequest === 'BLIK_APP' && cardHeld && instrument.app !== undefined;
  if (isChoice && alias === undefined) return instrument;
  return { ...instrument, alias: own };
}

function refuseNames({ instrumentNo, instrumentRef }: Partial<Instrument> = {}): void {
  if (instrumentNo !== undefined) {
    refuseToken('instrument.instrumentNo', 'the token number of a stored card');
  }
  if (instrumentRef !== undefined) {
    refuseToken('instrument.instrumentRef', 'the reference of a network token');
  }
}

function refuseToken(field: string, what: string): never {
  const message = `${what} can only be sent with a MERCHANT token`;
  return refuse('TOKEN_NOT_FOR_THIS', [{ field, message }]);
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
  if (instrument?.type !== 'BLIK_CODE') {
    throw invalid('registerAlias', 'can only be sent together with a BLIK code');
  }
  return { ...details, options: { ...details.options, registerAlias } };
}
