// A JSON schema as table rows: one row per field, nested fields below their parent, with type,
// limits and allowed values in words.

export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  /** The meaning of each value. */
  readonly 'x-enumDescriptions'?: Readonly<Record<string, string>>;
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly format?: string;
  readonly pattern?: string;
  /** The pattern in words. */
  readonly 'x-rule'?: string;
  readonly examples?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

export interface FieldValue {
  readonly value: string;
  readonly meaning: string | undefined;
}

export interface Field {
  readonly name: string;
  /** 0 for fields of the outermost object. */
  readonly depth: number;
  readonly required: boolean;
  readonly type: string;
  readonly limits: readonly string[];
  /** The format of a string in words, or its pattern if there are no words for it. */
  readonly form: string | undefined;
  readonly values: readonly FieldValue[];
  readonly description: string | undefined;
}

/** The fields of an object, or of the objects in an array. */
export function fieldsOf(schema: Schema, depth = 0): Field[] {
  const holder = holderOf(schema);
  return Object.entries(holder?.properties ?? {}).flatMap(([name, value]) => [
    fieldOf(name, value, holder?.required?.includes(name) === true, depth),
    ...fieldsOf(value, depth + 1),
  ]);
}

export function fieldOf(name: string, schema: Schema, required: boolean, depth = 0): Field {
  const inner = schema.type === 'array' ? (schema.items ?? {}) : schema;
  return {
    name,
    depth,
    required,
    type: typeOf(schema),
    limits: limitsOf(schema),
    form: inner['x-rule'] ?? (inner.pattern === undefined ? undefined : `matches ${inner.pattern}`),
    values: (inner.enum ?? []).map((value) => ({
      value,
      meaning: inner['x-enumDescriptions']?.[value],
    })),
    description: schema.description,
  };
}

/** The object whose fields a value has: itself, its items, or the object among its alternatives. */
function holderOf(schema: Schema): Schema | undefined {
  if (schema.properties) return schema;
  if (schema.items) return holderOf(schema.items);
  return schema.anyOf?.map(holderOf).find((form) => form !== undefined);
}

export function typeOf(schema: Schema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  if (schema.type === 'array') return `array of ${plural(typeOf(schema.items ?? {}))}`;
  if (schema.format === 'date-time') return 'time';
  return schema.type ?? 'anything';
}

function plural(type: string): string {
  return /^(string|number|integer|boolean|object|time)$/.test(type) ? `${type}s` : type;
}

export function limitsOf(schema: Schema): string[] {
  if (schema.anyOf) return [...new Set(schema.anyOf.flatMap(limitsOf))];
  const above = schema.exclusiveMinimum;
  const limits = [
    range(schema.minLength === 0 ? undefined : schema.minLength, schema.maxLength, 'characters'),
    above === undefined ? undefined : `above ${above}`,
    range(schema.minimum, schema.maximum, ''),
    range(schema.minItems, schema.maxItems, 'items'),
    schema.uniqueItems === true ? 'no repeats' : undefined,
    ...(schema.type === 'array' ? limitsOf(schema.items ?? {}).map((one) => `each ${one}`) : []),
  ];
  return limits.filter((limit) => limit !== undefined);
}

function range(least: number | undefined, most: number | undefined, unit: string) {
  if (least === undefined && most === undefined) return undefined;
  const words =
    least === undefined
      ? `at most ${most}`
      : most === undefined
        ? `at least ${least}`
        : least === most
          ? `exactly ${least}`
          : `${least} to ${most}`;
  return `${words} ${unit}`.trim();
}
