// Reads values that a partner wrote: every text has a pattern and a maximum length, and invalid
// values are undefined, never an exception.

export type Fields = Readonly<Record<string, unknown>>;

export const UUID_FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const VISIBLE = /^[\x21-\x7e]+$/;
const BASE64URL = '[A-Za-z0-9_-]';
const JWS = new RegExp(`^${BASE64URL}+(?:\\.${BASE64URL}+){2}$`);
/** The key part is empty when the key is agreed and not wrapped. */
const JWE = new RegExp(`^${BASE64URL}+\\.${BASE64URL}*(?:\\.${BASE64URL}+){3}$`);

const URL_LENGTH_MAX = 2048;
/** The longest signed or encrypted part of a message. */
const COMPACT_LENGTH_MAX = 64_000;

export function fieldsOf(value: unknown): Fields | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return value as Fields;
}

/** The object's own value under a name, never an inherited one; null means absent. */
export function ownValue(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? (fields[name] ?? undefined) : undefined;
}

export function textOf(
  fields: Fields,
  name: string,
  form: RegExp,
  lengthMax = URL_LENGTH_MAX,
): string | undefined {
  const value = ownValue(fields, name);
  if (typeof value !== 'string' || value.length > lengthMax) return undefined;
  return form.test(value) ? value : undefined;
}

export function oneOfTexts<const T extends readonly string[]>(
  fields: Fields,
  name: string,
  allowed: T,
): T[number] | undefined {
  const value = ownValue(fields, name);
  return allowed.find((one) => one === value);
}

/** An id in lower case, so that it can be compared; partners may write theirs in capitals. */
export function uuidOf(fields: Fields, name: string): string | undefined {
  return textOf(fields, name, UUID_FORM, 36)?.toLowerCase();
}

/** A URL to which a browser may be sent: HTTP or HTTPS, without credentials. */
export function webUrlOf(
  fields: Fields,
  name: string,
  lengthMax = URL_LENGTH_MAX,
): string | undefined {
  const text = textOf(fields, name, VISIBLE, lengthMax);
  const url = text === undefined ? null : URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  return url.protocol === 'https:' || url.protocol === 'http:' ? text : undefined;
}

export function compactJwsOf(fields: Fields, name: string): string | undefined {
  return textOf(fields, name, JWS, COMPACT_LENGTH_MAX);
}

export function compactJweOf(fields: Fields, name: string): string | undefined {
  return textOf(fields, name, JWE, COMPACT_LENGTH_MAX);
}
