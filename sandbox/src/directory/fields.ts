// The fields of PReq and AReq that the simulated directory server looks at, as tables: when each is
// required and what may stand in it (EMV 3-D Secure 2.1.0 to 2.3.1, message data elements).

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
/** In 2.1.0 scripts are taken for granted. */
const hasScript: When = (message) =>
  isBrowser(message) && (isFirstVersion(message) || message['browserJavascriptEnabled'] === true);
const isRepeated: When = ({ threeDSRequestorAuthenticationInd: why }) =>
  why === '02' || why === '03';
const isLatest: When = ({ messageVersion }) => messageVersion === '2.3.1';
/** Before 2.3.1 nothing told whether a series has an end and a rhythm: it had to have both. */
const isOldSeries: When = (message) => isRepeated(message) && !isLatest(message);
const isFixed =
  (part: 'amountInd' | 'frequencyInd'): When =>
  (message) =>
    isLatest(message) && (message['recurringInd'] as Fields | null | undefined)?.[part] === '01';
const hasAmount: When = ({ recurringAmount }) => recurringAmount !== undefined;

const must = (name: string, form: FieldRule['form'], isNeeded: When = always): FieldRule => ({
  name,
  form,
  isNeeded,
});
const may = (name: string, form: FieldRule['form']): FieldRule => ({ name, form });

const currencyNumbers = new Set(currencyCodes.map(currencyNumeric));
const currency = isoNumber((value) => currencyNumbers.has(value));
/** Numbers from 900 on are for private use and shared currencies, never for a country. */
const country = isoNumber((value) => value !== '000' && value < '900');
const email = like(/^(?=.{3,254}$)[^@\s]+@[^@\s]+\.[^@\s]+$/);
const address = like(/^(\d{1,3}(\.\d{1,3}){3}|[0-9A-Fa-f:.]{2,45})$/);
const coordinate = like(/^[A-Za-z0-9_-]{43}$/);
const language = (most: number): FieldRule['form'] =>
  like(new RegExp(`^(?=.{1,${most}}$)[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$`));
/** 80 to 99 belong to the directory servers. */
const indicator = (known: string): FieldRule['form'] => like(new RegExp(`^(${known}|[89]\\d)$`));

function place(prefix: 'billAddr' | 'shipAddr'): FieldRule[] {
  const state = `${prefix}State`;
  return [
    may(`${prefix}City`, text(50)),
    must(`${prefix}Country`, country, (message) => message[state] !== undefined),
    may(`${prefix}Line1`, text(50)),
    may(`${prefix}PostCode`, text(16)),
    may(state, text(3)),
  ];
}

export const preqFields: readonly FieldRule[] = [
  must('threeDSServerTransID', id),
  must('threeDSServerRefNumber', text(32)),
  may('threeDSServerOperatorID', text(32)),
  may('serialNum', text(20)),
];

const parties: readonly FieldRule[] = [
  must('threeDSServerTransID', id),
  must('threeDSServerRefNumber', text(32)),
  may('threeDSServerOperatorID', text(32)),
  must('threeDSServerURL', webAddress(2048)),
  must('threeDSRequestorID', text(35)),
  must('threeDSRequestorName', text(40)),
  must('threeDSRequestorURL', webAddress(2048)),
  must('threeDSRequestorAuthenticationInd', indicator('0[1-9]'), channel('01', '02')),
  must('threeRIInd', indicator('0[1-9]|1\\d'), channel('03')),
  may(
    'threeDSRequestorChallengeInd',
    byVersion(indicator('0[1-4]'), indicator('0[1-9]'), list(indicator('0[1-9]|1[0-4]'), 2)),
  ),
  may('threeDSRequestorDecReqInd', like(/^[YN]$/)),
  must('threeDSRequestorDecMaxTime', like(/^(?!00000)(0\d{4}|100[0-7]\d|10080)$/), (message) => {
    return message['threeDSRequestorDecReqInd'] === 'Y';
  }),
  must('acquirerBIN', digits(11, 1), isPayment),
  must('acquirerMerchantID', text(35), isPayment),
  must('acquirerCountryCode', country, isLatest),
  must('acquirerCountryCodeSource', indicator('0[12]'), isLatest),
  must('merchantName', text(40), isPayment),
  must('mcc', digits(4), isPayment),
  must('merchantCountryCode', country, isPayment),
];

