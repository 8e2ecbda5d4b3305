// Values at and just beyond the limits of an OpenAPI schema: accepted ones, refused ones, and the
// smallest body with all required fields.
import type { Json } from '../client.ts';
import type { Schema } from '../reply-check.ts';

interface RequestSchema extends Omit<Schema, 'type' | 'items' | 'anyOf' | 'properties'> {
  readonly type?: string | readonly string[];
  readonly items?: RequestSchema;
  readonly anyOf?: readonly RequestSchema[];
  readonly properties?: Readonly<Record<string, RequestSchema>>;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

export interface BodyField {
  /** Names on the way to the field; '0' for the first entry of an array. */
  readonly path: readonly string[];
  readonly schema: RequestSchema;
  readonly required: boolean;
}

/** Every field of a body, at every depth. */
export function fieldsIn(schema: RequestSchema, at: readonly string[] = []): BodyField[] {
  const inner = schema.items ? fieldsIn(schema.items, [...at, '0']) : [];
  const forms = (schema.anyOf ?? []).flatMap((form) => fieldsIn(form, at));
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    { path: [...at, name], schema: field, required: schema.required?.includes(name) === true },
    ...fieldsIn(field, [...at, name]),
  ]);
  return [...fields, ...inner, ...forms];
}

const typesOf = ({ type = [] }: RequestSchema): readonly string[] => [type].flat();

/** Texts of which some match and some do not match each pattern of our documents. */
const texts = [
  ...['PLN', 'PL', 'POL', 'a@b', '2.1.0', '1234', '10000001', '', 'é', 'a b', 'A1', '2.1', '@'],
  ...['2026-01-31T12:00:00.000Z', '019a8f52-7c3e-7b14-9d20-5e6f0c1a2b3d', '203912', '123'],
];

export function accepted(schema: RequestSchema): unknown[] {
  if (schema.anyOf) return schema.anyOf.flatMap(accepted);
  const values = schema.enum ? [...schema.enum] : typesOf(schema).flatMap((t) => valid(t, schema));
  return values.filter((value) => typeof value !== 'string' || fits(schema, value));
}

function valid(type: string, schema: RequestSchema): unknown[] {
  const { minimum = -1, maximum = 1_000_000, exclusiveMinimum } = schema;
  switch (type) {
    case 'null':
      return [null];
    case 'boolean':
      return [true, false];
    case 'integer':
      return [minimum, maximum];
    case 'number':
      return [exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 0.01, maximum];
    case 'object':
      return [smallestValid(schema)];
    case 'array':
      return arrays(schema);
    default:
      return [...someTexts(schema), ...edges(schema).map((length) => 'a'.repeat(length))];
  }
}

/** Without a pattern, one text that has more bytes than characters is enough. */
const someTexts = ({ pattern, format }: RequestSchema): readonly string[] =>
  pattern === undefined && format === undefined ? ['é'] : texts;

function arrays({ items = {}, minItems = 0, maxItems = 0, uniqueItems }: RequestSchema): unknown[] {
  const [item] = accepted(items);
  const most = uniqueItems === true ? Math.min(1, maxItems) : maxItems;
  return [minItems, most].map((length) => Array.from({ length }, () => item));
}

const edges = ({ minLength = 0, maxLength = 64 }: RequestSchema): number[] => [
  minLength,
  maxLength,
];

function fits(schema: RequestSchema, text: string): boolean {
  const { pattern, format, minLength = 0, maxLength = Infinity } = schema;
  const length = [...text].length;
  if (length < minLength || length > maxLength) return false;
  if (format === 'date-time') return /^\d{4}-\d\d-\d\dT/.test(text);
  if (format === 'uuid') return /^[0-9a-f]{8}-/.test(text);
  return pattern === undefined || new RegExp(pattern, 'u').test(text);
}

export function refused(schema: RequestSchema): unknown[] {
  if (schema.anyOf) return [{ a: 1 }, true];
  const types = typesOf(schema);
  if (types.length === 0) return [];
  const wrong = types.includes('string') ? [5, {}] : types.includes('number') ? ['x'] : ['x', 1.5];
  return [...wrong, ...(types.includes('null') ? [] : [null]), ...beyond(schema, types)];
}

function beyond(schema: RequestSchema, types: readonly string[]): unknown[] {
  const { minimum, maximum, exclusiveMinimum, maxLength, minItems = 0, maxItems } = schema;
  if (schema.enum) return ['NOT_A_VALUE', ''];
  if (types.includes('string')) {
    const long = maxLength === undefined ? [] : ['a'.repeat(maxLength + 1)];
    return [...long, ...['', ...someTexts(schema)].filter((text) => !fits(schema, text))];
  }
  if (types.includes('array')) {
    const [item] = accepted(schema.items ?? {});
    const many = maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, () => item)];
    const twice = schema.uniqueItems === true ? [[item, item]] : [];
    return [...many, ...twice, [null], ...(minItems > 0 ? [[]] : [])];
  }
  return [
    ...(exclusiveMinimum === undefined ? [] : [exclusiveMinimum]),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
  ];
}

/** An object with its required fields, or the first accepted value. */
export function smallestValid(schema: RequestSchema): unknown {
  if (!typesOf(schema).includes('object')) {
    return accepted(schema).find((value) => value !== null && value !== '');
  }
  const names = schema.required ?? [];
  const fields = names.map((name) => [name, smallestValid(schema.properties?.[name] ?? {})]);
  return Object.fromEntries(fields) as Json;
}

/** A copy of the body with the value at the given place; missing parents are created. */
export function withValue(
  body: unknown,
  schema: RequestSchema,
  path: readonly string[],
  value: unknown,
): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (name === '0') {
    const items = schema.items ?? schema.anyOf?.find((form) => form.items)?.items ?? {};
    return [withValue(undefined, items, rest, value)];
  }
  const form = schema.properties ? schema : schema.anyOf?.find(({ properties }) => properties);
  const fieldSchema = form?.properties?.[name] ?? {};
  const copy = { ...((body ?? smallestValid(form ?? {})) as Json) };
  if (value === undefined && rest.length === 0) {
    const { [name]: _left, ...others } = copy;
    return others;
  }
  return { ...copy, [name]: withValue(copy[name], fieldSchema, rest, value) };
}

export type { RequestSchema };
