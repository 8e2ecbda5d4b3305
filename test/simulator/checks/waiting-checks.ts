// What waits for a payment: a deadline while something must happen to it by itself, card data
// only while the rest of it is awaited, and nothing before its time.

import { SKEW_MS } from '../world/faults.ts';
import { holdMsOf } from '../world/merchants.ts';
import type { Findings } from './findings.ts';
import type { PaymentRows } from './payment-rows.ts';

export function checkWaiting(findings: Findings, rows: PaymentRows, now: number): void {
  const { payment, deadline, holdsCard } = rows;
  if (!payment) return;
  const told = `payment ${payment.paymentId.slice(-6)}, ${payment.status},`;
  const waits = payment.status === 'NEW' && payment.dataRequest === 'CARD_CVV';
  findings.expect(!holdsCard || waits, 'I6 secrecy', () => `${told} still has card data`);
  const due = earliestEnd(rows);
  findings.expect((due === undefined) === (deadline === undefined), 'I10 liveness', () => {
    return due === undefined ? `${told} has a deadline` : `${told} has no deadline`;
  });
  if (due !== undefined && deadline !== undefined) {
    findings.expect(deadline.dueAt + SKEW_MS >= due, 'I3 legal states', () => {
      return `${told} is to end ${String(due - deadline.dueAt)} ms before its time`;
    });
  }
  if (payment.status === 'CANCELLED' && payment.rejectCode === 'EXPIRED') {
    findings.expect(payment.validUntil <= now + SKEW_MS, 'I3 legal states', () => {
      return `${told} expired before its time`;
    });
  }
}

/** When the payment ends by itself, at the earliest; undefined when it does not. */
function earliestEnd({ payment, attempts }: PaymentRows): number | undefined {
  if (payment?.status === 'NEW') return payment.validUntil;
  const isHold = payment?.transKind === 'PREAUTH' && payment.capturedMinor === 0n;
  if (payment?.status !== 'COMPLETED' || !isHold) return undefined;
  const since = attempts.find(({ verb }) => verb === 'authorize')?.finishedAt ?? 0;
  return since + holdMsOf(payment.merchantId);
}
