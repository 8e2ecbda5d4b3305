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
      const instrument =
        (await storedCardOf(client, options)) ??
        (await walletInstrument(client, { ...options, amount }, env, progress)) ??
        (await instrumentOf(options, client.settings.baseUrl, progress));
      const body = paymentBody(amount, options, instrument);
      const final = await pay(client, { amount, body }, options, progress);
      if (options.json) print(json(final));
      if (isUnfinished(final)) throw new Failure(stillPendingText(final));
      if (final.status !== 'COMPLETED') setFailed();
    });
}

async function pay(
  client: MerchantClient,
  { amount, body }: { amount: string; body: CreatePayment },
  options: PayOptions,
  progress: Progress,
): Promise<StatusFields> {
  const { currency, preauth, wait: seconds, idempotencyKey } = options;
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

function paymentBody(amount: string, options: PayOptions, instrument: object): CreatePayment {
  const { currency, order, preauth } = options;
  return {
    ...instrument,
    order: {
      amount,
      currency,
      ...(order === undefined ? {} : { extOrderId: order }),
    },
    ...(preauth ? { options: { transKind: 'PREAUTH' } } : {}),
  };
}

/** The instrument with its method and the customer's device. */
async function instrumentOf(options: PayOptions, url: string, progress: Progress): Promise<object> {
  const { provider } = options;
  const device = { browserData: sampleBrowser };
  for (const { method, name, instrument } of methodOptions) {
    const value = options[name];
    if (typeof value !== 'string') continue;
    const sent = { ...instrument(value), provider };
    return { method, instrument: sent, device: { ...device, ip: '127.0.0.1' } };
  }
  const { holder, ...plain } = sampleCard(options);
  const fields = options.encrypt ? await encryptCard(url, plain) : plain;
  if (options.encrypt) progress('card encrypted to the key of the gateway');
  const instrument = { type: 'CARD', ...fields, ...(holder === undefined ? {} : { holder }) };
  return { method: 'CARD', instrument: { ...instrument, provider }, device };
}

/** What the customer confirms in a wallet of the sandbox, with the customer's device. */
async function walletInstrument(
  { merchantId }: MerchantClient,
  { wallet: type, amount, currency, card, provider, ...options }: WalletPayment,
  env: Env,
  progress: Progress,
): Promise<object | undefined> {
  if (type === undefined) return undefined;
  const request = { type, merchantId, amount, currency, card };
  const { token, cardMask } = await issueWalletToken(options, env, request);
  progress(`${type} token for ${cardMask}`);
  const device = { browserData: sampleBrowser };
  return { method: type, instrument: { type, token, provider }, device };
}

interface WalletPayment extends PayOptions {
  readonly amount: string;
}

/** A stored card with the customer's device; the token itself tells the type of a network token. */
async function storedCardOf(
  client: MerchantClient,
  { token, networkToken: instrumentRef, provider }: PayOptions,
): Promise<object | undefined> {
  const common = { method: 'CARD', device: { browserData: sampleBrowser } };
  if (token !== undefined) {
    return { ...common, instrument: { type: 'COF', instrumentNo: token, provider } };
  }
  if (instrumentRef === undefined) return undefined;
  const [found] = await client.tokens.search({ instrumentRef });
  if (!found) throw new Failure(`this merchant has no network token ${instrumentRef}`);
  return { ...common, instrument: { type: found.type, instrumentRef, provider } };
}
