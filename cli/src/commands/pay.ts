// `bramka pay`: one payment by card, wallet or another method through the merchant API, from
// the access token to the final status, with a line for every step.

import { Option, type Command } from 'commander';
import type { CreatePayment } from '@bramka/client/src/client.ts';
import { methodDefinitions } from '@bramka/gateway/methods/registry.ts';
import type { CommandContext } from '../context.ts';
import { Failure } from '../failure.ts';
import {
  merchantClient,
  withMerchant,
  type MerchantClient,
  type RequestOptions,
} from '../api/merchant.ts';
import type { Env } from '../api/options.ts';
import { stillPendingText, statusText, type StatusFields } from '../payments/payment-text.ts';
import { encryptCard } from '../payments/encrypt-card.ts';
import { SAMPLE_CARD, sampleBrowser, sampleCard } from '../payments/sample-card.ts';
import { readAmount, withRequest } from '../payments/read-arguments.ts';
import { isUnfinished, startProgress, waitForPayment, type Progress } from '../payments/wait.ts';
import { issueWalletToken, walletTypes } from '../payments/wallet-token.ts';
import { json } from '../print.ts';

interface PayOptions extends RequestOptions {
  /** The options of the methods. */
  readonly [name: string]: unknown;
  readonly currency: string;
  readonly card: string;
  readonly holder?: string;
  readonly encrypt?: boolean;
  readonly token?: string;
  readonly networkToken?: string;
  readonly wallet?: string;
  readonly provider?: string;
  readonly order?: string;
  readonly preauth?: boolean;
  readonly wait: number;
}

/** The methods whose instrument is one value, each with its option. */
const methodOptions = methodDefinitions.flatMap(({ name: method, payOption }) =>
  payOption ? [{ method, name: payOption.flag.split(' ')[0] ?? '', ...payOption }] : [],
);

function methodExamples(): string {
  return methodOptions
    .map(
      ({ name, example: [value, meaning] }) =>
        `  bramka pay 19.99 --${name} ${value}`.padEnd(46) + meaning,
    )
    .join('\n');
}

const help = `
The exit code is 0 when the payment becomes COMPLETED, otherwise 1.

Examples:
  bramka pay 19.99
  bramka pay 19.99 --card 4000000000009995    declined: insufficient funds
  bramka pay 19.99 --card 4917110020000007    the issuer asks the customer first
  bramka pay 100 --preauth --order order-7    hold it, then capture or cancel it
  bramka pay 19.99 --encrypt                  with the card encrypted as in a browser
  bramka pay 19.99 --token <number>           with a stored card
  bramka pay 19.99 --wallet APAY              with a token of the simulated Apple Pay
${methodExamples()}
  bramka pay 5 --currency EUR --mid 20000001 --secret sk_…`;

/** Options that belong to payments by card. */
const ofCards = ['card', 'holder', 'encrypt', 'token', 'networkToken', 'wallet'];

function addMethodOptions(command: Command): Command {
  for (const [index, { flag, description }] of methodOptions.entries()) {
    const others = methodOptions.slice(index + 1).map(({ name }) => name);
    const option = new Option(`--${flag}`, description);
    command.addOption(option.conflicts([...ofCards, ...others, 'preauth']));
  }
  return command;
}

/** The card is in the wallet, so --card is allowed. */
const walletOption = (): Option =>
  new Option('--wallet <type>', 'pay with a token that the simulated wallet issues')
    .choices(walletTypes)
    .conflicts(['holder', 'encrypt', 'token', 'networkToken']);

