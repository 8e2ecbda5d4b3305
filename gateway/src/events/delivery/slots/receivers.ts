// The receivers of one node: how many deliveries each may have at a time. The limit of a receiver
// grows while it answers and falls when it fails; one that repeatedly fails slowly is paused.
// Receivers that have not proven themselves share half of the node's deliveries, so that hanging
// ones never delay healthy ones.

import type { Clock, Instant } from '../../../core/clock.ts';

/** Concurrent deliveries of one node. */
export const NODE_MAX = 1024;
/** Concurrent deliveries of one merchant, whatever addresses its payments name. */
export const MERCHANT_MAX = 192;
/** Concurrent deliveries to a quick receiver; thousands of events per second need that many. */
export const RECEIVER_MAX = 128;
/** The same for a receiver that takes longer: more deliveries would only wait there. */
export const STEADY_MAX = 64;
export const QUICK_MS = 250;
const FIRST_LIMIT = 4;
/** An answer that takes this long proves nothing: many of them would hold all slots. */
export const SLOW_MS = 2_000;
/** Failures in a row after which a slow one pauses the receiver; quick ones hold no slot. */
export const PAUSE_AFTER = 5;
/** As long as the longest request, so that it holds its slot at most half of the time. */
const PAUSE_MS = 10_000;
/** The length of a pause plus the delivery that tries the receiver after it. */
const TURN_MS = 2 * PAUSE_MS;
/** The longest time by which a delivery is postponed at once, even when many wait for a turn. */
const MAX_POSTPONED_MS = 60_000;
export const MAX_KNOWN = 10_000;

export interface Receiver {
  readonly merchantId: string;
  inFlight: number;
  /** Deliveries that wait for a slot. */
  waiting: number;
  limit: number;
  failures: number;
  /** Whether the last answer was a good one and came quickly. */
  isProven: boolean;
  pausedUntil: Instant;
  /** When the next delivery that finds the receiver paused should come back. */
  nextTurn: Instant;
}

export interface Receivers {
  of(merchantId: string, origin: string): Receiver;
  /** Takes a slot if there is one. */
  enter(receiver: Receiver): boolean;
  /** Whether a limit shared with other receivers keeps it from taking a slot. */
  isHeldUp(receiver: Receiver): boolean;
  /** Returns the slot. Bad: no answer, or one that asks to try again; null: nothing was sent. */
  leave(receiver: Receiver, isBad: boolean | null, durationMs: number): void;
  /** Whether nothing is sent to the receiver now, because it fails slowly. */
  isPaused(receiver: Receiver): boolean;
  /** When a delivery that finds the receiver paused should come back: one delivery per pause. */
  takeTurn(receiver: Receiver): Instant;
  readonly inFlight: () => number;
}

export function createReceivers(clock: Clock): Receivers {
  /** By merchant and origin. A joined key would have to be built for every event. */
  const receivers = new Map<string, Map<string, Receiver>>();
  let knownCount = 0;
  const perMerchant = new Map<string, number>();
  let total = 0;
  let unproven = 0;

  return {
    inFlight: () => total,
    // After the pause one delivery tries it.
    isPaused: ({ pausedUntil, inFlight }) =>
      pausedUntil > 0 && (pausedUntil > clock.now() || inFlight > 0),
    takeTurn: (receiver) => takeTurn(receiver, clock.now()),
    of(merchantId, origin) {
      const existing = receivers.get(merchantId)?.get(origin);
      if (existing) return existing;
      if (knownCount >= MAX_KNOWN) knownCount = forgetIdle(receivers);
      const receiver = newReceiver(merchantId);
      const ofMerchant = receivers.get(merchantId) ?? new Map<string, Receiver>();
      receivers.set(merchantId, ofMerchant.set(origin, receiver));
      knownCount += 1;
      return receiver;
    },
    isHeldUp: (receiver) => receiver.inFlight < limitOf(receiver),
    enter(receiver) {
      const { merchantId, isProven } = receiver;
      const limit = limitOf(receiver);
      const ofMerchant = perMerchant.get(merchantId) ?? 0;
      if (receiver.inFlight >= limit || ofMerchant >= MERCHANT_MAX || total >= NODE_MAX) {
        return false;
      }
      if (!isProven && unproven >= NODE_MAX / 2) return false;
      receiver.inFlight += 1;
      perMerchant.set(merchantId, ofMerchant + 1);
      total += 1;
      if (!isProven) unproven += 1;
      return true;
    },
    leave(receiver, isBad, durationMs) {
      const { merchantId } = receiver;
      receiver.inFlight -= 1;
      total -= 1;
      const left = (perMerchant.get(merchantId) ?? 1) - 1;
      if (left === 0) perMerchant.delete(merchantId);
      else perMerchant.set(merchantId, left);
      // All deliveries of a receiver in flight count together, either as proven or as unproven.
      if (!receiver.isProven) unproven -= 1;
      const before = receiver.isProven;
      if (isBad === true) recordFailure(receiver, clock.now(), durationMs);
      else if (isBad === false) recordSuccess(receiver, durationMs);
      if (before !== receiver.isProven) {
        unproven += receiver.isProven ? -receiver.inFlight : receiver.inFlight;
      }
    },
  };
}

function takeTurn(receiver: Receiver, now: Instant): Instant {
  const { pausedUntil, nextTurn } = receiver;
  const end = pausedUntil > now ? pausedUntil : now + PAUSE_MS;
  const turn = Math.min(Math.max(end, nextTurn), now + MAX_POSTPONED_MS);
  receiver.nextTurn = turn + TURN_MS;
  return turn;
}

/** After a pause one delivery tries it. */
function limitOf({ pausedUntil, limit }: Receiver): number {
  return pausedUntil > 0 ? 1 : limit;
}

function newReceiver(merchantId: string): Receiver {
  const limit = FIRST_LIMIT;
  const counts = { inFlight: 0, waiting: 0, failures: 0 };
  return { merchantId, ...counts, limit, isProven: false, pausedUntil: 0, nextTurn: 0 };
}

function recordSuccess(receiver: Receiver, durationMs: number): void {
  receiver.failures = 0;
  receiver.pausedUntil = 0;
  receiver.nextTurn = 0;
  receiver.isProven = durationMs < SLOW_MS;
  if (!receiver.isProven) return;
  const most = durationMs < QUICK_MS ? RECEIVER_MAX : STEADY_MAX;
  if (receiver.limit < most) receiver.limit += 1;
  else if (receiver.limit > most) receiver.limit -= 1;
}

function recordFailure(receiver: Receiver, now: Instant, durationMs: number): void {
  receiver.failures += 1;
  receiver.isProven = false;
  receiver.limit = Math.max(1, Math.floor(receiver.limit / 2));
  const isPaused = receiver.failures >= PAUSE_AFTER && durationMs >= SLOW_MS;
  receiver.pausedUntil = isPaused ? now + PAUSE_MS : 0;
}

/** Returns how many are left. */
function forgetIdle(all: Map<string, Map<string, Receiver>>): number {
  let left = 0;
  for (const [merchantId, receivers] of all) {
    for (const [origin, { inFlight, waiting }] of receivers) {
      if (inFlight === 0 && waiting === 0) receivers.delete(origin);
    }
    if (receivers.size === 0) all.delete(merchantId);
    left += receivers.size;
  }
  return left;
}
