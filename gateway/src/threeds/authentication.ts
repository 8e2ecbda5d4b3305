// An authentication: one 3-D Secure transaction of a payment, identified by its
// threeDSServerTransID. It changes only together with its payment, under the payment's version.

import type { ProtocolVersion } from '../cards/protocol-version.ts';
import type { Instant } from '../core/clock.ts';
import { orNull, table, typed, type RowOf } from '../journal/table.ts';
import type { Exemption } from '../providers/means.ts';
import type { Organization } from '../cards/card-number.ts';
import type { WindowSize } from './device.ts';
import type { FingerprintCompletion, TransStatus } from './messages/message.ts';

export const authenticationStates = [
  'FINGERPRINT',
  'ASKING',
  'CHALLENGE',
  'WAITING',
  'DONE',
] as const;
export type AuthenticationState = (typeof authenticationStates)[number];

/** What was known about the card's range when the authentication started. */
export interface RangeFacts {
  readonly acsStart: string | null;
  readonly acsEnd: string | null;
  readonly dsStart: string | null;
  readonly dsEnd: string | null;
  readonly threeDSMethodURL: string | null;
  /**
   * Neither the directory server nor the BIN table knows the range: its cards may not be enrolled,
   * and the versions are those that every partner supports.
   */
  readonly untold?: true;
}

export const authentications = table('authentications', {
  columns: {
    merchantId: 'text',
    paymentId: 'uuid',
    authenticationId: 'uuid',
    state: typed<AuthenticationState>('text'),
    organization: typed<Organization>('text'),
    messageVersion: typed<ProtocolVersion>('text'),
    /** 01 app, 02 browser. */
    deviceChannel: typed<'01' | '02'>('text'),
    challengeInd: 'text',
    /** Null for an app, because the SDK knows its screen. */
    challengeWindowSize: typed<WindowSize | null>('text'),
    exemption: typed<Exemption | null>('text'),
    range: typed<RangeFacts>('jsonb'),
    methodCompletion: typed<FingerprintCompletion>('text'),
    acsTransId: orNull('uuid'),
    dsTransId: orNull('uuid'),
    acsReference: orNull('text'),
    acsUrl: orNull('text'),
    acsSignedContent: orNull('text'),
    transStatus: typed<TransStatus | null>('text'),
    transStatusReason: orNull('text'),
    challengeCancel: orNull('text'),
    eci: orNull('text'),
    /** Version of the data key that sealed the CAVV. */
    keyVersion: orNull('integer'),
    sealedCavv: orNull('bytea'),
    /** For an INITIAL payment: the fingerprint of the card, for the agreement that may follow. */
    cardFingerprint: orNull('bytea'),
    /** When the current step times out; null once it is done. */
    dueAt: orNull('timestamptz'),
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  key: ['merchantId', 'paymentId', 'authenticationId'],
  hasOwnId: true,
  mutable: [
    'state',
    'methodCompletion',
    'acsTransId',
    'dsTransId',
    'acsReference',
    'acsUrl',
    'acsSignedContent',
    'transStatus',
    'transStatusReason',
    'challengeCancel',
    'eci',
    'keyVersion',
    'sealedCavv',
    'dueAt',
    'updatedAt',
  ],
  unique: [{ name: 'authentications_one_per_id', columns: ['authenticationId'] }],
});

export type Authentication = RowOf<typeof authentications>;

/** The input for a new authentication. */
export interface NewAuthentication extends Pick<
  Authentication,
  'organization' | 'messageVersion' | 'deviceChannel' | 'challengeInd' | 'exemption' | 'range'
> {
  readonly challengeWindowSize?: WindowSize | null;
  readonly cardFingerprint?: Uint8Array | null;
  /** Whether the device runs scripts; the 3DS Method needs them. */
  readonly runsScripts: boolean;
}

/** How long each step may take before it continues without an answer. */
export interface StepLimits {
  /** The 3DS Method in the browser: ten seconds by the protocol. */
  readonly fingerprintMs: number;
  readonly answerMs: number;
  readonly challengeMs: number;
}

/** Starts with the 3DS Method if the range has one and the browser can run it. */
export function newAuthentication(
  key: { readonly merchantId: string; readonly paymentId: string },
  authenticationId: string,
  fresh: NewAuthentication,
  limits: StepLimits,
  at: Instant,
): Authentication {
  const hasFingerprint = fresh.deviceChannel === '02' && fresh.range.threeDSMethodURL !== null;
  const runsFingerprint = hasFingerprint && fresh.runsScripts;
  return {
    merchantId: key.merchantId,
    paymentId: key.paymentId,
    authenticationId,
    state: runsFingerprint ? 'FINGERPRINT' : 'ASKING',
    organization: fresh.organization,
    messageVersion: fresh.messageVersion,
    deviceChannel: fresh.deviceChannel,
    challengeInd: fresh.challengeInd,
    challengeWindowSize: fresh.challengeWindowSize ?? null,
    exemption: fresh.exemption,
    range: fresh.range,
    methodCompletion: hasFingerprint ? 'N' : 'U',
    acsTransId: null,
    dsTransId: null,
    acsReference: null,
    acsUrl: null,
    acsSignedContent: null,
    transStatus: null,
    transStatusReason: null,
    challengeCancel: null,
    eci: null,
    keyVersion: null,
    sealedCavv: null,
    cardFingerprint: fresh.cardFingerprint ?? null,
    dueAt: at + (runsFingerprint ? limits.fingerprintMs : limits.answerMs),
    createdAt: at,
    updatedAt: at,
  };
}
