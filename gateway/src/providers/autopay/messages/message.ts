// What the messages of Autopay share: forms, unreadable answers, formats of ids and amounts.

import type { Unknown } from '../../outcome.ts';
import { hashOf, type AutopayService } from '../hash.ts';

/** The parameters of a form in their order. */
export type Form = readonly (readonly [name: string, value: string])[];

/** The form with the hash of its values at the end. */
export function signedForm(service: AutopayService, parameters: Form): Form {
  const values = parameters.map(([, value]) => value);
  return [...parameters, ['Hash', hashOf(values, service)]];
}

export const garbage: Unknown = { kind: 'unknown', why: 'garbage' };

export function isRemoteId(text: string): boolean {
  return /^[A-Za-z0-9]{1,20}$/.test(text);
}

/** Amounts are compared as text: digits, a dot and two decimals. */
export function isAmountText(text: string): boolean {
  return /^(0|[1-9][0-9]{0,13})\.[0-9]{2}$/.test(text);
}
