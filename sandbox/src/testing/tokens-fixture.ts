// Shared set-up for tests of the simulated token service: on each kind of storage, with a gateway
// that receives its news, and the gateway's own adapter.

import { createIds, type Ids } from '@bramka/gateway/core/id.ts';
import { seededRandom } from '@bramka/gateway/core/testing/seeded-random.ts';
import { secret } from '@bramka/gateway/core/secret.ts';
import { handClock, type HandClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import type { Deliver, DeliveryAnswer } from '../party/faulty-delivery.ts';
import { createSafe, type Safe } from '../tokens/numbers.ts';
import { sqlTokenStore, type TokenStore } from '../tokens/tokens.store.ts';
import { memoryTokenStore } from './memory/tokens.ts';
import { createTokens, type SimulatedTokens } from '../tokens/tokens.ts';
import { openBacking, type Backing, type MakeDatabase } from './backing.ts';

export const NEWS_URL = 'https://gateway.example/news';
export const SHARED_SECRET = secret(Buffer.alloc(32, 5));

export interface TokensFixture {
  readonly tokens: SimulatedTokens;
  readonly store: TokenStore;
  readonly clock: HandClock;
  readonly ids: Ids;
  readonly safe: Safe;
  /** All news that were sent, in order. */
  readonly sent: Record<string, unknown>[];
  /** How the gateway answers news; status 200 by default. */
  answer: (news: Record<string, unknown>) => Promise<DeliveryAnswer>;
  deliver: Deliver;
  /** Another process on the same storage. */
  node(): SimulatedTokens;
  close(): Promise<void>;
}

export async function openTokensFixture(
  backing: Backing,
  make?: MakeDatabase,
): Promise<TokensFixture> {
  const opened = await openBacking(backing, make);
  const { memory, database } = opened;
  const store = memory ? memoryTokenStore(memory) : database && sqlTokenStore(database);
  if (!store) throw new Error('storage must be in memory or in a database');
  const clock = handClock();
  const random = seededRandom(11);
  const ids = createIds(clock, random);
  const safe = createSafe(SHARED_SECRET, random);
  const sent: Record<string, unknown>[] = [];
  const node = (): SimulatedTokens =>
    createTokens({
      ...{ journal: opened.journal(), store, clock, ids, safe },
      deliver: (send, isFirst) => fixture.deliver(send, isFirst),
      post(_url, body) {
        const news = JSON.parse(body) as Record<string, unknown>;
        sent.push(news);
        return fixture.answer(news);
      },
      mayNotify: (url) => url.href === NEWS_URL,
    });
  const fixture: TokensFixture = {
    tokens: node(),
    store,
    clock,
    ids,
    safe,
    sent,
    node,
    answer: () => Promise.resolve({ status: 200, body: undefined }),
    deliver: (send) => send(),
    close: () => opened.close(),
  };
  return fixture;
}
