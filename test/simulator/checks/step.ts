// Checks after every entry, on the rows themselves: legal histories, one event per change, rising
// versions, amounts as in the model, one payment per order.

import { attempts, type Attempt } from '@bramka/gateway/providers/attempt.ts';
import type { Entry } from '@bramka/gateway/journal/entry.ts';
import type { Table } from '@bramka/gateway/journal/table.ts';
import { deadlines, payments, type Payment } from '@bramka/gateway/payments/model/payment.ts';
import { authentications } from '@bramka/gateway/threeds/authentication.ts';
import { heldCards } from '@bramka/gateway/vault/held-card.store.ts';
import { checkRoutes } from '../failover/failover-checks.ts';
import { checkBooks } from '../money/books.ts';
import { checkShares } from '../money/share-checks.ts';
import { settlementChecks } from '../money/settlement-checks.ts';
import { short } from '../world/network.ts';
import type { Observer } from '../storage/storage.ts';
import type { World } from '../world/world.ts';
import { checkAuthentications } from './authentication/authentication-checks.ts';
import { checkEvents } from './event-checks.ts';
import type { Findings } from './findings.ts';
import { checkBalances, checkLedgerOf } from './ledger-checks.ts';
import { noMoney, refundedBy, settle, successors, whyNot, type Money } from './model.ts';
import { isEngaged, isOpen, name, rivalsOf, rowsOf } from './payment-rows.ts';
import type { Key, PaymentRows, Step } from './payment-rows.ts';
import { checkTries } from '../tries/try-model.ts';
import { traceEntry } from './trace-entry.ts';
import { checkWaiting } from './waiting-checks.ts';

export interface StepChecks extends Observer {
  /** The model's amounts of a payment. */
  moneyOf(paymentId: string): Money;
  /** Payments registered together with their instrument. */
  readonly born: ReadonlySet<string>;
}

export function stepChecks(world: World, findings: Findings): StepChecks {
  const { memory } = world.storage;
  const money = new Map<string, Money>();
  const born = new Set<string>();
  let touched: { key: Key; before: PaymentRows }[] = [];
  const moneyOf = (paymentId: string): Money => {
    const known = money.get(paymentId) ?? noMoney();
    money.set(paymentId, known);
    return known;
  };
  const settling = settlementChecks({
    memory,
    findings,
    settings: world.settlement,
    now: () => world.schedule.clock.now(),
    moneyOf,
    count: world.count,
  });
  return {
    moneyOf,
    born,
    before(entry) {
      settling.before();
      touched = keysOf(entry).map((key) => ({ key, before: rowsOf(memory, key) }));
    },
    after(entry, result) {
      traceEntry(world, entry, result);
      for (const { key, before } of touched) {
        const after = rowsOf(memory, key);
        if (result.kind !== 'committed') {
          const same =
            before.payment === after.payment && before.events.length === after.events.length;
          findings.expect(same, 'I4 events', () => `a refused entry changed ${name(key)}`);
          continue;
        }
        if (!before.payment && after.payment?.instrumentType) born.add(key.paymentId);
        const step = { world, findings, key, before, after };
        checkHistory(step, entry);
        checkEvents(step);
        checkAttempts(step, moneyOf(key.paymentId));
        checkRoutes(step);
        checkMoney(step, moneyOf(key.paymentId));
        checkShares(step);
        checkAuthentications(step);
        checkTries(step);
        checkWaiting(findings, after, world.schedule.clock.now());
        checkOrder(step);
      }
      if (result.kind === 'committed') settling.after(entry);
      if (entry.increments.length === 0) return;
      checkBalances(memory, findings);
      checkBooks(memory, findings, moneyOf);
    },
  };
}

function keysOf(entry: Entry): Key[] {
  const tables: Table[] = [payments, attempts, deadlines, authentications, heldCards];
  const all = [entry.changes, entry.inserts, entry.updates, entry.deletes].flat();
  const keys = new Map<string, Key>();
  for (const { table, row } of all) {
    if (tables.includes(table)) keys.set((row as unknown as Key).paymentId, row as unknown as Key);
  }
  return [...keys.values()];
}

