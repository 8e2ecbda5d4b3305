// What the OpenAPI document says for each object and the docs page once, as a rule. Null in a
// request body means absent, so every optional field may be null, except amounts whose absence
// means everything. Bodies of the operator have no other fields.

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly additionalProperties?: boolean;
  readonly neverNull?: boolean;
}

const nothing: JsonSchema = { type: 'null' };

/** The schema with null for every field that is not required; entries of arrays are never null. */
export function withNull(schema: JsonSchema): JsonSchema {
  const { properties, patternProperties, items, anyOf, required = [] } = schema;
  const field = (name: string, { neverNull, ...inner }: JsonSchema): JsonSchema =>
    required.includes(name) || neverNull ? withNull(inner) : orNull(withNull(inner));
  return {
    ...schema,
    ...(properties ? { properties: eachOf(properties, field) } : {}),
    ...(patternProperties ? { patternProperties: eachOf(patternProperties, field) } : {}),
    ...(items ? { items: withNull(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(withNull) } : {}),
  };
}

export function orNull(schema: JsonSchema): JsonSchema {
  const { type, anyOf } = schema;
  if (anyOf) return { ...schema, anyOf: [...anyOf, nothing] };
  if (typeof type !== 'string') return schema;
  const values = schema.enum ? { enum: [...schema.enum, null] } : {};
  return { ...schema, type: [type, 'null'], ...values };
}

/** The schema of a body in which every unknown field is refused. */
export function withoutOthers(schema: JsonSchema): JsonSchema {
  const { properties, patternProperties, items, anyOf } = schema;
  const field = (_name: string, inner: JsonSchema): JsonSchema => withoutOthers(inner);
  return {
    ...schema,
    ...(properties ? { properties: eachOf(properties, field) } : {}),
    ...(patternProperties ? { patternProperties: eachOf(patternProperties, field) } : {}),
    ...(properties || patternProperties ? { additionalProperties: false } : {}),
    ...(items ? { items: withoutOthers(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(withoutOthers) } : {}),
  };
}

function eachOf(
  schemas: Readonly<Record<string, JsonSchema>>,
  change: (name: string, schema: JsonSchema) => JsonSchema,
): Record<string, JsonSchema> {
  const changed = Object.entries(schemas).map(([name, inner]) => [name, change(name, inner)]);
  return Object.fromEntries(changed) as Record<string, JsonSchema>;
}
