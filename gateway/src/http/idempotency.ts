// Idempotency-Key, implemented once around all requests that move money: the answer is stored
// in the same entry as the effect, replayed for 24 hours, and another request under the same key
// gets 409. `keptRefusals` lists the refusals that are stored.

import type { Clock } from '../core/clock.ts';
import { writeJson } from '../core/json.ts';
import { invalid, refuse, Refusal, type RefusalCode } from '../core/refusals.ts';
import type { Keyring, Sealer } from '../core/keys/keyring.ts';
import { fingerprint, type Key } from '../core/seal.ts';
import type { Draft } from '../journal/entry.ts';
import type { Queryable } from '../storage/database.ts';
import type { Budgets } from './budget/budgets.ts';
import type { Caller } from './caller.ts';
import { idempotencyKeyForm, idempotencyKeyRule } from './schema.ts';
import { idempotencyKeys, idempotencyStore, type IdempotencyRow } from './idempotency.store.ts';

export const RETENTION_MS = 24 * 60 * 60 * 1000;

/**
 * Refusals that are stored under the Idempotency-Key, so that a repeat gets the same bytes: those
 * that the same request would always get, and a decline, because the acquirer was called. All
 * others are temporary or can be corrected by the caller, so the key can be used again.
 */
export const keptRefusals: ReadonlySet<RefusalCode> = new Set([
  'OPERATION_DECLINED',
  'ORDER_ALREADY_PAID',
  'ALREADY_CAPTURED',
  'NOT_A_PREAUTHORIZATION',
  'FUNDING_CANNOT_BE_RETRIED',
  'NOT_AN_ADJUSTMENT',
  'SPLIT_NOT_ADJUSTABLE',
  'NOT_ON_PAYWALL',
]);

/** Adds the answer to the entry of its effect; does nothing when no key was sent. */
export type AnswerKeeper = (draft: Draft, reply: unknown, status?: number) => void;

export interface KeptAnswer {
  readonly status: number;
  readonly body: string;
}

interface Request {
  readonly merchantId: string;
  /** For the audit log; absent: not known. */
  readonly caller?: Caller;
  /** The payment whose customer sent the key; absent for the merchant's own keys. */
  readonly scope?: string;
  readonly key: string;
  /** Method, URL and canonical body: these define "the same request". */
  readonly content: string;
  /** The same with the bytes of the body, which the previous version compared. */
  readonly formerContent?: string;
}

export type Idempotency = ReturnType<typeof createIdempotency>;

type Work = (keep: AnswerKeeper) => Promise<KeptAnswer>;

/** The constraint that a concurrent duplicate on another node violates. */
export const duplicateKeyConstraint = 'idempotency_keys_pkey';

export class DuplicateKey extends Error {}

interface IdempotencyParts {
  readonly database: Queryable;
  readonly clock: Clock;
  readonly stored: { readonly 'idempotency fingerprint': Key };
  readonly ring: Keyring;
  readonly budgets: Pick<Budgets, 'isLeft'>;
}

export function createIdempotency(parts: IdempotencyParts) {
  const { stored, ring } = parts;
  const printKey = stored['idempotency fingerprint'];
  const store = idempotencyStore(parts.database);
  const running = new Map<string, Promise<unknown>>();

  const findKept = async (request: Request, print: Buffer): Promise<KeptAnswer | undefined> => {
    const row = await store.find(request.merchantId, storedKey(request), parts.clock.now());
    if (!row) return undefined;
    await refuseOther(parts.budgets, request, isSameRequest(printKey, request, print, row));
    const bound = answerBinding({ ...request, idempotencyKey: storedKey(request) });
    const body = await ring.unseal('idempotency answer', row.answer, bound);
    return { status: row.status, body: body.toString('utf8') };
  };

  const keeper =
    (request: Request, print: Buffer, sealer: Sealer): AnswerKeeper =>
    (draft, reply, status = 200) => {
      const key = { merchantId: request.merchantId, idempotencyKey: storedKey(request) };
      const row: IdempotencyRow = {
        ...key,
        requestFingerprint: print,
        status,
        answer: sealer(writeJson(reply), answerBinding(key)),
        expiresAt: parts.clock.now() + RETENTION_MS,
      };
      draft.insert(idempotencyKeys, row);
    };

  const run = async (request: Request, work: Work): Promise<KeptAnswer & { replayed: boolean }> => {
    const print = fingerprint(printKey, request.content);
    const before = await findKept(request, print);
    if (before) return { ...before, replayed: true };
    const sealer = await ring.sealer('idempotency answer');
    try {
      return { ...(await work(keeper(request, print, sealer))), replayed: false };
    } catch (error) {
      const stored = mayBeDuplicate(error) ? await findKept(request, print) : undefined;
      if (stored) return { ...stored, replayed: true };
      throw error instanceof DuplicateKey ? new Refusal('OVERLOADED', [], 1) : error;
    }
  };

  return {
    /** Runs the work once per key; `keep` must be part of the work's entry. */
    async runOnce(request: Request, work: Work) {
      if (!idempotencyKeyForm.test(request.key)) {
        throw invalid('Idempotency-Key', `must be ${idempotencyKeyRule}`);
      }
      const slot = `${request.merchantId}\n${storedKey(request)}`;
      while (running.has(slot)) await running.get(slot)?.catch(() => undefined);
      const answer = run(request, work);
      running.set(slot, answer);
      return answer.finally(() => running.delete(slot));
    },
    removeExpired: (limit: number) => store.removeExpired(parts.clock.now(), limit),
  };
}

/** The conflict may come from the same request on another node. */
function mayBeDuplicate(error: unknown): boolean {
  if (error instanceof Refusal) return error.status === 409 || error.status === 422;
  return error instanceof DuplicateKey;
}

/**
 * The answer reveals whether the card in the body is that of the first request, so after some other
 * bodies the correct one is refused as well.
 */
async function refuseOther(
  budgets: IdempotencyParts['budgets'],
  request: Request,
  isSame: boolean,
): Promise<void> {
  const { merchantId, caller = null } = request;
  const budget = { merchantId, kind: 'KEY_REUSES', subject: storedKey(request) } as const;
  const isLeft = await budgets.isLeft(budget, !isSame, { merchantId, caller, paymentId: null });
  if (isSame && isLeft) return;
  refuse('IDEMPOTENCY_KEY_REUSED');
}

/** A node of the previous version stored the fingerprint of the body's bytes. */
function isSameRequest(key: Key, request: Request, print: Buffer, row: IdempotencyRow): boolean {
  if (print.equals(row.requestFingerprint)) return true;
  const { formerContent } = request;
  return (
    formerContent !== undefined && fingerprint(key, formerContent).equals(row.requestFingerprint)
  );
}

/** A key contains no space, so a merchant cannot send one that equals a customer's. */
function storedKey({ scope, key }: Request): string {
  return scope === undefined ? key : `${scope} ${key}`;
}

export function answerBinding(key: Pick<IdempotencyRow, 'merchantId' | 'idempotencyKey'>): string {
  return `1|${key.merchantId}|idempotency_keys|${key.idempotencyKey}|answer`;
}
