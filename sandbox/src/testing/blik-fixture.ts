// Shared set-up for tests of the simulated BLIK operator: on each kind of storage, with a gateway
// that receives its messages, and requests with defaults.

import { createIds, type Ids } from '@bramka/gateway/core/id.ts';
import { seededRandom } from '@bramka/gateway/core/testing/seeded-random.ts';
import { handClock, type HandClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import type {
  BlikReply,
  BlikRequest,
  BlikTicketMessage,
} from '@bramka/gateway/providers/blik/messages.ts';
import { sqlBlikStore, type BlikStore } from '../blik/blik.store.ts';
import { memoryBlikStore } from './memory/blik.ts';
import { createBlik, type SimulatedBlik } from '../blik/operator.ts';
import type { Deliver, DeliveryAnswer } from '../party/faulty-delivery.ts';
import { openBacking, type Backing, type MakeDatabase } from './backing.ts';

export const NOTIFICATION_URL = 'https://gateway.example/notify';

export interface BlikFixture {
  readonly blik: SimulatedBlik;
  readonly store: BlikStore;
  readonly clock: HandClock;
  readonly ids: Ids;
  /** Every message that was sent, in order. */
  readonly sent: Record<string, unknown>[];
  /** How the gateway answers a message; status 200 by default. */
  answer: (message: Record<string, unknown>) => Promise<DeliveryAnswer>;
  deliver: Deliver;
  /** Another process on the same storage. */
  node(): SimulatedBlik;
  authorize(ticket: BlikTicketMessage | string, change?: Partial<BlikRequest>): Promise<Authorized>;
  close(): Promise<void>;
}

export interface Authorized {
  readonly request: BlikRequest;
  readonly reply: Partial<BlikReply>;
}

export function blikRequest(ids: Ids, ticket: BlikTicketMessage | string): BlikRequest {
  return {
    attemptId: ids.next(),
    merchantId: '10000001',
    paymentId: ids.next(),
    amountMinor: '12300',
    currency: 'PLN',
    ticket: typeof ticket === 'string' ? { type: 'CODE', code: ticket } : ticket,
    payer: { ip: '10.0.0.1', userAgent: 'Firefox' },
    description: 'Order 7',
    notificationUrl: NOTIFICATION_URL,
  };
}

export async function openBlikFixture(backing: Backing, make?: MakeDatabase): Promise<BlikFixture> {
  const opened = await openBacking(backing, make);
  const { memory, database } = opened;
  const store = memory ? memoryBlikStore(memory) : database && sqlBlikStore(database);
  if (!store) throw new Error('storage must be in memory or in a database');
  const clock = handClock();
  const random = seededRandom(7);
  const ids = createIds(clock, random);
  const sent: Record<string, unknown>[] = [];
  const node = (): SimulatedBlik =>
    createBlik({
      ...{ journal: opened.journal(), store, clock, ids, random },
      deliver: (send, isFirst) => fixture.deliver(send, isFirst),
      post(_url, body) {
        const message = JSON.parse(body) as Record<string, unknown>;
        sent.push(message);
        return fixture.answer(message);
      },
      mayNotify: (url) => url.href === NOTIFICATION_URL,
    });
  const fixture: BlikFixture = {
    blik: node(),
    store,
    clock,
    ids,
    sent,
    node,
    answer: () => Promise.resolve({ status: 200, body: undefined }),
    deliver: (send) => send(),
    async authorize(ticket, change = {}) {
      const request = { ...blikRequest(ids, ticket), ...change };
      const answer = await fixture.blik.handle('authorize', request);
      return { request, reply: answer?.body ?? {} };
    },
    close: () => opened.close(),
  };
  return fixture;
}
