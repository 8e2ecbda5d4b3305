// The transfers and refunds of the simulated banks: table definitions for the journal, and the read
// queries.

import { table, typed, type ColumnsOf, type RowOf } from '@bramka/gateway/journal/table.ts';
import { rowsDue, rowsWhere, rowWhere, someDue, storeOf } from '../party/queries.store.ts';
import { BLIK_CHANNEL, type TransferRow } from './transfer.ts';

export const transferTable = table('sandbox.transfers', {
  columns: {
    createdAt: 'timestamptz',
    changedAt: 'timestamptz',
    validUntil: 'timestamptz',
    dueAt: 'timestamptz',
    noticeDueAt: 'timestamptz',
    version: 'integer',
    noticeIndex: 'integer',
    noticeTries: 'integer',
    bankId: 'integer',
    amountMinor: 'bigint',
    refundedMinor: 'bigint',
    remoteId: 'text',
    token: 'text',
    intermediary: 'text',
    orderId: 'text',
    bankName: 'text',
    currency: 'text',
    description: 'text',
    returnUrl: 'text',
    serviceId: 'text',
    returnHash: 'text',
    state: 'text',
    details: 'text',
  } satisfies ColumnsOf<TransferRow>,
  key: ['remoteId'],
  hasOwnId: true,
  mutable: [
    ...(['changedAt', 'dueAt', 'noticeDueAt', 'version', 'noticeIndex', 'noticeTries'] as const),
    ...(['refundedMinor', 'state', 'details'] as const),
  ],
  version: 'version',
});

export const refundTable = table('sandbox.transfer_refunds', {
  columns: {
    createdAt: 'timestamptz',
    doneAt: 'timestamptz',
    amountMinor: 'bigint',
    messageId: 'text',
    intermediary: typed<TransferRow['intermediary']>('text'),
    remoteId: 'text',
    currency: 'text',
    result: typed<'DONE' | 'CANCELED_NO_FUNDS_ON_BALANCE'>('text'),
    remoteOutId: 'text',
  },
  key: ['intermediary', 'messageId'],
  hasOwnId: true,
});

/** A transfer back to the customer; `result` counts from `doneAt` on. */
export type RefundRow = RowOf<typeof refundTable>;

export const sqlTransferStore = storeOf({
  find: rowWhere<TransferRow, [remoteId: string]>('transfer.find', transferTable, 'remote_id = $1'),
  ofOrder: rowsWhere<TransferRow, [intermediary: string, orderId: string]>(
    'transfer.of-order',
    transferTable,
    'intermediary = $1 and order_id = $2 order by created_at, remote_id',
  ),
  /** The last changed ones first. */
  latest: rowsWhere<TransferRow, [most: number]>(
    'transfer.latest',
    transferTable,
    'true order by changed_at desc, remote_id limit $1',
  ),
  /** Those that wait for a result from elsewhere. */
  waitingAt: rowsWhere<TransferRow, [bankId: number]>(
    'transfer.waiting-at',
    transferTable,
    `due_at is not null and bank_id = $1 order by created_at, remote_id limit 200`,
  ),
  due: rowsDue<TransferRow>('transfer.due', transferTable),
  dueNotices: rowsDue<TransferRow>('transfer.due-notices', transferTable, 'noticeDueAt'),
  findRefund: rowWhere<RefundRow, [intermediary: string, messageId: string]>(
    'transfer.find-refund',
    refundTable,
    'intermediary = $1 and message_id = $2',
  ),
});
export type TransferStore = ReturnType<typeof sqlTransferStore>;

export const transfersDue = someDue('transfer.some-due', transferTable.name);
/** Finds a row if a BLIK payment over Autopay waits for its result; $1 is the time. */
export const blikWaiting = someDue(
  'transfer.some-blik-waiting',
  `(select created_at from ${transferTable.name}
    where due_at is not null and bank_id = ${BLIK_CHANNEL}) as waiting`,
  'created_at',
);
export const noticesDue = someDue('transfer.some-notices-due', transferTable.name, 'notice_due_at');
