// The instant transaction notification (ITN), the only message that reports a result without being
// asked: base64 of an XML document in the form field `transactions`, and its confirmation.

import { allLeafTexts, leafTexts, onlyChild } from '../../../core/xml/read-fields.ts';
import { readXml, type XmlElement } from '../../../core/xml/read-xml.ts';
import { writeXml } from '../../../core/xml/write-xml.ts';
import { hashOf, isHashOf, type AutopayService } from '../hash.ts';
import { readTransaction, type AutopayTransaction } from './transaction.ts';

export type Itn =
  | { readonly kind: 'authentic'; readonly transaction: AutopayTransaction }
  /** Readable, but the hash or the service is not right. */
  | { readonly kind: 'forged'; readonly orderId: string }
  | { readonly kind: 'unreadable' };

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

export function readItn(field: string, service: AutopayService): Itn {
  const root = readXml(decodeField(field) ?? '');
  const transaction = root && onlyTransaction(root);
  if (!root || !transaction) return { kind: 'unreadable' };
  const fields = leafTexts(root);
  const [hash] = allLeafTexts(root).slice(-1);
  const isAuthentic =
    fields?.get('serviceID') === service.serviceId &&
    isHashOf(hash, allLeafTexts(root).slice(0, -1), service);
  if (!isAuthentic) return { kind: 'forged', orderId: transaction.orderId };
  return { kind: 'authentic', transaction };
}

/** Forms decode a plus sign as a space, so spaces become plus signs again; line breaks vanish. */
function decodeField(field: string): string | undefined {
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

export type Confirmation = 'CONFIRMED' | 'NOTCONFIRMED';

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
