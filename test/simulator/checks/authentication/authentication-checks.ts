// Checks of strong authentication after every entry: its history is legal, and its consequences
// follow the specification.

import type { Attempt } from '@bramka/gateway/providers/attempt.ts';
import type { Authentication } from '@bramka/gateway/threeds/authentication.ts';
import { SKEW_MS } from '../../world/faults.ts';
import { CHALLENGE_LIMIT_MS, FIRST_CHECK_MS } from '../../node/engine.ts';
import { isOpen, name, rivalsOf, rowsOf, type Step } from '../payment-rows.ts';
import {
  maySkipAuthentication,
  lacksDevice,
  mayStaySoft,
  wasChallenged,
  continuationsAfter,
} from './sca-model.ts';
import type { AuthenticationFacts, ScaWorld } from './sca-model.ts';
import { checkTruth, describeAuthentication } from './truth-checks.ts';
import { ofTry, staysOpen } from '../../tries/try-model.ts';

export function checkAuthentications(step: Step): void {
  const { findings, before, after } = step;
  checkCount(step);
  const known = new Map(before.authentications.map((one) => [one.authenticationId, one]));
  for (const one of after.authentications) {
    const was = known.get(one.authenticationId);
    if (was === one) continue;
    checkStep(step, was, one);
    checkTruth(step, was, one);
    if (was && one.state === 'DONE') checkContinuation(step, was, one);
  }
  for (const attempt of newAuthorizations(step)) {
    if (attempt.authenticationId !== null) continue;
    if (attempt.exemption !== null) step.world.count(`exemption ${attempt.exemption}`);
    const isAllowed = maySkipAuthentication(scaWorld(step), after, attempt);
    findings.expect(isAllowed, 'A1 proof', () => {
      return `${name(step.key)} went to the acquirer although its customer takes part`;
    });
  }
  checkSoftDecline(step);
}

function scaWorld({ world }: Step): ScaWorld {
  const { issuer, policies, storage } = world;
  return { isThere: issuer.isThere, policies, memory: storage.memory };
}

function newAuthorizations({ before, after }: Step): Attempt[] {
  const known = new Set(before.attempts.map(({ attemptId }) => attemptId));
  return after.attempts.filter(({ verb, attemptId }) => {
    return verb === 'authorize' && !known.has(attemptId);
  });
}

function checkCount({ findings, key, after }: Step): void {
  const { authentications, attempts } = ofTry(after);
  const live = authentications.filter(({ state }) => state !== 'DONE').length;
  findings.expect(live <= 1, 'A4 one at a time', () => {
    return `${name(key)} has ${String(live)} authentications in progress`;
  });
  const soft = attempts.find(({ rejectCode }) => rejectCode === 'SCA_REQUIRED');
  const since = soft?.finishedAt ?? Infinity;
  const later = authentications.filter(({ createdAt }) => createdAt >= since).length;
  const challenged = authentications.slice(0, -1).filter(wasChallenged).length;
  const isWithin = later <= 1 && challenged === 0 && authentications.length <= 2;
  findings.expect(isWithin, 'A4 one at a time', () => {
    const times = `${String(authentications.length)} times, challenged ${String(challenged)} times`;
    return `the customer of ${name(key)} is authenticated ${times} before`;
  });
}

const next: Readonly<Record<string, readonly string[]>> = {
  '': ['FINGERPRINT', 'ASKING'],
  FINGERPRINT: ['ASKING'],
  ASKING: ['CHALLENGE', 'WAITING', 'DONE'],
  CHALLENGE: ['DONE'],
  WAITING: ['DONE'],
};

/** How long each step may take. */
const limitsMs: Readonly<Record<string, number>> = {
  FINGERPRINT: 10_000,
  ASKING: FIRST_CHECK_MS,
  CHALLENGE: CHALLENGE_LIMIT_MS,
  WAITING: CHALLENGE_LIMIT_MS,
};

function checkStep(step: Step, was: Authentication | undefined, is: Authentication): void {
  const { findings, key, before, after } = step;
  const told = `${describeAuthentication(is)} of ${name(key)}`;
  const from = was?.state ?? '';
  findings.expect(next[from]?.includes(is.state) === true, 'I3 legal states', () => {
    return `${told} went ${from} to ${is.state}`;
  });
  const limitMs = limitsMs[is.state];
  const dueAt = limitMs === undefined ? null : is.updatedAt + limitMs;
  findings.expect(is.dueAt === dueAt, 'I10 liveness', () => `${told} waits too long`);
  if (!was && ofTry(before).attempts.length > 0) {
    step.world.count('challenge after soft decline');
    findings.expect(is.challengeInd === '04', 'A4 one at a time', () => {
      return `${told} goes on after a soft decline without a challenge`;
    });
  }
  const status = before.payment?.status ?? 'NEW';
  const isInTime = status === 'PENDING' || (!was && status === 'NEW');
  findings.expect(isInTime, 'I3 legal states', () => `${told} changed although it was ${status}`);
  const isLatest = after.authentications.at(-1) === is;
  findings.expect(isLatest, 'A4 one at a time', () => `${told} changed, but is not the latest`);
}

