// The instant transaction notification (ITN), the only message that reports a result without being
// asked: base64 of an XML document in the form field `transactions`, and its confirmation.

import { allLeafTexts, leafTexts, onlyChild } from '../../../core/xml/read-fields.ts';
import { readXml, type XmlElement } from '../../../core/xml/read-xml.ts';
import { writeXml } from '../../../core/xml/write-xml.ts';
import { hashOf, isHashOf, type AutopayService } from '../hash.ts';
import { readTransaction, type AutopayTransaction } from './transaction.ts';

/** A readable notification; nothing in it is proven before `isSignedBy`. */
interface Itn {
  readonly serviceId: string;
  readonly transaction: AutopayTransaction;
  readonly isSignedBy: (service: AutopayService) => boolean;
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Undefined if it is unreadable. */
export function readItn(field: unknown): Itn | undefined {
  const root = readXml(decodeField(field) ?? '');
  const transaction = root && onlyTransaction(root);
  const serviceId = root && leafTexts(root)?.get('serviceID');
  if (!transaction || serviceId === undefined) return undefined;
  const values = allLeafTexts(root);
  return {
    serviceId,
    transaction,
    isSignedBy: (service) => isHashOf(values.at(-1), values.slice(0, -1), service),
  };
}

/** Forms decode a plus sign as a space, so spaces become plus signs again; line breaks vanish. */
function decodeField(field: unknown): string | undefined {
  if (typeof field !== 'string') return undefined;
  const text = field
    .trim()
    .replaceAll(' ', '+')
    .replace(/[\r\n]/g, '');
  if (!BASE64.test(text)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64'));
  } catch {
    return undefined;
  }
}

/** The message contains exactly these elements in this order. */
function onlyTransaction(root: XmlElement): AutopayTransaction | undefined {
  const names = root.children.map(({ name }) => name).join();
  if (root.name !== 'transactionList' || names !== 'serviceID,transactions,hash') return undefined;
  const list = onlyChild(root, 'transactions');
  const [only] = list?.children ?? [];
  if (list?.children.length !== 1 || only?.name !== 'transaction') return undefined;
  return readTransaction(only);
}

type Confirmation = 'CONFIRMED' | 'NOTCONFIRMED';

/** The body of the answer; anything but CONFIRMED makes Autopay send the notification again. */
export function confirmationXml(
  service: AutopayService,
  orderId: string,
  confirmation: Confirmation,
): string {
  const { serviceId } = service;
  const confirmed = [
    ['orderID', orderId],
    ['confirmation', confirmation],
  ] as const;
  return writeXml([
    'confirmationList',
    [
      ['serviceID', serviceId],
      ['transactionsConfirmations', [['transactionConfirmed', confirmed]]],
      ['hash', hashOf([serviceId, orderId, confirmation], service)],
    ],
  ]);
}
