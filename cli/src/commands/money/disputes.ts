// `bramka disputes list`: what providers have reported about disputes (chargebacks).

import type { Command } from 'commander';
import type { DisputeListDispute, DisputeListDisputeStage } from '@bramka/client/src/operator.ts';
import { allPages, operatorClient } from '../../api/operator.ts';
import { addGroup, withOperator, type OperatorOptions } from '../../api/options.ts';
import type { CommandContext } from '../../context.ts';
import { amountText } from '../../payments/payment-text.ts';
import { cell, json, table } from '../../print.ts';

interface ListOptions extends OperatorOptions {
  readonly merchant?: string;
  readonly stage?: DisputeListDisputeStage;
}

export function addDisputeCommands(program: Command, { env, print }: CommandContext): void {
  const group = addGroup(program, 'disputes', 'list the disputes that providers have reported');
  withOperator(group.command('list'))
    .description('list disputes with their present stage, the newest first')
    .option('--merchant <MID>', 'only of this merchant')
    .option('--stage <stage>', 'only INQUIRY, OPENED, CHARGED_BACK, RETURNED, WON or LOST')
    .action(async ({ merchant, stage, ...options }: ListOptions) => {
      const client = operatorClient(options, env);
      const filter = { merchantId: merchant, stage };
      const disputes = await allPages(
        async (after) => (await client.disputes.list({ ...filter, after })).disputes,
        ({ disputeId }) => disputeId,
      );
      if (options.json) return print(json({ disputes }));
      print(disputes.length === 0 ? 'No disputes.\n' : listText(disputes));
    });
}

function listText(disputes: readonly DisputeListDispute[]): string {
  const rows = disputes.map((one) => [
    one.merchantId,
    one.paymentId,
    one.provider,
    one.reference,
    one.stage,
    amountText(one.amount, one.currency),
    cell(one.reason),
    cell(one.respondUntil),
  ]);
  const titles = [
    'MID',
    'PAYMENT',
    'PROVIDER',
    'REFERENCE',
    'STAGE',
    'AMOUNT',
    'REASON',
    'RESPOND',
  ];
  return table([titles, ...rows]);
}
