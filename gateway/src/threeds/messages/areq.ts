// Builds the authentication request (AReq): payment, card, merchant and device as EMV 3-D Secure
// fields of the protocol version. It contains the card number in clear and is sent only to the
// directory server.

import type { ProtocolVersion } from '../../cards/protocol-version.ts';
import { assert } from '../../core/assert.ts';
import { countryNumeric } from '../../core/iso/country.ts';
import { open, type Secret } from '../../core/secret.ts';
import type { PublicFacts } from '../../merchants/public-facts.ts';
import { cutLanguage, type AppDevice, type BrowserDevice } from '../device.ts';
import { addressOf, billingOf, contactOf, holderOf, lineOf } from './customer.ts';
import { present } from '../../core/json/present.ts';
import type { AReq, FingerprintCompletion, WithoutServerIds } from './message.ts';
import { purchaseFields, recurringFields, transTypeField, type Purchase } from './purchase.ts';
import { atLeast } from './version.ts';

export interface AReqInput extends Purchase {
  readonly threeDSServerTransID: string;
  /** The URL to which the directory server sends the result. */
  readonly serverUrl: string;
  /** The URL to which the ACS returns the browser. */
  readonly notificationUrl: string;
  readonly methodCompletion: FingerprintCompletion;
  readonly challengeInd: string;
  /** How many minutes the customer has to confirm outside the shop; null: not offered. */
  readonly decoupledMinutes: number | null;
  readonly card: {
    readonly number: Secret<string>;
    /** YYYYMM. */
    readonly expiry: Secret<string>;
    readonly holder: Secret<string> | null;
  };
  readonly device: BrowserDevice | AppDevice;
  readonly merchant: PublicFacts & { readonly merchantId: string };
  readonly acquirer: {
    readonly bin: string;
    readonly merchantId: string;
  };
  readonly customer: unknown;
  readonly shipping: unknown;
}

const LANGUAGE_LENGTH_MAX = 8;
const LATER_LANGUAGE_LENGTH_MAX = 35;
const SENT_BY_SERVER = '01';
const DEFAULT_SDK = '01';
const NATIVE_SDK = '01';
const PAYMENT = '01';
const NON_PAYMENT = '02';

/** The category of messages about a payment, or about a card that is verified without one. */
export function categoryOf(isVerification: boolean): '01' | '02' {
  return isVerification ? NON_PAYMENT : PAYMENT;
}

export function buildAReq(input: AReqInput): WithoutServerIds<AReq> {
  const { version, device, merchant, card } = input;
  return {
    messageType: 'AReq',
    messageVersion: version,
    messageCategory: categoryOf(input.amount === null),
    deviceChannel: device.kind === 'app' ? '01' : '02',
    threeDSServerTransID: input.threeDSServerTransID,
    threeDSServerURL: input.serverUrl,
    threeDSRequestorID: merchant.merchantId.slice(0, 35),
    threeDSRequestorName: merchantName(merchant),
    threeDSRequestorURL: merchant.url ?? new URL(input.notificationUrl).origin,
    ...challengeFields(input),
    acctNumber: open(card.number),
    cardExpiryDate: open(card.expiry).slice(2),
    ...present({ cardholderName: card.holder ? holderOf(open(card.holder)) : undefined }),
    acquirerBIN: input.acquirer.bin.slice(0, 11),
    acquirerMerchantID: input.acquirer.merchantId.slice(0, 35),
    merchantName: merchantName(merchant),
    mcc: merchant.mcc,
    ...countryFields(input),
    ...purchaseFields(input),
    ...transTypeField(input),
    ...recurringFields(input),
    ...contactOf(input.customer),
    ...billingOf(input.customer),
    ...addressOf('ship', input.shipping),
    ...(device.kind === 'app' ? appFields(device, version) : browserFields(device, input)),
  };
}

function merchantName({ name, merchantId }: AReqInput['merchant']): string {
  return lineOf(name, 40) ?? merchantId.slice(0, 40);
}

/** Decoupled authentication is supported from 2.2.0 on. */
function challengeFields({ version, challengeInd, decoupledMinutes }: AReqInput) {
  const minutes = atLeast(version, '2.2.0') ? decoupledMinutes : null;
  return present({
    threeDSRequestorChallengeInd: atLeast(version, '2.3.1') ? [challengeInd] : challengeInd,
    threeDSRequestorDecReqInd: minutes === null ? undefined : ('Y' as const),
    threeDSRequestorDecMaxTime: minutes === null ? undefined : String(minutes).padStart(5, '0'),
  });
}

/** The acquirer's country is sent from 2.3.1 on; we use the merchant's country. */
function countryFields({ version, merchant }: AReqInput) {
  const merchantCountryCode = countryNumeric(merchant.country);
  assert(
    merchantCountryCode !== undefined,
    'the country of a merchant is checked before it is sent',
  );
  if (!atLeast(version, '2.3.1')) return { merchantCountryCode };
  return {
    merchantCountryCode,
    acquirerCountryCode: merchantCountryCode,
    acquirerCountryCodeSource: SENT_BY_SERVER,
  };
}

/**
 * Before 2.2.0 there is no field for a browser without scripts: the values that only scripts can
 * collect are required, so neutral values are sent.
 */
function browserFields(device: BrowserDevice, input: AReqInput) {
  const { version, notificationUrl, methodCompletion } = input;
  const hasScriptField = atLeast(version, '2.2.0');
  const { screen } = device;
  const isLater = atLeast(version, '2.3.1');
  const languageMax = isLater ? LATER_LANGUAGE_LENGTH_MAX : LANGUAGE_LENGTH_MAX;
  return present({
    notificationURL: notificationUrl,
    threeDSCompInd: methodCompletion,
    browserAcceptHeader: device.acceptHeader,
    acceptLanguage: isLater ? [device.language] : undefined,
    browserIP: device.ip,
    browserLanguage: cutLanguage(device.language, languageMax),
    browserUserAgent: device.userAgent,
    browserJavascriptEnabled: hasScriptField ? screen !== null : undefined,
    ...(screen !== null || !hasScriptField
      ? {
          browserJavaEnabled: screen?.javaEnabled ?? false,
          browserColorDepth: screen?.colorDepth ?? '1',
          browserScreenHeight: screen?.screenHeight ?? '0',
          browserScreenWidth: screen?.screenWidth ?? '0',
          browserTZ: screen?.timezone ?? '0',
        }
      : {}),
  });
}

/** The SDK can show native and HTML pages of every kind in its version. */
function appFields(
  device: Extract<AReqInput['device'], { kind: 'app' }>,
  version: ProtocolVersion,
) {
  const isLater = atLeast(version, '2.3.1');
  return {
    ...(isLater ? sdkFields(device.ip ?? undefined) : {}),
    sdkAppID: device.appId,
    sdkTransID: device.transId,
    sdkReferenceNumber: device.refNumber,
    sdkEphemPubKey: device.ephemPubKey,
    sdkEncData: device.encData,
    sdkMaxTimeout: device.maxTimeout,
    deviceRenderOptions: {
      sdkInterface: '03',
      sdkUiType: ['01', '02', '03', '04', '05', ...(isLater ? ['06', '07'] : [])],
    },
  };
}

function sdkFields(appIp: string | undefined) {
  const defaultSdkType = { sdkVariant: NATIVE_SDK };
  return { sdkType: DEFAULT_SDK, defaultSdkType, ...present({ appIp }) };
}
