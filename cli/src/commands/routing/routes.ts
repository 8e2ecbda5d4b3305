// `bramka routes …`: lists and sets the routing rules of merchants, explains where a payment went
// or would go, and shows success rates, through the operator API of a running gateway.

import { Option, type Command } from 'commander';
import type { AddMerchantSettings, ExplainRoute } from '@bramka/client/src/operator.ts';
import { demoMerchants } from '@bramka/gateway/merchants/demo.ts';
import { methodNames } from '@bramka/gateway/methods/registry.ts';
import { allMerchants, operatorClient } from '../../api/operator.ts';
import { addGroup, withOperator, type OperatorOptions } from '../../api/options.ts';
import type { CommandContext } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { readAmount } from '../../payments/read-arguments.ts';
import { json } from '../../print.ts';
import { readTextFile } from '../wallets/credential-files.ts';
import { explainedText, paymentRoutesText, ratesText, rulesText } from './route-text.ts';

interface ExplainOptions extends OperatorOptions {
  readonly merchant?: string;
  readonly method: ExplainRoute['method'];
  readonly currency: string;
  readonly amount: string;
  readonly recurring?: boolean;
  readonly at?: string;
}

const setHelp = `
The file is a JSON list of rules; the first that fits decides. It replaces all
rules of the merchant; [] removes them.

  [{"name": "polish-cards",
    "when": {"methods": ["CARD"], "countries": ["PL"], "percent": 30},
    "providers": ["adyen", "plain"]},
   {"name": "others", "providers": ["plain", "adyen"], "best": true}]

Examples:
  bramka routes set 20000001 rules.json
  bramka routes list 20000001 --json > rules.json`;

const explainHelp = `
Of a payment: where each authorization went, why, and what became of it.
Of a card (its first 6 to 8 digits, never a whole number): which rule would
decide about a payment with it, and why the rules before it do not.

Examples:
  bramka routes explain 01a1ddaa-94be-73d2-943c-8b7759934376 --merchant 20000001
  bramka routes explain 41111122 --merchant 20000001 --currency EUR --amount 99.99`;

export function addRouteCommands(program: Command, { env, print }: CommandContext): void {
  const routes = addGroup(
    program,
    'routes',
    'routing rules of merchants: list and set them, explain routes, show success rates',
  );

  withOperator(routes.command('list [mid]'))
    .description('list the routing rules of a merchant, or of all that have some')
    .action(async (mid: string | undefined, options: OperatorOptions) => {
      const client = operatorClient(options, env);
      if (mid !== undefined) {
        const merchant = await client.merchants.get(mid);
        print(options.json ? json(merchant.settings.routing ?? []) : rulesText(merchant));
        return;
      }
      const merchants = await allMerchants(client);
      const found = merchants.filter(({ settings }) => (settings.routing ?? []).length > 0);
      const rules = found.map(({ merchantId, settings }) => [merchantId, settings.routing]);
      if (options.json) print(json(Object.fromEntries(rules)));
      else print(found.map(rulesText).join('\n') || 'No merchant has routing rules.\n');
    });

  withOperator(routes.command('set <mid> <file>'))
    .description('set all routing rules of a merchant from a JSON file')
    .addHelpText('after', setHelp)
    .action(async (mid: string, file: string, options: OperatorOptions) => {
      const settings = { routing: readRules(file) };
      const merchant = await operatorClient(options, env).merchants.update(mid, { settings });
      print(options.json ? json(merchant.settings.routing ?? []) : rulesText(merchant));
    });

  addExplainCommand(routes, { env, print });

  withOperator(routes.command('rates'))
    .description('show how many authorizations of each provider succeed')
    .addOption(
      new Option('--by <what>', 'one row for each of these')
        .choices(['provider', 'organization', 'country'])
        .default('provider'),
    )
    .action(async (options: OperatorOptions & { by: string }) => {
      const by = options.by.toUpperCase() as 'PROVIDER' | 'ORGANIZATION' | 'COUNTRY';
      const { rates } = await operatorClient(options, env).routes.listRates({ by });
      print(options.json ? json(rates) : ratesText(rates));
    });
}

function addExplainCommand(
  routes: Command,
  { env, print }: Pick<CommandContext, 'env' | 'print'>,
): void {
  const demo = demoMerchants[0]?.merchantId ?? '';
  withOperator(routes.command('explain <payment-or-bin>'))
    .description('explain where a payment went, or where one with such a card would go')
    .option('--merchant <mid>', `MID of the merchant (BRAMKA_MID, ${demo})`)
    .addOption(
      new Option('--method <method>', 'of such a payment').choices(methodNames).default('CARD'),
    )
    .option('--currency <code>', 'of such a payment', 'PLN')
    .option('--amount <amount>', 'of such a payment', readAmount, '100.00')
    .option('--recurring', 'such a payment without the customer')
    .option('--at <time>', 'when it would be made, such as 2026-12-24T18:00:00Z; default: now')
    .addHelpText('after', explainHelp)
    .action(async (word: string, options: ExplainOptions) => {
      const client = operatorClient(options, env);
      const mid = options.merchant ?? (env['BRAMKA_MID']?.trim() || demo);
      if (/^[0-9]{6,8}$/.test(word)) {
        const { method, currency, amount, recurring = false, at } = options;
        const asked = { bin: word, method, currency, amount, recurring, at };
        const explained = await client.routes.explain(mid, asked);
        print(options.json ? json(explained) : explainedText(asked, explained));
        return;
      }
      if (/^[0-9 -]{9,25}$/.test(word)) {
        throw new Failure('give the first 6 to 8 digits of the card only, or a payment id');
      }
      const found = await client.routes.ofPayment(mid, word);
      print(options.json ? json(found) : paymentRoutesText(found));
    });
}

type Rules = NonNullable<AddMerchantSettings['routing']>;

/** The gateway checks the rules themselves. */
function readRules(file: string): Rules {
  const text = readTextFile(file);
  try {
    const rules: unknown = JSON.parse(text);
    if (Array.isArray(rules)) return rules as Rules;
  } catch {
    throw new Failure(`${file} is not JSON`);
  }
  throw new Failure(`${file} must be a list of rules: [{"name": …, "providers": […]}]`);
}
