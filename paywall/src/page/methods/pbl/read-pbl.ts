// Reads the choice of a bank, on the server and in the browser alike.

import type { FormFields, Reading } from '../../method.ts';
import type { Facts } from '../../state.ts';
import { bankOffers, type BankEntry, type BankOffer } from './banks.ts';

export const PBL = 'PBL';

/** The banks of this payment; none if the list could not be read. */
export function banksOf({ details }: Facts): readonly BankEntry[] {
  const { [PBL]: banks } = details;
  return Array.isArray(banks) ? (banks as readonly BankEntry[]) : [];
}

export function offersOf(facts: Facts, nowMs: number): BankOffer[] {
  return bankOffers(banksOf(facts), { amount: facts.payment.order.amount, nowMs });
}

export function readPbl(form: FormFields, facts: Facts, nowMs: number): Reading {
  const wanted = form('pbl-bank');
  const chosen = offersOf(facts, nowMs).find(({ bank }) => bank === wanted);
  if (!chosen || chosen.obstacle !== null) {
    return { ok: false, errors: [{ field: 'pbl-bank', text: 'pbl:banks.missing' }] };
  }
  return { ok: true, instrument: { type: PBL, bank: chosen.bank } };
}
