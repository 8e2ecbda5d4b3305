// An authentication: one 3-D Secure transaction of a payment, identified by its
// threeDSServerTransID. It changes only together with its payment, under the payment's version.

import type { ProtocolVersion } from '../cards/protocol-version.ts';
import type { Instant } from '../core/clock.ts';
import { table } from '../journal/table.ts';
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

export interface Authentication {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly authenticationId: string;
  readonly state: AuthenticationState;
  readonly organization: Organization;
  readonly messageVersion: ProtocolVersion;
  /** 01 app, 02 browser. */
  readonly deviceChannel: '01' | '02';
  readonly challengeInd: string;
  /** Null for an app, because the SDK knows its screen. */
  readonly challengeWindowSize: WindowSize | null;
  readonly exemption: Exemption | null;
  readonly range: RangeFacts;
  readonly methodCompletion: FingerprintCompletion;
  readonly acsTransId: string | null;
  readonly dsTransId: string | null;
  readonly acsReference: string | null;
  readonly acsUrl: string | null;
  readonly acsSignedContent: string | null;
  readonly transStatus: TransStatus | null;
  readonly transStatusReason: string | null;
  readonly challengeCancel: string | null;
  readonly eci: string | null;
  /** Version of the data key that sealed the CAVV. */
  readonly keyVersion: number | null;
  readonly sealedCavv: Uint8Array | null;
  /** For an INITIAL payment: the fingerprint of the card, for the agreement that may follow. */
  readonly cardFingerprint: Uint8Array | null;
  /** When the current step times out; null once it is done. */
  readonly dueAt: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export const authentications = table<Authentication>('authentications', {
  columns: {
    merchantId: 'text',
    paymentId: 'uuid',
    authenticationId: 'uuid',
    state: 'text',
    organization: 'text',
    messageVersion: 'text',
    deviceChannel: 'text',
    challengeInd: 'text',
    challengeWindowSize: 'text',
    exemption: 'text',
    range: 'jsonb',
    methodCompletion: 'text',
    acsTransId: 'uuid',
    dsTransId: 'uuid',
    acsReference: 'text',
    acsUrl: 'text',
    acsSignedContent: 'text',
    transStatus: 'text',
    transStatusReason: 'text',
    challengeCancel: 'text',
    eci: 'text',
    keyVersion: 'integer',
    sealedCavv: 'bytea',
    cardFingerprint: 'bytea',
    dueAt: 'timestamptz',
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
