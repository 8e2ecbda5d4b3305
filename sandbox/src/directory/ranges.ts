// The card ranges enrolled in 3-D Secure, as data, and how the directory servers report them: in
// full, or as changes since a serial number.

import { createHash } from 'node:crypto';
import type { CardRangeData } from '@bramka/gateway/threeds/ranges/range-message.ts';
import { testBlocks, type Enrolled } from '../acs/test-cards/paths.ts';
import { tokenRanges } from '../tokens/numbers.ts';
import type { Organization } from '../wire/organization.ts';

/** Card numbers that begin with `from` to `to`. */
export interface DirectoryRange {
  readonly from: string;
  readonly to: string;
  readonly organization: Organization;
  readonly acsStart: string;
  readonly acsEnd: string;
  readonly dsStart: string;
  readonly dsEnd: string;
  /** Whether the issuer uses the 3DS Method (browser fingerprint). */
  readonly method: boolean;
}

/** The cards that begin with the organization's block and these two digits. */
const rangeOfBlock = (
  organization: Enrolled,
  digits: string,
  overrides: Partial<DirectoryRange> = {},
): DirectoryRange => ({
  from: `${testBlocks[organization]}${digits}`,
  to: `${testBlocks[organization]}${digits}`,
  organization,
  acsStart: '2.1.0',
  acsEnd: '2.3.1',
  dsStart: '2.1.0',
  dsEnd: '2.3.1',
  method: false,
  ...overrides,
});

/** The network tokens of an organization, whatever card is behind them. */
const rangeOfTokens = (organization: Organization, from: string): DirectoryRange => ({
  ...rangeOfBlock('VISA', ''),
  organization,
  from,
  to: from,
});

/** Other cards of the sandbox are not enrolled. */
export const standardRanges: readonly DirectoryRange[] = [
  rangeOfBlock('VISA', '00'),
  rangeOfBlock('VISA', '01', { method: true }),
  rangeOfBlock('VISA', '02', { acsEnd: '2.1.0' }),
  rangeOfBlock('VISA', '03', { acsEnd: '2.2.0' }),
  rangeOfBlock('MASTERCARD', '00'),
  rangeOfBlock('AMEX', '00'),
  rangeOfBlock('JCB', '00'),
  rangeOfBlock('DISCOVER', '00'),
  rangeOfBlock('UNIONPAY', '00'),
  rangeOfBlock('MAESTRO', '00', { acsEnd: '2.2.0', dsEnd: '2.2.0' }),
  rangeOfTokens('VISA', tokenRanges.VTS),
  rangeOfTokens('MASTERCARD', tokenRanges.SCOF),
];

/** Maestro shares Mastercard's directory server, Diners shares Discover's. */
function serverOf(organization: Organization): Organization {
  if (organization === 'MAESTRO') return 'MASTERCARD';
  return organization === 'DINERS' ? 'DISCOVER' : organization;
}

/** All ranges of an organization's directory server. */
export function rangesOf(
  ranges: readonly DirectoryRange[],
  organization: Organization,
): DirectoryRange[] {
  const server = serverOf(organization);
  return ranges.filter((range) => serverOf(range.organization) === server);
}

export function rangeOf(
  ranges: readonly DirectoryRange[],
  organization: Organization,
  cardNumber: string,
): DirectoryRange | undefined {
  return rangesOf(ranges, organization).find(({ from, to }) => {
    const start = cardNumber.slice(0, from.length);
    return from <= start && start <= to;
  });
}

const SERIAL_LENGTH = 20;
const AMEX_DIGITS = 15;
const USUAL_DIGITS = 16;

/** The range in the format of the messages, from the first to the last card number. */
export function toCardRangeData(range: DirectoryRange, methodUrl: string): CardRangeData {
  const digits = range.organization === 'AMEX' ? AMEX_DIGITS : USUAL_DIGITS;
  return {
    startRange: range.from.padEnd(digits, '0'),
    endRange: range.to.padEnd(digits, '9'),
    acsStartProtocolVersion: range.acsStart,
    acsEndProtocolVersion: range.acsEnd,
    dsStartProtocolVersion: range.dsStart,
    dsEndProtocolVersion: range.dsEnd,
    ...(range.method ? { threeDSMethodURL: methodUrl } : {}),
    // Authentication, attempts, decoupled.
    acsInfoInd: ['01', '02', '03'],
  };
}

/** The same list always has the same serial number, on every node and after every start. */
export function serialOf(list: readonly CardRangeData[]): string {
  const digest = createHash('sha256').update(JSON.stringify(list)).digest('hex');
  return digest.slice(0, SERIAL_LENGTH);
}
