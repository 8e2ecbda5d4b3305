// Transactions as the simulated operator reports them, in notifications and in answers to
// inquiries, with the deviations of the trigger catalogue.

import { formatAmount, money } from '@bramka/gateway/core/money.ts';
import { writeXml, type XmlNode } from '@bramka/gateway/core/xml/write-xml.ts';
import type { TransferRow } from '../bank/transfer.ts';
import { amountOutcome } from '../bank/triggers.ts';
import { hashOf, type SimulatedService } from '../bank/hash.ts';
import { stampOf } from './warsaw.ts';

interface ReportedTransaction {
  readonly remoteID: string;
  readonly amount: string;
  readonly paymentStatus: 'PENDING' | 'SUCCESS' | 'FAILURE';
  readonly paymentStatusDetails: string | undefined;
}

/** A notification; a wrong hash is one of the deviations. */
interface Notice extends ReportedTransaction {
  readonly hasWrongHash: boolean;
}

const amountOf = (row: TransferRow): string => formatAmount(money(row.amountMinor, row.currency));

function reported(row: TransferRow): ReportedTransaction {
  const shared = { remoteID: row.remoteId, amount: amountOf(row) };
  if (row.state === 'WAITING' || row.state === 'OPENED') {
    return { ...shared, paymentStatus: 'PENDING', paymentStatusDetails: undefined };
  }
  const paymentStatus = row.state === 'PAID' ? 'SUCCESS' : 'FAILURE';
  return { ...shared, paymentStatus, paymentStatusDetails: row.details ?? undefined };
}

const failed = (one: ReportedTransaction): ReportedTransaction => ({
  ...one,
  paymentStatus: 'FAILURE',
  paymentStatusDetails: 'REJECTED',
});

/** Another transaction of the same order, which failed. */
const otherFailure = (one: ReportedTransaction): ReportedTransaction =>
  failed({ ...one, remoteID: `${one.remoteID.slice(0, -1)}0` });

/** The notifications of the present state, in the order in which they are sent. */
export function noticesOf(row: TransferRow): readonly Notice[] {
  const plain = { ...reported(row), hasWrongHash: false };
  const outcome = row.state === 'PAID' ? amountOutcome(row.amountMinor) : undefined;
  const isFirst = row.noticeIndex === 0 && row.noticeTries <= 1;
  switch (outcome) {
    case 'NO_NOTICE':
      return [];
    case 'NOTICE_WRONG_AMOUNT': {
      const amount = formatAmount(money(row.amountMinor + 100n, row.currency));
      return [isFirst ? { ...plain, amount } : plain];
    }
    case 'NOTICE_WRONG_HASH':
      return [{ ...plain, hasWrongHash: isFirst }];
    case 'NOTICE_REPEATED':
      return [plain, plain, plain];
    case 'SUCCESS_THEN_FAILURE':
      return [plain, { ...plain, ...failed(plain) }];
    case 'SUCCESS_THEN_FAILURE_OF_ANOTHER':
      return [plain, { ...plain, ...otherFailure(plain) }];
    case 'FAILURE_THEN_SUCCESS':
      return [{ ...plain, ...failed(plain) }, plain];
    default:
      return [plain];
  }
}

/** All transactions of an order, as an inquiry reports them. */
export function transactionsOf(rows: readonly TransferRow[]): readonly ReportedTransaction[] {
  return rows.flatMap((row) => {
    const plain = reported(row);
    const outcome = row.state === 'PAID' ? amountOutcome(row.amountMinor) : undefined;
    if (outcome === 'SUCCESS_THEN_FAILURE_OF_ANOTHER') return [plain, otherFailure(plain)];
    // Until the first notification is confirmed, the order has failed.
    if (outcome === 'FAILURE_THEN_SUCCESS' && row.noticeIndex === 0) return [failed(plain)];
    return [plain];
  });
}

export function transactionListXml(
  row: Pick<TransferRow, 'orderId' | 'currency' | 'bankId' | 'changedAt'>,
  transactions: readonly ReportedTransaction[],
  service: SimulatedService,
  hasWrongHash = false,
): string {
  const fields = transactions.map((one) => [
    ['orderID', row.orderId],
    ['remoteID', one.remoteID],
    ['amount', one.amount],
    ['currency', row.currency],
    ['gatewayID', String(row.bankId)],
    ['paymentDate', stampOf(row.changedAt)],
    ['paymentStatus', one.paymentStatus],
    ['paymentStatusDetails', one.paymentStatusDetails],
  ]) as (readonly [name: string, value: string | undefined])[][];
  const values = fields.flatMap((list) => list.map(([, value]) => value ?? ''));
  const hash = hashOf([service.serviceId, ...values], service);
  const nodes = fields.map((list): XmlNode => ['transaction', list]);
  return writeXml([
    'transactionList',
    [
      ['serviceID', service.serviceId],
      ['transactions', nodes],
      ['hash', hasWrongHash ? hash.replace(/^./, (one) => (one === '0' ? '1' : '0')) : hash],
    ],
  ]);
}
