// The fields of PReq and AReq that the simulated directory server checks, as tables: when each is
// required and which values are valid (EMV 3-D Secure 2.1.0 to 2.3.1, message data elements).

import { currencyCodes, currencyNumeric } from '@bramka/gateway/core/currency.ts';
import {
  absentOr,
  byVersion,
  date,
  digits,
  id,
  isoNumber,
  like,
  list,
  object,
  sdkId,
  text,
  truth,
  webAddress,
  type FieldRule,
  type Fields,
} from './check.ts';

type When = (message: Fields) => boolean;

const always: When = () => true;
const channel =
  (...codes: string[]): When =>
  ({ deviceChannel }) =>
    codes.includes(deviceChannel as string);
const isApp = channel('01');
const isBrowser = channel('02');
const isPayment: When = ({ messageCategory }) => messageCategory === '01';
const isFirstVersion: When = ({ messageVersion }) => messageVersion === '2.1.0';
/** 2.1.0 has no field for it and assumes JavaScript. */
const hasScript: When = (message) =>
  isBrowser(message) && (isFirstVersion(message) || message['browserJavascriptEnabled'] === true);
const isRepeated: When = ({ threeDSRequestorAuthenticationInd: why }) =>
  why === '02' || why === '03';
const isLatest: When = ({ messageVersion }) => messageVersion === '2.3.1';
/** Before 2.3.1 a recurring series always needs an expiry date and a frequency. */
const isOldSeries: When = (message) => isRepeated(message) && !isLatest(message);
const isFixed =
  (part: 'amountInd' | 'frequencyInd'): When =>
  (message) =>
    isLatest(message) && (message['recurringInd'] as Fields | null | undefined)?.[part] === '01';
const hasAmount: When = ({ recurringAmount }) => recurringAmount !== undefined;

const required = (name: string, form: FieldRule['form'], isNeeded: When = always): FieldRule => ({
  name,
  form,
  isNeeded,
});
const optional = (name: string, form: FieldRule['form']): FieldRule => ({ name, form });

const currencyNumbers = new Set(currencyCodes.map(currencyNumeric));
const currency = isoNumber((value) => currencyNumbers.has(value));
/** Numbers from 900 on are for private use and shared currencies, not for countries. */
const country = isoNumber((value) => value !== '000' && value < '900');
const email = like(/^(?=.{3,254}$)[^@\s]+@[^@\s]+\.[^@\s]+$/);
const address = like(/^(\d{1,3}(\.\d{1,3}){3}|[0-9A-Fa-f:.]{2,45})$/);
const coordinate = like(/^[A-Za-z0-9_-]{43}$/);
const language = (most: number): FieldRule['form'] =>
  like(new RegExp(`^(?=.{1,${most}}$)[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$`));
/** 80 to 99 are reserved for directory servers. */
const indicator = (known: string): FieldRule['form'] => like(new RegExp(`^(${known}|[89]\\d)$`));

function place(prefix: 'billAddr' | 'shipAddr'): FieldRule[] {
  const state = `${prefix}State`;
  return [
    optional(`${prefix}City`, text(50)),
    required(`${prefix}Country`, country, (message) => message[state] !== undefined),
    optional(`${prefix}Line1`, text(50)),
    optional(`${prefix}PostCode`, text(16)),
    optional(state, text(3)),
  ];
}

export const preqFields: readonly FieldRule[] = [
  required('threeDSServerTransID', id),
  required('threeDSServerRefNumber', text(32)),
  optional('threeDSServerOperatorID', text(32)),
  optional('serialNum', text(20)),
];

const parties: readonly FieldRule[] = [
  required('threeDSServerTransID', id),
  required('threeDSServerRefNumber', text(32)),
  optional('threeDSServerOperatorID', text(32)),
  required('threeDSServerURL', webAddress(2048)),
  required('threeDSRequestorID', text(35)),
  required('threeDSRequestorName', text(40)),
  required('threeDSRequestorURL', webAddress(2048)),
  required('threeDSRequestorAuthenticationInd', indicator('0[1-9]'), channel('01', '02')),
  required('threeRIInd', indicator('0[1-9]|1\\d'), channel('03')),
  optional(
    'threeDSRequestorChallengeInd',
    byVersion(indicator('0[1-4]'), indicator('0[1-9]'), list(indicator('0[1-9]|1[0-4]'), 2)),
  ),
  optional('threeDSRequestorDecReqInd', like(/^[YN]$/)),
  required(
    'threeDSRequestorDecMaxTime',
    like(/^(?!00000)(0\d{4}|100[0-7]\d|10080)$/),
    (message) => {
      return message['threeDSRequestorDecReqInd'] === 'Y';
    },
  ),
  required('acquirerBIN', digits(11, 1), isPayment),
  required('acquirerMerchantID', text(35), isPayment),
  required('acquirerCountryCode', country, isLatest),
  required('acquirerCountryCodeSource', indicator('0[12]'), isLatest),
  required('merchantName', text(40), isPayment),
  required('mcc', digits(4), isPayment),
  required('merchantCountryCode', country, isPayment),
];

