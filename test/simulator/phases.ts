// The phases after the faults stop: everything settles, allowed operations must succeed, and
// finally all time limits pass.

import { attempts, type Attempt } from '@bramka/gateway/providers/attempt.ts';
import {
  deadlines,
  payments,
  type Deadline,
  type Payment,
} from '@bramka/gateway/payments/model/payment.ts';
import {
  runs,
  waitingPayments,
  type Run as SettlementRun,
  type WaitingPayment,
} from '@bramka/gateway/settlement/run.ts';
import type { Findings } from './checks/findings.ts';
import { isOpen } from './checks/payment-rows.ts';
import { merchant, type Request } from './client/call.ts';
import type { Driver } from './client/driver.ts';
import { isOpenHold } from './client/requests.ts';
import { askingCards, browser, quietCards } from './issuer/cards.ts';
import { isCovered, ownMoney, shareRefund } from './money/possible-refunds.ts';
import { PROVIDER_TIMEOUT_MS } from './world/faults.ts';
import { LONGEST_HOLD_MS, merchantIds } from './world/merchants.ts';
import type { World } from './world/world.ts';

export interface Run {
  readonly world: World;
  readonly findings: Findings;
  readonly driver: Driver;
  readonly isOver: () => boolean;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** In the calm phase, activity inside a node becomes visible within this time. */
const LOOK_EVERY_MS = 200;
/** Of payments in the calm phase. */
export const CALM_CURRENCY = 'EUR';

/** Faults have stopped: within an hour of simulated time no outcome may be unknown. */
export async function settleAll(run: Run): Promise<void> {
  const { world, findings, driver, isOver } = run;
  const { schedule } = world;
  const isAtRest = (): boolean => isOver() || (isQuiet(run) && unfinished(world).length === 0);
  const limit = schedule.clock.now() + HOUR_MS;
  while (schedule.clock.now() < limit) {
    const told = world.lines.length;
    if (await schedule.runUntil(isAtRest, schedule.clock.now() + LOOK_EVERY_MS)) return;
    if (world.lines.length === told && isQuiet(run)) skipIdleTime(world);
  }
  const told = unfinished(world).join(', ');
  findings.report('I10 liveness', `not settled after an hour: ${told}; ${driver.waiting()} calls`);
}

/** No message is in flight. */
function isQuiet({ world, driver }: Run): boolean {
  const { network, issuer } = world;
  return driver.waiting() === 0 && network.inFlight() === 0 && issuer.inFlight() === 0;
}

function unfinished({ schedule, storage }: World): string[] {
  const { memory } = storage;
  const now = schedule.clock.now();
  const open = memory.rows<Attempt>(attempts).filter(isOpen);
  const due = memory.rows<Deadline>(deadlines).filter(({ dueAt }) => dueAt <= now);
  const pending = memory.rows<Payment>(payments).filter(({ status }) => status === 'PENDING');
  const running = memory.rows<SettlementRun>(runs).filter(({ finishedAt }) => finishedAt === null);
  return [
    ...running.map(({ runId }) => `settlement run ${runId.slice(-6)}`),
    ...open.map(({ verb, state, attemptId }) => `${verb} ${state} ${attemptId.slice(-6)}`),
    ...due.map(({ paymentId }) => `deadline of ${paymentId.slice(-6)}`),
    ...pending.map(({ paymentId }) => `payment ${paymentId.slice(-6)}`),
  ];
}

/**
 * Nothing is in flight: skip to the next check of an attempt, the end of an authentication step, or
 * the next planned action.
 */
function skipIdleTime({ schedule, storage, issuer }: World): void {
  const { memory } = storage;
  const isPending = ({ merchantId, paymentId }: Deadline): boolean =>
    memory.find<Payment>(payments, { merchantId, paymentId })?.status === 'PENDING';
  const next = Math.min(
    issuer.nextAt(),
    ...memory.rows<Attempt>(attempts).map(({ checkAt }) => checkAt ?? Infinity),
    ...memory
      .rows<SettlementRun>(runs)
      .map(({ finishedAt, leaseUntil }) => (finishedAt === null ? leaseUntil : Infinity)),
    ...memory
      .rows<Deadline>(deadlines)
      .filter(isPending)
      .map(({ dueAt }) => dueAt),
  );
  const idleMs = next - schedule.clock.now();
  if (Number.isFinite(idleMs) && idleMs > 0) schedule.jump(idleMs);
}

/** Calls without an answer end, and guarded providers are called again some time after that. */
async function passPauses(run: Run): Promise<void> {
  const { guard } = run.world.plan;
  if (!guard) return;
  const { clock, runUntil } = run.world.schedule;
  await runUntil(run.isOver, clock.now() + PROVIDER_TIMEOUT_MS + guard.providerPauseMs);
  await settleAll(run);
}

/** In the calm phase, operations that the specification allows must succeed. */
export async function calmPhase(run: Run): Promise<void> {
  const { world } = run;
  world.issuer.calm();
  await passPauses(run);
  const isSold = (payment: Payment): boolean => {
    const { status, transKind, refundedMinor, capturedMinor } = payment;
    const mustBeComplete = status === 'COMPLETED' && transKind === 'AUTH' && refundedMinor === 0n;
    return (
      mustBeComplete && capturedMinor > 0n && isCovered(world, payment, ownMoney(world, payment))
    );
  };
  const isStandard = ({ transType }: Payment): boolean => transType !== 'MARKETPLACE';
  const canAdjust = (payment: Payment): boolean => isOpenHold(payment) && isStandard(payment);
  const canRefund = (payment: Payment): boolean =>
    isStandard(payment) && isCovered(world, payment, 1n);
  const ofShare = shareRefund(world, 'calm-share-refund');
  if (ofShare) await expectInCalm(run, ofShare, 'calm-share-refund', 'COMPLETED');
  for (const [fits, operation, wanted] of [
    [isOpenHold, 'capture', 'COMPLETED'],
    [canAdjust, 'adjust', 'COMPLETED'],
    [isSold, 'cancel', 'CANCELLED'],
    [canRefund, 'refund', 'COMPLETED'],
  ] as const) {
    const target = world.storage.memory.rows<Payment>(payments).find(fits);
    if (!target) continue;
    const { merchantId, paymentId } = target;
    const mark = `calm-${operation}`;
    const amount = { adjust: 0.77, refund: 0.01 }[operation as 'adjust' | 'refund'];
    const fields = { ...(amount === undefined ? {} : { amount }), description: mark };
    const body = operation === 'cancel' ? {} : fields;
    const caller = merchant(merchantId);
    const asked: Request = { operation, caller, params: { paymentId }, body, key: null };
    await expectInCalm(run, asked, mark, wanted);
  }
  if (world.issuer.isThere && world.chance.percent(30)) await payInCalm(run);
}

async function expectInCalm(run: Run, asked: Request, mark: string, wanted: string): Promise<void> {
  const told = await askInCalm(run, asked, mark);
  run.findings.expect(run.isOver() || told === wanted, 'I9 truth', () => {
    const { operation, params } = asked;
    const of = (params.paymentId ?? '').slice(-6);
    return `${operation} of ${of} was answered ${told} in the calm phase`;
  });
  run.world.count(mark.replaceAll('-', ' '));
}

/** The answer to a request after everything has settled. */
async function askInCalm(run: Run, asked: Request, mark: string): Promise<string> {
  let told = 'nothing';
  void run.driver
    .send(asked, mark)
    .then((reply) => (told = reply?.body['status'] ?? reply?.code ?? 'nothing'));
  await settleAll(run);
  return told;
}

/**
 * A customer who confirms has paid, also after a soft decline; and the card can be charged again if
 * the payment started a series.
 */
async function payInCalm(run: Run): Promise<void> {
  const { chance } = run.world;
  const merchantId = chance.pick(merchantIds);
  const instrumentNo = chance.pick([...quietCards, ...askingCards]);
  const instrument = { type: 'CARD', instrumentNo, expDate: '203012' };
  const isFirst = chance.percent(50);
  const first = await createInCalm(run, merchantId, 'calm-pay', {
    instrument: { ...instrument, cvv: '123' },
    device: browser,
    options: isFirst ? { recurring: 'INITIAL' } : {},
  });
  if (!isFirst || !first) return;
  await createInCalm(run, merchantId, 'calm-again', {
    instrument,
    options: { recurring: 'SUBSEQUENT', refPaymentId: first.paymentId },
  });
}

/** A payment that must be paid, because the customer confirms and nothing fails. */
export async function createInCalm(
  run: Run,
  merchantId: string,
  description: string,
  means: object,
): Promise<Payment | undefined> {
  const { world, findings, isOver } = run;
  await passPauses(run);
  const amount = world.chance.pick([20, 200, 450]);
  const body = { order: { amount, currency: CALM_CURRENCY, description }, ...means };
  const caller = merchant(merchantId);
  const asked: Request = { operation: 'create', caller, params: {}, body, key: null };
  await askInCalm(run, asked, description);
  const paid = world.storage.memory
    .rows<Payment>(payments)
    .find((row) => row.description === description);
  findings.expect(isOver() || paid?.status === 'COMPLETED', 'A5 goes on', () => {
    const { status, rejectCode } = paid ?? {};
    return `${description} is ${status ?? 'not there'} ${rejectCode ?? ''}`;
  });
  world.count(description.replace('-', ' '));
  return paid;
}

/** It waits until the merchant's funds cover its fee. */
function lacksFunds({ storage }: World, { merchantId, paymentId }: Payment): boolean {
  const waiting = storage.memory.find<WaitingPayment>(waitingPayments, { merchantId, paymentId });
  return waiting?.reason === 'FUNDS';
}

/** All validity times and hold periods pass: no unfinished payment and no hold may remain. */
export async function passAllTimeLimits(run: Run): Promise<void> {
  const { world, findings, isOver } = run;
  for (const ms of [15 * MINUTE_MS, LONGEST_HOLD_MS]) {
    world.schedule.jump(ms);
    world.trace(`${String(ms / 1000)} s pass`);
    // Settlement runs begin without a request.
    await world.schedule.runUntil(isOver, world.schedule.clock.now() + MINUTE_MS);
    await settleAll(run);
  }
  for (const payment of world.storage.memory.rows<Payment>(payments)) {
    const isUnfinished = payment.status === 'NEW' || isOpenHold(payment);
    findings.expect(isOver() || !isUnfinished, 'I10 liveness', () => {
      return `payment ${payment.paymentId.slice(-6)} is ${payment.status} and never ends`;
    });
    const isSettled = payment.status !== 'COMPLETED' || lacksFunds(world, payment);
    findings.expect(isOver() || isSettled, 'M5 settlement', () => {
      return `payment ${payment.paymentId.slice(-6)} was never settled`;
    });
  }
}
