// Checks of what waits for a payment: a deadline exists while one is needed, card data is kept only
// while it is needed, and nothing happens too early.

import { SKEW_MS } from '../world/faults.ts';
import { holdMsOf } from '../world/merchants.ts';
import type { Findings } from './findings.ts';
import { wasChallenged } from './authentication/sca-model.ts';
import { isWaitingForTry, ofTry } from '../tries/try-model.ts';
import { isOpen, liveAuthentication, successOf, type PaymentRows } from './payment-rows.ts';

export function checkWaiting(findings: Findings, rows: PaymentRows, now: number): void {
  const { payment, deadline } = rows;
  if (!payment) return;
  const told = `payment ${payment.paymentId.slice(-6)}, ${payment.status},`;
  checkCard(findings, rows, told);
  const due = earliestEnd(rows);
  findings.expect((due === undefined) === (deadline === undefined), 'I10 liveness', () => {
    return due === undefined ? `${told} has a deadline` : `${told} has no deadline`;
  });
  if (due !== undefined && deadline !== undefined) {
    findings.expect(deadline.dueAt + SKEW_MS >= due, 'I3 legal states', () => {
      return `${told} is due ${String(due - deadline.dueAt)} ms too early`;
    });
    const isLate = payment.status === 'PENDING' && deadline.dueAt > due + SKEW_MS;
    findings.expect(!isLate, 'I10 liveness', () => `${told} is due too late`);
  }
  if (payment.status === 'CANCELLED' && payment.rejectCode === 'EXPIRED') {
    findings.expect(payment.validUntil <= now + SKEW_MS, 'I3 legal states', () => {
      return `${told} expired too early`;
    });
  }
}

function checkCard(findings: Findings, rows: PaymentRows, told: string): void {
  const { payment, heldCard } = rows;
  const { attempts } = ofTry(rows);
  const isHeld = heldCard !== undefined;
  findings.expect(isHeld === payment?.cardHeld, 'I6 secrecy', () => {
    return `${told} ${isHeld ? 'has unexpected card data' : 'has lost its card data'}`;
  });
  findings.expect(!isHeld || mayHoldCard(rows), 'I6 secrecy', () => `${told} still has card data`);
  const hasCode = heldCard !== undefined && heldCard.sealedCvv !== null;
  findings.expect(!hasCode || attempts.length === 0, 'I6 secrecy', () => {
    return `${told} has its security code although an acquirer was called`;
  });
}

/** While data is awaited, an authentication runs, or the issuer may still soft-decline. */
function mayHoldCard(rows: PaymentRows): boolean {
  const { payment, attempts } = rows;
  if (payment?.status === 'NEW' || (payment && isWaitingForTry(payment))) {
    const { dataRequest, instrumentType } = payment;
    const isPart = dataRequest === 'INSTRUMENT' && instrumentType === 'CARD';
    return isPart || dataRequest === 'CARD_CVV' || dataRequest === 'DEVICE';
  }
  if (payment?.status !== 'PENDING') return false;
  if (liveAuthentication(rows) !== undefined || waitsForDevice(rows)) return true;
  // A customer who passed a challenge is not asked again.
  const latest = ofTry(rows).authentications.at(-1);
  const isProven = latest?.transStatus === 'Y' && wasChallenged(latest);
  return !isProven && attempts.some(isOpen);
}

/** Soft-declined, and the customer's device is not known yet. */
function waitsForDevice({ payment, attempts }: PaymentRows): boolean {
  const isDeclined = attempts.length > 0 && !attempts.some(isOpen);
  return payment?.status === 'PENDING' && payment.dataRequest === 'DEVICE' && isDeclined;
}

/** When the payment ends by itself, at the earliest; undefined if it does not. */
function earliestEnd(rows: PaymentRows): number | undefined {
  const { payment, attempts } = rows;
  if (payment?.status === 'NEW') return payment.validUntil;
  if (payment && isWaitingForTry(payment)) return payment.validUntil;
  if (payment && waitsForDevice(rows)) return payment.validUntil;
  const live = liveAuthentication(rows);
  if (payment && live) return Math.min(live.dueAt ?? 0, payment.validUntil);
  const isHold = payment?.transKind === 'PREAUTH' && payment.capturedMinor === 0n;
  if (payment?.status !== 'COMPLETED' || !isHold) return undefined;
  return (successOf(attempts)?.finishedAt ?? 0) + holdMsOf(payment.merchantId);
}
