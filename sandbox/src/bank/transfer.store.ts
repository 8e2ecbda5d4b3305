// The transfers and refunds of the simulated banks: table definitions for the journal, and the read
// queries.

import { isoTime, type Instant } from '@bramka/gateway/core/clock.ts';
import {
  selectList,
  table,
  typed,
  type ColumnsOf,
  type RowOf,
} from '@bramka/gateway/journal/table.ts';
import { statement, type Queryable } from '@bramka/gateway/storage/database.ts';
import type { TransferRow } from './transfer.ts';

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

const columns = selectList(transferTable);
const find = statement(
  'sandbox.transfer.find',
  `select ${columns} from sandbox.transfers where remote_id = $1`,
);
const ofOrder = statement(
  'sandbox.transfer.of-order',
  `select ${columns} from sandbox.transfers
   where intermediary = $1 and order_id = $2 order by created_at, remote_id`,
);
const latest = statement(
  'sandbox.transfer.latest',
  `select ${columns} from sandbox.transfers order by changed_at desc, remote_id limit $1`,
);
const due = statement(
  'sandbox.transfer.due',
  `select ${columns} from sandbox.transfers
   where due_at <= $1::timestamptz order by due_at, remote_id limit $2`,
);
const dueNotices = statement(
  'sandbox.transfer.due-notices',
  `select ${columns} from sandbox.transfers
   where notice_due_at <= $1::timestamptz order by notice_due_at, remote_id limit $2`,
);
export const transfersDue = statement(
  'sandbox.transfer.some-due',
  'select 1 from sandbox.transfers where due_at <= $1::timestamptz order by due_at',
);
export const noticesDue = statement(
  'sandbox.transfer.some-notices-due',
  'select 1 from sandbox.transfers where notice_due_at <= $1::timestamptz order by notice_due_at',
);
const findRefund = statement(
  'sandbox.transfer.find-refund',
  `select ${selectList(refundTable)} from sandbox.transfer_refunds
   where intermediary = $1 and message_id = $2`,
);

export interface TransferStore {
  find(remoteId: string): Promise<TransferRow | undefined>;
  ofOrder(intermediary: string, orderId: string): Promise<TransferRow[]>;
  /** The last changed ones first. */
  latest(most: number): Promise<TransferRow[]>;
  due(now: Instant, most: number): Promise<TransferRow[]>;
  dueNotices(now: Instant, most: number): Promise<TransferRow[]>;
  findRefund(intermediary: string, messageId: string): Promise<RefundRow | undefined>;
}

export function sqlTransferStore(database: Queryable): TransferStore {
  return {
    find: async (remoteId) => (await database.run<TransferRow>(find, [remoteId]))[0],
    ofOrder: (intermediary, orderId) => database.run<TransferRow>(ofOrder, [intermediary, orderId]),
    latest: (most) => database.run<TransferRow>(latest, [most]),
    due: (now, most) => database.run<TransferRow>(due, [isoTime(now), most]),
    dueNotices: (now, most) => database.run<TransferRow>(dueNotices, [isoTime(now), most]),
    findRefund: async (intermediary, messageId) =>
      (await database.run<RefundRow>(findRefund, [intermediary, messageId]))[0],
  };
}
