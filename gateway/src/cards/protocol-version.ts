// Versions of EMV 3-D Secure: which ones we speak, which one several partners have in common, and
// under which id an organization's directory server is known to apps.

import type { Organization } from './card-number.ts';

export const supportedVersions = ['2.1.0', '2.2.0', '2.3.1'] as const;
export type ProtocolVersion = (typeof supportedVersions)[number];

/** The first and last version a partner speaks; null leaves that side open. */
export interface VersionRange {
  readonly start: string | null;
  readonly end: string | null;
}

/** Registered application provider ids; Maestro and Diners share the server of their owner. */
export const directoryServerIds: Readonly<Record<Organization, string>> = {
  VISA: 'A000000003',
  MASTERCARD: 'A000000004',
  MAESTRO: 'A000000004',
  AMEX: 'A000000025',
  DISCOVER: 'A000000152',
  DINERS: 'A000000152',
  JCB: 'A000000065',
  UNIONPAY: 'A000000333',
};

export function isVersion(text: string): boolean {
  return /^(0|[1-9][0-9]{0,2})(\.(0|[1-9][0-9]{0,2})){2}$/.test(text);
}

/** Below zero when `one` is the older, above when it is the newer; both must be versions. */
export function compareVersions(one: string, other: string): number {
  return weight(one) - weight(other);
}

/** Parts have at most three digits. */
function weight(version: string): number {
  return version.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0);
}

/** The highest of our versions inside every range; undefined also when a range is not readable. */
export function commonVersion(
  ours: readonly ProtocolVersion[],
  ranges: readonly VersionRange[],
): ProtocolVersion | undefined {
  const ends = ranges.flatMap(({ start, end }) => [start, end]);
  if (!ends.every((end) => end === null || isVersion(end))) return undefined;
  return ours
    .filter((version) => ranges.every((range) => isInside(version, range)))
    .sort(compareVersions)
    .at(-1);
}

function isInside(version: string, { start, end }: VersionRange): boolean {
  return (
    (start === null || compareVersions(start, version) <= 0) &&
    (end === null || compareVersions(version, end) <= 0)
  );
}
