// The messages of EMV 3-D Secure 2 that this server sends and receives, with their protocol field
// names. Only the fields in use are listed; other fields from partners are ignored.

import type { ProtocolVersion } from '../../cards/protocol-version.ts';

/** The result of an authentication, or the next step. */
export const transStatuses = ['Y', 'A', 'C', 'D', 'N', 'R', 'U', 'I'] as const;
export type TransStatus = (typeof transStatuses)[number];

/** Whether the 3DS Method was completed: yes, no, or there was none. */
export type FingerprintCompletion = 'Y' | 'N' | 'U';

/** The numbers that identify this server at directory servers. */
export interface ServerIds {
  readonly threeDSServerRefNumber: string;
  readonly threeDSServerOperatorID?: string;
}

/** A message before the directory port adds the identification of this server. */
export type WithoutServerIds<M extends ServerIds> = Omit<M, keyof ServerIds>;

/** `billAddrCity` … and `shipAddrCity` …. */
export type AddressFields<P extends 'bill' | 'ship'> = {
  readonly [K in `${P}Addr${'City' | 'Country' | 'Line1' | 'PostCode' | 'State'}`]?: string;
};

/** Server to directory server to ACS. Amounts in minor units as digits; numeric codes. */
export interface AReq extends ServerIds, AddressFields<'bill'>, AddressFields<'ship'> {
  readonly messageType: 'AReq';
  readonly messageVersion: ProtocolVersion;
  readonly messageCategory: '01' | '02';
  /** 01 app, 02 browser, 03 requestor initiated. */
  readonly deviceChannel: '01' | '02' | '03';
  readonly threeDSServerTransID: string;
  /** The URL to which the directory server sends the RReq. */
  readonly threeDSServerURL: string;
  readonly threeDSRequestorID: string;
  readonly threeDSRequestorName: string;
  readonly threeDSRequestorURL: string;
  /** 01 payment, 02 recurring, 04 add card. */
  readonly threeDSRequestorAuthenticationInd: string;
  /** From 2.3.1 on a list of one or two values. */
  readonly threeDSRequestorChallengeInd?: string | readonly string[];
  readonly threeDSRequestorDecReqInd?: 'Y' | 'N';
  /** Minutes, five digits. */
  readonly threeDSRequestorDecMaxTime?: string;
  readonly threeDSCompInd?: FingerprintCompletion;
  readonly acctNumber: string;
  /** YYMM. */
  readonly cardExpiryDate?: string;
  readonly cardholderName?: string;
  readonly acquirerBIN: string;
  readonly acquirerMerchantID: string;
  /** From 2.3.1 on. */
  readonly acquirerCountryCode?: string;
  /** The source of that country: 01 this server, 02 the directory server. */
  readonly acquirerCountryCodeSource?: string;
  readonly merchantName: string;
  readonly mcc: string;
  readonly merchantCountryCode: string;
  readonly purchaseAmount?: string;
  readonly purchaseCurrency?: string;
  readonly purchaseExponent?: string;
  /** YYYYMMDDHHMMSS, UTC. */
  readonly purchaseDate?: string;
  /** 10: account funding. Absent: not stated. */
  readonly transType?: string;
  /** From 2.3.1 on: whether amount and frequency are fixed (01) or vary (02). */
  readonly recurringInd?: { readonly amountInd: string; readonly frequencyInd: string };
  /** For a fixed amount: the amount of every further payment. */
  readonly recurringAmount?: string;
  readonly recurringCurrency?: string;
  readonly recurringExponent?: string;
  /** For a fixed frequency: the day of the next payment, YYYYMMDD. */
  readonly recurringDate?: string;
  readonly recurringExpiry?: string;
  /** Days. */
  readonly recurringFrequency?: string;
  readonly email?: string;
  readonly mobilePhone?: { readonly cc: string; readonly subscriber: string };
  /** Browser: the URL to which the ACS posts the CRes. */
  readonly notificationURL?: string;
  readonly browserAcceptHeader?: string;
  /** From 2.3.1 on. */
  readonly acceptLanguage?: readonly string[];
  readonly browserIP?: string;
  /** From 2.2.0 on. */
  readonly browserJavascriptEnabled?: boolean;
  readonly browserJavaEnabled?: boolean;
  readonly browserLanguage?: string;
  readonly browserColorDepth?: string;
  readonly browserScreenHeight?: string;
  readonly browserScreenWidth?: string;
  readonly browserTZ?: string;
  readonly browserUserAgent?: string;
  /** From 2.3.1 on, like the next two: 01 default SDK, 02 split SDK. */
  readonly sdkType?: string;
  /** Variant 01 is a native SDK. */
  readonly defaultSdkType?: { readonly sdkVariant: string };
  readonly appIp?: string;
  readonly sdkAppID?: string;
  readonly sdkTransID?: string;
  readonly sdkReferenceNumber?: string;
  readonly sdkEphemPubKey?: EphemeralKey;
  readonly sdkEncData?: string;
  /** Minutes, two digits, at least 05. */
  readonly sdkMaxTimeout?: string;
  readonly deviceRenderOptions?: {
    readonly sdkInterface: string;
    readonly sdkUiType: readonly string[];
  };
}

