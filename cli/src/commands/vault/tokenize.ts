// `bramka tokenize`: stores a card as a token through the merchant API, and waits for its result.

import type { Command } from 'commander';
import type { CreateTokenization, Tokenization } from '@bramka/client/src/client.ts';
import type { CommandContext } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { merchantClient, withMerchant, type RequestOptions } from '../../api/merchant.ts';
import { withRequest } from '../../payments/read-arguments.ts';
import { SAMPLE_CARD, sampleBrowser, sampleCard } from '../../payments/sample-card.ts';
import { startProgress, waitForTokenization } from '../../payments/wait.ts';
import { json } from '../../print.ts';

interface TokenizeOptions extends RequestOptions {
  readonly card: string;
  readonly holder?: string;
  readonly network?: boolean;
  readonly customer?: string;
  readonly wait: number;
}

const help = `
The exit code is 0 when the tokenization becomes COMPLETED, otherwise 1.

Examples:
  bramka tokenize                             store the usual test card
  bramka tokenize --network                   as a network token
  bramka tokenize --card 4917110020000007     the issuer asks the customer first
  bramka pay 19.99 --token <token number>     pay with it`;

export function addTokenizeCommand(
  program: Command,
  { env, print, setFailed }: CommandContext,
): void {
  withRequest(withMerchant(program.command('tokenize')))
    .description('store a card as a token and wait for its result')
    .option('--card <number>', 'card number; see `bramka triggers`', SAMPLE_CARD)
    .option('--holder <name>', 'name on the card')
    .option('--network', 'make a network token (VTS, SCOF)')
    .option('--customer <id>', 'customer of the shop (extCustomerId)')
    .addHelpText('after', help)
    .action(async (options: TokenizeOptions) => {
      const progress = options.json ? () => undefined : startProgress(print);
      const client = await merchantClient(options, env);
      progress(`authenticated as merchant ${client.merchantId}`);
      const created = await client.tokenizations.create(requestOf(options), {
        idempotencyKey: options.idempotencyKey,
      });
      progress(`tokenization ${created.tokenizerId} is ${created.status}`);
      const final = await waitForTokenization(client, created, {
        seconds: options.wait,
        progress,
      });
      if (options.json) print(json(final));
      else progress(resultText(final));
      if (final.status === 'NEW' || final.status === 'PENDING') {
        const state = `${final.tokenizerId} is still ${final.status}`;
        throw new Failure(`tokenization ${state}; stopped waiting, processing continues`);
      }
      if (final.status !== 'COMPLETED') setFailed();
    });
}

function requestOf({ network, customer, ...options }: TokenizeOptions): CreateTokenization {
  const { holder, ...card } = sampleCard(options);
  return {
    kind: network ? 'NETWORK' : 'COF',
    instrument: { type: 'CARD', ...card, holder },
    device: { browserData: sampleBrowser },
    customer: customer === undefined ? undefined : { extCustomerId: customer },
  };
}

function resultText({ status, rejectCode, rejectInfo, token }: Tokenization): string {
  if (!token) {
    const why = rejectCode === undefined ? '' : `: ${rejectCode}. ${rejectInfo ?? ''}`;
    return `${status}${why}`;
  }
  const { type, cardMask, instrumentNo, instrumentRef } = token;
  const pay =
    instrumentRef === undefined ? `--token ${instrumentNo}` : `--network-token ${instrumentRef}`;
  return `${status}: ${type} token of ${cardMask}; to pay: bramka pay 19.99 ${pay}`;
}
