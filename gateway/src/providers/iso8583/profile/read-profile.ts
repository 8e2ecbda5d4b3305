// Reads the description of a host: one that is built in, or the operator's JSON file. Everything is
// checked at start, with a sentence that names the entry.

import { readFileSync } from 'node:fs';
import { fieldsOf, type Fields } from '../../../core/json/fields.ts';
import { misfit } from '../codec/field-format.ts';
import {
  createPackager,
  encodingChoices,
  frameChoices,
  type HostFormat,
  type Packager,
} from '../codec/packager.ts';
import { builtInHosts } from './built-in-hosts.ts';
import { factNames, forms, type FactPlace, type PrivateField } from './private-fields.ts';
import { operations, references, standardTypes, type HostProfile } from './host-profile.ts';

/** One sentence for the operator. */
export class BadProfile extends Error {}

/** `source`: the name of a built-in host, or the path of a file. */
export function loadProfile(source: string): HostProfile {
  const builtIn = Object.hasOwn(builtInHosts, source) ? builtInHosts[source] : undefined;
  if (builtIn) return readProfile(builtIn);
  try {
    return readProfile(JSON.parse(readFileSync(source, 'utf8')));
  } catch (error) {
    throw new BadProfile(`${source} cannot be used: ${(error as Error).message}`);
  }
}

const entries = [
  ...['version', 'frame', 'encodings', 'fields', 'types', 'refersBy', 'fixed', 'privateFields'],
  'networkTransactionId',
];

export function readProfile(content: unknown): HostProfile {
  const host = object(content, 'the file', entries);
  const version = oneOf(host['version'], 'version', ['1987', '1993'] as const);
  const header: Form = [/^([0-9A-Fa-f]{2})*$/, 'bytes in hexadecimal'];
  readChoices(host['frame'], 'frame', { ...frameChoices, header });
  readChoices(host['encodings'], 'encodings', encodingChoices);
  for (const [number, field] of pairs(host['fields'], 'fields')) {
    if (typeof field === 'string') continue;
    const format: Form = [/./, 'a notation such as n..19'];
    readChoices(field, `fields ${number}`, { ...encodingChoices, format });
  }
  const packager = createPackager(host as unknown as HostFormat);
  const privateFields = readPrivateFields(host['privateFields'], packager);
  const { refersBy = 'both' } = host;
  return {
    packager,
    types: { ...standardTypes[version], ...readTypes(host['types']) },
    refersBy: oneOf(refersBy, 'refersBy', references),
    fixed: readFixed(host['fixed'], packager),
    privateFields,
    networkTransactionId: readPlace(host['networkTransactionId'], packager, privateFields),
  };
}

function readTypes(value: unknown): Partial<HostProfile['types']> {
  const form: Form = [/^\d{3}0$/, 'four digits that end with 0'];
  readChoices(value, 'types', Object.fromEntries(operations.map((name) => [name, form])));
  return value ?? {};
}

function readFixed(value: unknown, packager: Packager): HostProfile['fixed'] {
  return new Map(
    pairs(value, 'fixed').map(([number, text]) => {
      const format = packager.fields.get(freeField(number, packager));
      const why = typeof text === 'string' && format ? misfit(format, text) : 'is not a text';
      if (why !== undefined) throw new BadProfile(`fixed: field ${number} ${why}`);
      return [Number(number), text as string];
    }),
  );
}

function readPrivateFields(value: unknown, packager: Packager): HostProfile['privateFields'] {
  return new Map(
    pairs(value, 'privateFields').map(([number, field]) => [
      freeField(number, packager),
      readPrivateField(field, `privateFields ${number}`),
    ]),
  );
}

