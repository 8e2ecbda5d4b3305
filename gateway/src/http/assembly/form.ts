// Form bodies (application/x-www-form-urlencoded), read as strictly as JSON: broken encoding, NUL,
// __proto__ and repeated fields are refused. An empty field is absent, like null in JSON, because
// browsers send every field of a form.

import { invalid, type Refusal } from '../../core/refusals.ts';

const MAX_FIELDS = 32;

/** The fields of a form, all of them strings; undefined when there is no body. */
export function readForm(text: string): Record<string, string> | undefined {
  if (text === '') return undefined;
  const seen = new Set<string>();
  const fields: Record<string, string> = {};
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    if (seen.size === MAX_FIELDS) throw invalid('body', `must have at most ${MAX_FIELDS} fields`);
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1));
    if (name === '__proto__') throw invalid('body', 'must not have a field __proto__');
    if (seen.has(name)) throw repeatedField(name);
    seen.add(name);
    if (value !== '') fields[name] = value;
  }
  return fields;
}

function decode(text: string): string {
  const plain = decodePercent(text.replaceAll('+', ' '));
  if (plain.includes('\0')) throw invalid('body', 'must not have the character NUL');
  return plain;
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid('body', 'must be percent-encoded UTF-8');
  }
}

/** Only a plain word is repeated in the error: a card number may have been sent as a name. */
function repeatedField(name: string): Refusal {
  if (/^[a-z]{1,64}$/i.test(name)) return invalid(name, 'appears more than once');
  return invalid('body', 'must not have a field more than once');
}
