// The optional part of an AReq: customer data from the shop. Values that do not fit the protocol
// are left out and long lines are cut; the more an ACS knows, the fewer challenges it needs.

import { countryNumeric } from '../../core/iso/country.ts';
import { present } from '../../core/json/present.ts';
import { fieldsOf, ownValue, type Fields } from './fields.ts';
import type { AddressFields } from './message.ts';

const LINE_LENGTH_MAX = 50;
const POST_CODE_LENGTH_MAX = 16;
const EMAIL = /^[^\s@]{1,64}@[^\s@]+$/;
const EMAIL_LENGTH_MAX = 254;
const HOLDER = /^[\x20-\x7e]{2,45}$/;
/** Letters that Unicode does not decompose into a letter and an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  ß: 'ss',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
};

/** One line of text without control characters, cut to a length; undefined when it is empty. */
export function lineOf(value: unknown, lengthMax: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const line = value
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return cut(line, lengthMax).trimEnd() || undefined;
}

/** Never cuts a surrogate pair. */
function cut(line: string, lengthMax: number): string {
  const end = line.slice(0, lengthMax);
  return end.isWellFormed() ? end : end.slice(0, -1);
}

/** The name in the letters used on cards: accents are removed. */
export function holderOf(name: string): string | undefined {
  const letters = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, (letter) => LETTERS[letter] ?? letter)
    .trim();
  return HOLDER.test(letters) ? letters : undefined;
}

export function contactOf(customer: unknown) {
  const fields = fieldsOf(customer) ?? {};
  const email = ownValue(fields, 'email');
  const isEmail =
    typeof email === 'string' && email.length <= EMAIL_LENGTH_MAX && EMAIL.test(email);
  return present({
    email: isEmail ? email : undefined,
    mobilePhone: phoneOf(fieldsOf(ownValue(fields, 'phone')) ?? {}),
  });
}

/** Country code and subscriber number in any notation: +48, 0048, (600) 100-200. */
function phoneOf(phone: Fields): { cc: string; subscriber: string } | undefined {
  const code = digitsOf(ownValue(phone, 'countryCode'))?.replace(/^[+]?0*/, '');
  const number = digitsOf(ownValue(phone, 'phoneNo'));
  if (!code || !number || !/^[0-9]{1,3}$/.test(code)) return undefined;
  const subscriber = number.startsWith(`+${code}`) ? number.slice(code.length + 1) : number;
  return /^[0-9]{1,15}$/.test(subscriber) ? { cc: code, subscriber } : undefined;
}

function digitsOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.replace(/[\s()./-]/g, '') : undefined;
}

export function billingOf(customer: unknown): AddressFields<'bill'> {
  return addressOf('bill', ownValue(fieldsOf(customer) ?? {}, 'billing'));
}

/** A state is a code of ISO 3166-2 and is sent only with its country. */
export function addressOf<P extends 'bill' | 'ship'>(prefix: P, given: unknown) {
  const address = fieldsOf(given) ?? {};
  const postal = ownValue(address, 'postal');
  const country = ownValue(address, 'country');
  const state = ownValue(address, 'state');
  const numeric = typeof country === 'string' ? countryNumeric(country) : undefined;
  const isShort = typeof postal === 'string' && postal.trim().length <= POST_CODE_LENGTH_MAX;
  const line = (name: string) => lineOf(ownValue(address, name), LINE_LENGTH_MAX);
  return present({
    [`${prefix}AddrLine1`]: line('street'),
    [`${prefix}AddrPostCode`]: isShort ? lineOf(postal, POST_CODE_LENGTH_MAX) : undefined,
    [`${prefix}AddrCity`]: line('city'),
    [`${prefix}AddrState`]: numeric && typeof state === 'string' ? stateOf(state) : undefined,
    [`${prefix}AddrCountry`]: numeric,
  }) as AddressFields<P>;
}

/** MZ for both MZ and PL-MZ. */
function stateOf(state: string): string | undefined {
  return /^(?:[A-Z]{2}-)?([A-Z0-9]{1,3})$/.exec(state.trim().toUpperCase())?.[1];
}
