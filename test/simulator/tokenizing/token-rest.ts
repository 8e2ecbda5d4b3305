// The end of a run: the faults stop, everything that is due happens, and the records of the token
// services must agree with the stored tokens.

import { attempts, type Attempt } from '@bramka/gateway/providers/attempt.ts';
import { deadlines, type Deadline } from '@bramka/gateway/payments/model/payment.ts';
import {
  tokenizationChecks,
  type TokenizationCheck,
} from '@bramka/gateway/payments/model/tokenization-check.ts';
import {
  isOpen,
  tokenizations,
  type Tokenization,
} from '@bramka/gateway/tokenizer/tokenization.ts';
import { cardTokens, type CardToken } from '@bramka/gateway/vault/card-token.store.ts';
import { heldCards, type HeldCardRow } from '@bramka/gateway/vault/held-card.store.ts';
import { isLive } from './simulated-tokens.ts';
import type { TokenWorld } from './token-world.ts';

/** Longer than any call in progress. */
const STEP_MS = 20_000;
const MAX_STEPS = 100;

/** Everything in progress ends, and whatever is due happens. */
export async function settle(world: TokenWorld): Promise<void> {
  const { schedule, postman } = world;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    await schedule.runUntil(() => false, schedule.clock.now() + STEP_MS);
    const due = dueTimes(world);
    if (due.length === 0 && postman.waiting() === 0) return;
    const idleMs = Math.min(...due) - schedule.clock.now();
    if (postman.waiting() === 0 && idleMs > 0) schedule.jump(idleMs);
  }
}

/** When something must happen; nothing at rest. */
function dueTimes({ storage }: TokenWorld): number[] {
  const { memory } = storage;
  return [
    ...memory.rows<TokenizationCheck>(tokenizationChecks).map(({ dueAt }) => dueAt),
    ...memory.rows<Deadline>(deadlines).map(({ dueAt }) => dueAt),
    ...memory.rows<Attempt>(attempts).map(({ checkAt }) => checkAt),
    ...memory.rows<CardToken>(cardTokens).map(({ removeAt }) => removeAt),
  ].filter((at) => at !== null);
}

export function checkRest(world: TokenWorld): void {
  const { storage, findings } = world;
  const { memory } = storage;
  const all = memory.rows<Tokenization>(tokenizations);
  for (const { tokenizerId, status } of all.filter(isOpen)) {
    findings.report('no tokenization stays open', `${tokenizerId.slice(-6)} is ${status}`);
  }
  for (const { paymentId } of memory.rows<HeldCardRow>(heldCards)) {
    findings.report('no card is held at the end', `the card of ${paymentId.slice(-6)}`);
  }
  for (const { tokenizerId } of memory.rows<TokenizationCheck>(tokenizationChecks)) {
    findings.report('no check is left at the end', `the check of ${tokenizerId.slice(-6)}`);
  }
  const converted = new Set<string>();
  for (const { sourceTokenId, status } of all) {
    if (sourceTokenId === null || status !== 'COMPLETED') continue;
    findings.expect(!converted.has(sourceTokenId), 'one conversion per stored card', () => {
      return sourceTokenId;
    });
    converted.add(sourceTokenId);
  }
  checkRecords(world);
}

/** The stored network tokens are exactly the live ones of the token services. */
function checkRecords({ storage, tokens, findings }: TokenWorld): void {
  const stored = storage.memory.rows<CardToken>(cardTokens).filter(({ type }) => type !== 'COF');
  const records = [...tokens.records.values()];
  for (const record of records.filter(isLive)) {
    const { instrumentRef } = record;
    const sameRef = stored.filter((token) => token.instrumentRef === instrumentRef);
    const isKept = sameRef.length === 1 && sameRef[0]?.status !== 'DISCARDED';
    findings.expect(isKept, 'no token is left at the token service', () => {
      return `${instrumentRef} is ${sameRef[0]?.status ?? 'not stored'}`;
    });
  }
  for (const { instrumentRef, status } of stored) {
    if (status === 'DISCARDED') continue;
    const record = records.find((one) => one.instrumentRef === instrumentRef);
    const isThere = record !== undefined && isLive(record);
    findings.expect(isThere, 'a usable token is known at the token service', () => {
      return `${String(instrumentRef)} is ${record?.status ?? 'unknown'}`;
    });
    const isSame = !isThere || record.status === status;
    findings.expect(isSame, 'the status of a token is that of the token service', () => {
      return `${String(instrumentRef)} is ${record?.status ?? ''}, stored as ${status}`;
    });
  }
}
