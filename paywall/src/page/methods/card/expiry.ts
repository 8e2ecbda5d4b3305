// Reads the expiry date of a card in the forms that customers use.

type ExpiryFault = 'card:expiry.missing' | 'card:expiry.wrong' | 'card:expiry.past';

type Expiry =
  | { readonly ok: true; /** YYYYMM. */ readonly expDate: string }
  | { readonly ok: false; readonly fault: ExpiryFault };

/** More years than a card is valid for. */
const MAX_YEARS = 30;
/** With spaces. A form of 16 kB that contains only spaces would take half a second to read. */
const LENGTH_MAX = 20;

/** Accepts 1226, 12/26, 12.2026, 12-26, 1/27 and 122026. */
export function readExpiry(text: string, nowMs: number): Expiry {
  const plain = text.trim();
  if (plain === '') return { ok: false, fault: 'card:expiry.missing' };
  if (plain.length > LENGTH_MAX) return { ok: false, fault: 'card:expiry.wrong' };
  const parts =
    /^(\d{1,2})\s*[/.\-\s]\s*(\d{2}|\d{4})$/.exec(plain) ?? /^(\d{2})(\d{2}|\d{4})$/.exec(plain);
  const [, month = '', year = ''] = parts ?? [];
  const monthNumber = Number(month);
  const yearNumber = year.length === 2 ? 2000 + Number(year) : Number(year);
  if (monthNumber < 1 || monthNumber > 12) return { ok: false, fault: 'card:expiry.wrong' };
  // A card is valid until its month is over everywhere on earth.
  const endsAt = Date.UTC(yearNumber, monthNumber, 1, 12);
  if (endsAt <= nowMs) return { ok: false, fault: 'card:expiry.past' };
  const thisYear = new Date(nowMs).getUTCFullYear();
  if (yearNumber > thisYear + MAX_YEARS) return { ok: false, fault: 'card:expiry.wrong' };
  return { ok: true, expDate: `${String(yearNumber)}${month.padStart(2, '0')}` };
}

/**
 * Writes the slash while the customer types: `12` becomes `12/`, and `2` becomes `02/`. A separator
 * that the customer types as well changes nothing.
 */
export function formatExpiry(text: string, isDeleting: boolean): string {
  if (isDeleting || !/^[\d\s/.-]*$/.test(text)) return text;
  const [month = '', ...others] = text.trimStart().split(/[\s/.-]+/);
  const year = others.join('').slice(0, 4);
  if (month.length === 1 && month !== '0') {
    return others.length > 0 || month > '1' ? `0${month}/${year}` : month;
  }
  if (month.length < 2) return text;
  // More digits than a month has, and a separator behind them: not a date that can be completed.
  if (month.length > 2 && others.length > 0) return text;
  return `${month.slice(0, 2)}/${month.slice(2, 6)}${year}`;
}
