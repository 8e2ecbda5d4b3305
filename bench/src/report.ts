// The result as a text table and as JSON.

import type { ProfileSummary } from './cpu/cpu-profile.ts';
import type { CpuCost } from './cpu/cpu-time.ts';
import { deliveryLines } from './delivery/delivery-report.ts';
import type { Machine } from './machine.ts';
import type { AnswersMeasured, Latency } from './measure.ts';
import type { MethodsMeasured } from './methods.ts';
import { median } from './numbers.ts';
import type { Options } from './options.ts';
import type { TracedCommit } from './plain/trace.ts';
import { historyLines, settlementLines } from './money/money-report.ts';
import { best, type Round, type RunResult } from './rounds.ts';
import { costRatio, millis, row, totalMs, wholeNumber } from './text/table.ts';

/** Medians over the rounds. */
interface Side {
  readonly perSecond: number;
  readonly cpu: CpuCost | undefined;
}

export interface Summary {
  readonly payments: Side & { readonly answer: Latency; readonly completed: Latency };
  readonly plainPayments: Side;
  readonly paymentRatio: number;
  readonly reads: Side & { readonly answer: Latency };
  readonly plainReads: Side;
  readonly readRatio: number;
  /** Of one window each. */
  readonly captures: AnswersMeasured;
  readonly cancels: AnswersMeasured;
  readonly refunds: AnswersMeasured;
  /** Processor times divided by that of a card payment. */
  readonly captureCost: number | undefined;
  readonly cancelCost: number | undefined;
  readonly refundCost: number | undefined;
}

type Part = 'payments' | 'plainPayments' | 'reads' | 'plainReads';

export function summarizeRun({ rounds, operations }: RunResult): Summary {
  const middle = (of: (round: Round) => number) => median(rounds.map(of));
  const latency = (of: (round: Round) => Latency): Latency => ({
    p50Ms: middle((round) => of(round).p50Ms),
    p99Ms: middle((round) => of(round).p99Ms),
  });
  const side = (part: Part): Side => {
    const cost = (field: keyof CpuCost) => middle((round) => round[part].cpu?.[field] ?? NaN);
    const cpu = {
      gatewayMs: cost('gatewayMs'),
      postgresMs: cost('postgresMs'),
      driverMs: cost('driverMs'),
      busy: cost('busy'),
      othersBusy: cost('othersBusy'),
    };
    const isKnown = rounds.every((round) => round[part].cpu !== undefined);
    return {
      perSecond: middle((round) => round[part].perSecond),
      cpu: isKnown ? cpu : undefined,
    };
  };
  const [payments, plainPayments] = [side('payments'), side('plainPayments')];
  const [reads, plainReads] = [side('reads'), side('plainReads')];
  return {
    payments: {
      ...payments,
      answer: latency((round) => round.payments.answer),
      completed: latency((round) => round.payments.completed),
    },
    plainPayments,
    paymentRatio: payments.perSecond / plainPayments.perSecond,
    reads: { ...reads, answer: latency((round) => round.reads.answer) },
    plainReads,
    readRatio: reads.perSecond / plainReads.perSecond,
    ...operations,
    captureCost: costRatio(operations.captures.cpu, payments.cpu),
    cancelCost: costRatio(operations.cancels.cpu, payments.cpu),
    refundCost: costRatio(operations.refunds.cpu, payments.cpu),
  };
}

export function headLines(machine: Machine, commits: readonly TracedCommit[]): string[] {
  const writes = commits.flat();
  const inserts = writes.filter(({ operation }) => operation === 'INSERT').length;
  const others = writes.length - inserts;
  const tables = new Set(writes.map(({ table }) => table)).size;
  const settings = Object.entries(machine.settings).map(([name, value]) => `${name}=${value}`);
  const { cores, processor, memoryGb, system, node, postgres } = machine;
  return [
    `machine    ${cores} cores (${processor}), ${memoryGb} GB, ${system}`,
    `versions   Node.js ${node}, PostgreSQL ${postgres}`,
    `settings   ${settings.slice(0, 4).join(' ')}`,
    `           ${settings.slice(4).join(' ')}`,
    `a payment  ${inserts} rows inserted and ${others} changed in ${tables} tables,` +
      ` ${commits.length} commits`,
  ];
}

