// Writes an entry to the trace: its result, and the payments, attempts and authentications in it.

import { attempts, type Attempt } from '@bramka/gateway/providers/attempt.ts';
import type { Entry, CommitResult } from '@bramka/gateway/journal/entry.ts';
import type { Row, Table } from '@bramka/gateway/journal/table.ts';
import { payments, type Payment } from '@bramka/gateway/payments/model/payment.ts';
import { authentications, type Authentication } from '@bramka/gateway/threeds/authentication.ts';
import { short } from '../world/network.ts';
import type { World } from '../world/world.ts';
import { name } from './payment-rows.ts';

const tellers = new Map<Table, (row: Row) => string>([
  [payments, describePayment],
  [attempts, describeAttempt],
  [authentications, describeAuthentication],
]);

export function traceEntry(world: World, entry: Entry, result: CommitResult): void {
  const told = [...entry.changes, ...entry.inserts]
    .concat(entry.updates.filter(({ table }) => table !== payments) as never)
    .flatMap(({ table, row }) => tellers.get(table)?.(row) ?? []);
  const what = told.length > 0 ? told.join(' ') : entryTables(entry);
  const why = result.kind === 'conflict' ? ` ${result.constraint}` : '';
  world.trace(`${result.kind}${why}: ${what}`);
  world.count(`entry ${result.kind}`);
}

function entryTables(entry: Entry): string {
  const all = [entry.changes, entry.inserts, entry.updates, entry.deletes].flat();
  return all.map(({ table }) => table.name).join(' ');
}

function describePayment(row: Row): string {
  const payment = row as unknown as Payment;
  const { version, status, authorizedMinor, capturedMinor } = payment;
  const amounts = `${String(authorizedMinor)}/${String(capturedMinor)}`;
  return `${name(payment)} v${String(version)} ${status} ${amounts}`;
}

function describeAttempt(row: Row): string {
  const { verb, attemptId, state, fence, intent } = row as unknown as Attempt;
  return `[${verb} ${intent ?? ''} ${short(attemptId)} ${state} fence ${String(fence)}]`;
}

function describeAuthentication(row: Row): string {
  const { authenticationId, state, transStatus } = row as unknown as Authentication;
  return `[3ds ${short(authenticationId)} ${state} ${transStatus ?? ''}]`;
}
