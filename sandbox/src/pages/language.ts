// Selects the page language by Accept-Language, and formats amounts and times in it.

import type { Instant } from '@bramka/gateway/core/clock.ts';
import { texts, type Language, type PageTexts } from './texts.ts';

/** A language and the texts that all pages share. */
export interface PageLanguage {
  readonly language: Language;
  readonly say: PageTexts;
}

const locales: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  pl: 'pl-PL',
};
const HEADER_LENGTH_MAX = 1_000;

/** The preferred supported language; the first of equally preferred ones; English by default. */
export function selectLanguage(acceptLanguage: string | undefined): PageLanguage {
  const wanted = (acceptLanguage ?? '')
    .slice(0, HEADER_LENGTH_MAX)
    .split(',')
    .map(readLanguageRange);
  const [best] = wanted.filter(isSupported).sort((one, other) => other.weight - one.weight);
  const language = best?.language ?? 'en';
  return { language, say: texts[language] };
}

interface LanguageRange {
  readonly language: string;
  readonly weight: number;
}

function readLanguageRange(part: string): LanguageRange {
  const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
  const weights = parameters.map((text) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(text)?.[1]);
  const [language = ''] = range.trim().split('-');
  return { language, weight: parameters.length === 0 ? 1 : Number(weights[0] ?? 0) };
}

function isSupported(one: LanguageRange): one is LanguageRange & { readonly language: Language } {
  return one.weight > 0 && Object.hasOwn(texts, one.language);
}

/** Keeps the given decimals: the locale's currency rules might round. */
export function amountText({ language }: PageLanguage, amount: string, currency: string): string {
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

export function timeText({ language }: PageLanguage, at: Instant): string {
  const format = new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'UTC',
  });
  return `${format.format(new Date(at))} UTC`;
}
