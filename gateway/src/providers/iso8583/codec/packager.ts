// The format of a host: version, frame, encodings and fields. It is data, so that an operator
// adapts it to a host with a file.

import type { Encodings, FieldFormat } from './field-format.ts';
import { readFormat } from './field-format.ts';
import { fieldTables, type Version } from './field-tables.ts';

/** What stands before the message type of every message. */
export interface Frame {
  /** How many bytes tell the length of the rest, and how. */
  readonly lengthBytes: 2 | 4;
  readonly lengthEncoding: 'binary' | 'ascii';
  /** Whether the announced length counts its own bytes. */
  readonly countsItself: boolean;
  /** A header that is sent before the message, in hexadecimal; one of this size is received. */
  readonly header: string;
}

export interface HostFormat {
  readonly version: Version;
  readonly frame?: Partial<Frame>;
  readonly encodings?: Partial<Encodings>;
  /** Fields that differ from the standard: the notation, or the notation with encodings. */
  readonly fields?: Readonly<Record<string, string | FieldChange>>;
}

interface FieldChange extends Partial<Encodings> {
  readonly format?: string;
}

export interface Packager {
  readonly version: Version;
  readonly frame: Frame;
  readonly encodings: Encodings;
  readonly fields: ReadonlyMap<number, FieldFormat>;
}

/** What a file may say; the header is any bytes. */
export const frameChoices = {
  lengthBytes: [2, 4],
  lengthEncoding: ['binary', 'ascii'],
  countsItself: [true, false],
} as const;

export const encodingChoices = {
  digits: ['ascii', 'ebcdic', 'bcd'],
  text: ['ascii', 'ebcdic'],
  tracks: ['ascii', 'ebcdic', 'bcd'],
  lengths: ['ascii', 'ebcdic', 'bcd', 'binary'],
  bytes: ['raw', 'hex-ascii', 'hex-ebcdic'],
  bitmap: ['raw', 'hex-ascii', 'hex-ebcdic'],
  padding: ['left', 'right'],
} as const satisfies { readonly [Name in keyof Encodings]: readonly Encodings[Name][] };

const standardFrame: Frame = {
  lengthBytes: 2,
  lengthEncoding: 'binary',
  countsItself: false,
  header: '',
};

const standardEncodings: Encodings = {
  digits: 'ascii',
  text: 'ascii',
  tracks: 'ascii',
  lengths: 'ascii',
  bytes: 'raw',
  bitmap: 'raw',
  padding: 'left',
};

/** Throws an error with a sentence for the operator. */
export function createPackager(host: HostFormat): Packager {
  const encodings = { ...standardEncodings, ...host.encodings };
  const standard = fieldTables[host.version];
  const fields = new Map<number, FieldFormat>();
  for (const [number, notation] of Object.entries(standard)) {
    fields.set(Number(number), formatOf(number, notation, encodings));
  }
  for (const [number, given] of Object.entries(host.fields ?? {})) {
    const isField = /^([2-9]|[1-9]\d|1[01]\d|12[0-8])$/.test(number) && number !== '65';
    if (!isField) throw new Error(`${number} is not the number of a field`);
    const { format = standard[Number(number)], ...own } =
      typeof given === 'string' ? { format: given } : given;
    if (format === undefined) throw new Error(`field ${number} needs a format`);
    fields.set(Number(number), formatOf(number, format, { ...encodings, ...own }));
  }
  return { version: host.version, frame: { ...standardFrame, ...host.frame }, encodings, fields };
}

function formatOf(number: string, notation: string, encodings: Encodings): FieldFormat {
  const format = readFormat(notation, encodings);
  if (!format) throw new Error(`field ${number}: ${notation} is not in the notation of ISO 8583`);
  return format;
}
