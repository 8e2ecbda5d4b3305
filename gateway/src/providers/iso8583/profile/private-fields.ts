// Fields whose content a host defines by itself: which of our facts goes where, in which form. A
// field is one fact, a list of tagged texts (tag, length, text), or BER-TLV bytes.

import type { IsoMessage } from '../codec/iso-message.ts';

/** What we know about a payment besides the standard fields. */
export const factNames = [
  'merchantId',
  'paymentId',
  'cvv',
  'holder',
  'eci',
  'cavv',
  'dsTransId',
  'threeDSVersion',
  'transStatus',
  'cryptogram',
  'numberType',
  'tokenScheme',
  'exemption',
  'networkTransactionId',
] as const;
type FactName = (typeof factNames)[number];
export type Facts = Readonly<Partial<Record<FactName, string>>>;

/** `hex`: the bytes of a text in base64, in hexadecimal. */
export const forms = ['text', 'hex'] as const;

export interface FactPlace {
  readonly fact: FactName;
  readonly form: (typeof forms)[number];
}

export type PrivateField =
  | { readonly layout: 'whole'; readonly place: FactPlace }
  | {
      readonly layout: 'tags';
      /** Before the first tag. */
      readonly prefix: string;
      readonly tagSize: number;
      readonly lengthSize: number;
      readonly places: ReadonlyMap<string, FactPlace>;
    }
  | { readonly layout: 'ber'; readonly places: ReadonlyMap<string, FactPlace> };

/** The fields that have a content. */
export function writePrivateFields(
  privateFields: ReadonlyMap<number, PrivateField>,
  facts: Facts,
): [number: number, value: string][] {
  return [...privateFields].flatMap(([number, field]): [number, string][] => {
    const value = writeField(field, facts);
    return value === '' ? [] : [[number, value]];
  });
}

function writeField(field: PrivateField, facts: Facts): string {
  if (field.layout === 'whole') return valueOf(field.place, facts) ?? '';
  const parts = [...field.places].flatMap(([tag, place]) => {
    const value = valueOf(place, facts);
    if (value === undefined) return [];
    if (field.layout === 'ber') return [tag + berLength(berValue(place, value))];
    return [tag + String(value.length).padStart(field.lengthSize, '0') + value];
  });
  if (parts.length === 0) return '';
  return field.layout === 'tags' ? field.prefix + parts.join('') : parts.join('');
}

function valueOf({ fact, form }: FactPlace, facts: Facts): string | undefined {
  const value = facts[fact];
  if (value === undefined || form === 'text') return value;
  return Buffer.from(value, 'base64').toString('hex').toUpperCase();
}

function berValue({ form }: FactPlace, value: string): string {
  return form === 'hex' ? value : Buffer.from(value, 'latin1').toString('hex').toUpperCase();
}

/** With its length before it: one byte up to 127, then 81 and one byte. */
function berLength(hex: string): string {
  const bytes = hex.length / 2;
  const length = bytes.toString(16).toUpperCase().padStart(2, '0');
  return (bytes < 0x80 ? length : `81${length}`) + hex;
}

/** The text at a place of an answer; undefined if it is not there or cannot be read. */
export function readPrivateText(
  { fields }: IsoMessage,
  field: number,
  tag: string | null,
  layout: PrivateField | undefined,
): string | undefined {
  const content = fields.get(field);
  if (tag === null || content === undefined) return content;
  return layout?.layout === 'tags' ? readTags(content, layout).get(tag) : undefined;
}

/** The tagged texts of a field, as far as they can be read. */
export function readTags(
  content: string,
  layout: Extract<PrivateField, { layout: 'tags' }>,
): Map<string, string> {
  const { prefix, tagSize, lengthSize } = layout;
  const found = new Map<string, string>();
  for (let at = prefix.length; at + tagSize + lengthSize <= content.length;) {
    const start = at + tagSize + lengthSize;
    const length = content.slice(at + tagSize, start);
    if (!/^\d+$/.test(length) || start + Number(length) > content.length) break;
    found.set(content.slice(at, at + tagSize), content.slice(start, start + Number(length)));
    at = start + Number(length);
  }
  return found;
}
