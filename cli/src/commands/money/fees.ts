// `bramka fees …`: adds and lists the rules by which fees are charged at settlement.

import type { Command } from 'commander';
import type {
  AddFeeRule,
  BinOrganization,
  FeeRule,
  MerchantSettingsMethod,
} from '@bramka/client/src/operator.ts';
import { allPages, operatorClient } from '../../api/operator.ts';
import type { CommandContext } from '../../context.ts';
import { addGroup, withOperator, type OperatorOptions } from '../../api/options.ts';
import { amountText } from '../../payments/payment-text.ts';
import { readAmount } from '../../payments/read-arguments.ts';
import { cell, json, table } from '../../print.ts';

interface AddOptions extends OperatorOptions {
  readonly merchant?: string;
  readonly method?: MerchantSettingsMethod;
  readonly organization?: BinOrganization;
  readonly fixed?: string;
  readonly minimum?: string;
  readonly from?: string;
}

const addHelp = `
The fee of a payment is the percentage of the captured amount plus the fixed part,
at least the minimum and at most the amount. The most specific rule counts that
holds at the time of the capture: of the merchant, then with an organization, then
with a method, then the latest. Rules are never removed; a rule of 0 ends one.

Examples:
  bramka fees add 1.25 PLN --fixed 0.30 --minimum 0.50
  bramka fees add 0.9 PLN --merchant 20000001 --method BLIK
  bramka fees add 0 PLN --merchant 20000001 --from 2027-01-01T00:00:00Z`;

export function addFeeCommands(program: Command, { env, print }: CommandContext): void {
  const fees = addGroup(program, 'fees', 'add and list the rules by which fees are charged');

  withOperator(fees.command('add'))
    .description('add a rule')
    .argument('<percent>', 'with at most four decimals, such as 1.25')
    .argument('<currency>', 'of the payments and of the amounts, such as PLN')
    .option('--merchant <mid>', 'only for this merchant')
    .option('--method <method>', 'only for this method, such as CARD')
    .option('--organization <name>', 'only for cards of this organization, such as VISA')
    .option('--fixed <amount>', 'added to the percentage', readAmount)
    .option('--minimum <amount>', 'the least fee of a payment', readAmount)
    .option('--from <time>', 'for payments captured from then on; absent: now')
    .addHelpText('after', addHelp)
    .action(async (percent: string, currency: string, options: AddOptions) => {
      const rule = await operatorClient(options, env).fees.add(ruleOf(percent, currency, options));
      print(options.json ? json(rule) : rulesText([rule]));
    });

  withOperator(fees.command('list'))
    .description('list all rules, or those that can count for a merchant')
    .argument('[mid]', 'MID')
    .action(async (mid: string | undefined, options: OperatorOptions) => {
      const client = operatorClient(options, env);
      const rules = await allPages(
        async (after) => (await client.fees.list({ merchantId: mid, after })).rules,
        ({ ruleId }) => ruleId,
      );
      if (options.json) return print(json({ rules }));
      print(
        rules.length === 0
          ? 'No fee rules: payments are settled without a fee.\n'
          : rulesText(rules),
      );
    });
}

function ruleOf(percent: string, currency: string, options: AddOptions): AddFeeRule {
  const { merchant: merchantId, method, organization, fixed, minimum, from: validFrom } = options;
  return { merchantId, method, organization, currency, percent, fixed, minimum, validFrom };
}

function rulesText(rules: readonly FeeRule[]): string {
  const rows = rules.map((rule) => [
    rule.merchantId ?? 'all',
    cell(rule.method),
    cell(rule.organization),
    `${rule.percent} %`,
    amountText(rule.fixed, rule.currency),
    amountText(rule.minimum, rule.currency),
    rule.validFrom,
  ]);
  const head = ['MERCHANT', 'METHOD', 'ORGANIZATION', 'PERCENT', 'FIXED', 'MINIMUM', 'FROM'];
  return table([head, ...rows]);
}
