// BLIK instruments: a code, or an alias that the customer registered with an earlier payment.
// Fields are checked by name; a code is wrapped as a secret at once and never stored.

import { invalid } from '../../core/refusals.ts';
import { secret, type Secret } from '../../core/secret.ts';
import type { BlikTicket } from '../../providers/means.ts';
import type { Instrument } from '../instrument.ts';

/** Three to 64 printable ASCII characters. */
const ALIAS = /^[\x20-\x7e]{3,64}$/;
const APP = /^[\x21-\x7e]{1,64}$/;
const CODE = /^\d{6}$/;

/** The ticket of an instrument; undefined while its code or alias is missing. */
export function readTicket(instrument: Instrument): BlikTicket | undefined {
  const { type, code, alias, app } = instrument;
  if (type === 'BLIK_CODE') {
    if (code === undefined) return undefined;
    return { type: 'CODE', code: secret(digitsOf(code)) };
  }
  if (alias === undefined) return undefined;
  if (app !== undefined && !APP.test(app)) throw wrongApp();
  const of = type === 'BLIK_PAYID' ? 'PAYID' : 'UID';
  return { type: of, alias: readAlias(alias), app: app ?? null };
}

export function wrongApp() {
  return invalid('instrument.app', 'must be a key of the list apps');
}

export function isAlias(alias: string): boolean {
  return ALIAS.test(alias);
}

export function readAlias(alias: string): Secret<string> {
  if (!isAlias(alias)) {
    throw invalid('instrument.alias', 'must be 3 to 64 printable ASCII characters');
  }
  return secret(alias);
}

/** Customers write the code in two groups. */
function digitsOf(code: string): string {
  const digits = code.replace(/[ -]/g, '');
  if (!CODE.test(digits)) throw invalid('instrument.code', 'must be 6 digits');
  return digits;
}
