// Schema parts shared by endpoints: bounded strings, exact amounts, identifiers. No object schema
// is closed: null means absent, and assembly/near-miss.ts decides about unknown fields.

import { Type, type Static, type TSchema, type TStringOptions, type TUnsafe } from 'typebox';
import { exactNumber, type JsonNumber } from '../core/json.ts';
import { formatAmount, money } from '../core/money.ts';

export const text = (maxLength: number, description?: string) =>
  Type.String({ maxLength, minLength: 1, ...(description === undefined ? {} : { description }) });

export const optionalText = (description: string) => Type.Optional(Type.String({ description }));

export const optionalFlag = (description: string) => Type.Optional(Type.Boolean({ description }));

/**
 * Marks a text that people write, or JSON with such texts: it must not contain a card number,
 * because it is stored and returned in clear.
 */
export const freeText = { 'x-free-text': true } as const;

/** Text that may be empty, as in a form: an empty one counts as absent. */
export const words = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));

export const freeWords = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description, ...freeText }));

/** Text with a pattern; `rule` describes it in words, for messages and documentation. */
export const patternText = (pattern: string, rule: string, options: TStringOptions = {}) =>
  Type.String({ pattern, 'x-rule': rule, ...options });

export const currencyCode = (description: string) =>
  patternText('^[A-Z]{3}$', 'a currency code of three capital letters such as PLN', {
    description,
  });

export const idempotencyKeyRule = '1 to 255 printable ASCII characters without spaces';
export const idempotencyKeyForm = /^[!-~]{1,255}$/;
export const idempotencyKey = patternText(idempotencyKeyForm.source, idempotencyKeyRule, {
  minLength: 1,
  maxLength: 255,
});

interface NumberBounds {
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum: number;
}

/**
 * A JSON number kept with its exact text. The endpoint checks the bounds; the schema only documents
 * them.
 */
export const exact = (
  description: string,
  bounds: NumberBounds,
  example: number,
): TUnsafe<number | JsonNumber> =>
  Type.Unsafe<number | JsonNumber>({ exactNumber: bounds, description, examples: [example] });

const AMOUNT_MAX = 999_999_999.99;

/** An amount in major units; the endpoint checks the rules of the currency. */
export const amount = (description: string) =>
  exact(description, { exclusiveMinimum: 0, maximum: AMOUNT_MAX }, 123.45);

/**
 * An amount that may be left out to mean everything. Null is refused: a program that computed no
 * amount must not move all the money.
 */
export const amountOrAll = (description: string): TUnsafe<number | JsonNumber> =>
  Type.Unsafe<number | JsonNumber>({ ...amount(description), neverNull: true });

export const amountOrZero = (description: string) =>
  exact(description, { minimum: 0, maximum: AMOUNT_MAX }, 1.5);

/** A JSON number in a reply, printed exactly. */
export const amountReply = (description: string) =>
  Type.Unsafe<unknown>({ type: 'number', description, examples: [123.45] });

/** An amount as `amountReply` describes it. */
export const amountView = (minor: bigint, currency: string) =>
  exactNumber(formatAmount(money(minor, currency)));

export const time = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-01-31T12:00:00.000Z'] });

/** One of the values, each with its meaning for the documentation. */
export const oneOf = <const T extends Readonly<Record<string, string>>>(
  meanings: T,
  description: string,
) =>
  Type.Unsafe<keyof T & string>({
    type: 'string',
    enum: Object.keys(meanings),
    description,
    'x-enumDescriptions': meanings,
  });

/** A secret in a request or an answer: the audit log never shows it. */
export const secretText = (options: TStringOptions) =>
  Type.String({ 'x-secret': true, ...options });

interface Shape {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
}

/** A copy with only the fields of the schema, at every depth. */
export function knownFields<T extends TSchema>(schema: T, value: unknown): Static<T> {
  const { properties, items } = schema as Shape;
  if (Array.isArray(value)) {
    return (items ? value.map((item) => knownFields(items, item)) : value) as Static<T>;
  }
  if (!properties || typeof value !== 'object' || value === null) return value as Static<T>;
  const fields: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(properties)) {
    const sent = (value as Record<string, unknown>)[name];
    if (sent !== undefined) fields[name] = knownFields(inner, sent);
  }
  return fields as Static<T>;
}
