// The card ranges that take part in 3-D Secure, as data, and how the directory servers tell them:
// whole, or as what changed since a serial number.

import { createHash } from 'node:crypto';
import type { CardRangeData } from '@bramka/gateway/threeds/messages/message.ts';
import { testBlocks, type Enrolled } from '../acs/test-cards/paths.ts';
import type { Organization } from '../wire/organization.ts';

/** Cards whose numbers begin with `from` to `to`. */
export interface DirectoryRange {
  readonly from: string;
  readonly to: string;
  readonly organization: Organization;
  readonly acsStart: string;
  readonly acsEnd: string;
  readonly dsStart: string;
  readonly dsEnd: string;
  /** Whether the issuer looks at the browser first: the 3DS Method. */
  readonly method: boolean;
}

/** The cards that begin with the organization's block and these two digits. */
const one = (
  organization: Enrolled,
  digits: string,
  other: Partial<DirectoryRange> = {},
): DirectoryRange => ({
  from: `${testBlocks[organization]}${digits}`,
  to: `${testBlocks[organization]}${digits}`,
  organization,
  acsStart: '2.1.0',
  acsEnd: '2.3.1',
  dsStart: '2.1.0',
  dsEnd: '2.3.1',
  method: false,
  ...other,
});

/** Eight digits each; all other cards of the sandbox are not enrolled. */
export const standardRanges: readonly DirectoryRange[] = [
  one('VISA', '00'),
  one('VISA', '01', { method: true }),
  one('VISA', '02', { acsEnd: '2.1.0' }),
  one('VISA', '03', { acsEnd: '2.2.0' }),
  one('MASTERCARD', '00'),
  one('AMEX', '00'),
  one('JCB', '00'),
  one('DISCOVER', '00'),
  one('UNIONPAY', '00'),
  one('MAESTRO', '00', { acsEnd: '2.2.0', dsEnd: '2.2.0' }),
];

/** Maestro shares the directory server of Mastercard, Diners that of Discover. */
function serverOf(organization: Organization): Organization {
  if (organization === 'MAESTRO') return 'MASTERCARD';
  return organization === 'DINERS' ? 'DISCOVER' : organization;
}

/** All ranges that the server of an organization knows. */
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

/** From the first to the last card number, as the messages have them. */
export function told(range: DirectoryRange, methodUrl: string): CardRangeData {
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

/** The same list has the same number, on every node and after every start. */
export function serialOf(list: readonly CardRangeData[]): string {
  const digest = createHash('sha256').update(JSON.stringify(list)).digest('hex');
  return digest.slice(0, SERIAL_LENGTH);
}
