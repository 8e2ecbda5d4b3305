// The inquiry for a transaction: all attempts of an OrderID with their states.

import type { Money } from '../../../core/money.ts';
import { leafTexts, onlyChild } from '../../../core/xml/read-fields.ts';
import { readXml } from '../../../core/xml/read-xml.ts';
import type { Finding } from '../../outcome.ts';
import { isHashOf, type AutopayService } from '../hash.ts';
import { orderIdOf } from '../ids.ts';
import { garbage, signedForm, type Form } from './message.ts';
import {
  decisiveNames,
  findingOf,
  readTransaction,
  type AutopayTransaction,
} from './transaction.ts';

export function statusForm(service: AutopayService, attemptId: string): Form {
  return signedForm(service, [
    ['ServiceID', service.serviceId],
    ['OrderID', orderIdOf(attemptId)],
  ]);
}

/** The name of the root is not documented. Only a signed list without entries is "not found". */
export function readStatusAnswer(
  body: string,
  service: AutopayService,
  attemptId: string,
  expected: Money,
): Finding {
  const root = readXml(body);
  const fields = root && leafTexts(root);
  const list = root && onlyChild(root, 'transactions');
  if (!fields || !list || fields.get('serviceID') !== service.serviceId) return garbage;
  const transactions: AutopayTransaction[] = [];
  const hashed: string[] = [service.serviceId];
  for (const element of list.children) {
    const transaction = element.name === 'transaction' ? readTransaction(element) : undefined;
    if (transaction?.orderId !== orderIdOf(attemptId)) return garbage;
    const values = leafTexts(element);
    hashed.push(...decisiveNames.map((name) => values?.get(name) ?? ''));
    transactions.push(transaction);
  }
  if (!isHashOf(fields.get('hash'), hashed, service)) return garbage;
  return findingOf(transactions, expected);
}