export function addPayCommand(program: Command, { env, print, setFailed }: CommandContext): void {
  const command = withRequest(withMerchant(program.command('pay')))
    .description('make a payment and wait for its result')
    .argument('<amount>', 'such as 19.99', readAmount)
    .option('--currency <code>', 'ISO 4217 code', 'PLN')
    .option('--card <number>', 'card number; see `bramka triggers`', SAMPLE_CARD)
    .option('--holder <name>', 'name on the card')
    .option('--encrypt', 'encrypt the card as a browser does; the gateway decrypts it')
    .addOption(
      new Option('--token <number>', 'pay with the stored card of this token number').conflicts([
        'card',
        'holder',
        'encrypt',
        'networkToken',
      ]),
    )
    .addOption(
      new Option(
        '--network-token <ref>',
        'pay with the network token of this instrumentRef',
      ).conflicts(['card', 'holder', 'encrypt']),
    )
    .addOption(walletOption());
  addMethodOptions(command)
    .option('--provider <name>', 'provider of the payment, such as BM or PA for a transfer')
    .option('--order <id>', 'order id of the shop (extOrderId)')
    .option('--preauth', 'only hold the amount; `bramka capture` takes it')
    .addHelpText('after', help)
    .action(async (amount: string, options: PayOptions) => {
      const progress = options.json ? () => undefined : startProgress(print);
      const client = await merchantClient(options, env);
      progress(`authenticated as merchant ${client.merchantId}`);
      const { method, instrument, ip } = await chosenInstrument({ ...options, amount }, client, {
        env,
        progress,
      });
      const { currency, order: extOrderId, preauth, provider } = options;
      const body = {
        method,
        instrument: { ...instrument, provider },
        device: { browserData: sampleBrowser, ip },
        order: { amount, currency, extOrderId },
        options: preauth ? { transKind: 'PREAUTH' } : undefined,
      };
      const final = await pay(client, body as CreatePayment, options, progress);
      if (options.json) print(json(final));
      if (isUnfinished(final)) throw new Failure(stillPendingText(final));
      if (final.status !== 'COMPLETED') setFailed();
    });
}

async function pay(
  client: MerchantClient,
  body: CreatePayment,
  options: PayOptions,
  progress: Progress,
): Promise<StatusFields> {
  const { preauth, wait: seconds, idempotencyKey } = options;
  const { amount, currency } = body.order;
  const created = await client.payments.create(body, { idempotencyKey });
  const { paymentId } = created;
  const kind = preauth ? 'preauthorization' : 'payment';
  progress(`${kind} ${paymentId} of ${amount} ${currency} is ${created.status}`);
  const final = await waitForPayment(client, created, { seconds, progress });
  if (isUnfinished(final)) return final;
  progress(statusText(final));
  if (preauth && final.status === 'COMPLETED') {
    progress(`held; to take it: bramka capture ${paymentId}`);
  }
  return final;
}

interface Chosen {
  readonly method: string;
  readonly instrument: object;
  /** Of the customer's device, for methods that need it. */
  readonly ip?: string;
}

/** What the customer pays with, as the options say. */
async function chosenInstrument(
  options: PayOptions & { readonly amount: string },
  client: MerchantClient,
  { env, progress }: { readonly env: Env; readonly progress: Progress },
): Promise<Chosen> {
  const { token: instrumentNo, networkToken: instrumentRef, wallet: type } = options;
  if (instrumentNo !== undefined) {
    return { method: 'CARD', instrument: { type: 'COF', instrumentNo } };
  }
  if (instrumentRef !== undefined) {
    const [found] = await client.tokens.search({ instrumentRef });
    if (!found) throw new Failure(`this merchant has no network token ${instrumentRef}`);
    return { method: 'CARD', instrument: { type: found.type, instrumentRef } };
  }
  if (type !== undefined) {
    const { amount, currency, card } = options;
    const request = { type, merchantId: client.merchantId, amount, currency, card };
    const { token, cardMask } = await issueWalletToken(options, env, request);
    progress(`${type} token for ${cardMask}`);
    return { method: type, instrument: { type, token } };
  }
  for (const { method, name, instrument } of methodOptions) {
    const value = options[name];
    if (typeof value !== 'string') continue;
    return { method, instrument: instrument(value), ip: '127.0.0.1' };
  }
  const { holder, ...plain } = sampleCard(options);
  const fields = options.encrypt ? await encryptCard(client.settings.baseUrl, plain) : plain;
  if (options.encrypt) progress('card encrypted to the key of the gateway');
  return { method: 'CARD', instrument: { type: 'CARD', ...fields, holder } };
}
