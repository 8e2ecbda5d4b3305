// Everything the storage holds about one payment, read past the engine.

import { attempts, type Attempt } from '@bramka/gateway/acquirers/attempt.ts';
import { events, type EventRow } from '@bramka/gateway/events/event.ts';
import type { Memory } from '@bramka/gateway/journal/memory-committer.ts';
import type { Table } from '@bramka/gateway/journal/table.ts';
import { transfers, type Transfer } from '@bramka/gateway/ledger/ledger.ts';
import {
  deadlines,
  payments,
  type Deadline,
  type Payment,
} from '@bramka/gateway/payments/payment.ts';
import { transactions, type Transaction } from '@bramka/gateway/payments/transaction.ts';
import { heldCards } from '@bramka/gateway/vault/held-card.store.ts';

export interface Key {
  readonly merchantId: string;
  readonly paymentId: string;
}

export interface PaymentRows {
  readonly payment: Payment | undefined;
  readonly attempts: readonly Attempt[];
  readonly transactions: readonly Transaction[];
  readonly events: readonly EventRow[];
  readonly transfers: readonly Transfer[];
  readonly deadline: Deadline | undefined;
  readonly holdsCard: boolean;
}

export function rowsOf(memory: Memory, { merchantId, paymentId }: Key): PaymentRows {
  const key = { merchantId, paymentId };
  const own = <Row extends Key>(table: Table): Row[] =>
    memory.rows<Row>(table).filter((row) => row.paymentId === paymentId);
  return {
    payment: memory.find<Payment>(payments, key),
    attempts: own<Attempt>(attempts),
    transactions: own<Transaction>(transactions),
    events: own<EventRow>(events).sort((a, b) => a.sequence - b.sequence),
    transfers: own<Transfer>(transfers),
    deadline: memory.find<Deadline>(deadlines, key),
    holdsCard: memory.find(heldCards, key) !== undefined,
  };
}

export function isOpen({ finishedAt }: Attempt): boolean {
  return finishedAt === null;
}

/** With a provider, or with money of its order that was not given back. */
export function isEngaged(list: readonly Attempt[]): boolean {
  const authorization = list.find(({ verb }) => verb === 'authorize');
  if (!authorization) return false;
  if (isOpen(authorization)) return true;
  const reversed = list.some(({ verb, state }) => verb === 'reverse' && state === 'APPROVED');
  return authorization.state === 'APPROVED' && !reversed;
}
