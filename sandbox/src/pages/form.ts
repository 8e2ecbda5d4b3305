// Strict parser for posted HTML forms: every field once, complete escapes, valid UTF-8.

export type Form = ReadonlyMap<string, string>;

export class FormError extends Error {
  readonly statusCode = 400;
}

const MAX_FIELDS = 20;
/** Characters that form encoding leaves unescaped, and its separators. */
const ENCODED = /^[A-Za-z0-9*._~!'()$,:;@/?+%&=-]*$/;

export function readForm(text: string): Form {
  const form = new Map<string, string>();
  if (text === '') return form;
  if (!ENCODED.test(text)) throw new FormError('the form holds characters that are not encoded');
  const pairs = text.split('&');
  if (pairs.length > MAX_FIELDS) throw new FormError(`the form has over ${MAX_FIELDS} fields`);
  for (const pair of pairs) {
    const sign = pair.indexOf('=');
    if (sign < 1) throw new FormError('a field of the form has no name or no value');
    const name = decodeText(pair.slice(0, sign));
    if (form.has(name)) throw new FormError('a field of the form occurs twice');
    form.set(name, decodeText(pair.slice(sign + 1)));
  }
  return form;
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new FormError('the form holds a broken escape');
  }
}
