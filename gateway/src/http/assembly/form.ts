// Form bodies (application/x-www-form-urlencoded), read as strictly as JSON: broken encoding, NUL,
// __proto__ and repeated fields are refused. An empty field is absent, as null is in JSON, since
// browsers send every field of a form.

import { invalid, type Refusal } from '../../core/refusals.ts';

const MOST_FIELDS = 32;

/** The fields of a form, all of them strings; undefined when there is no body. */
export function readForm(text: string): Record<string, string> | undefined {
  if (text === '') return undefined;
  const seen = new Set<string>();
  const fields: Record<string, string> = {};
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    if (seen.size === MOST_FIELDS) throw invalid('body', `must have at most ${MOST_FIELDS} fields`);
    const equals = pair.indexOf('=');
    const name = decoded(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : decoded(pair.slice(equals + 1));
    if (name === '__proto__') throw invalid('body', 'must not have a field __proto__');
    if (seen.has(name)) throw repeated(name);
    seen.add(name);
    if (value !== '') fields[name] = value;
  }
  return fields;
}

function decoded(text: string): string {
  const plain = percentDecoded(text.replaceAll('+', ' '));
  if (plain.includes('\0')) throw invalid('body', 'must not have the character NUL');
  return plain;
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid('body', 'must be percent-encoded UTF-8');
  }
}

/** Only a plain word is repeated to the sender: a card number may have been sent as a name. */
function repeated(name: string): Refusal {
  if (/^[a-z]{1,64}$/i.test(name)) return invalid(name, 'appears more than once');
  return invalid('body', 'must not have a field more than once');
}
