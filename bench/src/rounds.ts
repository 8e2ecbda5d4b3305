// The course of a run: warm up both sides, find the number of clients with which pgbench is
// fastest, then alternate both sides for several rounds, because machines are noisy. Captures,
// cancellations and other methods come last, because they change the payments.

import { warmUp } from './cpu/warm-up.ts';
import { measureDelivery, type DeliveryMeasured } from './delivery/delivery.ts';
import type { Options } from './options.ts';
import {
  gatewayPayments,
  gatewayReads,
  plainPayments,
  plainReads,
  type AnswersMeasured,
  type PaymentsMeasured,
  type PlainMeasured,
} from './measure.ts';
import { gatewayMethods, type MethodsMeasured } from './methods.ts';
import { measureHistory, type HistoryMeasured } from './money/history.ts';
import { measureSettlement, type SettlementMeasured } from './money/settlement.ts';
import { gatewayOperations, type OperationsMeasured } from './operations.ts';
import { assertSameRows } from './same-rows.ts';
import type { Stage } from './stage.ts';

export interface Round {
  readonly payments: PaymentsMeasured;
  readonly plainPayments: PlainMeasured;
  readonly reads: AnswersMeasured;
  readonly plainReads: PlainMeasured;
}

/** pgbench's rates by number of clients; the best one is the reference. */
export interface Trial {
  readonly clients: number;
  readonly perSecond: number;
}

export interface RunResult {
  readonly paymentTrials: readonly Trial[];
  readonly rounds: readonly Round[];
  readonly operations: OperationsMeasured;
  readonly methods: MethodsMeasured;
  readonly delivery: DeliveryMeasured;
  readonly settlement: SettlementMeasured;
  readonly history: HistoryMeasured;
}

const warmUpSeconds = 2;
const trialSeconds = 2;
/** More clients only make pgbench's reads slower. */
const readClients = 32;
/** Reads need less time to stabilize and get this share of a payment window. */
const readShare = 0.4;

export async function runRounds(
  stage: Stage,
  options: Options,
  say: (line: string) => void,
): Promise<RunResult> {
  const { connections, seconds } = options;
  const readSeconds = Math.max(1, Math.round(seconds * readShare));
  say('warming up …');
  await warmUp(() => gatewayPayments(stage, { connections, seconds: warmUpSeconds }));
  await gatewayReads(stage, { connections, seconds: 1 });
  const pay = (clients: number) => plainPayments(stage, clients, trialSeconds);
  const paymentTrials = await tryClients([32, 64, connections], connections, pay);
  await analyze(stage);
  const rounds: Round[] = [];
  for (let number = 1; number <= options.rounds; number += 1) {
    const payments = await gatewayPayments(stage, { connections, seconds });
    const plainPay = await plainPayments(stage, best(paymentTrials).clients, seconds);
    const reads = await gatewayReads(stage, { connections, seconds: readSeconds });
    const plainRead = await plainReads(stage, Math.min(readClients, connections), readSeconds);
    rounds.push({ payments, plainPayments: plainPay, reads, plainReads: plainRead });
    const [ours, theirs] = [payments, plainPay].map(({ perSecond }) => perSecond.toFixed(0));
    say(`round ${number} of ${options.rounds}: ${ours} payments/s, pgbench ${theirs}`);
  }
  await assertSameRows('the gateway', stage.database, stage.trace);
  await assertSameRows('pgbench', stage.plainDatabase, stage.trace);
  say('capturing, cancelling and refunding …');
  const operations = await gatewayOperations(stage, { connections, seconds });
  say('notifying …');
  const delivery = await measureDelivery(stage, { connections, seconds }, options.rounds);
  say('paying with 3-D Secure and BLIK, and next to a provider that hangs …');
  const methods = await gatewayMethods(stage, { connections, seconds });
  say('settling …');
  const settlement = await measureSettlement(stage);
  say(`filling the history of a merchant with ${options.history} payments …`);
  const history = await measureHistory(stage, { connections, seconds }, options.history);
  return { paymentTrials, rounds, operations, methods, delivery, settlement, history };
}

/** Notifications without the other measurements, as many pairs of windows as rounds. */
export async function measureOnlyDelivery(
  stage: Stage,
  { connections, seconds, rounds }: Options,
): Promise<DeliveryMeasured> {
  await warmUp(() => gatewayPayments(stage, { connections, seconds: warmUpSeconds }));
  await analyze(stage);
  return measureDelivery(stage, { connections, seconds }, rounds);
}

export function best(trials: readonly Trial[]): Trial {
  return trials.reduce((one, other) => (other.perSecond > one.perSecond ? other : one));
}

async function tryClients(
  candidates: readonly number[],
  most: number,
  measure: (clients: number) => Promise<PlainMeasured>,
): Promise<Trial[]> {
  const counts = new Set(candidates.map((clients) => Math.min(clients, most)));
  const trials: Trial[] = [];
  for (const clients of counts) {
    const { perSecond } = await measure(clients);
    trials.push({ clients, perSecond });
  }
  return trials;
}

/** Plans are made for tables of this size, not for empty ones. */
async function analyze(stage: Stage): Promise<void> {
  for (const database of [stage.database, stage.plainDatabase]) {
    await database.run({ name: 'bench.analyze', text: 'vacuum analyze' });
  }
}
