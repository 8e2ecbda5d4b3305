// The authentication request: payment, card, merchant and device in the words of EMV 3-D Secure,
// within what each protocol version has. It holds the card number in the clear: it goes to the
// directory server and nowhere else.

import type { ProtocolVersion } from '../../cards/protocol-version.ts';
import { assert } from '../../core/assert.ts';
import { countryNumeric } from '../../core/iso/country.ts';
import { open, type Secret } from '../../core/secret.ts';
import type { PublicFacts } from '../../merchants/public-facts.ts';
import { cutLanguage, type AppDevice, type BrowserDevice } from '../device.ts';
import { billingOf, contactOf, holderOf, lineOf, shippingOf } from './customer.ts';
import { present } from '../../core/json/present.ts';
import type { AReq, FingerprintCompletion, Unsigned } from './message.ts';
import { purchaseFields, recurringFields, type Purchase } from './purchase.ts';
import { atLeast } from './version.ts';

export interface AReqInput extends Purchase {
  readonly threeDSServerTransID: string;
  /** Where the directory server brings the result. */
  readonly serverUrl: string;
  /** Where the ACS sends the browser back. */
  readonly notificationUrl: string;
  readonly methodCompletion: FingerprintCompletion;
  readonly challengeInd: string;
  /** For so many minutes the customer may confirm away from the shop; null: not at all. */
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
const TOLD_BY_SERVER = '01';
const DEFAULT_SDK = '01';
const NATIVE_SDK = '01';

export function buildAReq(input: AReqInput): Unsigned<AReq> {
  const { version, device, merchant, card } = input;
  return {
    messageType: 'AReq',
    messageVersion: version,
    messageCategory: '01',
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
    ...recurringFields(input),
    ...contactOf(input.customer),
    ...billingOf(input.customer),
    ...shippingOf(input.shipping),
    ...(device.kind === 'app' ? appFields(device, version) : browserFields(device, input)),
  };
}

function merchantName({ name, merchantId }: AReqInput['merchant']): string {
  return lineOf(name, 40) ?? merchantId.slice(0, 40);
}

/** Decoupled authentication came with 2.2.0. */
function challengeFields({ version, challengeInd, decoupledMinutes }: AReqInput) {
  const minutes = atLeast(version, '2.2.0') ? decoupledMinutes : null;
  return present({
    threeDSRequestorChallengeInd: atLeast(version, '2.3.1') ? [challengeInd] : challengeInd,
    threeDSRequestorDecReqInd: minutes === null ? undefined : ('Y' as const),
    threeDSRequestorDecMaxTime: minutes === null ? undefined : String(minutes).padStart(5, '0'),
  });
}

/** Where the acquirer is came with 2.3.1; as far as we know, where its merchant is. */
function countryFields({ version, merchant }: AReqInput) {
  const merchantCountryCode = countryNumeric(merchant.country);
  assert(merchantCountryCode !== undefined, 'the country of a merchant is known before it is told');
  if (!atLeast(version, '2.3.1')) return { merchantCountryCode };
  return {
    merchantCountryCode,
    acquirerCountryCode: merchantCountryCode,
    acquirerCountryCodeSource: TOLD_BY_SERVER,
  };
}

/**
 * Before 2.2.0 there is no word for a browser without scripts: what only they could find out is
 * required all the same, so it is sent as nothing.
 */
function browserFields(device: BrowserDevice, input: AReqInput) {
  const { version, notificationUrl, methodCompletion } = input;
  const hasWord = atLeast(version, '2.2.0');
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
    browserJavascriptEnabled: hasWord ? screen !== null : undefined,
    ...(screen !== null || !hasWord
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

/** The SDK shows native and HTML pages of every kind that its version has. */
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
