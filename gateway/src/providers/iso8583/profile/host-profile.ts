// What a host expects, as data: the form of messages, which message type each operation has, how an
// operation names the one it refers to, fields that never change, and where our facts about a
// payment are written. Operators describe their host in a file (read-profile.ts).

import type { Packager } from '../codec/packager.ts';
import type { PrivateField } from './private-fields.ts';

/** `undo` reverses an authorization without a known result; the host cannot decline it. */
export const operations = [
  'hold',
  'sale',
  'capture',
  'adjust',
  'reverse',
  'refund',
  'undo',
] as const;
export type IsoOperation = (typeof operations)[number];

/** Of operations on an earlier one: its field 37, its numbers in one field (90 or 56), or both. */
export const references = ['rrn', 'original-data', 'both'] as const;

export interface HostProfile {
  readonly packager: Packager;
  readonly types: Readonly<Record<IsoOperation, string>>;
  readonly refersBy: (typeof references)[number];
  /** Fields of every payment message, instead of ours. */
  readonly fixed: ReadonlyMap<number, string>;
  readonly privateFields: ReadonlyMap<number, PrivateField>;
  /** Where an approval has the card network's id. */
  readonly networkTransactionId: { readonly field: number; readonly tag: string | null } | null;
}

/** 1993 has no request for a reversal, only the advice. */
export const standardTypes: Readonly<Record<'1987' | '1993', HostProfile['types']>> = {
  '1987': {
    hold: '0100',
    sale: '0200',
    capture: '0220',
    adjust: '0100',
    reverse: '0400',
    refund: '0200',
    undo: '0420',
  },
  '1993': {
    hold: '1100',
    sale: '1200',
    capture: '1220',
    adjust: '1100',
    reverse: '1420',
    refund: '1200',
    undo: '1420',
  },
};
