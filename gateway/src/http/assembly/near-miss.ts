// Detects misspelt field names. An unknown name in a request body is ignored unless it is probably
// a spelling mistake, such as `transkind` for `transKind`: ignoring that one would charge a card
// that should only be preauthorized, so it is refused and the known name is suggested. Of an
// operator every unknown name is refused, because a setting in the wrong place changes nothing.

import { Refusal, type RefusalDetail } from '../../core/refusals.ts';
import type { Endpoint } from '../endpoint.ts';

/** The parts of a JSON schema that define which names are known. */
export interface NamedSchema {
  readonly properties?: Readonly<Record<string, NamedSchema>>;
  readonly patternProperties?: Readonly<Record<string, NamedSchema>>;
  readonly items?: NamedSchema;
  readonly anyOf?: readonly NamedSchema[];
}

/** Objects with the merchant's own field names; unknown names in them are always ignored. */
const unchecked: ReadonlySet<string> = new Set(['customer', 'merchant', 'agent', 'consents']);

/** Field names of other gateways and our names for them, in lower case. */
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

/** Refuses names that the endpoint does not know, unless they are ignored. */
export function checkNames(
  { access, query, body, anyNames, fieldName }: Endpoint,
  sent: { readonly query: unknown; readonly body: unknown },
): void {
  if (access === 'operator') {
    refuseUnknown(query, sent.query);
    refuseUnknown(body, sent.body);
  } else if (body && !anyNames) refuseNearMisses(body, sent.body, fieldName);
}

/** Throws INVALID_REQUEST when a name at any depth of the body is close to a known one. */
export function refuseNearMisses(
  schema: unknown,
  body: unknown,
  fieldName: (field: string) => string = (field) => field,
): void {
  refuseFound(schema as NamedSchema, body, { fieldName });
}

const nothing: NamedSchema = { properties: {} };

/** Throws INVALID_REQUEST when a name at any depth is unknown; without a schema every name is. */
function refuseUnknown(schema: unknown, value: unknown): void {
  const root = (schema ?? nothing) as NamedSchema;
  refuseFound(root, value, { fieldName: (field) => field, root });
}

function refuseFound(
  schema: NamedSchema,
  value: unknown,
  how: Pick<Search, 'fieldName' | 'root'>,
): void {
  const search: Search = { details: [], unknown: 0, ...how };
  walk(schema, value, '', search);
  if (search.details.length > 0) throw new Refusal('INVALID_REQUEST', search.details);
}

interface Search {
  readonly details: RefusalDetail[];
  unknown: number;
  /** How errors of this endpoint name a field. */
  readonly fieldName: (field: string) => string;
  /** Present: every unknown name is refused. The schema of the body, to suggest another path. */
  readonly root?: NamedSchema;
}

function walk(schema: NamedSchema, value: unknown, at: string, search: Search): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    if (items) value.forEach((item, index) => walk(items, item, `${at}[${index}]`, search));
    return;
  }
  const fields = fieldsOf(schema) ?? (search.root ? patternFields(schema, value) : null);
  if (!fields) return;
  const path = at === '' ? '' : `${at}.`;
  for (const [name, inner] of Object.entries(value)) {
    const field = fields.get(name);
    if (!field) suggest(fields, name, path, search);
    else if (search.root || !unchecked.has(name)) walk(field, inner, `${path}${name}`, search);
  }
}

/** The given names that match a pattern of the schema; null when any name is allowed. */
function patternFields(schema: NamedSchema, value: object): Map<string, NamedSchema> | null {
  const patterns = Object.entries(schema.patternProperties ?? {});
  if (patterns.length === 0 && !schema.properties) return null;
  const matching = Object.keys(value).flatMap((name) => {
    const rule = patterns.find(([pattern]) => new RegExp(pattern, 'u').test(name));
    return rule ? [[name, rule[1]] as const] : [];
  });
  return new Map([...Object.entries(schema.properties ?? {}), ...matching]);
}

function suggest(
  fields: ReadonlyMap<string, NamedSchema>,
  name: string,
  path: string,
  search: Search,
): void {
  search.unknown += 1;
  if (search.unknown > UNKNOWN_MAX || search.details.length >= DETAILS_MAX) return;
  const synonym = otherNames.get(name.toLowerCase());
  const meant = synonym && fields.has(synonym) ? synonym : nearestName(fields.keys(), name);
  if (meant === undefined) {
    if (search.root) search.details.push(misplaced(search.root, name, path));
    return;
  }
  // The name is in a fixed list or differs from a known one by at most two letters, so a card
  // number is never repeated here.
  const isPlain = /^[\w-]+$/.test(name);
  const suggested = search.fieldName(`${path}${meant}`);
  const owner = suggested.slice(0, suggested.length - meant.length);
  const field = isPlain ? `${owner}${name}` : owner.slice(0, -1) || 'body';
  const what = isPlain ? 'is not a known field' : 'has an unknown field';
  search.details.push({ field, message: `${what}; did you mean ${suggested}?` });
}

/** An unknown name may be anything, so it is repeated only if it looks like the name of a field. */
function misplaced(root: NamedSchema, name: string, path: string): RefusalDetail {
  if (!/^[A-Za-z_][A-Za-z_0-9-]{0,39}$/.test(name) || /\d{4}/.test(name)) {
    return { field: path.slice(0, -1) || 'body', message: 'has an unknown field' };
  }
  const suggested = pathIn(root, name);
  const hint = suggested === undefined ? '' : `; did you mean ${suggested}?`;
  return { field: `${path}${name}`, message: `is not a known field${hint}` };
}

/** The shortest path at which the schema has a field with this name. */
function pathIn(root: NamedSchema, name: string): string | undefined {
  let level: [path: string, schema: NamedSchema][] = [['', root]];
  while (level.length > 0) {
    const fields = level.flatMap(([path, schema]) =>
      Object.entries(schema.properties ?? {}).map(([field, inner]): [string, NamedSchema] => [
        `${path}${field}`,
        inner,
      ]),
    );
    const match = fields.find(([path]) => path === name || path.endsWith(`.${name}`));
    if (match) return match[0];
    level = fields.map(([path, inner]) => [`${path}.`, inner]);
  }
  return undefined;
}

/** The known name that was probably meant, or undefined when none is close enough. */
export function nearestName(candidates: Iterable<string>, name: string): string | undefined {
  const lower = name.toLowerCase();
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    const max = maxMistakes(candidate);
    if (Math.abs(candidate.length - lower.length) > max) continue;
    const distance = editDistance(candidate.toLowerCase(), lower);
    if (distance > max || (best && distance >= best.distance)) continue;
    best = { name: candidate, distance };
  }
  return best?.name;
}

/** Short names are similar by chance: `ip` is not a mistake for `id`. */
function maxMistakes(name: string): number {
  if (name.length <= 3) return 0;
  return name.length <= 5 ? 1 : 2;
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
  let fields = knownFields.get(schema);
  if (fields === undefined) {
    const forms = [schema, ...(schema.anyOf ?? [])];
    const named = forms.flatMap((form) => Object.entries(form.properties ?? {}));
    const isFree = named.length === 0 || forms.some((form) => form.patternProperties);
    fields = isFree ? null : new Map(named);
    knownFields.set(schema, fields);
  }
  return fields;
}

function itemsOf(schema: NamedSchema): NamedSchema | undefined {
  return schema.items ?? schema.anyOf?.find((form) => form.items)?.items;
}
