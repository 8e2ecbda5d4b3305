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

/** Adds the slash while the customer types: `122` becomes `12/2`, and `2` becomes `02/`. */
export function formatExpiry(text: string, isDeleting: boolean): string {
  if (isDeleting || !/^[\d/ ]*$/.test(text)) return text;
  const digits = text.replace(/\D/g, '');
  if (/^\d\/$/.test(text)) return `0${text}`;
  if (text.includes('/') && !/^\d{2}\/?\d*$/.test(text.replaceAll(' ', ''))) return text;
  if (/^[2-9]$/.test(digits)) return `0${digits}/`;
  if (digits.length < 2) return text;
  return `${digits.slice(0, 2)}/${digits.slice(2, 6)}`;
}
