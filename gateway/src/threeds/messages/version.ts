// Protocol versions: their order, and the replacement of a challenge indicator in versions that do
// not have it.

import { supportedVersions, type ProtocolVersion } from '../../cards/protocol-version.ts';

export function atLeast(version: ProtocolVersion, minimum: ProtocolVersion): boolean {
  return supportedVersions.indexOf(version) >= supportedVersions.indexOf(minimum);
}

interface Indicator {
  readonly since: ProtocolVersion;
  /** The closest indicator before that version. */
  readonly before: string;
}

/** Indicators above 04: those that request no challenge become 02, those that request one 03. */
const later: Readonly<Record<string, Indicator>> = {
  '05': { since: '2.2.0', before: '02' },
  '06': { since: '2.2.0', before: '02' },
  '07': { since: '2.2.0', before: '02' },
  '08': { since: '2.2.0', before: '02' },
  '09': { since: '2.2.0', before: '03' },
  '10': { since: '2.3.1', before: '02' },
  '11': { since: '2.3.1', before: '02' },
};

/** The indicator in this version; undefined for an indicator that no version has. */
export function challengeIndIn(version: ProtocolVersion, indicator: string): string | undefined {
  if (/^0[1-4]$/.test(indicator)) return indicator;
  const row = Object.hasOwn(later, indicator) ? later[indicator] : undefined;
  return row && (atLeast(version, row.since) ? indicator : row.before);
}
