// `bramka wallet token`: a token of the simulated Apple Pay or Google Pay, as a customer's phone
// hands it to the shop.

import { Option, type Command } from 'commander';
import { demoMerchants } from '@bramka/gateway/merchants/demo.ts';
import type { CommandContext } from '../../context.ts';
import { addGroup, withGateway, type GatewayOptions } from '../../api/options.ts';
import { readAmount } from '../../payments/read-arguments.ts';
import { SAMPLE_CARD } from '../../payments/sample-card.ts';
import { issueWalletToken, walletTypes } from '../../payments/wallet-token.ts';
import { json } from '../../print.ts';

interface TokenOptions extends GatewayOptions {
  readonly type: string;
  readonly amount: string;
  readonly currency: string;
  readonly card: string;
  readonly merchant: string;
  readonly version?: string;
  readonly authMethod?: string;
}

const help = `
The token pays once, for this merchant and amount: send it as instrument.token.

Examples:
  bramka wallet token --type APAY --amount 19.99
  bramka wallet token --type APAY --version RSA_v1
  bramka wallet token --type GPAY --card 4000000000009995
  bramka wallet token --type GPAY --auth-method PAN_ONLY --card 4917110020000007
  bramka pay 19.99 --wallet APAY              pay with a new token`;

export function addWalletCommands(program: Command, { env, print }: CommandContext): void {
  const wallet = addGroup(
    program,
    'wallet',
    'act as the customer with Apple Pay or Google Pay',
    help,
  );
  withGateway(wallet.command('token'))
    .description('get a token for a payment')
    .addOption(
      new Option('--type <wallet>', 'the wallet').choices(walletTypes).makeOptionMandatory(),
    )
    .addOption(
      new Option('--amount <amount>', 'what the customer confirms')
        .default('10.00')
        .argParser(readAmount),
    )
    .option('--currency <code>', 'ISO 4217 code', 'PLN')
    .option('--card <number>', 'card in the wallet; see `bramka triggers`', SAMPLE_CARD)
    .option('--merchant <mid>', 'merchant who gets the token', demoMerchants[0]?.merchantId)
    .addOption(new Option('--version <version>', 'of APAY').choices(['EC_v1', 'RSA_v1']))
    .addOption(
      new Option('--auth-method <method>', 'of GPAY').choices(['CRYPTOGRAM_3DS', 'PAN_ONLY']),
    )
    .addHelpText('after', help)
    .action(async (options: TokenOptions) => {
      const { url: _url, json: _json, merchant: merchantId, ...request } = options;
      const reply = await issueWalletToken(options, env, { ...request, merchantId });
      print(options.json ? json(reply) : `${reply.token}\n`);
    });
}
