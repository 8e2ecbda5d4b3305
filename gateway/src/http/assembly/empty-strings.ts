// Shops send the empty fields of their forms. In merchant requests an empty string means the same
// as null, but only where the schema accepts an empty string: ids, filters and enums refuse it.

import type { Endpoint } from '../endpoint.ts';
import type { NamedSchema } from './near-miss.ts';

interface TextSchema extends NamedSchema {
  readonly type?: unknown;
  readonly enum?: unknown;
  readonly format?: unknown;
  readonly minLength?: number;
  readonly pattern?: string;
}

/** True for merchants and payment pages; operators may set a text to empty. */
export function treatsEmptyAsAbsent({ access, emptyIsAbsent }: Endpoint): boolean {
  return emptyIsAbsent ?? (access === 'merchant' || access === 'merchant-or-client');
}

/** Removes empty strings where the schema accepts one, at every depth; other data stays. */
export function dropEmptyStrings(schema: NamedSchema, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const forms = [schema, ...(schema.anyOf ?? [])];
  if (Array.isArray(value)) {
    const items = forms.find((form) => form.items)?.items;
    if (items) for (const item of value) dropEmptyStrings(items, item);
    return;
  }
  const fields = value as Record<string, unknown>;
  for (const form of forms) {
    for (const [name, inner] of Object.entries(form.properties ?? {})) {
      if (!Object.hasOwn(fields, name)) continue;
      if (fields[name] === '' && acceptsEmpty(inner)) delete fields[name];
      else dropEmptyStrings(inner, fields[name]);
    }
  }
}

function acceptsEmpty(schema: TextSchema): boolean {
  const { type, enum: values, format, minLength = 0, pattern = '', anyOf = [] } = schema;
  if (anyOf.length > 0) return anyOf.some(acceptsEmpty);
  const isFree = type === 'string' && values === undefined && format === undefined;
  return isFree && minLength === 0 && new RegExp(pattern, 'u').test('');
}
