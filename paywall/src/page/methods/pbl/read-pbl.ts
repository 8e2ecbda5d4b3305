// Reads the choice of a bank, on the server and in the browser alike.

import type { FormFields, Reading } from '../../method.ts';
import type { Facts } from '../../state.ts';
import { bankOffers, type BankEntry, type BankOffer } from './banks.ts';

/** The banks of this payment; none if the list could not be read. */
export function offersOf({ details, payment }: Facts, nowMs: number): BankOffer[] {
  const entries = Array.isArray(details.PBL) ? (details.PBL as readonly BankEntry[]) : [];
  return bankOffers(entries, { amount: payment.order.amount, nowMs });
}

export function readPbl(form: FormFields, facts: Facts, nowMs: number): Reading {
  const wanted = form('pbl-bank');
  const chosen = offersOf(facts, nowMs).find(({ bank }) => bank === wanted);
  if (!chosen || chosen.obstacle !== null) {
    return { ok: false, errors: [{ field: 'pbl-bank', text: 'pbl.banks.missing' }] };
  }
  return { ok: true, instrument: { type: 'PBL', bank: chosen.bank } };
}
