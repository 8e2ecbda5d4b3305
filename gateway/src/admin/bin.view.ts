// What the operator sees of a card number: its row of the BIN table, its organization, and whether
// 3-D Secure is used. The number is masked; a range is shown by its first eight digits at most.

import { Type, type Static } from 'typebox';
import { cardTypeMeanings, hasVersions, type BinRow } from '../cards/bin-row.ts';
import type { BinTable } from '../cards/bin-table.ts';
import { cardFacts } from '../cards/card-knowledge.ts';
import { isPrefix, maskOf, organizationNames, type Organization } from '../cards/card-number.ts';
import { passesLuhn } from '../core/iso/check-digit.ts';
import { present } from '../core/json/present.ts';
import { oneOf, optionalFlag, optionalText } from '../http/schema.ts';
import type { RangeFacts } from '../threeds/authentication.ts';
import {
  enrolmentOf,
  rangeOfRow,
  versionFields,
  versionOf,
  type ThreeDS,
} from '../threeds/threeds.ts';

const SHOWN_DIGITS = 8;

const threeDSSourceMeanings = {
  DIRECTORY_SERVER: 'The card ranges of the directory server.',
  BIN_TABLE: 'The BIN table, because the directory server has not sent its ranges yet.',
  UNKNOWN: 'Neither; the directory server is asked about each card.',
  NONE: 'No directory server serves this organization.',
} as const;

const threeDSSchema = Type.Object(
  {
    source: oneOf(threeDSSourceMeanings, 'Where the other fields come from.'),
    isEnrolled: optionalFlag('Whether cardholders can be authenticated; absent: unknown'),
    protocolVersion: optionalText('The version that a payment in a browser would use'),
    acsStartProtocol: optionalText('Lowest version of the ACS'),
    acsEndProtocol: optionalText('Highest version of the ACS'),
    dsStartProtocol: optionalText('Lowest version of the directory server'),
    dsEndProtocol: optionalText('Highest version of the directory server'),
    threeDSMethodURL: optionalText('Address of the 3DS Method of the issuer'),
  },
  { description: '3-D Secure' },
);

export const binSchema = Type.Object({
  number: Type.String({ description: 'The number, masked' }),
  isCheckDigitCorrect: optionalFlag('Whether the check digit fits; only of a complete number'),
  range: Type.Optional(
    Type.Object(
      {
        from: Type.String({ description: 'First digits of the range.' }),
        to: Type.String({ description: 'Last digits of the range.' }),
      },
      { description: 'The row of the BIN table, up to eight digits; absent: no row matches' },
    ),
  ),
  organization: Type.Optional(oneOf(organizationNames, 'Card organization; absent: unknown')),
  isSupported: Type.Boolean({ description: 'Whether payments with this card are accepted' }),
  cardType: Type.Optional(oneOf(cardTypeMeanings, 'Card type; absent: unknown')),
  issuerName: optionalText('Name of the issuer; absent: unknown'),
  issuerCountry: optionalText('Country of the issuer; absent: unknown'),
  currency: optionalText('Currency of the card account; absent: unknown'),
  fundsTransfer: optionalFlag('Whether the card can receive money; absent: unknown'),
  threeDS: threeDSSchema,
  table: Type.Object(
    {
      file: optionalText('Name of the file; absent: the gateway has no BIN table'),
      ranges: Type.Integer({ description: 'Number of ranges in the table' }),
    },
    { description: 'The BIN table that was used' },
  ),
});

export type BinView = Static<typeof binSchema>;

interface BinSource {
  readonly table: BinTable;
  readonly file: string | null;
  /** Null: the table is read on its own, without a gateway and its directory servers. */
  readonly threeds: Pick<ThreeDS, 'directory' | 'ranges'> | null;
}

/** Takes a complete number or its first digits, at least six. */
export function binView({ table, file, threeds }: BinSource, digits: string): BinView {
  const isComplete = !isPrefix(digits);
  const { row, organization, isSupported, ...facts } = cardFacts(table, digits);
  return {
    number: isComplete ? maskOf(digits) : shorten(digits).padEnd(digits.length, '*'),
    ...(isComplete ? { isCheckDigitCorrect: passesLuhn(digits) } : {}),
    ...(row ? { range: { from: shorten(row.from), to: shorten(row.to) } } : {}),
    isSupported,
    ...present({ organization, ...facts }),
    threeDS: threeds ? gatewayView(threeds, organization, digits, row) : tableView(row),
    table: { ...(file === null ? {} : { file }), ranges: table.rows.length },
  };
}

function shorten(digits: string): string {
  return digits.slice(0, SHOWN_DIGITS);
}

/** What a payment with this card would do. */
function gatewayView(
  threeds: Pick<ThreeDS, 'directory' | 'ranges'>,
  organization: Organization | undefined,
  digits: string,
  row: BinRow | undefined,
): BinView['threeDS'] {
  if (!organization || !threeds.directory?.serves(organization)) return { source: 'NONE' };
  const range = enrolmentOf(threeds, { organization, digits, row })?.range;
  if (range?.untold) return { source: 'UNKNOWN' };
  const source = threeds.ranges.knows(organization) ? 'DIRECTORY_SERVER' : 'BIN_TABLE';
  return range ? { source, ...rangeView(range) } : { source, isEnrolled: false };
}

function tableView(row: BinRow | undefined): BinView['threeDS'] {
  if (!row || !hasVersions(row)) return { source: 'UNKNOWN' };
  return { source: 'BIN_TABLE', ...rangeView(rangeOfRow(row)) };
}

function rangeView(range: RangeFacts): Omit<BinView['threeDS'], 'source'> {
  const protocolVersion = versionOf(range);
  return {
    isEnrolled: protocolVersion !== undefined,
    ...present({ protocolVersion }),
    ...versionFields(range),
    ...present({ threeDSMethodURL: range.threeDSMethodURL }),
  };
}