/**
 * When an authentication is done, the same entry must either start the authorization or end the
 * payment.
 */
function checkContinuation(step: Step, was: Authentication, done: Authentication): void {
  const { world, findings, key, after } = step;
  const { payment } = after;
  if (!payment) return;
  const [attempt] = newAuthorizations(step);
  const told = `${describeAuthentication(done)} of ${name(key)} ended ${done.transStatus ?? ''}`;
  world.count(`authentication ${payment.rejectCode ?? done.transStatus ?? ''}`);
  if (payment.rejectCode === 'ORDER_ALREADY_PAID' && attempt === undefined) {
    const isTaken = hasRival(step);
    return findings.expect(
      isTaken,
      'A5 goes on',
      () => `${told}, but no other payment of the order exists`,
    );
  }
  // The calls to every provider are paused.
  const isNoneThere = world.plan.guard !== undefined && attempt === undefined;
  if (isNoneThere && payment.rejectCode === 'PROVIDER_UNAVAILABLE') return;
  const ways = continuationsAfter(done, pastOf(step, was));
  const isPageOpen = staysOpen(world.storage.memory, after, payment.updatedAt);
  const isOneOf = ways.some((way) => {
    if (way.goesOn) {
      const isOwn = attempt?.authenticationId === done.authenticationId;
      const isInTime = (attempt?.startedAt ?? Infinity) < payment.validUntil;
      return isOwn && isInTime && attempt.exemption === way.exemption;
    }
    const isOpenAgain = way.status === 'REJECTED' && isPageOpen;
    const status = isOpenAgain ? 'PENDING' : way.status;
    const isEnded = payment.status === status && payment.rejectCode === way.rejectCode;
    return isEnded && attempt === undefined;
  });
  const invariant = ways.every(({ goesOn }) => !goesOn) ? 'A2 refusal' : 'A5 goes on';
  findings.expect(isOneOf, invariant, () => {
    const how = attempt ? 'was authorized' : `is ${payment.status} ${payment.rejectCode ?? ''}`;
    return `${told}, but it ${how}`;
  });
}

function pastOf({ world, key, before, after }: Step, was: Authentication): AuthenticationFacts {
  return {
    policy: world.policies[key.merchantId],
    isChallenged: was.state !== 'ASKING',
    isRefused: world.issuer.book.refused.has(was.authenticationId),
    isOverdue: (was.dueAt ?? 0) <= world.schedule.clock.now() + SKEW_MS,
    isExpired: (after.payment?.validUntil ?? 0) <= (after.payment?.updatedAt ?? 0),
    attempts: before.attempts,
  };
}

/** Another payment of the order has been with the acquirer. */
function hasRival({ world, after }: Step): boolean {
  const { memory } = world.storage;
  const rivals = after.payment ? rivalsOf(memory, after.payment) : [];
  return rivals.some((other) => rowsOf(memory, other).attempts.length > 0);
}

/** A soft-declined payment must continue with a challenge wherever that is possible. */
function checkSoftDecline(step: Step): void {
  const { world, findings, key, before, after } = step;
  const soft = after.attempts.find((one) => {
    const was = before.attempts.find(({ attemptId }) => attemptId === one.attemptId);
    return one.rejectCode === 'SCA_REQUIRED' && was !== undefined && isOpen(was);
  });
  if (!soft || before.payment?.status !== 'PENDING') return;
  const isBegun = after.authentications.length > before.authentications.length;
  const isAwaited = after.payment?.dataRequest === 'DEVICE';
  world.count(`soft decline ${isBegun ? 'answered' : isAwaited ? 'without device' : 'final'}`);
  if (isBegun) return;
  if (isAwaited && after.payment) {
    return findings.expect(lacksDevice(scaWorld(step), after.payment), 'A5 goes on', () => {
      return `${name(key)} must not request a device that is known`;
    });
  }
  findings.expect(mayStaySoft(before), 'A5 goes on', () => {
    return `${name(key)} ended with a soft decline that a challenge could have answered`;
  });
}
