// Reads the body of a posted HTML form strictly: every field once, every escape whole, all of it
// UTF-8.

export type Form = ReadonlyMap<string, string>;

export class FormError extends Error {
  readonly statusCode = 400;
}

const MOST_FIELDS = 20;
/** All that the encoding leaves as it is, and its own signs. */
const ENCODED = /^[A-Za-z0-9*._~!'()$,:;@/?+%&=-]*$/;

export function readForm(text: string): Form {
  const form = new Map<string, string>();
  if (text === '') return form;
  if (!ENCODED.test(text)) throw new FormError('the form holds characters that are not encoded');
  const pairs = text.split('&');
  if (pairs.length > MOST_FIELDS) throw new FormError(`the form has over ${MOST_FIELDS} fields`);
  for (const pair of pairs) {
    const sign = pair.indexOf('=');
    if (sign < 1) throw new FormError('a field of the form has no name or no value');
    const name = decoded(pair.slice(0, sign));
    if (form.has(name)) throw new FormError('a field of the form stands in it twice');
    form.set(name, decoded(pair.slice(sign + 1)));
  }
  return form;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new FormError('the form holds a broken escape');
  }
}
