// A node that delivers events to one receiver, for tests: it keeps what it sends, and the test
// chooses what the receiver answers.

import assert from 'node:assert/strict';
import type { Clock } from '../../../core/clock.ts';
import { noFailpoints } from '../../../core/failpoint.ts';
import { seededRandom } from '../../../core/testing/seeded-random.ts';
import { secret } from '../../../core/secret.ts';
import type { Queryable } from '../../../storage/database.ts';
import type { DeliveryAnswer } from '../../egress/answer.ts';
import { createDelivery, type Delivery } from '../deliver.ts';

export type Answer = DeliveryAnswer | Promise<DeliveryAnswer>;

export interface SentEvent {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface NodeParts {
  readonly database: Queryable;
  readonly clock: Clock;
  readonly hasUrl?: () => boolean;
  readonly onSend: (event: SentEvent) => Answer;
  readonly onResult?: (result: string) => void;
}

export function deliveryNode({ database, clock, hasUrl, onSend, onResult }: NodeParts): Delivery {
  const target = (event: string) => ({
    url: `https://shop.example/${event}?key=1`,
    origin: 'https://shop.example',
    secrets: [secret('s')],
  });
  return createDelivery({
    database,
    targets: {
      secretsOf: () => Promise.resolve([]),
      of: ({ event }) => Promise.resolve(hasUrl?.() === false ? null : target(event)),
    },
    egress: {
      post: async (url, headers, body) => onSend({ url, headers, body }),
      close: () => Promise.resolve(),
    },
    clock,
    random: seededRandom(3),
    failpoints: noFailpoints,
    observer: {
      onStart: () => undefined,
      onAnswer: () => undefined,
      onResult: ({ result }) => onResult?.(result),
    },
    log: { error: (facts, message) => assert.fail(`${message} ${JSON.stringify(facts)}`) },
  });
}

/** An answer that took 3 ms. */
export function status(code: number): DeliveryAnswer {
  const answer = `answer ${code}`;
  return { cause: 'STATUS', status: code, retryAfter: null, answer, durationMs: 3 };
}

/** Resolves once everything that the node holds is sent or put back. */
export async function settle(delivery: Delivery): Promise<void> {
  while (delivery.inProgress().length > 0) await Promise.all(delivery.inProgress());
}
