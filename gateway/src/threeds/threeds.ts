// The interface of the 3-D Secure server for other modules: enrolment, new authentications for a
// card and a device, and the parts that send and store messages.

import { optionalText } from '../http/schema.ts';
import type { BinRow } from '../cards/bin-row.ts';
import type { Organization } from '../cards/card-number.ts';
import {
  commonVersion,
  baselineVersions,
  supportedVersions,
  type ProtocolVersion,
} from '../cards/protocol-version.ts';
import { defect } from '../core/assert.ts';
import { present } from '../core/json/present.ts';
import type { FactSubstitute } from '../merchants/public-facts.ts';
import type { Addresses } from './addresses.ts';
import type { NewAuthentication, RangeFacts, StepLimits } from './authentication.ts';
import type { AuthenticationStore } from './authentication.store.ts';
import type { CavvSealer } from './cavv.ts';
import {
  readDevice,
  readDeviceOn,
  type AppDevice,
  type BrowserDevice,
  type MissingDevice,
} from './device.ts';
import type { Directory } from './directory/directory.ts';
import { challengeIndIn } from './messages/version.ts';
import type { RequestedExemption } from './policy.ts';
import type { CardRanges } from './ranges/card-ranges.ts';

export interface ThreeDS {
  readonly store: AuthenticationStore;
  /** Null when no directory server is configured: then no card is enrolled. */
  readonly directory: Directory | null;
  readonly ranges: CardRanges;
  readonly addresses: Addresses;
  readonly cavvs: CavvSealer;
  readonly limits: StepLimits;
  /** The acquirer's id at the organizations: AReq.acquirerBIN. */
  readonly acquirerBin: string;
  /**
   * Substitutes for missing merchant settings; null in production, where nothing is substituted.
   */
  readonly factSubstitute: FactSubstitute | null;
}

/** The card data that 3-D Secure needs. */
export interface KnownCard {
  readonly organization: Organization;
  readonly digits: string;
  /** The row of the BIN table, used where the directory server has listed nothing. */
  readonly row: BinRow | undefined;
}

/** The highest version common to ACS, directory server, us and the SDK, if there is one. */
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

/** The versions of a range in answers. */
export const versionProperties = {
  acsStartProtocol: optionalText('Lowest protocol version of the ACS'),
  acsEndProtocol: optionalText('Highest protocol version of the ACS'),
  dsStartProtocol: optionalText('Lowest protocol version of the directory server'),
  dsEndProtocol: optionalText('Highest protocol version of the directory server'),
};

export function versionFields({ acsStart, acsEnd, dsStart, dsEnd }: RangeFacts) {
  return present({
    acsStartProtocol: acsStart,
    acsEndProtocol: acsEnd,
    dsStartProtocol: dsStart,
    dsEndProtocol: dsEnd,
  });
}

/** A card that can be authenticated, and what its range supports. */
export interface Enrolment {
  readonly organization: Organization;
  readonly range: RangeFacts;
}

/** Undefined when the card is not enrolled in 3-D Secure, or in no version that we support. */
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
 * The directory server's ranges are used or, before they are known, those of the BIN table. While
 * neither lists the range, the directory server is asked about the card itself, so that a freshly
 * started gateway skips no authentication.
 */
function rangeOf(
  { ranges }: Pick<ThreeDS, 'ranges'>,
  { organization, digits, row }: KnownCard,
): RangeFacts | undefined {
  if (ranges.knows(organization)) return ranges.find(organization, digits);
  return !row || row.acsStartProtocol === null ? unknownRange : rangeOfRow(row);
}

/** What the BIN table says of the range. */
export function rangeOfRow(row: BinRow): RangeFacts {
  return {
    acsStart: row.acsStartProtocol,
    acsEnd: row.acsEndProtocol,
    dsStart: row.dsStartProtocol,
    dsEnd: row.dsEndProtocol,
    threeDSMethodURL: row.threeDSMethodURL,
  };
}

const unknownRange: RangeFacts = {
  acsStart: baselineVersions.start,
  acsEnd: baselineVersions.end,
  dsStart: null,
  dsEnd: null,
  threeDSMethodURL: null,
  untold: true,
};

type AuthenticationSetup =
  | { readonly kind: 'made'; readonly fresh: NewAuthentication }
  | MissingDevice;

interface DeviceInput {
  readonly device?: unknown;
  /** The version that binInfo returned for this payment. */
  readonly sdkVersion?: string | undefined;
}

export interface ChallengeRequest {
  /** The indicator of the newest version. */
  readonly challengeInd: string;
  readonly exemption: RequestedExemption | null;
}

/**
 * Creates an authentication for an enrolled card with this device. Without a version in common with
 * the SDK, the customer's browser is used if its data was sent.
 */
export function makeAuthentication(
  { organization, range }: Enrolment,
  { device, sdkVersion }: DeviceInput,
  { challengeInd, exemption }: ChallengeRequest,
): AuthenticationSetup {
  const parsed = readDevice(device);
  if (parsed.kind === 'missing') return parsed;
  const read = versionOf(range, sdkRange(parsed, sdkVersion)) ? parsed : readDeviceOn('02', device);
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

/** The highest version assumed for an SDK that names none. */
const DEFAULT_SDK_VERSION = '2.2.0';

/**
 * An SDK supports one version: the one it names, or the one returned by binInfo for this payment.
 */
function sdkRange(device: AppDevice | BrowserDevice, announced: string | undefined) {
  if (device.kind !== 'app') return undefined;
  const version = device.messageVersion ?? announced ?? null;
  return { start: version, end: version ?? DEFAULT_SDK_VERSION };
}
