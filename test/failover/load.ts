// Constant load for the failover run: clients that pay by card with Idempotency-Keys on both nodes
// and repeat every unanswered request.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Gateway } from '../support/gateway.ts';

const CLIENTS = 6;
const PAUSE_MS = 25;
const REPEAT_MS = 100;
/** Payments flow if this long no gap was longer than that. */
const FLOWING_MS = 4_000;
const FLOWING_GAP_MS = 1_000;
const FLOWING_LIMIT_MS = 120_000;

export interface Order {
  readonly key: string;
  readonly orderId: string;
  /** Undefined until it was answered with 200. */
  paymentId?: string;
  answeredAt?: number;
}

export interface Load {
  readonly orders: readonly Order[];
  /** Answers that no client should get. */
  readonly unexpected: readonly string[];
  /** How often each temporary failure (503, no answer) occurred. */
  readonly repeats: ReadonlyMap<string, number>;
  /** The longest time without an acknowledged payment since this time, in milliseconds. */
  longestGap(since: number): number;
  /** Waits until payments are acknowledged again without longer gaps, or for two minutes. */
  flowing(since: number): Promise<void>;
  /** Waits until every order is answered. */
  stop(): Promise<void>;
}

export function startLoad(nodes: readonly Gateway[], token: string): Load {
  const orders: Order[] = [];
  const unexpected: string[] = [];
  const repeats = new Map<string, number>();
  let isOver = false;
  const tryOnce = async (order: Order, node: Gateway): Promise<string> => {
    const request = { token, key: order.key, orderId: order.orderId };
    const reply = await node.payByCard(request).catch(() => undefined);
    if (reply?.status !== 200) {
      const code = (reply?.body['code'] as string | undefined) ?? 'no answer';
      const isPassing = reply === undefined || reply.status === 503;
      if (!isPassing) unexpected.push(`${reply.status} ${reply.text}`);
      return code;
    }
    order.paymentId = reply.body['paymentId'] as string;
    order.answeredAt = Date.now();
    return '';
  };
  const client = async (position: number): Promise<void> => {
    for (let turn = position; !isOver; turn += 1) {
      const order: Order = { key: randomUUID(), orderId: randomUUID() };
      orders.push(order);
      for (let attempt = turn; order.paymentId === undefined; attempt += 1) {
        const code = await tryOnce(order, nodes[attempt % nodes.length] as Gateway);
        if (code === '') break;
        repeats.set(code, (repeats.get(code) ?? 0) + 1);
        await sleep(REPEAT_MS);
      }
      await sleep(PAUSE_MS);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, position) => client(position));
  const longestGap = (since: number): number => gapIn(orders, since);
  return {
    orders,
    unexpected,
    repeats,
    longestGap,
    async flowing(since) {
      await sleep(FLOWING_MS);
      const deadline = since + FLOWING_LIMIT_MS;
      while (longestGap(Date.now() - FLOWING_MS) > FLOWING_GAP_MS && Date.now() < deadline) {
        await sleep(100);
      }
    },
    async stop() {
      isOver = true;
      await Promise.all(clients);
    },
  };
}

function gapIn(orders: readonly Order[], since: number): number {
  const times = orders
    .flatMap(({ answeredAt }) => answeredAt ?? [])
    .filter((at) => at >= since)
    .sort((a, b) => a - b);
  let longest = 0;
  let last = since;
  for (const at of [...times, Date.now()]) {
    longest = Math.max(longest, at - last);
    last = at;
  }
  return longest;
}
