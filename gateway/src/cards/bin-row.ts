// One line of a BIN table: its columns, their allowed values, and the resulting row. Error messages
// never repeat values, because a range may be as long as a card number.

import { isCurrency } from '../core/currency.ts';
import { organizations, type Organization } from './card-number.ts';
import { cellsOf } from '../core/csv/csv-line.ts';
import { compareVersions, isVersion } from './protocol-version.ts';

export const cardTypeMeanings = {
  DEBIT: 'Debit card.',
  CREDIT: 'Credit card.',
  PREPAID: 'Prepaid card.',
} as const;
type CardType = keyof typeof cardTypeMeanings;

/** What is known about the cards of a range; null means unknown. */
interface Facts {
  readonly organization: Organization;
  readonly cardType: CardType | null;
  readonly issuerName: string | null;
  readonly issuerCountry: string | null;
  readonly currency: string | null;
  readonly isSupported: boolean;
  /** Whether the cards can receive money. */
  readonly fundsTransfer: boolean;
  readonly acsStartProtocol: string | null;
  readonly acsEndProtocol: string | null;
  readonly dsStartProtocol: string | null;
  readonly dsEndProtocol: string | null;
  readonly threeDSMethodURL: string | null;
}

/** The cards whose numbers start with `from` to `to`, which have the same length. */
export interface BinRow extends Facts {
  readonly from: string;
  readonly to: string;
}

/** Whether the table says that the issuer supports 3-D Secure. */
export function hasVersions(row: BinRow): boolean {
  return row.acsStartProtocol !== null;
}

type Check = readonly [fits: (text: string) => boolean, otherwise: string];

const prefix: Check = [(text) => /^[0-9]{6,19}$/.test(text), 'must be 6 to 19 digits'];
const answer: Check = oneOf(['yes', 'no']);
const version: Check = [
  (text) => text === '' || isVersion(text),
  'must be a version such as 2.2.0, or empty',
];

function oneOf(words: readonly string[]): Check {
  const allowed = new Set(words);
  const named = words.map((word) => word || 'empty');
  const otherwise = `must be ${named.slice(0, -1).join(', ')} or ${named.at(-1)}`;
  return [(text) => allowed.has(text), otherwise];
}

/** The columns in order, each with its check. */
const columns: readonly (readonly [name: string, check: Check])[] = [
  ['from', prefix],
  ['to', prefix],
  ['organization', oneOf(organizations)],
  ['type', oneOf([...Object.keys(cardTypeMeanings), ''])],
  ['issuer', [isShortText, 'must be text in UTF-8 of at most 100 characters']],
  [
    'country',
    [(text) => /^([A-Z]{2})?$/.test(text), 'must be two capital letters such as PL, or empty'],
  ],
  [
    'currency',
    [(text) => text === '' || isCurrency(text), 'must be an active currency such as PLN, or empty'],
  ],
  ['supported', answer],
  ['fundsTransfer', answer],
  ['acsStart', version],
  ['acsEnd', version],
  ['dsStart', version],
  ['dsEnd', version],
  ['methodUrl', [isMethodUrl, 'must be an http or https URL of at most 256 characters, or empty']],
];

export const binColumns: readonly string[] = columns.map(([name]) => name);

function isShortText(text: string): boolean {
  return text.length <= 100 && !/[\p{Cc}\uFFFD]/u.test(text);
}

function isMethodUrl(text: string): boolean {
  if (text === '') return true;
  return text.length <= 256 && /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

type Complain = (what: string) => void;

/** Undefined after a complaint. */
type ReadRow = (line: string, complain: Complain) => BinRow | undefined;

const plainRange = /^[0-9]{6,19},[0-9]{6,19}$/;

/** Many lines of a large table differ only in their range, so the other columns are parsed once. */
export function createRowReader(): ReadRow {
  const factsByText = new Map<string, Facts>();
  return (line, complain) => {
    const middle = line.indexOf(',', line.indexOf(',') + 1);
    const [range, rest] = [line.slice(0, middle), line.slice(middle)];
    const knownFacts = plainRange.test(range) ? factsByText.get(rest) : undefined;
    const cells = knownFacts ? range.split(',') : validCells(line, complain);
    if (cells === undefined) return undefined;
    const [from = '', to = '', ...others] = cells;
    const wrong =
      wrongRange(from, to) ?? (knownFacts ? undefined : wrongProtocols(others.slice(7)));
    if (wrong !== undefined) {
      complain(wrong);
      return undefined;
    }
    const facts = knownFacts ?? factsOf(others);
    if (knownFacts === undefined) factsByText.set(rest, facts);
    return { ...facts, from, to };
  };
}

/** As many cells as columns, each valid on its own. */
function validCells(line: string, complain: Complain): string[] | undefined {
  const cells = cellsOf(line);
  if (cells === undefined) {
    complain('a double quote is missing or in the wrong place');
    return undefined;
  }
  if (cells.length !== columns.length) {
    complain(`there are ${cells.length} columns instead of ${columns.length}`);
    return undefined;
  }
  const bad = columns.filter(([, [fits]], index) => !fits(cells[index] ?? ''));
  for (const [name, [, otherwise]] of bad) complain(`${name} ${otherwise}`);
  return bad.length === 0 ? cells : undefined;
}

function factsOf(cells: readonly string[]): Facts {
  const [organization, type, issuer, country, currency, supported, fundsTransfer, ...more] = cells;
  const [acsStart, acsEnd, dsStart, dsEnd, methodUrl] = more;
  return {
    organization: organization as Organization,
    cardType: (type || null) as CardType | null,
    issuerName: issuer || null,
    issuerCountry: country || null,
    currency: currency || null,
    isSupported: supported === 'yes',
    fundsTransfer: fundsTransfer === 'yes',
    acsStartProtocol: acsStart || null,
    acsEndProtocol: acsEnd || null,
    dsStartProtocol: dsStart || null,
    dsEndProtocol: dsEnd || null,
    threeDSMethodURL: methodUrl || null,
  };
}

function wrongRange(from: string, to: string): string | undefined {
  if (from.length !== to.length) return 'to must have as many digits as from';
  return to < from ? 'to must not be lower than from' : undefined;
}

/** Without an ACS there is no 3-D Secure, so the other columns would have no meaning. */
function wrongProtocols(cells: readonly string[]): string | undefined {
  const [acsStart = '', acsEnd = '', dsStart = '', dsEnd = '', methodUrl = ''] = cells;
  const wrong = wrongVersions('acs', acsStart, acsEnd) ?? wrongVersions('ds', dsStart, dsEnd);
  if (wrong !== undefined || acsStart !== '') return wrong;
  if (dsStart !== '') return 'acsStart is required with dsStart';
  return methodUrl === '' ? undefined : 'acsStart is required with methodUrl';
}

function wrongVersions(side: string, start: string, end: string): string | undefined {
  if (start === '' && end === '') return undefined;
  if (start === '') return `${side}Start is required with ${side}End`;
  if (end === '') return `${side}End is required with ${side}Start`;
  return compareVersions(start, end) > 0
    ? `${side}End must not be lower than ${side}Start`
    : undefined;
}
