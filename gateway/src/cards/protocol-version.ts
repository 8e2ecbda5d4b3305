// Versions of EMV 3-D Secure: their syntax, the versions we support, and the highest version that
// several partners have in common.

export const supportedVersions = ['2.1.0', '2.2.0', '2.3.1'] as const;
export type ProtocolVersion = (typeof supportedVersions)[number];

/** The first and last version that a partner supports; null leaves that side open. */
export interface VersionRange {
  readonly start: string | null;
  readonly end: string | null;
}

/** Versions that every partner supports: for partners whose versions are unknown. */
export const baselineVersions = { start: '2.1.0', end: '2.2.0' } as const;

/** The syntax of a version, supported or not. */
export const VERSION_FORM = /^(0|[1-9][0-9]{0,2})(\.(0|[1-9][0-9]{0,2})){2}$/;

export function isVersion(text: string): boolean {
  return VERSION_FORM.test(text);
}

/** Negative when `one` is older, positive when it is newer; both must be valid versions. */
export function compareVersions(one: string, other: string): number {
  return weight(one) - weight(other);
}

/** Parts have at most three digits. */
function weight(version: string): number {
  return version.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0);
}

/**
 * The highest of our versions inside every range; undefined if there is none or a range is invalid.
 */
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
