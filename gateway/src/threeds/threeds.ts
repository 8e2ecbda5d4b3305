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
import { defect } from '../core/assert.ts';
import type { StandIn } from '../merchants/public-facts.ts';
import type { Addresses } from './addresses.ts';
import type { NewAuthentication, RangeFacts, StepLimits } from './authentication.ts';
import type { AuthenticationStore } from './authentication.store.ts';
import type { CavvSafe } from './cavv.ts';
import {
  readDevice,
  readDeviceOn,
  type AppDevice,
  type BrowserDevice,
  type MissingDevice,
} from './device.ts';
import type { Directory } from './directory/directory.ts';
import { challengeIndIn } from './messages/version.ts';
import type { AskedExemption } from './policy.ts';
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
  /** What is told of merchants that lack it; null in production, where nothing is made up. */
  readonly standIn: StandIn | null;
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
  if (!row || row.acsStartProtocol === null) return unknownRange;
  return {
    acsStart: row.acsStartProtocol,
    acsEnd: row.acsEndProtocol,
    dsStart: row.dsStartProtocol,
    dsEnd: row.dsEndProtocol,
    threeDSMethodURL: row.threeDSMethodURL,
  };
}

const unknownRange: RangeFacts = {
  acsStart: everybodysVersions.start,
  acsEnd: everybodysVersions.end,
  dsStart: null,
  dsEnd: null,
  threeDSMethodURL: null,
  untold: true,
};

export type AuthenticationSetup =
  { readonly kind: 'made'; readonly fresh: NewAuthentication } | MissingDevice;

export interface DeviceInput {
  readonly device?: unknown;
  /** The version that binInfo named for this payment. */
  readonly sdkVersion?: string | undefined;
}

export interface ChallengeRequest {
  /** As the newest version says it. */
  readonly challengeInd: string;
  readonly exemption: AskedExemption | null;
}

/**
 * An authentication for an enrolled card with this device. Without a version in common with the
 * SDK the customer's browser steps in, where its data came along.
 */
export function makeAuthentication(
  { organization, range }: Enrolment,
  { device, sdkVersion }: DeviceInput,
  { challengeInd, exemption }: ChallengeRequest,
): AuthenticationSetup {
  const given = readDevice(device);
  if (given.kind === 'missing') return given;
  const read = versionOf(range, sdkRange(given, sdkVersion)) ? given : readDeviceOn('02', device);
  const version =
    read.kind === 'missing' ? undefined : versionOf(range, sdkRange(read, sdkVersion));
  if (read.kind === 'missing' || !version) return { kind: 'missing', fields: [SDK_VERSION] };
  return {
    kind: 'made',
    fresh: {
      organization,
      messageVersion: version,
      deviceChannel: read.kind === 'app' ? '01' : '02',
      challengeInd:
        challengeIndIn(version, challengeInd) ?? defect(`no indicator is ${challengeInd}`),
      exemption,
      range,
      challengeWindowSize: read.kind === 'browser' ? read.challengeWindowSize : null,
      runsScripts: read.kind === 'browser' && read.screen !== null,
    },
  };
}

const SDK_VERSION = 'device.sdk.messageVersion';

/** The last version that an SDK is taken to speak which says nothing of itself. */
const DEFAULT_SDK_VERSION = '2.2.0';

/** An SDK is made for one version: the one it names, or the one it was told for this payment. */
function sdkRange(device: AppDevice | BrowserDevice, told: string | undefined) {
  if (device.kind !== 'app') return undefined;
  const version = device.messageVersion ?? told ?? null;
  return { start: version, end: version ?? DEFAULT_SDK_VERSION };
}
