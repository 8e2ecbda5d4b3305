// Checks a message against a table of its fields: missing fields first, then malformed ones, each
// with the error code of the protocol.

import type { ErrorCode } from '../wire/erro.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Returns the error code of an invalid value, or undefined. */
type Form = (value: unknown, message: Fields) => ErrorCode | undefined;

export interface FieldRule {
  readonly name: string;
  readonly form: Form;
  /** Absent: the field is optional. */
  readonly isNeeded?: (message: Fields) => boolean;
}

export interface FieldError {
  readonly code: ErrorCode;
  /** The name of the field. */
  readonly detail: string;
}

/** Reports all missing fields before the first malformed one, as a directory server does. */
export function findFieldError(
  message: Fields,
  rules: readonly FieldRule[],
): FieldError | undefined {
  for (const { name, isNeeded } of rules) {
    if (message[name] === undefined && isNeeded?.(message)) return { code: '201', detail: name };
  }
  for (const { name, form } of rules) {
    const code = message[name] === undefined ? undefined : form(message[name], message);
    if (code !== undefined) return { code, detail: name };
  }
  return undefined;
}

const passes =
  (isGood: (value: unknown) => boolean, code: ErrorCode = '203'): Form =>
  (value) =>
    isGood(value) ? undefined : code;

/** Text that matches the pattern. */
export const like = (form: RegExp): Form =>
  passes((value) => typeof value === 'string' && form.test(value));

/** Text with a limited number of characters and no control characters. */
export const text = (most: number, least = 1): Form =>
  like(new RegExp(`^[^\\p{Cc}]{${least},${most}}$`, 'u'));

export const digits = (most: number, least = most): Form =>
  like(new RegExp(`^[0-9]{${least},${most}}$`));

export const id: Form = like(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);

/** SDKs create their own ids, some in upper case. */
export const sdkId: Form = like(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i);

export const webAddress = (most: number): Form =>
  passes((value) => {
    if (typeof value !== 'string' || value.length > most) return false;
    const url = URL.parse(value);
    return url?.protocol === 'https:' || url?.protocol === 'http:';
  });

export const truth: Form = passes((value) => typeof value === 'boolean');

/** A three-digit ISO code; unknown codes have their own error code. */
export const isoNumber =
  (isKnown: (value: string) => boolean): Form =>
  (value) => {
    if (typeof value !== 'string' || !/^[0-9]{3}$/.test(value)) return '203';
    return isKnown(value) ? undefined : '304';
  };

/** YYYYMMDD, optionally followed by HHMMSS. */
export const date = (length: 8 | 14): Form =>
  passes((value) => {
    if (typeof value !== 'string' || value.length !== length || !/^\d+$/.test(value)) return false;
    const [, year, month, day, hour = '00', minute = '00', second = '00'] =
      /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d))?$/.exec(value) ?? [];
    const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
    const time = Date.parse(iso);
    return !Number.isNaN(time) && new Date(time).toISOString() === iso;
  });

/** An object with these fields, all required unless their form is `absentOr`. */
export const object = (forms: Readonly<Record<string, Form>>): Form =>
  passes((value) => {
    if (typeof value !== 'object' || value === null) return false;
    const fields = value as Fields;
    return Object.entries(forms).every(([name, form]) => form(fields[name], fields) === undefined);
  });

/** An optional field of an object. */
export const absentOr =
  (form: Form): Form =>
  (value, message) =>
    value === undefined ? undefined : form(value, message);

/** A list of one or more values. */
export const list = (form: Form, most: number): Form =>
  passes((value) => {
    if (!Array.isArray(value) || value.length === 0 || value.length > most) return false;
    return value.every((item) => form(item, {}) === undefined);
  });

/** One form for 2.1.0, one for 2.2.0, one for later versions. */
export const byVersion =
  (first: Form, second: Form, third: Form = second): Form =>
  (value, message) => {
    const { messageVersion } = message;
    const form = messageVersion === '2.1.0' ? first : messageVersion === '2.2.0' ? second : third;
    return form(value, message);
  };
