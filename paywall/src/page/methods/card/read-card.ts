// Reads the card form, on the server and in the browser alike.

import type { FormFields, Reading } from '../../method.ts';
import type { Facts, FieldError } from '../../state.ts';
import { brandOf, digitsOf, nameOf } from './brand.ts';
import { acceptedBrands, CARD, maySaveCard, savedCardsOf, type SavedCard } from './card-facts.ts';
import { readExpiry } from './expiry.ts';
import { codeFault, numberFault } from './number.ts';

/** The field with the security code of a saved card. */
export const codeFieldOf = ({ tokenId }: SavedCard): string => `code-${tokenId}`;

export function codeLengthOf(organization: string): 3 | 4 {
  return organization === 'AMEX' ? 4 : 3;
}

export function readCard(form: FormFields, facts: Facts, nowMs: number): Reading {
  if (facts.payment.dataRequest === 'CARD_CVV') return readMissingCode(form, facts);
  const saved = savedCardsOf(facts).find(({ tokenId }) => tokenId === form('card'));
  const reading = saved ? readSavedCard(form, saved) : readNewCard(form, facts, nowMs);
  return reading.ok ? reading : { ...reading, extra: { card: form('card') } };
}

function readNewCard(form: FormFields, facts: Facts, nowMs: number): Reading {
  const errors = ['card-number', 'card-expiry', 'card-code'].flatMap((name) =>
    newCardError(name, form, facts, nowMs),
  );
  const expiry = readExpiry(form('card-expiry'), nowMs);
  if (errors.length > 0 || !expiry.ok) return { ok: false, errors };
  const instrument = {
    type: CARD,
    instrumentNo: digitsOf(form('card-number')),
    expDate: expiry.expDate,
    cvv: form('card-code').trim(),
  };
  const isAgreed = maySaveCard(facts) && form('card-save') === 'on';
  return { ok: true, instrument, ...(isAgreed ? { beside: { saveCard: true } } : {}) };
}

/** The error of one field of a new card; none for other fields. Also used when a field is left. */
export function newCardError(
  name: string,
  form: FormFields,
  facts: Facts,
  nowMs: number,
): FieldError[] {
  const text = form(name);
  const brand = brandOf(digitsOf(form('card-number')));
  switch (name) {
    case 'card-number': {
      const fault = numberFault(text);
      if (fault) return [{ field: name, text: fault }];
      const groups = acceptedBrands(facts);
      if (!groups || !brand || groups.includes(brand.brand)) return [];
      const brands = groups.map(nameOf).join(', ');
      return [{ field: name, text: 'card:number.brand', values: { brands } }];
    }
    case 'card-expiry': {
      const expiry = readExpiry(text, nowMs);
      return expiry.ok ? [] : [{ field: name, text: expiry.fault }];
    }
    case 'card-code': {
      const fault = codeFault(text, brand?.codeLength);
      return fault ? [{ field: name, text: fault }] : [];
    }
    default:
      return [];
  }
}

function readSavedCard(form: FormFields, card: SavedCard): Reading {
  const { type, tokenId, codeRequired, organization } = card;
  const instrument = { type, tokenId };
  if (!codeRequired) return { ok: true, instrument };
  const field = codeFieldOf(card);
  const fault = codeFault(form(field), codeLengthOf(organization));
  if (fault) return { ok: false, errors: [{ field, text: fault }] };
  return { ok: true, instrument: { ...instrument, cvv: form(field).trim() } };
}

/** The card is known already, only its security code is missing. */
function readMissingCode(form: FormFields, { payment }: Facts): Reading {
  const fault = codeFault(form('card-code'), codeLengthOf(payment.instrument?.organization ?? ''));
  if (fault) return { ok: false, errors: [{ field: 'card-code', text: fault }] };
  return { ok: true, instrument: { cvv: form('card-code').trim() }, isAddition: true };
}
