// The language of a visit: that of the switch on the page, of the shop, of the browser, or English.

import { isLanguage, type Language } from '../page/state.ts';

/** Longer than that of any browser. A header of 16 kB would take half a second to read. */
const HEADER_LENGTH_MAX = 1_000;

export function chooseLanguage(
  switched: string | undefined,
  shopLanguage: Language | null,
  acceptLanguage: string | undefined,
): Language {
  if (isLanguage(switched)) return switched;
  return shopLanguage ?? acceptedLanguage(acceptLanguage) ?? 'en';
}

/** The first language of the header by quality that the page has. */
export function acceptedLanguage(header: string | undefined): Language | null {
  const parts = (header ?? '').slice(0, HEADER_LENGTH_MAX).split(',');
  const accepted = parts.map((part) => {
    const [tag = '', quality] = part.trim().split(/\s*;\s*q=/);
    return { language: tag.slice(0, 2).toLowerCase(), quality: Number(quality ?? 1) };
  });
  const best = accepted
    .filter(({ language, quality }) => isLanguage(language) && quality > 0)
    .sort((one, other) => other.quality - one.quality)[0]?.language;
  return isLanguage(best) ? best : null;
}
