// Runs a rotation of keys in steps that any node can continue: the new key is made known, then
// used, then everything is sealed again in batches, and at last the old key is destroyed. Between
// the steps it waits until every node has read its keys again.

import type { Failpoints } from '../core/failpoint.ts';
import type { RandomBytes } from '../core/random.ts';
import type { Database } from '../storage/database.ts';
import { LEASE_MS } from '../storage/keys/keyring.ts';
import { dataKeyBinding } from '../vault/data-keys.ts';
import { skipFailing, type SkipParts } from '../worker/skip-failing.ts';
import {
  countValues,
  isPassOver,
  newPass,
  rewrapBatch,
  type Pass,
  type PassParts,
} from './rewrap-pass.ts';
import {
  activateRootKey,
  advanceRotation,
  claimRotation,
  deleteOldDataKeys,
  deleteRootKeys,
  insertNewDataKey,
  merchantsWithoutNewKey,
  nodeProblems,
  reportProgress,
  type Rotation,
} from './rotation.store.ts';

interface RotationParts extends PassParts {
  readonly database: Database;
  readonly random: RandomBytes;
  readonly failpoints: Failpoints;
  readonly nodeId: string;
  /** How long nothing may be sealed with the old key before it is destroyed. */
  readonly retireWaitMs: number;
  readonly metrics: SkipParts['metrics'];
  readonly log: {
    info(facts: object, message: string): void;
    error(facts: object, message: string): void;
  };
}

/** Does a part of the running rotation; resolves to how much it did. */
export type Rotate = () => Promise<number>;

const OWNER_MS = 3000;
const MERCHANTS_PER_STEP = 100;
/** Longer than any node uses its copy of the keys. */
const STEP_WAIT_MS = LEASE_MS + 500;
/** Reports of nodes older than this are from processes that have ended. */
const NODE_REPORT_MS = 10_000;

/** What this process remembers of the step it is working on; another node starts it again. */
interface Progress extends Pass {
  readonly rotationId: number;
  readonly state: Rotation['state'];
  /** When the step began or, while RETIRING, when the old key was last found in use. */
  sinceMs: number;
}

export function createRotator(parts: RotationParts): Rotate {
  let progress: Progress | undefined;
  return async () => {
    const { clock } = parts;
    const now = clock.now();
    const rotation = await claimRotation(parts.database, parts.nodeId, now, now + OWNER_MS);
    if (!rotation) {
      progress = undefined;
      return 0;
    }
    const { rotationId, state } = rotation;
    if (progress?.rotationId !== rotationId || progress.state !== state) {
      progress = newProgress(rotation, clock.monotonicMs());
    }
    return steps[state](parts, rotation, progress);
  };
}

function newProgress({ rotationId, state }: Rotation, sinceMs: number): Progress {
  return { rotationId, state, sinceMs, ...newPass() };
}

type Step = (parts: RotationParts, rotation: Rotation, progress: Progress) => Promise<number>;

const steps: Readonly<Record<Rotation['state'], Step>> = {
  PREPARING: prepare,
  REWRAPPING: rewrap,
  RETIRING: retire,
  DONE: () => Promise.resolve(0),
};

function hasWaited({ clock }: RotationParts, { sinceMs }: Progress, ms: number): boolean {
  return clock.monotonicMs() - sinceMs >= ms;
}

/** The new keys are known to every node before the first value is sealed with them. */
async function prepare(parts: RotationParts, rotation: Rotation, progress: Progress) {
  const { database, clock } = parts;
  if (rotation.kind === 'DATA') {
    const added = await addDataKeys(parts, rotation);
    if (added > 0) return added;
  }
  await parts.failpoints.reach('rotation.prepared');
  if (!hasWaited(parts, progress, STEP_WAIT_MS)) return 0;
  const [problem] = await nodeProblems(database, clock.now() - NODE_REPORT_MS);
  if (problem) {
    const text = `node ${problem.nodeId}: ${problem.problem}`;
    await reportProgress(database, rotation, 0, text, clock.now());
    return 0;
  }
  const total = await countValues(parts, rotation);
  const next = { to: 'REWRAPPING', total, at: clock.now() } as const;
  await advanceRotation(database, rotation, next, async (tx) => {
    if (rotation.kind === 'MASTER') await activateRootKey(tx, rotation.rotationId);
  });
  await parts.failpoints.reach('rotation.activated');
  return 1;
}

async function addDataKeys(parts: RotationParts, rotation: Rotation): Promise<number> {
  const { database, ring, random, clock } = parts;
  const merchants = await merchantsWithoutNewKey(database, rotation, MERCHANTS_PER_STEP);
  const sealer = await ring.sealer('data keys');
  const { rotationId } = rotation;
  for (const { merchantId, keyVersion: before } of merchants) {
    const facts = { job: 'rotate-keys', merchantId };
    const added = await skipFailing(parts, facts, async () => {
      const keyVersion = before + 1;
      const bound = dataKeyBinding(merchantId, keyVersion);
      const key = { merchantId, keyVersion, sealed: sealer(Buffer.from(random(32)), bound) };
      await insertNewDataKey(database, key, rotationId, clock.now());
      return true;
    });
    if (!added) {
      const problem = `merchant ${merchantId} got no new data key`;
      await reportProgress(database, rotation, 0, problem, clock.now());
    }
    await parts.failpoints.reach('rotation.preparing');
  }
  return merchants.length;
}

/** Seals values again until a complete pass has found none. */
async function rewrap(parts: RotationParts, rotation: Rotation, progress: Progress) {
  if (!hasWaited(parts, progress, STEP_WAIT_MS)) return 0;
  const done = await rewrapBatch(parts, rotation, progress);
  await parts.failpoints.reach('rotation.batch');
  if (!isPassOver(parts, rotation, progress)) return Math.max(1, done);
  if (progress.found > 0) {
    Object.assign(progress, newPass());
    return done;
  }
  const next = { to: 'RETIRING', total: rotation.total, at: parts.clock.now() } as const;
  await advanceRotation(parts.database, rotation, next, () => Promise.resolve());
  await parts.failpoints.reach('rotation.rewrapped');
  return 1;
}

/** Waits for values that were sealed before and are written now; then destroys the old key. */
async function retire(parts: RotationParts, rotation: Rotation, progress: Progress) {
  if (!hasWaited(parts, progress, parts.retireWaitMs)) return 0;
  await rewrapBatch(parts, rotation, progress);
  if (!isPassOver(parts, rotation, progress)) return 1;
  if (progress.found > 0) {
    // A value read before it was sealed again may still be written back: wait again.
    progress.sinceMs = parts.clock.monotonicMs();
    Object.assign(progress, newPass());
    return 1;
  }
  await parts.failpoints.reach('rotation.retiring');
  const next = { to: 'DONE', total: rotation.total, at: parts.clock.now() } as const;
  await advanceRotation(parts.database, rotation, next, (tx) =>
    rotation.kind === 'MASTER'
      ? deleteRootKeys(tx, rotation.toVersion ?? 0)
      : deleteOldDataKeys(tx, rotation),
  );
  const { kind, rotationId, done } = rotation;
  parts.log.info({ kind, rotationId, done }, 'the rotation of keys is complete');
  await parts.failpoints.reach('rotation.done');
  return 1;
}
