// Reads card ranges from the answer of a directory server. It trusts nothing and never throws.

import { baselineVersions, compareVersions, VERSION_FORM } from '../../cards/protocol-version.ts';
import type { JsonAnswer } from '../../http/outgoing.ts';
import { type AnswerError, openAnswer, GARBAGE } from './answer.ts';
import type { Fields } from './fields.ts';
import * as field from './fields.ts';
import type { PReq } from '../ranges/range-message.ts';

const CARD_DIGITS = /^[0-9]{13,19}$/;
const SERIAL_NUMBER = /^[\x21-\x7e]{1,20}$/;
const METHOD_URL_LENGTH_MAX = 256;
const RANGES_MAX = 250_000;

export interface CardRange {
  /** Complete card numbers of 13 to 19 digits, both ends included. */
  readonly from: string;
  readonly to: string;
  readonly action: 'A' | 'M' | 'D';
  readonly acsStart: string;
  readonly acsEnd: string;
  readonly dsStart: string;
  readonly dsEnd: string;
  readonly threeDSMethodURL: string | null;
}

export type PresAnswer =
  | {
      readonly kind: 'answered';
      readonly ranges: readonly CardRange[];
      /** True for a list of changes since the requested serial number. */
      readonly changes: boolean;
      readonly serialNum: string | null;
      /** Entries without usable range ends. */
      readonly skipped: number;
      /** Ranges whose versions or action could not be read and were assumed. */
      readonly assumed: number;
    }
  | AnswerError;

/**
 * A full list may be empty when no card of the organization is enrolled. A missing list, or one
 * without any usable entry, is not accepted: it would disable authentication for all cards.
 */
export function readPRes(answer: JsonAnswer, asked: PReq): PresAnswer {
  const opened = openAnswer(answer, asked, 'PRes');
  if (opened.kind === 'error') return opened;
  const { fields } = opened;
  const changes = asked.serialNum !== undefined;
  const entries = field.ownValue(fields, 'cardRangeData') ?? (changes ? [] : undefined);
  if (!Array.isArray(entries) || entries.length > RANGES_MAX) return GARBAGE;
  const read = entries.flatMap((entry) => rangeOf(entry, fields) ?? []);
  const skipped = entries.length - read.length;
  if (!changes && read.length === 0 && skipped > 0) return GARBAGE;
  const serialNum = field.textOf(fields, 'serialNum', SERIAL_NUMBER) ?? null;
  const ranges = read.map(({ range }) => range);
  const assumed = read.filter(({ isAssumed }) => isAssumed).length;
  return { kind: 'answered', ranges, changes, serialNum, skipped, assumed };
}

/** A range is kept when its ends are valid: without it, its cards would count as not enrolled. */
function rangeOf(entry: unknown, message: Fields) {
  const fields = field.fieldsOf(entry);
  if (!fields) return undefined;
  const from = field.textOf(fields, 'startRange', CARD_DIGITS);
  const to = field.textOf(fields, 'endRange', CARD_DIGITS);
  if (!from || !to || from.length !== to.length || from > to) return undefined;
  const indicator = field.ownValue(fields, 'actionInd') ?? 'A';
  const action = (['A', 'M', 'D'] as const).find((one) => one === indicator);
  const versions = versionsOf(fields, message);
  const threeDSMethodURL =
    field.webUrlOf(fields, 'threeDSMethodURL', METHOD_URL_LENGTH_MAX) ?? null;
  const known = { from, to, action: action ?? 'M', threeDSMethodURL };
  const range: CardRange = { ...known, ...(versions ?? assumedVersions) };
  return { range, isAssumed: !action || (!versions && action !== 'D') };
}

const { start, end } = baselineVersions;
const assumedVersions = { acsStart: start, acsEnd: end, dsStart: start, dsEnd: end };

/** The directory server's own versions apply where a range has none. */
function versionsOf(fields: Fields, message: Fields) {
  const version = (name: string, otherwise: Fields = fields): string | undefined =>
    field.textOf(fields, name, VERSION_FORM) ?? field.textOf(otherwise, name, VERSION_FORM);
  const acsStart = version('acsStartProtocolVersion');
  const acsEnd = version('acsEndProtocolVersion');
  const dsStart = version('dsStartProtocolVersion', message);
  const dsEnd = version('dsEndProtocolVersion', message);
  if (!acsStart || !acsEnd || compareVersions(acsStart, acsEnd) > 0) return undefined;
  if (!dsStart || !dsEnd || compareVersions(dsStart, dsEnd) > 0) return undefined;
  return { acsStart, acsEnd, dsStart, dsEnd };
}
