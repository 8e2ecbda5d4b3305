// Shared set-up for tests of the simulated acquirer: a manual clock, the acquirer on each kind of
// storage, and requests with defaults.

import type { FastifyInstance } from 'fastify';
import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import type { PlainReply, PlainRequest, Verb } from '@bramka/gateway/providers/plain/messages.ts';
import { createIds, type Ids } from '@bramka/gateway/core/id.ts';
import type { Money } from '@bramka/gateway/core/money.ts';
import { seededRandom } from '@bramka/gateway/core/testing/seeded-random.ts';
import type { Journal } from '@bramka/gateway/journal/entry.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { createAcquirer, type SimulatedAcquirer } from '../acquirer/acquirer.ts';
import { sqlChargeStore } from '../acquirer/acquirer.store.ts';
import { memoryChargeStore } from './memory/charges.ts';
import type { ChargeStore } from '../acquirer/acquirer.store.ts';
import { plainEndpoints } from '../acquirer/endpoints.ts';
import type { ThreeDSClaim } from '../acs/proof.ts';
import type { ServeOptions } from '../party/serve-routes.ts';
import { serveParty } from '../party/testing/serve-party.ts';
import { openBacking, type Backing, type MakeDatabase } from './backing.ts';
import { handClock, type HandClock } from '@bramka/gateway/core/testing/hand-clock.ts';

/** The calls of the plain protocol under /acquirer. */
export function acquirerServer(
  acquirer: SimulatedAcquirer,
  options?: ServeOptions,
): FastifyInstance {
  return serveParty('/acquirer', toRoutes(plainEndpoints, { acquirer }), options);
}

export interface AcquirerFixture {
  readonly acquirer: SimulatedAcquirer;
  /** The result of the authentication check in `acquirer`; by default every claim is accepted. */
  check: (claim: ThreeDSClaim, charged: Money) => Promise<boolean>;
  /** An acquirer that loses requests which take more than a minute. */
  readonly withTimeLimit: SimulatedAcquirer;
  readonly journal: Journal;
  readonly store: ChargeStore;
  readonly clock: HandClock;
  readonly ids: Ids;
  readonly database: Database | undefined;
  close(): Promise<void>;
}

export async function openAcquirerFixture(
  backing: Backing,
  make?: MakeDatabase,
): Promise<AcquirerFixture> {
  const opened = await openBacking(backing, make);
  const { memory, database } = opened;
  const store = memory ? memoryChargeStore(memory) : database && sqlChargeStore(database);
  if (!store) throw new Error('storage must be in memory or in a database');
  return rigOver(opened.journal(), store, database, () => opened.close());
}

function rigOver(
  journal: Journal,
  store: ChargeStore,
  database?: Database,
  close = () => Promise.resolve(),
): AcquirerFixture {
  const clock = handClock();
  const random = seededRandom(7);
  const ids = createIds(clock, random);
  const parts = { journal, store, clock, ids, random };
  const fixture: AcquirerFixture = {
    acquirer: createAcquirer({
      ...parts,
      checkAuthentication: (...said) => fixture.check(...said),
    }),
    withTimeLimit: createAcquirer({ ...parts, maxInFlightMs: 60_000 }),
    check: () => Promise.resolve(true),
    journal,
    store,
    clock,
    ids,
    database,
    close,
  };
  return fixture;
}

export const CARD = { number: '4111111111111111', expiry: '203012', cvv: '987', holder: null };

/** An authorization of 100.00 PLN with a card that is always approved. */
export function authorizeRequest(ids: Ids, overrides: Partial<PlainRequest> = {}): PlainRequest {
  return {
    attemptId: ids.next(),
    merchantId: 'shop-1',
    paymentId: ids.next(),
    amountMinor: '10000',
    currency: 'PLN',
    kind: 'sale',
    card: CARD,
    ...overrides,
  };
}

/** An operation on an earlier authorization, by default for its whole amount. */
export function followUpOf(
  ids: Ids,
  original: PlainRequest,
  overrides: Partial<PlainRequest> = {},
): PlainRequest {
  const { merchantId, paymentId, amountMinor, currency } = original as Required<PlainRequest>;
  return {
    attemptId: ids.next(),
    originalAttemptId: original.attemptId,
    merchantId,
    paymentId,
    amountMinor,
    currency,
    ...overrides,
  };
}

/** Sends a request and expects an answer with status 200. */
export async function reply(
  acquirer: SimulatedAcquirer,
  verb: Verb,
  request: PlainRequest,
): Promise<PlainReply> {
  const answer = await acquirer.handle(verb, request);
  if (answer?.status !== 200) throw new Error(`${verb} was answered ${JSON.stringify(answer)}`);
  return answer.body as PlainReply;
}
