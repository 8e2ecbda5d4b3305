// Reads values of JSON that another party wrote: what is not as it must be is undefined, never an
// exception.

export type Fields = Readonly<Record<string, unknown>>;

/** An object; an array is none. */
export function fieldsOf(value: unknown): Fields | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Fields) : undefined;
}

export function textOf(value: unknown, form: RegExp): string | undefined {
  return typeof value === 'string' && form.test(value) ? value : undefined;
}
