// `bramka settle` settles what is due now and shows the progress; `bramka settlements` lists
// batches of a merchant, and prints one with its report.

import type { Command } from 'commander';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import type { Settlement, SettlementRun } from '@bramka/client/src/operator.ts';
import { allMerchants, operatorClient } from '../../api/operator.ts';
import { withOperator, type OperatorOptions } from '../../api/options.ts';
import type { CommandContext } from '../../context.ts';
import { amountText } from '../../payments/payment-text.ts';
import { json, table } from '../../print.ts';

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
      const { settlements: client } = operatorClient(options, env);
      if (batchId !== undefined) {
        if (options.csv) return print(await client.getReportCsv(mid, batchId));
        const batch = await client.get(mid, batchId);
        return print(options.json ? json(batch) : batchText(batch));
      }
      const { settlements } = await client.list(mid, { date: options.date });
      if (options.json) return print(json({ settlements }));
      print(settlements.length === 0 ? 'No settlements.\n' : listText(settlements));
    });
}

async function settle(
  { env, print, printError }: CommandContext,
  options: SettleOptions,
): Promise<void> {
  const client = operatorClient(options, env);
  const merchants =
    options.merchant === undefined
      ? (await allMerchants(client)).map(({ merchantId }) => merchantId)
      : [options.merchant];
  const report = options.json ? () => undefined : printError;
  const done: SettlementRun[] = [];
  for (const merchantId of merchants) {
    const { runId } = await client.settlements.startRun(merchantId, { date: options.date });
    done.push(await waitForEnd(() => client.settlements.getRun(merchantId, runId), report));
  }
  print(options.json ? json({ runs: done }) : `${done.map(runText).join('\n')}\n`);
}

async function waitForEnd(
  read: () => Promise<SettlementRun>,
  report: (text: string) => void,
): Promise<SettlementRun> {
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

function runText({ merchantId, settlementDate, ...run }: SettlementRun): string {
  const { settled, waiting, nextDueAt } = run;
  const postponed = waiting === 0 ? '' : `, ${waiting} wait for the next run`;
  const rest =
    nextDueAt === undefined ? 'nothing is left' : `the rest becomes due from ${nextDueAt} on`;
  return `merchant ${merchantId}, ${settlementDate}: ${settled} settled${postponed}; ${rest}`;
}

function listText(list: readonly Settlement[]): string {
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

function batchText(batch: Settlement): string {
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
