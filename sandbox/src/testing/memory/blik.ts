// The read queries of the simulated BLIK operator, in memory.

import type { Instant } from '@bramka/gateway/core/clock.ts';
import type { Table } from '@bramka/gateway/journal/table.ts';
import type { Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import type { BlikStore } from '../../blik/blik.store.ts';
import { aliasTable, codeTable, messageTable, paymentTable } from '../../blik/rows.ts';
import type { BlikAlias, BlikCode, BlikPayment } from '../../blik/rows.ts';
import type { OutboxMessage } from '../../party/outbox.ts';

type AliasKey = Parameters<BlikStore['aliasesOf']>;

export function memoryBlikStore(memory: Memory): BlikStore {
  const all = <R>(of: Table, isMeant: (row: R) => boolean): R[] =>
    memory.rows<R>(of).filter(isMeant);
  const codes = (isMeant: (row: BlikCode) => boolean) =>
    Promise.resolve(
      all(codeTable, isMeant)
        .sort(by(({ issuedAt, codeId }) => [issuedAt, codeId]))
        .at(-1),
    );
  const payments = (isMeant: (row: BlikPayment) => boolean) =>
    all(paymentTable, isMeant).sort(by(({ createdAt, attemptId }) => [createdAt, attemptId]));
  const aliases = (isMeant: (row: BlikAlias) => boolean) =>
    all(aliasTable, isMeant).sort(by(({ createdAt, aliasId }) => [createdAt, aliasId]));
  const isDue = ({ dueAt }: { dueAt: Instant | null }, now: Instant) =>
    dueAt !== null && dueAt <= now;
  return {
    code: (codeHash) => codes((row) => row.codeHash === codeHash),
    codeOf: (phone) => codes((row) => row.phone === phone),
    payment: (id) => Promise.resolve(payments((row) => row.attemptId === id)[0]),
    ofPayment: (id) => Promise.resolve(payments((row) => row.paymentId === id)),
    waiting: (phone) =>
      Promise.resolve(
        payments((row) => row.dueAt !== null && row.phone !== null && isOf(row, phone)),
      ),
    duePayments: (now, most) => Promise.resolve(payments((row) => isDue(row, now)).slice(0, most)),
    alias: (id) => Promise.resolve(aliases((row) => row.aliasId === id)[0]),
    aliasesOf: (...key) =>
      Promise.resolve(
        aliases((row) => row.state === 'ACTIVE' && isSame(row, key)).sort(by((row) => [row.phone])),
      ),
    saved: (phone) => Promise.resolve(aliases((row) => row.state === 'ACTIVE' && isOf(row, phone))),
    message: (id) =>
      Promise.resolve(all<OutboxMessage>(messageTable, (row) => row.messageId === id)[0]),
    dueMessages: (now, most) =>
      Promise.resolve(all<OutboxMessage>(messageTable, (row) => isDue(row, now)).slice(0, most)),
  };
}

function isOf(row: { readonly phone: string | null }, phone: string | null): boolean {
  return phone === null || row.phone === phone;
}

function isSame(row: BlikAlias, [merchantId, type, value]: AliasKey): boolean {
  return row.merchantId === merchantId && row.type === type && row.alias === value;
}

type SortKey = readonly (string | number)[];

function by<R>(keyOf: (row: R) => SortKey): (a: R, b: R) => number {
  return (a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)];
    for (const [index, value] of left.entries()) {
      const other = right[index] ?? '';
      if (value !== other) return value < other ? -1 : 1;
    }
    return 0;
  };
}
