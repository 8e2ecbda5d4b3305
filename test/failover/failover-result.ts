// Evaluates a failover run: acknowledged payments exist, nothing was charged twice, and the records
// of the acquirer, which are on a separate server, match the payments.
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../support/journal/database-server.ts';
import type { Order } from './load.ts';

const REST_LIMIT_MS = 180_000;

interface Payment {
  readonly id: string;
  readonly status: string;
  readonly order_id: string;
  readonly captured: string;
}

interface Charge {
  readonly id: string;
  readonly captured: string;
}

export interface FailoverResult {
  readonly payments: number;
  readonly completed: number;
  readonly faults: readonly string[];
}

const paymentsOf = `select payment_id::text as id, status, ext_order_id as order_id,
  captured_minor::text as captured from payments`;

const chargesOf = `select payment_id::text as id, captured_minor::text as captured
  from sandbox.charges where verb = 'authorize' and result = 'APPROVED'`;

/** Waits until no payment is in progress, then compares. */
export async function judge(
  orders: readonly Order[],
  databaseUrl: string,
  acquirerUrl: string,
): Promise<FailoverResult> {
  const deadline = Date.now() + REST_LIMIT_MS;
  for (;;) {
    const payments = await ask<Payment>(databaseUrl, paymentsOf);
    const isAtRest = payments.every(({ status }) => status !== 'PENDING' && status !== 'NEW');
    if (isAtRest || Date.now() > deadline) {
      return compare(orders, payments, await ask<Charge>(acquirerUrl, chargesOf));
    }
    await sleep(1_000);
  }
}

/** Exported for its own test. */
export function compare(
  orders: readonly Order[],
  payments: readonly Payment[],
  charges: readonly Charge[],
): FailoverResult {
  const faults: string[] = [];
  const byId = new Map(payments.map((payment) => [payment.id, payment]));
  const byOrder = Map.groupBy(payments, (payment) => payment.order_id);
  const charged = Map.groupBy(charges, (charge) => charge.id);
  for (const { paymentId, orderId } of orders) {
    if (paymentId !== undefined && !byId.has(paymentId)) {
      faults.push(`payment ${paymentId} was acknowledged and is lost`);
    }
    const made = byOrder.get(orderId)?.length ?? 0;
    if (made > 1) faults.push(`order ${orderId} has ${made} payments`);
  }
  for (const { id, status, captured } of payments) {
    const money = charged.get(id) ?? [];
    if (money.length > 1) faults.push(`payment ${id} was charged ${money.length} times`);
    if (status === 'PENDING' || status === 'NEW') faults.push(`payment ${id} stays ${status}`);
    const taken = money.reduce((sum, charge) => sum + BigInt(charge.captured), 0n);
    if (taken !== BigInt(captured)) {
      faults.push(`payment ${id} is ${status} with ${captured}, the acquirer took ${taken}`);
    }
  }
  for (const id of charged.keys()) {
    if (!byId.has(id)) faults.push(`the acquirer charged payment ${id}, which is not there`);
  }
  const completed = payments.filter(({ status }) => status === 'COMPLETED').length;
  return { payments: payments.length, completed, faults };
}