function readPrivateField(value: unknown, what: string): PrivateField {
  const names = ['fact', 'facts', 'tagSize', 'lengthSize', 'prefix', 'ber'];
  const field = object(value, what, names);
  if (typeof field['fact'] === 'string') {
    return { layout: 'whole', place: factPlace(field['fact'], what) };
  }
  const places = new Map(
    pairs(field['facts'], `${what} facts`).map(([tag, fact]) => [
      tag,
      factPlace(fact, `${what} tag ${tag}`),
    ]),
  );
  if (places.size === 0) throw new BadProfile(`${what} needs "fact" or "facts"`);
  const tags = [...places.keys()];
  if (field['ber'] === true) {
    const wrong = tags.find((tag) => !/^([0-9A-F]{2}){1,3}$/.test(tag));
    if (wrong !== undefined) throw new BadProfile(`${what}: ${wrong} is not a tag in hexadecimal`);
    return { layout: 'ber', places };
  }
  const { tagSize = 2, lengthSize = 2, prefix = '' } = field;
  if (!isSize(tagSize) || !isSize(lengthSize) || typeof prefix !== 'string') {
    throw new BadProfile(`${what}: tagSize and lengthSize are 1 to 4, prefix is a text`);
  }
  const wrong = tags.find((tag) => tag.length !== tagSize);
  if (wrong !== undefined) throw new BadProfile(`${what}: tag ${wrong} has another size`);
  return { layout: 'tags', prefix, tagSize, lengthSize, places };
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && [1, 2, 3, 4].includes(value);
}

/** Such as `cavv`, or `cavv:hex`. */
function factPlace(value: unknown, what: string): FactPlace {
  const [fact = '', form = 'text', ...others] = typeof value === 'string' ? value.split(':') : [];
  if (others.length > 0) throw new BadProfile(`${what}: write a fact as name or name:form`);
  return { fact: oneOf(fact, what, factNames), form: oneOf(form, what, forms) };
}

function readPlace(
  value: unknown,
  packager: Packager,
  privateFields: HostProfile['privateFields'],
): HostProfile['networkTransactionId'] {
  if (value === undefined) return null;
  const place = object(value, 'networkTransactionId', ['field', 'tag']);
  const field = fieldNumber(String(place['field']), packager);
  const { tag = null } = place;
  if (tag !== null && (typeof tag !== 'string' || privateFields.get(field)?.layout !== 'tags')) {
    throw new BadProfile(`networkTransactionId: field ${field} has no tags in privateFields`);
  }
  return { field, tag };
}

/** Fields by which operations and answers are told apart; only we write them. */
const ownFields: readonly number[] = [2, 3, 4, 7, 11, 37, 38, 39, 49, 64, 90, 128];

function freeField(number: string, packager: Packager): number {
  const found = fieldNumber(number, packager);
  const isOriginal = found === 56 && packager.version === '1993';
  if (!ownFields.includes(found) && !isOriginal) return found;
  throw new BadProfile(`field ${number} is written by the gateway`);
}

function fieldNumber(number: string, { fields }: Packager): number {
  if (!fields.has(Number(number))) throw new BadProfile(`${number} is not the number of a field`);
  return Number(number);
}

function object(value: unknown, what: string, allowed: readonly string[]): Fields {
  const fields = fieldsOf(value);
  if (!fields) throw new BadProfile(`${what} must be a JSON object`);
  const strange = Object.keys(fields).find((name) => !allowed.includes(name));
  if (strange === undefined) return fields;
  throw new BadProfile(`${what} has no "${strange}"; use ${allowed.join(', ')}`);
}

function pairs(value: unknown, what: string): [string, unknown][] {
  if (value === undefined) return [];
  const fields = fieldsOf(value);
  if (!fields) throw new BadProfile(`${what} must be a JSON object`);
  return Object.entries(fields);
}

function oneOf<const T extends string>(value: unknown, what: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new BadProfile(`${what} must be one of ${allowed.join(', ')}`);
  return found;
}

/** What a text must match, and the same in words. */
type Form = readonly [form: RegExp, rule: string];
type Choices = Readonly<Record<string, readonly unknown[] | Form>>;

function readChoices(value: unknown, what: string, choices: Choices): void {
  if (value === undefined) return;
  const fields = object(value, what, Object.keys(choices));
  for (const [name, given] of Object.entries(fields)) {
    const allowed = choices[name] ?? [];
    const [form, rule] = allowed;
    const isForm = form instanceof RegExp;
    const isRight = isForm
      ? typeof given === 'string' && form.test(given)
      : allowed.includes(given);
    if (isRight) continue;
    const must = isForm ? String(rule) : `one of ${allowed.join(', ')}`;
    throw new BadProfile(`${what} ${name} must be ${must}`);
  }
}
