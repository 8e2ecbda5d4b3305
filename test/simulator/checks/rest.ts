// Checks once everything has settled: no outcome is unknown, and our records match the acquirer's,
// payment by payment and attempt by attempt.

import type { Attempt } from '@bramka/gateway/providers/attempt.ts';
import { payments, type Payment } from '@bramka/gateway/payments/model/payment.ts';
import { chargeTable } from '@bramka/sandbox/acquirer/acquirer.store.ts';
import { chargeAt, type Charge } from '@bramka/sandbox/acquirer/charge.ts';
import { short } from '../world/network.ts';
import type { World } from '../world/world.ts';
import type { Findings } from './findings.ts';
import { returnedBy } from './model.ts';
import { isOpen, name, rowsOf, type PaymentRows } from './payment-rows.ts';

/** A charge, and the acquirer in whose books it is. */
type BookedCharge = Charge & { readonly at: string };

/** Of all acquirers. */
export function chargesAt({ schedule, acquirers }: World): BookedCharge[] {
  const now = schedule.clock.now();
  return acquirers.flatMap(({ name: at, memory }) =>
    memory.rows<Charge>(chargeTable).map((charge) => ({ ...chargeAt(charge, now), at })),
  );
}

export function isLive({ verb, result }: Charge): boolean {
  return verb === 'authorize' && result === 'APPROVED';
}

export function checkAllSettled(world: World, findings: Findings): void {
  const charges = chargesAt(world);
  for (const payment of world.storage.memory.rows<Payment>(payments)) {
    const rows = rowsOf(world.storage.memory, payment);
    const ownCharges = charges.filter(({ paymentId }) => paymentId === payment.paymentId);
    checkSettled(findings, payment, rows);
    checkSame(findings, payment, ownCharges);
    checkReturned(findings, payment, ownCharges, rows);
    for (const attempt of rows.attempts) checkAttempt(findings, attempt, ownCharges);
    const known = new Set(rows.attempts.map(({ attemptId }) => attemptId));
    const foreign = ownCharges.filter(({ attemptId }) => !known.has(attemptId));
    findings.expect(foreign.length === 0, 'I2 one charge', () => {
      return `the acquirer has a charge of ${name(payment)} that we never recorded`;
    });
  }
}

function checkSettled(findings: Findings, payment: Payment, rows: PaymentRows): void {
  findings.expect(
    payment.status !== 'PENDING',
    'I10 liveness',
    () => `${name(payment)} is PENDING`,
  );
  for (const attempt of rows.attempts.filter(isOpen)) {
    findings.report('I10 liveness', `${attempt.verb} of ${name(payment)} is ${attempt.state}`);
  }
  for (const { type, status } of rows.transactions) {
    findings.expect(
      status !== 'PENDING',
      'I10 liveness',
      () => `${type} of ${name(payment)} waits`,
    );
  }
}

/** A paid payment has exactly its amount at the acquirer; all others have none. */
function checkSame(findings: Findings, payment: Payment, own: readonly Charge[]): void {
  const live = own.filter(isLive);
  const told = (): string =>
    `${name(payment)} is ${payment.status} ${String(payment.authorizedMinor)}/` +
    `${String(payment.capturedMinor)}, ` +
    `the acquirer has ${live.map(amounts).join(' and ') || 'none'}`;
  if (payment.status !== 'COMPLETED' && payment.status !== 'SETTLED') {
    return findings.expect(live.length === 0, 'I1 money', told);
  }
  const [charge] = live;
  const kind = payment.transKind === 'PREAUTH' ? 'hold' : 'sale';
  const same =
    live.length === 1 &&
    charge?.kind === kind &&
    charge.authorizedMinor === payment.authorizedMinor &&
    charge.capturedMinor === payment.capturedMinor &&
    charge.currency === payment.currency;
  findings.expect(same, 'I1 money', told);
}

/** The acquirer has returned exactly the refunds that we recorded as made. */
function checkReturned(
  findings: Findings,
  payment: Payment,
  ownCharges: readonly Charge[],
  { attempts }: PaymentRows,
): void {
  const returned = ownCharges
    .filter(isLive)
    .reduce((sum, { refundedMinor }) => sum + refundedMinor, 0n);
  const recorded = returnedBy(attempts);
  findings.expect(returned === recorded, 'M4 returned', () => {
    const told = `${name(payment)} has refunds of ${String(recorded)}`;
    return `${told}, the acquirer has returned ${String(returned)}`;
  });
}

function amounts({ authorizedMinor, capturedMinor }: Charge): string {
  return `${String(authorizedMinor)}/${String(capturedMinor)}`;
}

function checkAttempt(findings: Findings, attempt: Attempt, own: readonly BookedCharge[]): void {
  const booked = own.filter(({ attemptId }) => attemptId === attempt.attemptId);
  const [charge] = booked;
  // A reversed authorization was approved before.
  const isTaken = charge?.result === 'APPROVED' || charge?.result === 'VOID';
  const agrees =
    attempt.state === 'APPROVED'
      ? isTaken
      : attempt.state === 'DECLINED'
        ? isDeclinedBy(charge, attempt)
        : charge === undefined;
  findings.expect(isOpen(attempt) || agrees, 'I1 money', () => {
    const at = charge?.result ?? 'unknown';
    return `${attempt.verb} ${short(attempt.attemptId)} is ${attempt.state}, at the acquirer ${at}`;
  });
  const isOwn = booked.every(({ at }) => at === attempt.provider);
  findings.expect(isOwn, 'F2 own provider', () => {
    const told = `${attempt.verb} ${short(attempt.attemptId)} of ${attempt.provider}`;
    return `${told} is in the books of ${booked.map(({ at }) => at).join(' and ')}`;
  });
}

/** A call that was not made is declined without a charge. */
function isDeclinedBy(charge: Charge | undefined, { rejectCode }: Attempt): boolean {
  if (rejectCode === 'PROVIDER_UNAVAILABLE') return charge === undefined;
  return charge?.result === 'DECLINED' && charge.rejectCode === rejectCode;
}

/** Holds at any time: an order never has two live charges at the acquirer. */
export function checkOneCharge(world: World, findings: Findings): void {
  const byOrder = new Map<string, string>();
  for (const charge of chargesAt(world).filter(isLive)) {
    const { merchantId, paymentId } = charge;
    const { payment } = rowsOf(world.storage.memory, charge);
    if (!payment) {
      findings.report('I2 one charge', `a charge without a payment: ${short(paymentId)}`);
      continue;
    }
    const order = `${merchantId} ${payment.extOrderId ?? paymentId}`;
    const other = byOrder.get(order);
    findings.expect(other === undefined, 'I2 one charge', () => {
      return `${short(other)} and ${short(paymentId)} both took money for one order`;
    });
    byOrder.set(order, paymentId);
  }
}
