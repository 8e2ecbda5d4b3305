// Converts numbers where the schema does not need their exact text: `1800.0` and `1.8e3` are the
// whole number 1800, as in JSON Schema. The value is computed from the text, never through a float,
// so that no number is rounded into a valid one.

import { JsonNumber } from '../../core/json.ts';

interface Shape {
  readonly type?: unknown;
  readonly exactNumber?: boolean;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
}

/** The body with plain numbers; parts without a schema stay as they were sent. */
export function withPlainNumbers(schema: unknown, body: unknown): unknown {
  return toPlainNumbers([schema as Shape], body);
}

function toPlainNumbers(schemas: readonly Shape[], value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const shapes = schemas.flatMap((schema) => [schema, ...(schema.anyOf ?? [])]);
  if (value instanceof JsonNumber) return wantsExactNumber(shapes) ? value : wholeNumber(value);
  if (Array.isArray(value)) {
    const items = shapes.flatMap(({ items: inner }) => inner ?? []);
    return items.length > 0 ? value.map((item) => toPlainNumbers(items, item)) : value;
  }
  const fields = value as Record<string, unknown>;
  for (const [name, inner] of Object.entries(fields)) {
    const fieldSchemas = shapes.flatMap(({ properties }) =>
      properties && Object.hasOwn(properties, name) ? (properties[name] ?? []) : [],
    );
    if (fieldSchemas.length > 0) fields[name] = toPlainNumbers(fieldSchemas, inner);
  }
  return value;
}

/** Where the schema allows any type, numbers stay exact too. */
function wantsExactNumber(shapes: readonly Shape[]): boolean {
  return shapes.some(({ exactNumber }) => exactNumber) || !shapes.some(({ type }) => type);
}

const NUMBER = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

/** NaN when the number is not whole or not exact; no schema accepts NaN. */
function wholeNumber({ text }: JsonNumber): number {
  const [, sign = '', integer = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  const zeros = /0*$/.exec(integer + fraction)?.[0].length ?? 0;
  const digits = (integer + fraction).slice(0, integer.length + fraction.length - zeros);
  const power = Number(exponent) - fraction.length + zeros;
  if (digits === '') return 0;
  if (power < 0) return NaN;
  // The reader has limited the exponent, so this is cheap.
  const value = Number(`${sign}${digits}${'0'.repeat(power)}`);
  return Number.isSafeInteger(value) ? value : NaN;
}
