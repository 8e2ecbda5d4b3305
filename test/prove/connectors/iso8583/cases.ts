// Messages that another codec encodes too: every field of both versions with its shortest and its
// longest value, in each encoding.
import type {
  Encodings,
  FieldFormat,
} from '@bramka/gateway/providers/iso8583/codec/field-format.ts';
import { createPackager, type Packager } from '@bramka/gateway/providers/iso8583/codec/packager.ts';

export interface Case {
  readonly name: string;
  readonly version: '1987' | '1993';
  readonly encodings: Partial<Encodings>;
  readonly type: string;
  readonly fields: Readonly<Record<string, string>>;
}

const variants: Readonly<Record<string, Partial<Encodings>>> = {
  ASCII: {},
  'ASCII with bitmaps in hexadecimal': { bitmap: 'hex-ascii', bytes: 'hex-ascii' },
  'packed digits': { digits: 'bcd', tracks: 'bcd', lengths: 'bcd' },
  'packed digits, padded on the right': { digits: 'bcd', lengths: 'bcd', padding: 'right' },
  EBCDIC: { digits: 'ebcdic', text: 'ebcdic', tracks: 'ebcdic', lengths: 'ebcdic' },
  'EBCDIC with bitmaps in hexadecimal': {
    digits: 'ebcdic',
    text: 'ebcdic',
    tracks: 'ebcdic',
    lengths: 'ebcdic',
    bitmap: 'hex-ebcdic',
    bytes: 'hex-ebcdic',
  },
};

/** What the other codec cannot state: signed amounts, and a length in bytes of hexadecimal text. */
function isShared({ content, lengthDigits, encodings }: FieldFormat): boolean {
  return content !== 'x+n' && !(content === 'b' && lengthDigits > 0 && encodings.bytes !== 'raw');
}

const SAMPLE: Readonly<Record<FieldFormat['content'], string>> = {
  n: '1234567890',
  'x+n': '',
  a: 'ABCDEFGHIJ',
  an: '9ABCDEFGH8',
  ans: 'Ab 12-/.,?',
  z: '1234567890',
  b: '0123456789ABCDEF0F',
};

/** A value of this length in the unit of the format. */
function valueOf({ content }: FieldFormat, length: number): string {
  const size = content === 'b' ? 2 * length : length;
  const sample = SAMPLE[content];
  return sample.repeat(Math.ceil(size / sample.length)).slice(0, size);
}

/** Of the values that are recorded. */
const LONGEST = 24;

function fieldsOf(packager: Packager, isLong: boolean): Record<string, string> {
  const all = [...packager.fields].filter(([, format]) => isShared(format));
  return Object.fromEntries(
    all.map(([number, format]) => {
      const longest = format.lengthDigits === 0 ? format.length : Math.min(format.length, LONGEST);
      return [number, valueOf(format, format.lengthDigits === 0 || isLong ? longest : 1)];
    }),
  );
}

export function makeCases(): Case[] {
  return (['1987', '1993'] as const).flatMap((version) =>
    Object.entries(variants).flatMap(([name, encodings]) => {
      const packager = createPackager({ version, encodings });
      const type = version === '1987' ? '0100' : '1100';
      const made = { version, encodings, type };
      const long = fieldsOf(packager, true);
      const first = Object.fromEntries(Object.entries(long).filter(([number]) => +number < 65));
      return [
        { ...made, name: `${version}, ${name}, longest`, fields: long },
        { ...made, name: `${version}, ${name}, shortest`, fields: fieldsOf(packager, false) },
        { ...made, name: `${version}, ${name}, one bitmap`, fields: first },
      ];
    }),
  );
}
