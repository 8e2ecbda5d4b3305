// Checks of a card number and of a security code, before anything is sent.

import { brandOf, digitsOf } from './brand.ts';

type NumberFault = 'card:number.missing' | 'card:number.short' | 'card:number.wrong';

/** Undefined if the number can be right. */
export function numberFault(text: string): NumberFault | undefined {
  const digits = digitsOf(text);
  if (digits === '') return 'card:number.missing';
  const lengths = brandOf(digits)?.lengths ?? [12, 13, 14, 15, 16, 17, 18, 19];
  if (digits.length < Math.min(...lengths)) return 'card:number.short';
  if (!lengths.includes(digits.length) || !passesLuhn(digits)) return 'card:number.wrong';
  return /[^\d\s.-]/.test(text) ? 'card:number.wrong' : undefined;
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const twice = index % 2 === 1 ? digit * 2 : digit;
    sum += twice > 9 ? twice - 9 : twice;
  }
  return sum % 10 === 0;
}

type CodeFault = 'card:code.missing' | 'card:code.wrong' | 'card:code.wrong4';

/** `codeLength` undefined: the brand is unknown, so three or four digits can be right. */
export function codeFault(text: string, codeLength?: 3 | 4): CodeFault | undefined {
  const code = text.trim();
  if (code === '') return 'card:code.missing';
  const form = codeLength === undefined ? /^\d{3,4}$/ : codeLength === 4 ? /^\d{4}$/ : /^\d{3}$/;
  if (form.test(code)) return undefined;
  return codeLength === 4 ? 'card:code.wrong4' : 'card:code.wrong';
}
