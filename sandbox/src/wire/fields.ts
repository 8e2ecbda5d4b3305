// Reads fields of requests to simulated parties. An error names the field, never its value.

import { isUuid } from '@bramka/gateway/core/id.ts';

/** The request is invalid. Names the field, never its value. */
export class MalformedRequest extends Error {
  readonly field: string;
  readonly reason = 'is missing or malformed';

  constructor(field: string) {
    super(`${field} is missing or malformed`);
    this.name = 'Malformed';
    this.field = field;
  }
}

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null) throw new MalformedRequest(name);
  return value as Fields;
}

export function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined;
}

export function text(fields: Fields, name: string, form: RegExp): string {
  const value = fields[name];
  if (typeof value !== 'string' || !form.test(value)) throw new MalformedRequest(name);
  return value;
}

/** Null if the field is absent. */
export function optionalText(fields: Fields, name: string, form: RegExp): string | null {
  return isPresent(fields[name]) ? text(fields, name, form) : null;
}

export function uuid(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || !isUuid(value)) throw new MalformedRequest(name);
  return value;
}
