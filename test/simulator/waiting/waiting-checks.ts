// The invariants of payments that wait for a customer, checked against the operator's own record:
// some whenever everything is at rest, the others at the end, long after the last fault.

import type { Payment } from '@bramka/gateway/payments/model/payment.ts';
import type { Operator, Record } from './operator.ts';
import type { WaitingFinding, WaitingInvariant } from './waiting-finding.ts';
import type { WaitingNode } from './waiting-node.ts';

export interface CheckedWorld extends WaitingNode {
  readonly operator: Operator;
}

type Find = (invariant: WaitingInvariant, text: string) => void;

const finals = ['COMPLETED', 'REJECTED', 'CANCELLED', 'ERROR'];

export function createChecks(world: CheckedWorld) {
  const findings: WaitingFinding[] = [];
  const ends = new Map<string, string>();
  const find: Find = (invariant, text) => {
    if (!findings.some((one) => one.invariant === invariant)) findings.push({ invariant, text });
  };
  return {
    findings,
    forged(isAccepted: boolean): void {
      if (isAccepted) find('a forged message changes nothing', 'it was accepted');
    },
    always(): void {
      checkOrders(world, find);
      checkStatuses(world, ends, find);
    },
    atEnd(): void {
      for (const { status, paymentId } of world.rows()) {
        if (!finals.includes(status)) find('no payment stays PENDING', `${paymentId} ${status}`);
      }
      checkCharges(world, find);
      checkAmounts(world, find);
      for (const error of world.errors) find('no error', String(error) + JSON.stringify(error));
    },
  };
}

function recordsOf({ operator }: CheckedWorld): Record[] {
  return [...operator.records.values()];
}

function paymentOf(world: CheckedWorld, { paymentId }: Record): Payment | undefined {
  return world.rows().find((row) => row.paymentId === paymentId);
}

function checkOrders(world: CheckedWorld, find: Find): void {
  for (const record of recordsOf(world)) {
    const mayCharge = record.state === 'WAITING' || record.state === 'CHARGED';
    if (!mayCharge || record.hasLied || record.chargedAfterStop) continue;
    const payment = paymentOf(world, record);
    if (payment?.holdsOrder === true) continue;
    const text = `${record.attemptId} is ${record.state}, ${String(payment?.status)} is free`;
    find('order free while the customer may be charged', text);
  }
}

function checkStatuses(world: CheckedWorld, ends: Map<string, string>, find: Find): void {
  for (const { paymentId, status } of world.rows()) {
    const end = ends.get(paymentId);
    if (end !== undefined && end !== status) find('a final status stays', `${end}: ${status}`);
    if (finals.includes(status)) ends.set(paymentId, status);
  }
  const paid = world.rows().filter(({ status }) => status === 'COMPLETED');
  if (paid.length > 1) find('one charge per order', `${String(paid.length)} are COMPLETED`);
}

function checkCharges(world: CheckedWorld, find: Find): void {
  for (const record of recordsOf(world)) {
    const isPaid = paymentOf(world, record)?.status === 'COMPLETED';
    const { state, paymentId } = record;
    if (state === 'CHARGED' && !isPaid) find('a late charge is returned', paymentId);
    const wasLate = (state === 'CHARGED' || state === 'RETURNED') && !isPaid;
    const isAlarmed = world.alarms.some(
      (one) => one.alarm === 'late-success' && one.paymentId === paymentId,
    );
    if (wasLate && !isAlarmed) find('a late charge raises an alarm', paymentId);
    if (isPaid && state !== 'CHARGED') find('amounts match the charge', `${state}, COMPLETED`);
  }
  const charged = recordsOf(world).filter(({ state }) => state === 'CHARGED');
  if (charged.length > 1) find('one charge per order', `${String(charged.length)} charges`);
}

function checkAmounts(world: CheckedWorld, find: Find): void {
  for (const { status, capturedMinor, amountMinor } of world.rows()) {
    const expected = status === 'COMPLETED' ? amountMinor : 0n;
    if (capturedMinor !== expected) find('amounts match the charge', `${status} has money`);
  }
}