/** A public key of the app flow, as a JWK. */
export interface EphemeralKey {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

export interface ARes {
  readonly messageType: 'ARes';
  readonly messageVersion: string;
  readonly threeDSServerTransID: string;
  readonly dsTransID: string;
  readonly acsTransID: string;
  readonly dsReferenceNumber?: string;
  readonly acsReferenceNumber?: string;
  readonly acsOperatorID?: string;
  readonly sdkTransID?: string;
  readonly transStatus: TransStatus;
  readonly transStatusReason?: string;
  readonly eci?: string;
  /** CAVV: base64 of 20 bytes. */
  readonly authenticationValue?: string;
  readonly acsChallengeMandated?: 'Y' | 'N';
  /** Browser challenge. */
  readonly acsURL?: string;
  /** App challenge: JWS of {acsURL, acsEphemPubKey, sdkEphemPubKey}. */
  readonly acsSignedContent?: string;
  readonly acsDecConInd?: 'Y' | 'N';
  readonly authenticationType?: string;
}

/** ACS to directory server to server: the only authoritative result of a challenge. */
export interface RReq {
  readonly messageType: 'RReq';
  readonly messageVersion: string;
  readonly messageCategory: string;
  readonly threeDSServerTransID: string;
  readonly dsTransID: string;
  readonly acsTransID: string;
  readonly sdkTransID?: string;
  readonly transStatus: TransStatus;
  readonly transStatusReason?: string;
  readonly eci?: string;
  readonly authenticationValue?: string;
  readonly authenticationType?: string;
  /**
   * 01 cardholder, 03 decoupled authentication timed out, 04 timed out at the ACS, 05 never
   * started, 06 error, 07 unknown, 08 timed out in the SDK, 09 and 10 error in the challenge
   * messages.
   */
  readonly challengeCancel?: string;
  readonly interactionCounter: string;
}

type TransIDs = 'threeDSServerTransID' | 'dsTransID' | 'acsTransID' | 'sdkTransID';

export interface RRes extends Pick<RReq, 'messageVersion' | TransIDs> {
  readonly messageType: 'RRes';
  /** Received for further processing. */
  readonly resultsStatus: '01';
}

/** Browser challenge request, posted as base64url in the form field `creq`. */
export interface CReq {
  readonly messageType: 'CReq';
  readonly messageVersion: string;
  readonly threeDSServerTransID: string;
  readonly acsTransID: string;
  readonly challengeWindowSize?: string;
}

/** Browser challenge answer, posted as base64url in the form field `cres`. */
export interface CRes {
  readonly messageType: 'CRes';
  readonly messageVersion: string;
  readonly threeDSServerTransID: string;
  readonly acsTransID: string;
  readonly transStatus: string;
}

export interface Erro {
  readonly messageType: 'Erro';
  readonly messageVersion: string;
  readonly errorCode: string;
  /** C SDK, S server, D directory server, A ACS. */
  readonly errorComponent: 'C' | 'S' | 'D' | 'A';
  readonly errorDescription: string;
  readonly errorDetail: string;
  readonly errorMessageType?: string;
  readonly threeDSServerTransID?: string;
  readonly dsTransID?: string;
  readonly acsTransID?: string;
}
