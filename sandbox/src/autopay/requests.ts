// Reads the requests to the simulated operator: forms and JSON with a hash over the values in their
// numbered order. A wrong hash or format is refused as Autopay does.

import { readJson, numberText } from '@bramka/gateway/core/json.ts';
import { writeXml } from '@bramka/gateway/core/xml/write-xml.ts';
import { hashOf, type SimulatedService } from '../bank/hash.ts';

export interface OperatorCall {
  /** Such as /payment. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** Text is XML or JSON. */
export interface OperatorAnswer {
  readonly status: number;
  readonly body: string;
}

/** The parameters of a start in their hash order. */
export const startParameters = [
  ...['ServiceID', 'OrderID', 'Amount', 'Description', 'GatewayID', 'Currency', 'CustomerEmail'],
  ...['Language', 'CustomerNRB', 'SwiftCode', 'ForeignTransferMode', 'TaxCountry', 'CustomerIP'],
  ...['Title', 'ReceiverName', 'Products', 'CustomerPhone', 'CustomerPesel', 'ValidityTime'],
  ...['CustomerNumber', 'InvoiceNumber', 'CompanyName', 'Nip', 'Regon', 'VerificationFName'],
  ...['VerificationLName', 'VerificationStreet', 'VerificationStreetHouseNo'],
  ...['VerificationStreetStaircaseNo', 'VerificationStreetPremiseNo', 'VerificationPostalCode'],
  ...['VerificationCity', 'VerificationNRB', 'LinkValidityTime', 'RecurringAcceptanceState'],
  ...['RecurringAction', 'ClientHash', 'OperatorName', 'ICCID', 'AuthorizationCode', 'ScreenType'],
  ...['BlikUIDKey', 'BlikUIDLabel', 'BlikAMKey', 'ReturnURL', 'TransactionSettlementMode'],
  ...['PaymentToken', 'DocNumber', 'RecurringAcceptanceID', 'RecurringAcceptanceTime'],
  ...['DefaultRegulationAcceptanceState', 'DefaultRegulationAcceptanceID'],
  ...['DefaultRegulationAcceptanceTime', 'WalletType', 'RecurringValidityTime', 'ServiceURL'],
  ...['MCC', 'BlikPPLabel', 'BlikPPRefuseNotSupported', 'ReceiverNameForFront'],
  ...['AccountHolderName', 'UserAgent'],
] as const;
/** How long the values of a start may be. */
const maxLengths: Readonly<Record<string, number>> = {
  OrderID: 32,
  CustomerEmail: 255,
  CustomerIP: 39,
  BlikUIDKey: 64,
  BlikUIDLabel: 20,
  BlikAMKey: 64,
  ReturnURL: 1000,
  UserAgent: 255,
};
export const statusParameters = ['ServiceID', 'OrderID'] as const;
export const cancelParameters = ['ServiceID', 'MessageID', 'RemoteID', 'OrderID'] as const;
export const listParameters = ['ServiceID', 'MessageID', 'Currencies', 'Language'] as const;
export const refundParameters = [
  'serviceId',
  'messageId',
  'remoteId',
  'amount',
  'currency',
] as const;
export const refundStatusParameters = ['serviceId', 'messageId', 'method'] as const;

type Fault = 'INVALID_FORMAT' | 'INVALID_HASH';
export type Parameters = ReadonlyMap<string, string>;

/** The parameters, or why the request is refused. */
export function readForm(
  call: OperatorCall,
  names: readonly string[],
  bmHeader: string,
  service: SimulatedService,
): Parameters | Fault {
  const pairs = [...new URLSearchParams(call.body)];
  const parameters = new Map(pairs);
  const isUnique = parameters.size === pairs.length;
  if (call.headers['bmheader'] !== bmHeader || !isUnique) return 'INVALID_FORMAT';
  return checked(parameters, names, 'Hash', service);
}

export function readJsonRequest(
  call: OperatorCall,
  names: readonly string[],
  hashName: string,
  service: SimulatedService,
): Parameters | Fault {
  const parameters = new Map<string, string>();
  try {
    for (const [name, value] of Object.entries(readJson(call.body) as object)) {
      parameters.set(name, numberText(value) ?? String(value));
    }
  } catch {
    return 'INVALID_FORMAT';
  }
  return checked(parameters, names, hashName, service);
}

function checked(
  parameters: Parameters,
  names: readonly string[],
  hashName: string,
  service: SimulatedService,
): Parameters | Fault {
  const isKnown = [...parameters.keys()].every((name) => name === hashName || names.includes(name));
  const isOurs = (parameters.get('ServiceID') ?? parameters.get('serviceId')) === service.serviceId;
  const isShort = names.every(
    (name) => (parameters.get(name) ?? '').length <= (maxLengths[name] ?? Infinity),
  );
  if (!isKnown || !isOurs || !isShort) return 'INVALID_FORMAT';
  const hash = hashOf(
    names.map((name) => parameters.get(name) ?? ''),
    service,
  );
  return parameters.get(hashName) === hash ? parameters : 'INVALID_HASH';
}

const errorCodes = {
  INVALID_FORMAT: 2,
  INVALID_HASH: 7,
  TRANSACTION_NOT_FOUND: -10,
  TRANSACTION_NOT_IN_REFUNDABLE_STATUS: 54,
} as const;

/** Older calls are refused in XML with status 406. */
export function xmlFault(fault: Fault): OperatorAnswer {
  const body = writeXml([
    'error',
    [
      ['statusCode', String(errorCodes[fault])],
      ['name', fault],
      ['description', `The request was refused: ${fault}`],
    ],
  ]);
  return { status: 406, body };
}

/** Newer calls are refused in JSON with status 200. */
export function jsonFault(errorStatus: keyof typeof errorCodes): OperatorAnswer {
  const errorStatusCode = errorCodes[errorStatus];
  const errorMessages = `The request was refused: ${errorStatus}`;
  return { status: 200, body: JSON.stringify({ errorStatus, errorStatusCode, errorMessages }) };
}

/** A document with one level of fields; the hash covers those with a value. */
export function signedXml(
  root: string,
  fields: Readonly<Record<string, string | undefined>>,
  service: SimulatedService,
): OperatorAnswer {
  const values = Object.values(fields).map((value) => value ?? '');
  const body = writeXml([root, [...Object.entries(fields), ['hash', hashOf(values, service)]]]);
  return { status: 200, body };
}
