// Reads everything the storage holds about one payment, without using the engine.

import { attempts, type Attempt } from '@bramka/gateway/providers/attempt.ts';
import { events, type EventRow } from '@bramka/gateway/events/event.ts';
import type { Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import type { Table } from '@bramka/gateway/journal/table.ts';
import { transfers, type Transfer } from '@bramka/gateway/ledger/ledger.ts';
import {
  deadlines,
  payments,
  type Deadline,
  type Payment,
} from '@bramka/gateway/payments/model/payment.ts';
import { transactions, type Transaction } from '@bramka/gateway/payments/model/transaction.ts';
import { authentications, type Authentication } from '@bramka/gateway/threeds/authentication.ts';
import { heldCards, type HeldCardRow } from '@bramka/gateway/vault/held-card.store.ts';

import { short } from '../world/network.ts';
import type { World } from '../world/world.ts';
import type { Findings } from './findings.ts';

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
  readonly heldCard: HeldCardRow | undefined;
  /** The oldest first. */
  readonly authentications: readonly Authentication[];
}

/** One entry and how it changed one payment. */
export interface Step {
  readonly world: World;
  readonly findings: Findings;
  readonly key: Key;
  readonly before: PaymentRows;
  readonly after: PaymentRows;
}

export function name({ paymentId }: Key): string {
  return `payment ${short(paymentId)}`;
}

export function rowsOf(memory: Memory, { merchantId, paymentId }: Key): PaymentRows {
  const key = { merchantId, paymentId };
  const ofPayment = <Row extends { readonly paymentId: string | null }>(table: Table): Row[] =>
    memory.rows<Row>(table).filter((row) => row.paymentId === paymentId);
  return {
    payment: memory.find<Payment>(payments, key),
    attempts: ofPayment<Attempt>(attempts),
    transactions: ofPayment<Transaction>(transactions),
    events: ofPayment<EventRow>(events).sort((a, b) => a.sequence - b.sequence),
    transfers: ofPayment<Transfer>(transfers),
    deadline: memory.find<Deadline>(deadlines, key),
    heldCard: memory.find<HeldCardRow>(heldCards, key),
    authentications: ofPayment<Authentication>(authentications).sort(
      (a, b) => a.createdAt - b.createdAt,
    ),
  };
}

export function isOpen({ finishedAt }: Attempt): boolean {
  return finishedAt === null;
}

/** The successful authorization. */
export function successOf(list: readonly Attempt[]): Attempt | undefined {
  return list.find(({ verb, state }) => verb === 'authorize' && state === 'APPROVED');
}

/** With a provider, or with charged money that was not returned. */
export function isEngaged(list: readonly Attempt[]): boolean {
  if (list.some((one) => one.verb === 'authorize' && isOpen(one))) return true;
  const reversed = list.some(({ verb, state }) => verb === 'reverse' && state === 'APPROVED');
  return successOf(list) !== undefined && !reversed;
}

/** The authentication in progress; those of an ended payment do not count. */
export function liveAuthentication(rows: PaymentRows): Authentication | undefined {
  if (rows.payment?.status !== 'PENDING') return undefined;
  return rows.authentications.find(({ state }) => state !== 'DONE');
}

/** The other payments of the same order. */
export function rivalsOf(
  memory: Memory,
  { merchantId, paymentId, extOrderId }: Payment,
): Payment[] {
  if (extOrderId === null) return [];
  return memory.rows<Payment>(payments).filter((other) => {
    const isSame = other.merchantId === merchantId && other.extOrderId === extOrderId;
    return isSame && other.paymentId !== paymentId;
  });
}
