// `bramka deposits …` records money that a merchant pays in or gets back, and `bramka balances`
// shows the accounts of a merchant.

import type { Command } from 'commander';
import type { Deposit } from '@bramka/client/src/operator.ts';
import { allPages, operatorClient } from '../../api/operator.ts';
import type { CommandContext } from '../../context.ts';
import { addGroup, withOperator, type OperatorOptions } from '../../api/options.ts';
import { amountText } from '../../payments/payment-text.ts';
import { readAmount } from '../../payments/read-arguments.ts';
import { json, table } from '../../print.ts';

interface RecordOptions extends OperatorOptions {
  readonly reference: string;
}

const recordHelp = `
The reference of the bank transfer identifies it: the same command again changes
nothing and prints the same record.

Example:
  bramka deposits add 20000001 5000.00 PLN --reference "FT2611/0042"`;

const movements = [
  ['add', 'record money that a merchant has paid in'],
  ['withdraw', 'record money that was paid back to a merchant'],
] as const;

export function addDepositCommands(program: Command, { env, print }: CommandContext): void {
  const deposits = addGroup(
    program,
    'deposits',
    'record and list the money that merchants pay in to cover refunds',
  );

  for (const [name, description] of movements) {
    withOperator(deposits.command(name))
      .description(description)
      .argument('<mid>', 'MID')
      .argument('<amount>', 'such as 5000.00', readAmount)
      .argument('<currency>', 'such as PLN')
      .requiredOption('--reference <text>', 'reference of the bank transfer')
      .addHelpText('after', recordHelp.replace('deposits add', `deposits ${name}`))
      .action(async (mid: string, amount: string, currency: string, options: RecordOptions) => {
        const { reference } = options;
        const body = { amount, currency, reference };
        const made = await operatorClient(options, env).deposits[name](mid, body);
        print(options.json ? json(made) : listText([made]));
      });
  }

  withOperator(deposits.command('list'))
    .description('list the deposits and withdrawals of a merchant')
    .argument('<mid>', 'MID')
    .action(async (mid: string, options: OperatorOptions) => {
      const client = operatorClient(options, env);
      const found = await allPages(
        async (after) => (await client.deposits.list(mid, { after })).deposits,
        ({ depositId }) => depositId,
      );
      if (options.json) return print(json({ deposits: found }));
      print(found.length === 0 ? 'No deposits.\n' : listText(found));
    });

  withOperator(program.command('balances'))
    .description('show the balances of all accounts of a merchant')
    .argument('<mid>', 'MID')
    .action(async (mid: string, options: OperatorOptions) => {
      const { balances } = await operatorClient(options, env).balances.list(mid);
      if (options.json) return print(json({ balances }));
      if (balances.length === 0) return print('No money was moved yet.\n');
      const rows = balances.map((one) => [one.account, amountText(one.balance), one.currency]);
      print(table([['ACCOUNT', 'BALANCE', 'CURRENCY'], ...rows]));
    });
}

function listText(list: readonly Deposit[]): string {
  const rows = list.map((one) => [
    one.createdAt,
    one.kind,
    amountText(one.amount, one.currency),
    one.reference,
    one.depositId,
  ]);
  return table([['TIME', 'KIND', 'AMOUNT', 'REFERENCE', 'ID'], ...rows]);
}