const purchase: readonly FieldRule[] = [
  required('acctNumber', digits(19, 13)),
  optional('cardExpiryDate', like(/^\d\d(0[1-9]|1[0-2])$/)),
  optional('cardholderName', text(45, 2)),
  required('purchaseAmount', digits(48, 1), isPayment),
  required('purchaseCurrency', currency, isPayment),
  required('purchaseExponent', digits(1), isPayment),
  required('purchaseDate', date(14), isPayment),
  optional('transType', like(/^(01|03|10|11|28)$/)),
  optional('email', email),
  optional('mobilePhone', object({ cc: digits(3, 1), subscriber: digits(15, 1) })),
  ...place('billAddr'),
  ...place('shipAddr'),
];

/** From 2.3.1 on, a field of a fixed series is not allowed in a variable one. */
const onlyIf =
  (isMeant: When, form: FieldRule['form']): FieldRule['form'] =>
  (value, message) =>
    isLatest(message) && !isMeant(message) ? '203' : form(value, message);

const seriesValues: readonly FieldRule[] = [
  required('recurringExpiry', date(8), isOldSeries),
  required(
    'recurringFrequency',
    onlyIf(isFixed('frequencyInd'), like(/^(?!0+$)\d{1,4}$/)),
    (message) => isOldSeries(message) || isFixed('frequencyInd')(message),
  ),
  required('recurringDate', onlyIf(isFixed('frequencyInd'), date(8)), isFixed('frequencyInd')),
  required('recurringAmount', onlyIf(isFixed('amountInd'), digits(48, 1)), isFixed('amountInd')),
  required('recurringCurrency', currency, hasAmount),
  required('recurringExponent', digits(1), hasAmount),
];

const series: readonly FieldRule[] = [
  required(
    'recurringInd',
    object({ amountInd: indicator('0[12]'), frequencyInd: indicator('0[12]') }),
    (message) =>
      isLatest(message) &&
      (isRepeated(message) || seriesValues.some(({ name }) => message[name] !== undefined)),
  ),
  ...seriesValues,
];

const browser: readonly FieldRule[] = [
  required('threeDSCompInd', like(/^[YNU]$/), isBrowser),
  required('notificationURL', webAddress(256), isBrowser),
  required('browserAcceptHeader', text(2048), isBrowser),
  required(
    'acceptLanguage',
    list(text(100), 99),
    (message) => isBrowser(message) && isLatest(message),
  ),
  optional('browserIP', address),
  required('browserJavascriptEnabled', truth, (message) => {
    return isBrowser(message) && !isFirstVersion(message);
  }),
  required('browserJavaEnabled', truth, hasScript),
  required('browserLanguage', byVersion(language(8), language(8), language(35)), isBrowser),
  required('browserColorDepth', like(/^(1|4|8|15|16|24|32|48)$/), hasScript),
  required('browserScreenHeight', digits(6, 1), hasScript),
  required('browserScreenWidth', digits(6, 1), hasScript),
  required('browserTZ', like(/^[+-]?\d{1,4}$/), hasScript),
  required('browserUserAgent', text(2048), isBrowser),
];

const renderOptions = (uiType: RegExp, most: number): FieldRule['form'] =>
  object({ sdkInterface: like(/^0[1-3]$/), sdkUiType: list(like(uiType), most) });

const app: readonly FieldRule[] = [
  required('sdkType', indicator('0[12]'), (message) => isApp(message) && isLatest(message)),
  required(
    'defaultSdkType',
    object({ sdkVariant: indicator('01'), wrappedInd: absentOr(like(/^Y$/)) }),
    (message) => isApp(message) && isLatest(message) && message['sdkType'] !== '02',
  ),
  optional('appIp', address),
  required('sdkAppID', sdkId, isApp),
  required('sdkTransID', sdkId, isApp),
  required('sdkReferenceNumber', text(32), isApp),
  required(
    'sdkEphemPubKey',
    object({ kty: like(/^EC$/), crv: like(/^P-256$/), x: coordinate, y: coordinate }),
    isApp,
  ),
  required('sdkEncData', text(64_000), isApp),
  required('sdkMaxTimeout', like(/^(0[5-9]|[1-9]\d)$/), isApp),
  required(
    'deviceRenderOptions',
    byVersion(
      renderOptions(/^0[1-5]$/, 5),
      renderOptions(/^0[1-5]$/, 5),
      renderOptions(/^0[1-7]$/, 7),
    ),
    isApp,
  ),
];

/** The two fields that determine which others are required. */
export const areqKinds: readonly FieldRule[] = [
  required('deviceChannel', like(/^0[1-3]$/)),
  required('messageCategory', like(/^0[12]$/)),
];

export const areqFields: readonly FieldRule[] = [
  ...parties,
  ...purchase,
  ...series,
  ...browser,
  ...app,
];
