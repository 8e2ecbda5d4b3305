// Which of the pages' languages a browser asks for, and how that language writes amounts and times.

import type { Instant } from '@bramka/gateway/core/clock.ts';
import { texts, type Language } from './texts.ts';
import type { Texts } from './texts/en.ts';

/** A language and what the pages say in it. */
export interface Speech {
  readonly language: Language;
  readonly say: Texts;
}

const locales: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  pl: 'pl-PL',
  de: 'de-DE',
  uk: 'uk-UA',
};
const HEADER_LENGTH_MAX = 1_000;

/** The wanted language that we have; of equally wanted ones the first; English when none is. */
export function speechFor(acceptLanguage: string | undefined): Speech {
  const wanted = (acceptLanguage ?? '').slice(0, HEADER_LENGTH_MAX).split(',').map(wish);
  const [best] = wanted.filter(isOurs).sort((one, other) => other.weight - one.weight);
  const language = best?.language ?? 'en';
  return { language, say: texts[language] };
}

interface Wish {
  readonly language: string;
  readonly weight: number;
}

function wish(part: string): Wish {
  const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
  const weights = parameters.map((text) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(text)?.[1]);
  const [language = ''] = range.trim().split('-');
  return { language, weight: parameters.length === 0 ? 1 : Number(weights[0] ?? 0) };
}

function isOurs(one: Wish): one is Wish & { readonly language: Language } {
  return one.weight > 0 && Object.hasOwn(texts, one.language);
}

/** Digit for digit the given decimals: the language's own idea of a currency may round. */
export function amountText({ language }: Speech, amount: string, currency: string): string {
  const decimals = amount.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat(locales[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return format.format(amount as `${number}`);
}

export function timeText({ language }: Speech, at: Instant): string {
  const format = new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'UTC',
  });
  return `${format.format(new Date(at))} UTC`;
}
