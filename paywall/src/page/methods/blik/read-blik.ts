// Reads the BLIK form: a code, the saved shop, or one of several bank apps.

import type { FormFields, Reading } from '../../method.ts';
import type { Facts, MethodEntry } from '../../state.ts';
import { readBlikCode } from './code.ts';

export function blikEntry({ methods }: Facts): MethodEntry | undefined {
  return methods.find(({ method }) => method === 'BLIK');
}

/** The customer has saved the shop before, and no code is asked for. */
export function canPayWithoutCode(facts: Facts): boolean {
  return blikEntry(facts)?.oneClick === true && facts.payment.dataRequest !== 'BLIK_CODE';
}

export function readBlik(form: FormFields, facts: Facts): Reading {
  if (facts.payment.dataRequest === 'BLIK_APP') return readApp(form, facts);
  const isWithoutCode = canPayWithoutCode(facts) && form('blik-way') !== 'code';
  return isWithoutCode ? { ok: true, instrument: { type: 'BLIK_UID' } } : readCode(form, facts);
}

function readApp(form: FormFields, facts: Facts): Reading {
  const chosen = form('blik-app');
  if (chosen === 'code') return readCode(form, facts);
  const app = facts.payment.apps?.find(({ key }) => chosen === `app-${key}`);
  if (!app) return { ok: false, errors: [{ field: 'blik-app', text: 'blik.apps.missing' }] };
  return { ok: true, instrument: { type: 'BLIK_UID', app: app.key }, isAddition: true };
}

function readCode(form: FormFields, facts: Facts): Reading {
  const typed = form('blik-code');
  const code = readBlikCode(typed);
  if (code === undefined) {
    const text = typed.trim() === '' ? 'blik.code.missing' : 'blik.code.wrong';
    return { ok: false, errors: [{ field: 'blik-code', text }] };
  }
  const isSaving = blikEntry(facts)?.registerAlias === true && form('blik-save') === 'on';
  const { dataRequest } = facts.payment;
  const isAddition = dataRequest === 'BLIK_CODE' || dataRequest === 'BLIK_APP';
  return {
    ok: true,
    instrument: { type: 'BLIK_CODE', code },
    ...(isSaving ? { beside: { registerAlias: true } } : {}),
    ...(isAddition ? { isAddition } : {}),
  };
}
