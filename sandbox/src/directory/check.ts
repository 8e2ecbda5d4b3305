// Holds a message against a table of its fields: what is missing, then what is malformed, each
// under the error code of the protocol.

import type { ErrorCode } from '../wire/erro.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Why a value is not accepted, or undefined when it is. */
export type Form = (value: unknown, message: Fields) => ErrorCode | undefined;

export interface FieldRule {
  readonly name: string;
  readonly form: Form;
  /** Absent: optional. */
  readonly isNeeded?: (message: Fields) => boolean;
}

export interface Complaint {
  readonly code: ErrorCode;
  /** The field. */
  readonly detail: string;
}

/** All missing fields before the first malformed one, as a directory server reports them. */
export function complaintAbout(
  message: Fields,
  rules: readonly FieldRule[],
): Complaint | undefined {
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

/** Text of this form. */
export const like = (form: RegExp): Form =>
  passes((value) => typeof value === 'string' && form.test(value));

/** Text of so many characters, none of them a control. */
export const text = (most: number, least = 1): Form =>
  like(new RegExp(`^[^\\p{Cc}]{${least},${most}}$`, 'u'));

export const digits = (most: number, least = most): Form =>
  like(new RegExp(`^[0-9]{${least},${most}}$`));

export const id: Form = like(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);

/** SDKs make ids of their own, some in capital letters. */
export const sdkId: Form = like(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i);

export const webAddress = (most: number): Form =>
  passes((value) => {
    if (typeof value !== 'string' || value.length > most) return false;
    const url = URL.parse(value);
    return url?.protocol === 'https:' || url?.protocol === 'http:';
  });

export const truth: Form = passes((value) => typeof value === 'boolean');

/** Three digits of a list of the ISO; those are refused under a code of their own. */
export const isoNumber =
  (isKnown: (value: string) => boolean): Form =>
  (value) => {
    if (typeof value !== 'string' || !/^[0-9]{3}$/.test(value)) return '203';
    return isKnown(value) ? undefined : '304';
  };

/** YYYYMMDD, with HHMMSS behind it or without. */
export const date = (length: 8 | 14): Form =>
  passes((value) => {
    if (typeof value !== 'string' || value.length !== length || !/^\d+$/.test(value)) return false;
    const [, year, month, day, hour = '00', minute = '00', second = '00'] =
      /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d))?$/.exec(value) ?? [];
    const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
    const time = Date.parse(iso);
    return !Number.isNaN(time) && new Date(time).toISOString() === iso;
  });

/** An object whose fields have these forms; they are present unless their form says otherwise. */
export const object = (forms: Readonly<Record<string, Form>>): Form =>
  passes((value) => {
    if (typeof value !== 'object' || value === null) return false;
    const fields = value as Fields;
    return Object.entries(forms).every(([name, form]) => form(fields[name], fields) === undefined);
  });

/** For a field of an object that may be absent. */
export const absentOr =
  (form: Form): Form =>
  (value, message) =>
    value === undefined ? undefined : form(value, message);

/** One value of this form or more. */
export const list = (form: Form, most: number): Form =>
  passes((value) => {
    if (!Array.isArray(value) || value.length === 0 || value.length > most) return false;
    return value.every((item) => form(item, {}) === undefined);
  });

/** One form up to 2.1.0, one up to 2.2.0, one for what came later. */
export const byVersion =
  (first: Form, second: Form, third: Form = second): Form =>
  (value, message) => {
    const { messageVersion } = message;
    const form = messageVersion === '2.1.0' ? first : messageVersion === '2.2.0' ? second : third;
    return form(value, message);
  };
