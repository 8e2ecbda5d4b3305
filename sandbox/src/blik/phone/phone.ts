// What a person does with the bank app on a phone of the sandbox: get a code, answer a push, remove
// a saved shop.

import { defect } from '@bramka/gateway/core/assert.ts';
import type { Clock } from '@bramka/gateway/core/clock.ts';
import { isUuid, type Ids } from '@bramka/gateway/core/id.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import { Draft } from '@bramka/gateway/journal/entry.ts';
import type { BlikStore } from '../blik.store.ts';
import { MAX_RACES, type Records } from '../records.ts';
import { hashOf } from '../request.ts';
import { codeTable, type BlikAlias, type BlikCode, type BlikPayment } from '../rows.ts';
import { behaviourOfCode } from '../triggers.ts';

interface PhoneParts {
  readonly store: BlikStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
}

/** How long a code can be used. */
export const CODE_MS = 120_000;

interface PushAnswer {
  readonly accepts: boolean;
  /** Whether the shop is saved, if the push asks for it. */
  readonly saves: boolean;
}

export function createPhones(parts: PhoneParts, records: Records) {
  const { store, clock } = parts;
  return {
    issueCode: (phone: string) => issueCode(parts, records, phone),
    /** The code that the phone shows; undefined if there is none that can be used. */
    async currentCode(phone: string): Promise<BlikCode | undefined> {
      const code = await store.codeOf(phone);
      return code?.state === 'ISSUED' && code.expiresAt > clock.now() ? code : undefined;
    },
    /** False if the phone shows no code. */
    async cancelCode(phone: string): Promise<boolean> {
      const code = await store.codeOf(phone);
      return code?.state === 'ISSUED' && records.commit(cancelCode(new Draft(), code));
    },
    async pushes(phone: string | null): Promise<BlikPayment[]> {
      const now = clock.now();
      const waiting = await store.waiting(phone);
      return waiting.filter(({ expiresAt }) => expiresAt !== null && expiresAt > now);
    },
    /** The payment after the answer; undefined if no such push waits. */
    async answerPush(attemptId: string, answer: PushAnswer): Promise<BlikPayment | undefined> {
      if (!isUuid(attemptId)) return undefined;
      const { accepts, saves } = answer;
      return records.settle(attemptId, ({ phone, planned, expiresAt }) => {
        if (phone === null || expiresAt === null || expiresAt <= clock.now()) return undefined;
        return { result: accepts ? (planned ?? 'APPROVED') : 'USER_DECLINED', saves };
      });
    },
    saved: (phone: string | null): Promise<BlikAlias[]> => store.saved(phone),
    async unregister(aliasId: string): Promise<BlikAlias | undefined> {
      return isUuid(aliasId) ? records.unregister(aliasId) : undefined;
    },
  };
}

/** A new code; the previous one of this phone can no longer be used. */
async function issueCode(
  { store, clock, ids, random }: PhoneParts,
  records: Records,
  phone: string,
): Promise<BlikCode> {
  for (let race = 0; race < MAX_RACES; race += 1) {
    const value = codeFrom(random(4));
    const [codeHash, issuedAt] = [hashOf(value), clock.now()];
    const other = await store.code(codeHash);
    const isTaken = other?.state === 'ISSUED' && other.expiresAt > issuedAt;
    if (isTaken || behaviourOfCode(value)) continue;
    const draft = new Draft();
    const before = await store.codeOf(phone);
    if (before?.state === 'ISSUED') cancelCode(draft, before);
    const code: BlikCode = {
      codeId: ids.next(),
      codeHash,
      code: value,
      phone,
      state: 'ISSUED',
      issuedAt,
      expiresAt: issuedAt + CODE_MS,
      version: 1,
    };
    if (await records.commit(draft.insert(codeTable, code))) return code;
  }
  return defect('no code could be issued');
}

function cancelCode(draft: Draft, code: BlikCode): Draft {
  const next = { ...code, code: null, state: 'CANCELLED', version: code.version + 1 };
  return draft.change(codeTable, next, code.version);
}

export type Phones = ReturnType<typeof createPhones>;

const CODES = 1_000_000;

function codeFrom(bytes: Uint8Array): string {
  const number = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  return String(number % CODES).padStart(6, '0');
}
