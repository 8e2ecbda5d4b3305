// Reads the flat JSON object of a notification field by field, in the order of the text. JSON.parse
// would hide repeated fields, and two readers could then see different messages.

type FlatJson =
  | { readonly ok: true; readonly fields: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly code: FlatJsonFault; readonly field: string };

type FlatJsonFault = 'body-not-json' | 'body-not-flat' | 'duplicate-field';

/** A name, and a value that is neither an object nor a list. */
const MEMBER =
  /\s*("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)\s*([,}])/y;

/** The texts of all values by name: of a text its characters, of a number its digits. */
export function readFlatJson(text: string): FlatJson {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { ok: false, code: 'body-not-flat', field: '' };
    }
  } catch {
    return { ok: false, code: 'body-not-json', field: '' };
  }
  const fields = new Map<string, string>();
  if (/^\s*\{\s*\}\s*$/.test(text)) return { ok: true, fields };
  MEMBER.lastIndex = text.indexOf('{') + 1;
  while (true) {
    const [, name, value, end] = MEMBER.exec(text) ?? [];
    if (name === undefined || value === undefined) {
      return { ok: false, code: 'body-not-flat', field: [...fields.keys()].at(-1) ?? '' };
    }
    const key = JSON.parse(name) as string;
    if (fields.has(key)) return { ok: false, code: 'duplicate-field', field: key };
    fields.set(key, value.startsWith('"') ? (JSON.parse(value) as string) : value);
    if (end === '}') return { ok: true, fields };
  }
}

/** What `Signature` signs: all values, joined in their order. */
export const signedText = (fields: ReadonlyMap<string, string>): string =>
  [...fields.values()].join('');
