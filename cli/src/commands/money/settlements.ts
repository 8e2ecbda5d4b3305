// `bramka settle` settles what is due now and shows the progress; `bramka settlements` lists
// batches of a merchant, and prints one with its report.

import type { Command } from 'commander';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { call, type Call } from '../../call.ts';
import type { CommandContext } from '../../context.ts';
import { gatewayUrl, operatorClient, operatorKey, type Env } from '../../operator-client.ts';
import { withOperator, type OperatorOptions } from '../../options.ts';
import type { Amount } from '../../payments/merchant-client.ts';
import { amountText } from '../../payments/payment-text.ts';
import { json, table } from '../../print.ts';

interface RunReply {
  readonly runId: string;
  readonly merchantId: string;
  readonly settlementDate: string;
  readonly status: 'RUNNING' | 'DONE';
  readonly settled: number;
  readonly waiting: number;
  readonly nextDueAt?: string;
}

interface BatchReply {
  readonly batchId: string;
  readonly payeeId: string;
  readonly settlementDate: string;
  readonly number: number;
  readonly status: string;
  readonly currency: string;
  readonly items: number;
  readonly gross: Amount;
  readonly refunded: Amount;
  readonly fee: Amount;
  readonly commission: Amount;
  readonly net: Amount;
  readonly payout?: Amount;
  readonly withheld?: Amount;
  readonly account?: string;
}

interface SettleOptions extends OperatorOptions {
  readonly merchant?: string;
  readonly date?: string;
}

interface ListOptions extends OperatorOptions {
  readonly date?: string;
  readonly csv?: boolean;
}

const POLL_MS = 500;

const settleHelp = `
Payments are settled by themselves when they are due; this command settles at once
what has become due, such as payments that waited for a refund. The gateway works
on it, so the command may be interrupted and repeated: nothing is settled twice.`;

export function addSettlementCommands(program: Command, context: CommandContext): void {
  const { env, print } = context;
  withOperator(program.command('settle'))
    .description('settle what is due now, of one merchant or of all')
    .option('--merchant <MID>', 'only this merchant')
    .option('--date <date>', 'what was due by the end of this settlement date, such as 2026-01-31')
    .addHelpText('after', settleHelp)
    .action((options: SettleOptions) => settle(context, options));

  withOperator(program.command('settlements'))
    .description('list the settlement batches of a merchant, or show one')
    .argument('<mid>', 'MID')
    .argument('[batchId]', 'show this batch')
    .option('--date <date>', 'only batches of this settlement date')
    .option('--csv', 'print the report of the batch as CSV')
    .action(async (mid: string, batchId: string | undefined, options: ListOptions) => {
      const send = sender(options, env);
      const path = `/v1/admin/merchants/${encodeURIComponent(mid)}/settlements`;
      if (batchId !== undefined) {
        const one = `${path}/${encodeURIComponent(batchId)}`;
        if (options.csv) return print(await csvOf(options, env, `${one}/report?format=csv`));
        const batch = await send<BatchReply>({ path: one });
        return print(options.json ? json(batch) : batchText(batch));
      }
      const query = options.date === undefined ? '' : `?date=${encodeURIComponent(options.date)}`;
      const { settlements } = await send<{ settlements: BatchReply[] }>({
        path: `${path}${query}`,
      });
      if (options.json) return print(json({ settlements }));
      print(settlements.length === 0 ? 'No settlements.\n' : listText(settlements));
    });
}

function sender(options: OperatorOptions, env: Env) {
  const url = gatewayUrl(options.url, env);
  const bearer = operatorKey(options.key, env);
  return <Reply>(request: Call): Promise<Reply> => call<Reply>(url, { ...request, bearer });
}

/** The report is not JSON. */
async function csvOf(options: OperatorOptions, env: Env, path: string): Promise<string> {
  const headers = { authorization: `Bearer ${operatorKey(options.key, env)}` };
  const reply = await fetch(`${gatewayUrl(options.url, env)}${path}`, { headers });
  // A refusal is JSON, which `call` explains.
  if (!reply.ok) await sender(options, env)({ path });
  return reply.text();
}

async function settle(
  { env, print, printError }: CommandContext,
  options: SettleOptions,
): Promise<void> {
  const send = sender(options, env);
  const client = operatorClient(gatewayUrl(options.url, env), operatorKey(options.key, env));
  const merchants =
    options.merchant === undefined
      ? (await client.list()).map(({ merchantId }) => merchantId)
      : [options.merchant];
  const report = options.json ? () => undefined : printError;
  const done: RunReply[] = [];
  for (const merchantId of merchants) {
    const path = `/v1/admin/merchants/${encodeURIComponent(merchantId)}/settlement-runs`;
    const body = options.date === undefined ? {} : { date: options.date };
    const started = await send<RunReply>({ method: 'POST', path, body });
    done.push(await waitForEnd(() => send({ path: `${path}/${started.runId}` }), report));
  }
  print(options.json ? json({ runs: done }) : `${done.map(runText).join('\n')}\n`);
}

async function waitForEnd(
  read: () => Promise<RunReply>,
  report: (text: string) => void,
): Promise<RunReply> {
  let shown = '';
  for (;;) {
    const run = await read();
    if (run.status === 'DONE') return run;
    const line = `merchant ${run.merchantId}: ${run.settled} payments settled so far`;
    if (line !== shown) report(`${line}\n`);
    shown = line;
    await systemClock.sleep(POLL_MS);
  }
}

function runText({ merchantId, settlementDate, ...run }: RunReply): string {
  const { settled, waiting, nextDueAt } = run;
  const postponed = waiting === 0 ? '' : `, ${waiting} wait for the next run`;
  const rest =
    nextDueAt === undefined ? 'nothing is left' : `the rest becomes due from ${nextDueAt} on`;
  return `merchant ${merchantId}, ${settlementDate}: ${settled} settled${postponed}; ${rest}`;
}

function listText(list: readonly BatchReply[]): string {
  const rows = list.map((one) => [
    one.settlementDate,
    one.payeeId,
    one.status,
    String(one.items),
    amountText(one.net, one.currency),
    one.payout === undefined ? '-' : amountText(one.payout, one.currency),
    one.batchId,
  ]);
  return table([['DATE', 'PAYEE', 'STATUS', 'ITEMS', 'NET', 'PAYOUT', 'ID'], ...rows]);
}

function batchText(batch: BatchReply): string {
  const { currency } = batch;
  const names = ['gross', 'refunded', 'fee', 'commission', 'net', 'payout', 'withheld'] as const;
  const amounts = names.flatMap((name) => {
    const amount = batch[name];
    return amount === undefined ? [] : [[name, amountText(amount, currency)]];
  });
  return table([
    ['batch', batch.batchId],
    ['date', `${batch.settlementDate}, number ${batch.number}`],
    ['payee', batch.payeeId],
    ['status', batch.status],
    ['items', String(batch.items)],
    ...amounts,
    ['account', batch.account ?? '-'],
  ]);
}
