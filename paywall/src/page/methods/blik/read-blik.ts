// Reads the BLIK form: a code, the saved shop, or one of several bank apps.

import type { FormFields, Reading } from '../../method.ts';
import type { Facts } from '../../state.ts';
import { appsOf, canPayWithoutCode, maySaveShop } from './blik-facts.ts';
import { readBlikCode } from './code.ts';

export function readBlik(form: FormFields, facts: Facts): Reading {
  if (facts.payment.dataRequest === 'BLIK_APP') return readApp(form, facts);
  const isWithoutCode = canPayWithoutCode(facts) && form('blik-way') !== 'code';
  return isWithoutCode ? { ok: true, instrument: { type: 'BLIK_UID' } } : readCode(form, facts);
}

function readApp(form: FormFields, facts: Facts): Reading {
  const chosen = form('blik-app');
  if (chosen === 'code') return readCode(form, facts);
  const app = appsOf(facts).find(({ key }) => chosen === `app-${key}`);
  if (!app) return { ok: false, errors: [{ field: 'blik-app', text: 'blik:apps.missing' }] };
  return { ok: true, instrument: { type: 'BLIK_UID', app: app.key }, isAddition: true };
}

function readCode(form: FormFields, facts: Facts): Reading {
  const typed = form('blik-code');
  const code = readBlikCode(typed);
  if (code === undefined) {
    const text = typed.trim() === '' ? 'blik:code.missing' : 'blik:code.wrong';
    return { ok: false, errors: [{ field: 'blik-code', text }] };
  }
  const isSaving = maySaveShop(facts) && form('blik-save') === 'on';
  const { dataRequest } = facts.payment;
  const isAddition = dataRequest === 'BLIK_CODE' || dataRequest === 'BLIK_APP';
  return {
    ok: true,
    instrument: { type: 'BLIK_CODE', code },
    ...(isSaving ? { beside: { registerAlias: true } } : {}),
    ...(isAddition ? { isAddition } : {}),
  };
}