export function resultLines(summary: Summary, result: RunResult, options: Options): string[] {
  const { connections, rounds, seconds } = options;
  const { payments, plainPayments, reads, plainReads, captures, cancels, refunds } = summary;
  const trials = result.paymentTrials.map(
    (trial) => `${trial.clients}: ${wholeNumber(trial.perSecond)}`,
  );
  const clients = best(result.paymentTrials).clients;
  return [
    `${connections} connections, medians of ${rounds} rounds of ${seconds} s`,
    '',
    row('', 'gateway', 'pgbench', 'ratio'),
    rates('card payments/s', payments, plainPayments),
    row('  answer p50 / p99', millis(payments.answer)),
    row('  to COMPLETED p50 / p99', millis(payments.completed)),
    ...costs(payments.cpu, plainPayments.cpu),
    rates('status reads/s', reads, plainReads),
    row('  answer p50 / p99', millis(reads.answer)),
    ...costs(reads.cpu, plainReads.cpu),
    ...alone('captures/s', captures, payments.cpu),
    ...alone('cancels/s', cancels, payments.cpu),
    ...alone('refunds/s', refunds, payments.cpu),
    ...methodLines(result.methods, payments.cpu),
    ...deliveryLines(result.delivery),
    ...settlementLines(result.settlement, payments.cpu),
    ...historyLines(result.history),
    '',
    `pgbench with ${clients} clients for payments (tried ${trials.join(', ')})`,
    ...costLine('payment', payments.cpu, plainPayments.cpu),
    ...costLine('read', reads.cpu, plainReads.cpu),
    ...othersLine({
      payments: payments.cpu,
      pgbench: plainPayments.cpu,
      captures: captures.cpu,
      cancels: cancels.cpu,
      refunds: refunds.cpu,
      'transfers that hang': result.methods.besideHanging.cpu,
    }),
  ];
}

function rates(name: string, ours: Side, theirs: Side): string {
  const ratio = (ours.perSecond / theirs.perSecond).toFixed(2);
  return row(name, wholeNumber(ours.perSecond), wholeNumber(theirs.perSecond), ratio);
}

function costs(ours: CpuCost | undefined, theirs: CpuCost | undefined): string[] {
  if (!ours || !theirs) return [];
  const [our, their] = [totalMs(ours), totalMs(theirs)];
  const cells = [`${our.toFixed(2)} ms`, `${their.toFixed(2)} ms`, (their / our).toFixed(2)];
  return [row('  processor time each', ...cells)];
}

/** Measurements without a pgbench counterpart; their cost is compared with a card payment. */
function alone(
  name: string,
  { perSecond, answer, cpu }: AnswersMeasured,
  ofPayment: CpuCost | undefined,
): string[] {
  const lines = [
    row(name, wholeNumber(perSecond), '–', '–'),
    row('  answer p50 / p99', millis(answer)),
  ];
  const times = costRatio(cpu, ofPayment);
  if (!cpu || times === undefined) return lines;
  return [
    ...lines,
    row('  processor time each', `${totalMs(cpu).toFixed(2)} ms`, '–', '–'),
    row('  of a card payment', `${times.toFixed(2)} times`, '–', '–'),
  ];
}

/** Card payments next to a provider that hangs must look like those next to one that works. */
function methodLines(measured: MethodsMeasured, ofPayment: CpuCost | undefined): string[] {
  const { secure, blik, besideWorking, besideHanging } = measured;
  return [
    ...alone('3-D Secure payments/s', secure, ofPayment),
    ...(blik ? alone('BLIK payments/s', blik, ofPayment) : [row('BLIK payments/s', 'not offered')]),
    ...alone('cards, transfers work', besideWorking, ofPayment),
    ...alone('cards, transfers hang', besideHanging, ofPayment),
  ];
}

function costLine(what: string, ours: CpuCost | undefined, theirs: CpuCost | undefined): string[] {
  if (!ours || !theirs) return [];
  const [gateway, postgres, load] = [ours.gatewayMs, ours.postgresMs, ours.driverMs].map(exact);
  return [
    `processor ms a ${what}: gateway ${gateway} + PostgreSQL ${postgres} + load ${load}` +
      ` (${ours.busy.toFixed(1)} cores busy); PostgreSQL ${exact(theirs.postgresMs)}` +
      ` + pgbench ${exact(theirs.driverMs)} (${theirs.busy.toFixed(1)} cores busy)`,
  ];
}

/** Other load distorts the rates, because it takes more from few threads than from many. */
const quietBelow = 0.3;

function othersLine(during: Readonly<Record<string, CpuCost | undefined>>): string[] {
  const measured = Object.entries(during).flatMap(([what, cpu]) =>
    cpu ? [{ what, busy: cpu.othersBusy }] : [],
  );
  if (measured.length === 0) return [];
  const busy = measured.map((one) => `${one.busy.toFixed(1)} during ${one.what}`);
  const line = `cores that other programs kept busy: ${busy.join(', ')}`;
  const isQuiet = measured.every((one) => one.busy < quietBelow);
  return isQuiet ? [line] : [line, 'the rates are not reliable; compare the CPU times'];
}

function exact(ms: number): string {
  return ms.toFixed(3);
}

export function profileLines({ modules: places, functions }: ProfileSummary): string[] {
  const lines = (all: ProfileSummary['modules']) =>
    all.map(({ name, share }) => `${(share * 100).toFixed(1).padStart(6)} %  ${name}`);
  return ['', 'busy time by place', ...lines(places), '', 'by function', ...lines(functions)];
}
