// One transaction as notifications and status answers describe it. Several transactions may share
// an OrderID; a SUCCESS of any of them means that the order is paid.

import { isSameMoney, parseAmount, type Money } from '../../../core/money.ts';
import { leafTexts } from '../../../core/xml/read-fields.ts';
import type { XmlElement } from '../../../core/xml/read-xml.ts';
import { approvalOf, type Finding } from '../../outcome.ts';
import { BLIK_GATEWAY, declineOf, rejectCodeOfBlik, rejectCodeOfFailure } from '../reasons.ts';
import { garbage, isAmountText, isRemoteId } from './message.ts';

export interface AutopayTransaction {
  readonly orderId: string;
  readonly remoteId: string;
  /** Of the order, without the payer's commission. */
  readonly paid: Money;
  readonly paymentStatus: string;
  readonly details: string;
  readonly isBlik: boolean;
}

/** The elements that decide, in their hash order; others may stand between and after them. */
export const decisiveNames = [
  'orderID',
  'remoteID',
  'amount',
  'currency',
  'gatewayID',
  'paymentDate',
  'paymentStatus',
  'paymentStatusDetails',
] as const;

/**
 * The hash covers values and their order, not the names of elements: a message in another order
 * could give a value another meaning and is unreadable.
 */
export function readTransaction(element: XmlElement): AutopayTransaction | undefined {
  const fields = leafTexts(element);
  if (!fields) return undefined;
  const places = element.children
    .map(({ name }) => decisiveNames.findIndex((one) => one === name))
    .filter((place) => place >= 0);
  if (places.some((place, index) => place < (places[index - 1] ?? 0))) return undefined;
  const get = (name: string): string => fields.get(name) ?? '';
  const paid = paidAmount(get);
  if (!paid || !isAmountText(get('amount'))) return undefined;
  const transaction = {
    orderId: get('orderID'),
    remoteId: get('remoteID'),
    paid,
    paymentStatus: get('paymentStatus'),
    details: get('paymentStatusDetails'),
    isBlik: get('gatewayID') === BLIK_GATEWAY,
  };
  return isWellFormed(transaction, get('paymentDate')) ? transaction : undefined;
}

/** With a commission paid by the customer, `startAmount` is the amount of the order. */
function paidAmount(get: (name: string) => string): Money | undefined {
  const text = get('startAmount') || get('amount');
  const parsed = parseAmount(text, get('currency'));
  return isAmountText(text) && parsed.ok ? parsed.money : undefined;
}

function isWellFormed(one: AutopayTransaction, paymentDate: string): boolean {
  return (
    /^[A-Za-z0-9_-]{1,32}$/.test(one.orderId) &&
    isRemoteId(one.remoteId) &&
    /^[0-9]{14}$/.test(paymentDate) &&
    /^[A-Z_]{1,32}$/.test(one.paymentStatus) &&
    /^[A-Z0-9_]{0,64}$/.test(one.details)
  );
}

/** A success with another amount proves nothing about this order: an operator must check it. */
export function findingOf(transactions: readonly AutopayTransaction[], expected: Money): Finding {
  const withStatus = (...names: string[]): AutopayTransaction[] =>
    transactions.filter(({ paymentStatus }) => names.includes(paymentStatus));
  const paid = withStatus('SUCCESS');
  const success = paid.find((one) => isSameMoney(one.paid, expected));
  if (success) return approvalOf(success.remoteId);
  if (paid.length > 0) return garbage;
  const waiting = withStatus('PENDING', 'ON_HOLD').at(-1);
  if (waiting) return { kind: 'pending', reference: waiting.remoteId, customer: null };
  const failed = withStatus('FAILURE');
  const last = failed.at(-1);
  if (!last) return transactions.length === 0 ? { kind: 'not-found' } : garbage;
  if (failed.length < transactions.length) return garbage;
  const rejectCode = last.isBlik
    ? rejectCodeOfBlik(last.details)
    : rejectCodeOfFailure(last.details);
  return declineOf(rejectCode, last.details, last.remoteId);
}
