// Builds the messages that Autopay sends, for tests: XML documents with a valid hash.

import { writeXml, type XmlNode } from '../../../core/xml/write-xml.ts';
import { hashOf, type AutopayService } from '../hash.ts';
import { ATTEMPT } from '../../testing/transfer-requests.ts';
import { serviceOf } from './vectors.ts';

export const testService = serviceOf('100047', 'a-test-key');
export const ORDER = ATTEMPT.replaceAll('-', '');

type Fields = Readonly<Record<string, string | undefined>>;

/** A document with one level of fields; the hash covers all of them in order. */
export function signedXml(root: string, fields: Fields, service = testService): string {
  const hash = hashOf(Object.values(fields), service);
  return writeXml([root, [...Object.entries(fields), ['hash', hash]]]);
}

export const paidTransaction: Fields = {
  orderID: ORDER,
  remoteID: '9IA2UISN',
  amount: '123.45',
  currency: 'PLN',
  gatewayID: '106',
  paymentDate: '20260115110000',
  paymentStatus: 'SUCCESS',
  paymentStatusDetails: 'AUTHORIZED',
};

export function transactionsXml(
  transactions: readonly Fields[],
  service: AutopayService = testService,
): string {
  const values = transactions.flatMap((fields) => Object.values(fields));
  const hash = hashOf([service.serviceId, ...values], service);
  const nodes = transactions.map((fields): XmlNode => ['transaction', Object.entries(fields)]);
  return writeXml([
    'transactionList',
    [
      ['serviceID', service.serviceId],
      ['transactions', nodes],
      ['hash', hash],
    ],
  ]);
}

export const itnField = (fields: Fields, service = testService): string =>
  Buffer.from(transactionsXml([fields], service)).toString('base64');