const purchase: readonly FieldRule[] = [
  must('acctNumber', digits(19, 13)),
  may('cardExpiryDate', like(/^\d\d(0[1-9]|1[0-2])$/)),
  may('cardholderName', text(45, 2)),
  must('purchaseAmount', digits(48, 1), isPayment),
  must('purchaseCurrency', currency, isPayment),
  must('purchaseExponent', digits(1), isPayment),
  must('purchaseDate', date(14), isPayment),
  may('transType', like(/^(01|03|10|11|28)$/)),
  may('email', email),
  may('mobilePhone', object({ cc: digits(3, 1), subscriber: digits(15, 1) })),
  ...place('billAddr'),
  ...place('shipAddr'),
];

/** In 2.3.1 a value of a fixed series is out of place in one that varies. */
const onlyIf =
  (isMeant: When, form: FieldRule['form']): FieldRule['form'] =>
  (value, message) =>
    isLatest(message) && !isMeant(message) ? '203' : form(value, message);

const seriesValues: readonly FieldRule[] = [
  must('recurringExpiry', date(8), isOldSeries),
  must(
    'recurringFrequency',
    onlyIf(isFixed('frequencyInd'), like(/^(?!0+$)\d{1,4}$/)),
    (message) => isOldSeries(message) || isFixed('frequencyInd')(message),
  ),
  must('recurringDate', onlyIf(isFixed('frequencyInd'), date(8)), isFixed('frequencyInd')),
  must('recurringAmount', onlyIf(isFixed('amountInd'), digits(48, 1)), isFixed('amountInd')),
  must('recurringCurrency', currency, hasAmount),
  must('recurringExponent', digits(1), hasAmount),
];

const series: readonly FieldRule[] = [
  must(
    'recurringInd',
    object({ amountInd: indicator('0[12]'), frequencyInd: indicator('0[12]') }),
    (message) =>
      isLatest(message) &&
      (isRepeated(message) || seriesValues.some(({ name }) => message[name] !== undefined)),
  ),
  ...seriesValues,
];

const browser: readonly FieldRule[] = [
  must('threeDSCompInd', like(/^[YNU]$/), isBrowser),
  must('notificationURL', webAddress(256), isBrowser),
  must('browserAcceptHeader', text(2048), isBrowser),
  must('acceptLanguage', list(text(100), 99), (message) => isBrowser(message) && isLatest(message)),
  may('browserIP', address),
  must('browserJavascriptEnabled', truth, (message) => {
    return isBrowser(message) && !isFirstVersion(message);
  }),
  must('browserJavaEnabled', truth, hasScript),
  must('browserLanguage', byVersion(language(8), language(8), language(35)), isBrowser),
  must('browserColorDepth', like(/^(1|4|8|15|16|24|32|48)$/), hasScript),
  must('browserScreenHeight', digits(6, 1), hasScript),
  must('browserScreenWidth', digits(6, 1), hasScript),
  must('browserTZ', like(/^[+-]?\d{1,4}$/), hasScript),
  must('browserUserAgent', text(2048), isBrowser),
];

const renderOptions = (uiType: RegExp, most: number): FieldRule['form'] =>
  object({ sdkInterface: like(/^0[1-3]$/), sdkUiType: list(like(uiType), most) });

const app: readonly FieldRule[] = [
  must('sdkType', indicator('0[12]'), (message) => isApp(message) && isLatest(message)),
  must(
    'defaultSdkType',
    object({ sdkVariant: indicator('01'), wrappedInd: absentOr(like(/^Y$/)) }),
    (message) => isApp(message) && isLatest(message) && message['sdkType'] !== '02',
  ),
  may('appIp', address),
  must('sdkAppID', sdkId, isApp),
  must('sdkTransID', sdkId, isApp),
  must('sdkReferenceNumber', text(32), isApp),
  must(
    'sdkEphemPubKey',
    object({ kty: like(/^EC$/), crv: like(/^P-256$/), x: coordinate, y: coordinate }),
    isApp,
  ),
  must('sdkEncData', text(64_000), isApp),
  must('sdkMaxTimeout', like(/^(0[5-9]|[1-9]\d)$/), isApp),
  must(
    'deviceRenderOptions',
    byVersion(
      renderOptions(/^0[1-5]$/, 5),
      renderOptions(/^0[1-5]$/, 5),
      renderOptions(/^0[1-7]$/, 7),
    ),
    isApp,
  ),
];

/** The two that tell which others are required. */
export const areqKinds: readonly FieldRule[] = [
  must('deviceChannel', like(/^0[1-3]$/)),
  must('messageCategory', like(/^0[12]$/)),
];

export const areqFields: readonly FieldRule[] = [
  ...parties,
  ...purchase,
  ...series,
  ...browser,
  ...app,
];
