// Detects misspelt field names. An unknown name in a request body is ignored unless it is probably
// a spelling mistake, such as `transkind` for `transKind`: ignoring that one would charge a card
// that should only be preauthorized, so it is refused and the known name is suggested.

import { Refusal, type RefusalDetail } from '../../core/refusals.ts';

/** The parts of a JSON schema that define which names are known. */
export interface NamedSchema {
  readonly properties?: Readonly<Record<string, NamedSchema>>;
  readonly patternProperties?: object;
  readonly items?: NamedSchema;
  readonly anyOf?: readonly NamedSchema[];
}

/** Objects with the merchant's own field names; unknown names in them are always ignored. */
const unchecked: ReadonlySet<string> = new Set(['customer', 'merchant', 'agent', 'consents']);

/** Names of other gateways for fields of ours, in lower case. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['cvc', 'cvv'],
  ['cvc2', 'cvv'],
  ['cvv2', 'cvv'],
  ['csc', 'cvv'],
  ['securitycode', 'cvv'],
  ['pan', 'instrumentNo'],
  ['cardnumber', 'instrumentNo'],
  ['expiry', 'expDate'],
  ['expirydate', 'expDate'],
  ['cardholder', 'holder'],
]);

const DETAILS_MAX = 20;
/** Maximum number of unknown names checked in one body; no legitimate request has that many. */
const UNKNOWN_MAX = 200;

/** Throws INVALID_REQUEST when a name at any depth of the body is close to a known one. */
export function refuseNearMisses(
  schema: unknown,
  body: unknown,
  fieldName: (field: string) => string = (field) => field,
): void {
  const search = { details: [] as RefusalDetail[], unknown: 0, fieldName };
  walk(schema as NamedSchema, body, '', search);
  if (search.details.length > 0) throw new Refusal('INVALID_REQUEST', search.details);
}

interface Search {
  readonly details: RefusalDetail[];
  unknown: number;
  /** How errors of this endpoint name a field. */
  readonly fieldName: (field: string) => string;
}

function walk(schema: NamedSchema, value: unknown, at: string, search: Search): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    if (items) value.forEach((item, index) => walk(items, item, `${at}[${index}]`, search));
    return;
  }
  const known = fieldsOf(schema);
  if (!known) return;
  const path = at === '' ? '' : `${at}.`;
  for (const [name, inner] of Object.entries(value)) {
    const field = known.get(name);
    if (!field) suggest(known, name, path, search);
    else if (!unchecked.has(name)) walk(field, inner, `${path}${name}`, search);
  }
}

function suggest(
  known: ReadonlyMap<string, NamedSchema>,
  name: string,
  path: string,
  search: Search,
): void {
  search.unknown += 1;
  if (search.unknown > UNKNOWN_MAX || search.details.length >= DETAILS_MAX) return;
  const other = otherNames.get(name.toLowerCase());
  const meant = other && known.has(other) ? other : nearestName(known.keys(), name);
  if (meant === undefined) return;
  // The name is in a fixed list or differs from a known one by at most two letters, so a card
  // number is never repeated here.
  const isPlain = /^[\w-]+$/.test(name);
  const suggested = search.fieldName(`${path}${meant}`);
  const owner = suggested.slice(0, suggested.length - meant.length);
  const field = isPlain ? `${owner}${name}` : owner.slice(0, -1) || 'body';
  const what = isPlain ? 'is not a known field' : 'has an unknown field';
  search.details.push({ field, message: `${what}; did you mean ${suggested}?` });
}

/** The known name that was probably meant, or undefined when none is close enough. */
export function nearestName(known: Iterable<string>, name: string): string | undefined {
  const lower = name.toLowerCase();
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const candidate of known) {
    const max = maxMistakes(candidate);
    if (Math.abs(candidate.length - lower.length) > max) continue;
    const distance = editDistance(candidate.toLowerCase(), lower);
    if (distance > max || (best && distance >= best.distance)) continue;
    best = { name: candidate, distance };
  }
  return best?.name;
}

/** Short names are similar by chance: `ip` is not a mistake for `id`. */
function maxMistakes(known: string): number {
  if (known.length <= 3) return 0;
  return known.length <= 5 ? 1 : 2;
}

/** Counts letters that are added, omitted, replaced, or swapped with their neighbour. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + same,
        isSwap ? (beforeLast[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

const knownFields = new WeakMap<NamedSchema, ReadonlyMap<string, NamedSchema> | null>();

/** The fields of an object in all its variants; null when any name is allowed. */
function fieldsOf(schema: NamedSchema): ReadonlyMap<string, NamedSchema> | null {
  let found = knownFields.get(schema);
  if (found === undefined) {
    const forms = [schema, ...(schema.anyOf ?? [])];
    const named = forms.flatMap((form) => Object.entries(form.properties ?? {}));
    const isFree = named.length === 0 || forms.some((form) => form.patternProperties);
    found = isFree ? null : new Map(named);
    knownFields.set(schema, found);
  }
  return found;
}

function itemsOf(schema: NamedSchema): NamedSchema | undefined {
  return schema.items ?? schema.anyOf?.find((form) => form.items)?.items;
}