function checkHistory({ findings, key, before, after }: Step, entry: Entry): void {
  const was = before.payment;
  const is = after.payment;
  if (!is || was === is) return;
  const { expect } = findings;
  expect(is.version > (was?.version ?? 0), 'I4 events', () => {
    return `${name(key)} went from version ${String(was?.version)} to ${String(is.version)}`;
  });
  const numbers = after.events.map(({ sequence }) => sequence);
  expect(numbers.length === is.sequence && numbers.at(-1) === is.sequence, 'I4 events', () => {
    return `${name(key)} has sequence ${String(is.sequence)} but events ${numbers.join(',')}`;
  });
  expect(is.sequence >= (was?.sequence ?? 0), 'I4 events', () => `${name(key)} lost events`);
  let status = was?.status ?? '';
  for (const event of after.events.slice(before.events.length)) {
    const told = JSON.parse(event.body) as Record<string, string>;
    const isOwn = told['paymentId'] === key.paymentId && told['eventId'] === event.eventId;
    expect(isOwn, 'I4 events', () => `an event of ${name(key)} names another`);
    if (event.event !== 'PAYMENT_STATUS') continue;
    const next = told['status'] ?? '';
    // An operation that keeps the status may report it again.
    const legal = next === status || (successors[status] as string[] | undefined)?.includes(next);
    expect(legal === true, 'I3 legal states', () => `${name(key)} went ${status} to ${next}`);
    status = next;
  }
  expect(status === is.status, 'I3 legal states', () => {
    return `${name(key)} is ${is.status} but its events say ${status}`;
  });
  const isFinal = was?.status === 'REJECTED' || was?.status === 'ERROR';
  expect(!isFinal, 'I3 legal states', () => `${name(key)} changed although ${String(was?.status)}`);
  const opens = entry.inserts.some(({ table }) => table === payments);
  const alone = !opens || entry.changes.every(({ table }) => table !== payments);
  expect(alone, 'I3 legal states', () => `the entry that registers ${name(key)} changes another`);
}

function checkAttempts({ world, findings, key, before, after }: Step, money: Money): void {
  const now = world.schedule.clock.now();
  const attemptsBefore = new Map(before.attempts.map((one) => [one.attemptId, one]));
  for (const one of after.attempts) {
    const was = attemptsBefore.get(one.attemptId);
    if (was === one) continue;
    const told = `${one.verb} ${short(one.attemptId)} of ${name(key)}`;
    if (was && !isOpen(was)) findings.report('I2 one charge', `${told} changed after it was final`);
    const fenced = !was || one.fence >= was.fence;
    findings.expect(fenced, 'I2 one charge', () => `the fence of ${told} went back`);
    const open = ['OPEN', 'UNKNOWN', 'PENDING'].includes(one.state);
    const coherent = open === isOpen(one) && open === (one.checkAt !== null);
    findings.expect(
      coherent,
      'I10 liveness',
      () => `no check is scheduled for ${told}, ${one.state}`,
    );
    if (was && isOpen(was) && !isOpen(one)) settle(money, one, after.payment as Payment);
  }
  for (const one of after.attempts.filter(({ attemptId }) => !attemptsBefore.has(attemptId))) {
    const payment = before.payment;
    const why = whyNot(payment, settledBefore(before, after), one, money, now);
    if (why !== undefined) {
      const invariant = one.verb === 'refund' ? 'M2 refunds' : 'I2 one charge';
      findings.report(invariant, `${one.verb} of ${name(key)} began, but ${why}`);
    }
  }
}

/** The earlier attempts, as this entry has left them. */
function settledBefore(before: PaymentRows, after: PaymentRows): Attempt[] {
  const ids = new Set(before.attempts.map(({ attemptId }) => attemptId));
  return after.attempts.filter(({ attemptId }) => ids.has(attemptId));
}

function checkMoney({ findings, key, after }: Step, money: Money): void {
  const { payment } = after;
  if (!payment) return;
  const { authorizedMinor, capturedMinor } = payment;
  const told = (): string =>
    `${name(key)} says ${String(authorizedMinor)}/${String(capturedMinor)} authorized/captured, ` +
    `the model ${String(money.authorized)}/${String(money.captured)}`;
  const same = authorizedMinor === money.authorized && capturedMinor === money.captured;
  findings.expect(same, 'I1 money', told);
  const within = capturedMinor >= 0n && capturedMinor <= authorizedMinor;
  findings.expect(within, 'I1 money', told);
  checkRefunded(findings, after);
  checkLedgerOf(findings, after, money);
}

function checkRefunded(findings: Findings, { payment, attempts: list }: PaymentRows): void {
  if (!payment) return;
  const { refundedMinor, capturedMinor } = payment;
  const refunded = refundedBy(list);
  findings.expect(refundedMinor === refunded, 'M2 refunds', () => {
    return `${name(payment)} says ${String(refundedMinor)} refunded, not ${String(refunded)}`;
  });
  findings.expect(refundedMinor <= capturedMinor, 'M2 refunds', () => {
    return `${name(payment)} has refunds of ${String(refundedMinor)}`;
  });
}

/** At most one payment of an order is with a provider or has money, at any time. */
function checkOrder({ world, findings, after }: Step): void {
  const { payment } = after;
  if (!payment) return;
  const engaged = isEngaged(after.attempts);
  findings.expect(payment.holdsOrder === engaged, 'I2 one charge', () => {
    return `${name(payment)} ${engaged ? 'does not lock its order' : 'still locks its order'}`;
  });
  if (!engaged) return;
  const { memory } = world.storage;
  const rivals = rivalsOf(memory, payment).filter((other) => {
    return isEngaged(rowsOf(memory, other).attempts);
  });
  findings.expect(rivals.length === 0, 'I2 one charge', () => {
    return `${name(payment)} and ${rivals.map(name).join()} are both in progress for one order`;
  });
}
