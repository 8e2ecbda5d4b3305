// What the rest of the house knows of 3-D Secure: who takes part, how an authentication is made for
// a card and a device, and the parts that messages are sent and kept with.

import type { BinRow } from '../cards/bin-row.ts';
import type { Organization } from '../cards/card-number.ts';
import {
  commonVersion,
  everybodysVersions,
  supportedVersions,
  type ProtocolVersion,
} from '../cards/protocol-version.ts';
import type { Exemption } from '../acquirers/acquirer.ts';
import type { Addresses } from './addresses.ts';
import type { NewAuthentication, RangeFacts, StepLimits } from './authentication.ts';
import type { AuthenticationStore } from './authentication.store.ts';
import type { CavvSafe } from './cavv.ts';
import { readDevice, type AppDevice, type BrowserDevice } from './device.ts';
import type { Directory } from './directory/directory.ts';
import { challengeIndFor } from './policy.ts';
import type { CardRanges } from './ranges/card-ranges.ts';

export interface ThreeDS {
  readonly store: AuthenticationStore;
  /** Null when no directory server is configured: then no card takes part. */
  readonly directory: Directory | null;
  readonly ranges: CardRanges;
  readonly addresses: Addresses;
  readonly cavvs: CavvSafe;
  readonly limits: StepLimits;
  /** The acquirer as the organizations know it: AReq.acquirerBIN. */
  readonly acquirerBin: string;
}

/** A card as far as 3-D Secure is concerned. */
export interface KnownCard {
  readonly organization: Organization;
  readonly digits: string;
  /** The row of the BIN table, which speaks where the directory server has not. */
  readonly row: BinRow | undefined;
}

/** The highest version that ACS, directory server, we and the SDK, when there is one, speak. */
export function versionOf(
  { acsStart, acsEnd, dsStart, dsEnd }: RangeFacts,
  sdk?: { readonly start: string | null; readonly end: string | null },
): ProtocolVersion | undefined {
  const ranges = [
    { start: acsStart, end: acsEnd },
    { start: dsStart, end: dsEnd },
  ];
  return commonVersion(supportedVersions, sdk ? [...ranges, sdk] : ranges);
}

/** A card with which the customer can be authenticated, and what its range supports. */
export interface Enrolment {
  readonly organization: Organization;
  readonly range: RangeFacts;
}

/** Undefined when the card takes no part in 3-D Secure, or in no version of ours. */
export function enrolmentOf(
  threeds: Pick<ThreeDS, 'directory' | 'ranges'>,
  card: KnownCard,
): Enrolment | undefined {
  const { organization } = card;
  if (!threeds.directory?.serves(organization)) return undefined;
  const range = rangeOf(threeds, card);
  return range && versionOf(range) ? { organization, range } : undefined;
}

export function isEnrolled(threeds: ThreeDS, card: KnownCard): boolean {
  return enrolmentOf(threeds, card) !== undefined;
}

/**
 * The directory server's word counts, before it has spoken that of the BIN table. As long as
 * neither has told of the range, the directory server is asked about the card itself: nobody slips
 * through because a gateway has just been started.
 */
function rangeOf(
  { ranges }: Pick<ThreeDS, 'ranges'>,
  { organization, digits, row }: KnownCard,
): RangeFacts | undefined {
  if (ranges.knows(organization)) return ranges.find(organization, digits);
  if (!row || row.acsStartProtocol === null) return untoldRange;
  return {
    acsStart: row.acsStartProtocol,
    acsEnd: row.acsEndProtocol,
    dsStart: row.dsStartProtocol,
    dsEnd: row.dsEndProtocol,
    threeDSMethodURL: row.threeDSMethodURL,
  };
}

const untoldRange: RangeFacts = {
  acsStart: everybodysVersions.start,
  acsEnd: everybodysVersions.end,
  dsStart: null,
  dsEnd: null,
  threeDSMethodURL: null,
  untold: true,
};

export type Made =
  | { readonly kind: 'made'; readonly fresh: NewAuthentication }
  /** Data about the customer's device is missing. */
  | { readonly kind: 'device'; readonly fields: readonly string[] };

export interface Wanted {
  readonly challengeInd: string;
  readonly exemption: Exemption | null;
}

/** An authentication for an enrolled card with this device. */
export function makeAuthentication(
  threeds: ThreeDS,
  card: KnownCard,
  device: unknown,
  wanted: Wanted,
): Made {
  const range = enrolmentOf(threeds, card)?.range;
  const read = readDevice(device);
  if (read.kind === 'missing') return { kind: 'device', fields: read.fields };
  const version = range && versionOf(range, sdkRange(read));
  if (!range || !version) return { kind: 'device', fields: ['device.sdk.messageVersion'] };
  return {
    kind: 'made',
    fresh: {
      organization: card.organization,
      messageVersion: version,
      deviceChannel: read.kind === 'app' ? '01' : '02',
      challengeInd: wanted.exemption
        ? challengeIndFor(wanted.exemption, version)
        : wanted.challengeInd,
      exemption: wanted.exemption,
      range,
      runsScripts: read.kind === 'browser' && read.screen !== null,
    },
  };
}

/** An SDK is made for one version; when it tells which, no other will do. */
function sdkRange(device: AppDevice | BrowserDevice) {
  if (device.kind !== 'app' || device.messageVersion === null) return undefined;
  return { start: device.messageVersion, end: device.messageVersion };
}
