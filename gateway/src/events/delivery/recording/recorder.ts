// Records the results of deliveries in batches: one statement for everything that has ended while
// the statement before was running, and for some milliseconds after it.

import { startTimer, type Clock } from '../../../core/clock.ts';
import type { Queryable } from '../../../storage/database.ts';
import { ConnectionLost, RetryableFailure } from '../../../storage/errors.ts';
import { recordConclusions, type Conclusion } from './conclusion.store.ts';
import { releaseEvents, type Release } from '../delivery.store.ts';

export interface Recorder {
  /** Resolves once it is stored; false if the event is no longer leased to this node. */
  record(conclude: () => Conclusion): Promise<boolean>;
  /**
   * Puts events back so that any node can claim them. Calls are gathered while an earlier statement
   * is running.
   */
  release(releases: readonly Release[]): Promise<void>;
  /** The same without waiting. */
  releaseSoon(release: Release): void;
}

interface RecorderParts {
  readonly database: Queryable;
  readonly clock: Clock;
  readonly log: { error(facts: object, message: string): void };
}

interface Waiting {
  readonly conclude: () => Conclusion;
  readonly resolve: (isOurs: boolean) => void;
}

interface Concluded {
  readonly conclusion: Conclusion;
  readonly resolve: (isOurs: boolean) => void;
}

interface Surplus {
  readonly release: Release;
  readonly resolve: () => void;
}

const BATCH = 256;
/** How long results are gathered after a statement: the next event of a payment waits for it. */
const GATHER_MS = 5;
/** While there are many results: in a batch of 120 each costs a quarter less than in one of 60. */
const BUSY_GATHER_MS = 12;
/** From this number of results in a statement on, there are many. */
export const BUSY_BATCH = 32;
const RETRY_MS = 1000;

export function createRecorder(parts: RecorderParts): Recorder {
  const waiting: Waiting[] = [];
  const surplus: Surplus[] = [];
  let isRunning = false;
  let isReleasing = false;

  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH);
      const ended: Concluded[] = [];
      const putOff: Concluded[] = [];
      for (const { conclude, resolve } of batch) {
        const conclusion = conclude();
        (conclusion.dueAt === null ? ended : putOff).push({ conclusion, resolve });
      }
      // Each of these is one statement and is repeated separately.
      await writeAll(parts, ended);
      await writeAll(parts, putOff);
      const gatherMs = batch.length < BUSY_BATCH ? GATHER_MS : BUSY_GATHER_MS;
      if (waiting.length < BATCH) await new Promise<void>((go) => startTimer(gatherMs, go));
    }
    isRunning = false;
  };
  const runReleases = async (): Promise<void> => {
    if (isReleasing) return;
    isReleasing = true;
    // Events of the current turn are put back together.
    await Promise.resolve();
    while (surplus.length > 0) {
      const batch = surplus.splice(0, BATCH);
      await putBack(
        parts,
        batch.map(({ release }) => release),
      );
      for (const { resolve } of batch) resolve();
    }
    isReleasing = false;
  };
  const releaseOne = (release: Release): Promise<void> =>
    new Promise((resolve) => {
      surplus.push({ release, resolve });
      void runReleases();
    });
  return {
    record: (conclude) =>
      new Promise((resolve) => {
        waiting.push({ conclude, resolve });
        void run();
      }),
    release: async (releases) => void (await Promise.all(releases.map(releaseOne))),
    releaseSoon: (one) => void releaseOne(one),
  };
}

async function putBack(parts: RecorderParts, releases: readonly Release[]): Promise<void> {
  try {
    await releaseEvents(parts.database, releases);
  } catch (error) {
    // The leases of these events expire.
    parts.log.error({ err: error, events: releases.length }, 'events could not be put back');
  }
}

async function writeAll(parts: RecorderParts, batch: readonly Concluded[]): Promise<void> {
  if (batch.length === 0) return;
  const results = await recordAll(
    parts,
    batch.map(({ conclusion }) => conclusion),
  );
  batch.forEach(({ resolve }, index) => resolve(results[index] === true));
}

/**
 * Repeated until the database answers: an accepted event must not be sent again because its result
 * is missing.
 */
async function recordAll(parts: RecorderParts, batch: readonly Conclusion[]): Promise<boolean[]> {
  for (;;) {
    try {
      const lost = await recordConclusions(parts.database, batch);
      return batch.map(({ held }) => !lost.has(held.eventId));
    } catch (error) {
      if (error instanceof ConnectionLost || error instanceof RetryableFailure) {
        await parts.clock.sleep(RETRY_MS);
        continue;
      }
      if (batch.length > 1) return recordEach(parts, batch);
      const [one] = batch;
      const { merchantId, eventId } = one?.held ?? {};
      parts.log.error({ err: error, merchantId, eventId }, 'a delivery could not be recorded');
      return [false];
    }
  }
}

/** A result that cannot be written must not affect the others. */
async function recordEach(parts: RecorderParts, batch: readonly Conclusion[]): Promise<boolean[]> {
  const results: boolean[] = [];
  for (const one of batch) results.push(...(await recordAll(parts, [one])));
  return results;
}
