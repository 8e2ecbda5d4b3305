// `bramka ledger check`: starts a check of the ledger in a running gateway, shows its progress, and
// ends with exit code 1 if a balance is wrong. It may be interrupted; the gateway continues.

import type { Command } from 'commander';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import type { Amount, LedgerCheck } from '@bramka/client/src/operator.ts';
import { operatorClient } from '../../api/operator.ts';
import { addGroup, withOperator, type OperatorOptions } from '../../api/options.ts';
import type { CommandContext } from '../../context.ts';
import { amountText } from '../../payments/payment-text.ts';
import { cell, json, table } from '../../print.ts';

const checkHelp = `
Compares every balance with the sum of its transfers, in small steps, while
payments go on. The gateway also does this by itself once a day.

Exit code 1: a balance is wrong.

Examples:
  bramka ledger check
  bramka ledger check 20000001`;

const PAUSE_MS = 250;
/** A line of progress every so many readings. */
const PROGRESS_READINGS = 8;

export function addLedgerCommands(program: Command, context: CommandContext): void {
  const { env, print, printError, setFailed } = context;
  const ledger = addGroup(
    program,
    'ledger',
    'check that every balance is the sum of its transfers',
  );

  withOperator(ledger.command('check'))
    .description('compare every balance with the sum of its transfers')
    .argument('[mid]', 'only this merchant')
    .addHelpText('after', checkHelp)
    .action(async (mid: string | undefined, options: OperatorOptions) => {
      const { ledger: client } = operatorClient(options, env);
      let check = await client.startCheck({ merchantId: mid });
      for (let readings = 1; check.state === 'RUNNING'; readings += 1) {
        await systemClock.sleep(PAUSE_MS);
        check = await client.getCheck(check.checkId);
        const isNews = readings % PROGRESS_READINGS === 0 && check.state === 'RUNNING';
        if (isNews && !options.json) printError(`${progressText(check)} so far\n`);
      }
      print(options.json ? json(check) : resultText(check));
      if (check.differences.length > 0) setFailed();
    });
}

function progressText({ merchants, transfers }: LedgerCheck): string {
  return `${counted(merchants, 'merchant')}, ${counted(transfers, 'transfer')}`;
}

function counted(count: Amount | number, what: string): string {
  const text = cell(count);
  return `${text} ${what}${text === '1' ? '' : 's'}`;
}

function resultText(check: LedgerCheck): string {
  const { differences } = check;
  if (differences.length === 0) return `The ledger is correct: ${progressText(check)}.\n`;
  const rows = differences.map(({ merchantId, account, currency, difference }) => [
    merchantId,
    account,
    amountText(difference, currency),
  ]);
  return (
    `The ledger is wrong: ${progressText(check)}. Balance minus transfers:\n` +
    table([['MERCHANT', 'ACCOUNT', 'DIFFERENCE'], ...rows])
  );
}
