// Shared set-up for tests of the simulated Stripe: over the simulated acquirer, on an embedded
// database, with a manual clock and a gateway that receives its messages.

import { createIds, type Ids } from '@bramka/gateway/core/id.ts';
import { handClock, type HandClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import { seededRandom } from '@bramka/gateway/core/testing/seeded-random.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { createAcquirer, type SimulatedAcquirer } from '../acquirer/acquirer.ts';
import { sqlChargeStore } from '../acquirer/acquirer.store.ts';
import type { ThreeDSClaim } from '../acs/proof.ts';
import { createApi, type HandleCall } from '../stripe/api.ts';
import { paymentMethods } from '../stripe/payment-methods.ts';
import { sqlStripeStore } from '../stripe/stripe.store.ts';
import { openBacking } from './backing.ts';

interface SentEvent {
  readonly type: string;
  readonly object: Readonly<Record<string, unknown>>;
}

interface StripeFixture {
  readonly handle: HandleCall;
  readonly acquirer: SimulatedAcquirer;
  readonly database: Database;
  readonly clock: HandClock;
  readonly ids: Ids;
  /** Every event, in order. */
  readonly events: SentEvent[];
  /** What authorizations claimed about the customer's authentication. */
  readonly claims: ThreeDSClaim[];
  close(): Promise<void>;
}

const MAX_IN_FLIGHT_MS = 60_000;

/** `now`: when the clock starts. */
export async function openStripeFixture(now?: number): Promise<StripeFixture> {
  const opened = await openBacking('embedded');
  const { database } = opened;
  if (!database) throw new Error('an embedded database has been opened');
  const clock = handClock();
  if (now !== undefined) clock.advance(now - clock.now());
  const random = seededRandom(7);
  const ids = createIds(clock, random);
  const journal = opened.journal();
  const claims: ThreeDSClaim[] = [];
  const acquirer = createAcquirer({
    ...{ journal, clock, ids, random, store: sqlChargeStore(database) },
    checkAuthentication: (claim) => Promise.resolve(claims.push(claim) > 0),
  });
  const events: SentEvent[] = [];
  const handle = createApi({
    ...{ journal, clock, ids, acquirer, store: sqlStripeStore(database) },
    methods: paymentMethods(random),
    maxInFlightMs: MAX_IN_FLIGHT_MS,
    announce(type, object) {
      events.push({ type, object: object as SentEvent['object'] });
      return Promise.resolve();
    },
  });
  return { handle, acquirer, database, clock, ids, events, claims, close: () => opened.close() };
}
