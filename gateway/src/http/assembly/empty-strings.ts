// Clients often send empty strings for missing values. In merchant requests an empty string means
// the same as null: the field is absent, and a required one is reported as missing.

import type { AnyEndpoint } from '../endpoint.ts';
import type { NamedSchema } from './near-miss.ts';

interface TypedSchema extends NamedSchema {
  readonly type?: unknown;
}

/** True for merchants and payment pages; operators may set a text to empty. */
export function treatsEmptyAsAbsent({ access, emptyIsAbsent }: AnyEndpoint): boolean {
  return emptyIsAbsent ?? (access === 'merchant' || access === 'merchant-or-client');
}

/** Removes empty strings where the schema has a string, at every depth; other data stays. */
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
      if (fields[name] === '' && isString(inner)) delete fields[name];
      else dropEmptyStrings(inner, fields[name]);
    }
  }
}

function isString(schema: TypedSchema): boolean {
  return schema.type === 'string' || (schema.anyOf ?? []).some(isString);
}
