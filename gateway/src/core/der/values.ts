// Compares and converts ASN.1 values that `read.ts` has read.

import type { Instant } from '../clock.ts';
import type { Asn1Value } from './read.ts';
import { oid, tags, time } from './write.ts';

const encodings = new Map<string, Buffer>();

/** Call this only for object identifiers in the program: their encodings are cached. */
export function isOid(value: Asn1Value | undefined, text: string): boolean {
  let encoding = encodings.get(text);
  if (!encoding) encodings.set(text, (encoding = oid(text)));
  return value !== undefined && encoding.equals(value.bytes);
}

/** The values of a sequence; undefined for anything else. */
export function sequenceOf(value: Asn1Value | undefined): readonly Asn1Value[] | undefined {
  return value?.tag === tags.sequence ? value.children : undefined;
}

export function setOf(value: Asn1Value | undefined): readonly Asn1Value[] | undefined {
  return value?.tag === tags.set ? value.children : undefined;
}

const UTC_TIME = /^[0-9]{12}Z$/;
const GENERALIZED_TIME = /^[0-9]{14}Z$/;
/** RFC 5280, section 4.1.2.5.1. */
const FIRST_YEAR_OF_LAST_CENTURY = 50;

/**
 * UTCTime from 1950 to 2049, GeneralizedTime after it, in whole seconds of UTC (RFC 5280, section
 * 4.1.2.5); undefined for other forms and for days that do not exist.
 */
export function timeOfValue(value: Asn1Value | undefined): Instant | undefined {
  const digits = digitsOf(value);
  if (digits === undefined) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (
    digits.match(/^[0-9]{4}|[0-9]{2}/g) ?? []
  ).map(Number);
  const at = Date.UTC(year, month - 1, day, hour, minute, second);
  // Date.UTC turns a 32nd of May into the first of June, so the text is compared.
  return value && time(at).equals(value.bytes) ? at : undefined;
}

function digitsOf(value: Asn1Value | undefined): string | undefined {
  const text = value?.content.toString('latin1') ?? '';
  if (value?.tag === tags.generalizedTime && GENERALIZED_TIME.test(text)) return text.slice(0, 14);
  if (value?.tag !== tags.utcTime || !UTC_TIME.test(text)) return undefined;
  const isLastCentury = Number(text.slice(0, 2)) >= FIRST_YEAR_OF_LAST_CENTURY;
  return `${isLastCentury ? '19' : '20'}${text.slice(0, 12)}`;
}
