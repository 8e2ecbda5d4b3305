// Constant load on one cell: clients that pay, capture and refund with keys, and repeat what was
// not answered.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '../support/client.ts';
import { base } from '../support/life/payments.ts';
import type { Cell } from './cell.ts';

const CLIENTS = 4;
const REPEAT_MS = 100;
const POLL_MS = 10;
/** For one operation, with all its repeats. */
const LIMIT_MS = 60_000;

export interface Order {
  readonly orderId: string;
  readonly isCaptured: boolean;
  readonly isRefunded: boolean;
  /** Undefined until it was answered with 200. */
  paymentId?: string;
  captured?: true;
  refunded?: true;
}

export interface CellLoad {
  readonly orders: readonly Order[];
  readonly faults: readonly string[];
  readonly repeats: number;
  readonly longestGapMs: number;
}

/** The result is undefined after an answer that is neither a success nor a passing failure. */
function repeating(faults: string[], onRepeat: () => void) {
  return async (what: string, call: () => Promise<Reply>): Promise<Reply | undefined> => {
    const deadline = performance.now() + LIMIT_MS;
    for (;;) {
      const reply = await call().catch(() => undefined);
      if (reply?.status === 200) return reply;
      const isPassing = reply === undefined || reply.status === 503;
      if (!isPassing || performance.now() > deadline) {
        faults.push(`${what}: ${String(reply?.status)} ${reply?.text ?? 'no answer'}`);
        return undefined;
      }
      onRepeat();
      await sleep(REPEAT_MS);
    }
  };
}

/** Runs until `isOver`, and until everything that was begun is answered. */
export async function runLoad({ merchant }: Cell, isOver: () => boolean): Promise<CellLoad> {
  const { client, token } = merchant;
  const orders: Order[] = [];
  const faults: string[] = [];
  let repeats = 0;
  let last = performance.now();
  let longestGapMs = 0;
  const insist = repeating(faults, () => (repeats += 1));
  const serve = async (order: Order): Promise<void> => {
    const { orderId, isCaptured } = order;
    const transKind = isCaptured ? 'PREAUTH' : 'AUTH';
    const paid = await insist('payment', () =>
      client.payByCard({ token, orderId, transKind, key: orderId, amount: 100 }),
    );
    if (!paid) return;
    const now = performance.now();
    longestGapMs = Math.max(longestGapMs, now - last);
    last = now;
    const paymentId = (order.paymentId = String(paid.body['paymentId']));
    const path = `${base}/${paymentId}`;
    for (let status: unknown = 'PENDING'; status === 'PENDING'; await sleep(POLL_MS)) {
      const seen = await insist('status', () => client.call('GET', `${path}/status`, { token }));
      status = seen?.body['status'];
      if (status !== 'PENDING' && status !== 'COMPLETED') return;
    }
    const operate = (name: string, body: object, key: string) =>
      insist(name, () =>
        client.call('POST', `${path}/${name}`, {
          token,
          body,
          headers: { 'idempotency-key': key },
        }),
      );
    if (isCaptured && (await operate('capture', { amount: 60 }, `c-${orderId}`))) {
      order.captured = true;
    }
    if (!order.isRefunded) return;
    const refund = { amount: 10, extRefundId: orderId };
    if (await operate('refund', refund, `r-${orderId}`)) order.refunded = true;
  };
  const work = async (): Promise<void> => {
    while (!isOver()) {
      const at = orders.length;
      const order = { orderId: randomUUID(), isCaptured: at % 3 === 1, isRefunded: at % 3 === 2 };
      orders.push(order);
      await serve(order).catch((error: unknown) => faults.push(`order: ${String(error)}`));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, work));
  return { orders, faults, repeats, longestGapMs };
}
