// `bramka pay`: one payment by card, BLIK or bank transfer through the merchant API, from the
// access token to the final status, with a line for every step.

import { Option, type Command } from 'commander';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { exactNumber } from '@bramka/gateway/core/json.ts';
import type { CommandContext } from '../context.ts';
import { Failure } from '../failure.ts';
import {
  openMerchantClient,
  withMerchant,
  type MerchantClient,
  type RequestOptions,
  type StatusReply,
} from '../payments/merchant-client.ts';
import { stillPendingText, statusText } from '../payments/payment-text.ts';
import { readAmount, withRequest } from '../payments/read-arguments.ts';
import { isUnfinished, startProgress, waitForPayment, type Progress } from '../payments/wait.ts';
import { json } from '../print.ts';

const CARD = '4111111111111111';

interface PayOptions extends RequestOptions {
  readonly currency: string;
  readonly card: string;
  readonly holder?: string;
  readonly blik?: string;
  readonly bank?: string;
  readonly provider?: string;
  readonly order?: string;
  readonly preauth?: boolean;
  readonly wait: number;
}

const help = `
The exit code is 0 when the payment becomes COMPLETED, otherwise 1.

Examples:
  bramka pay 19.99
  bramka pay 19.99 --card 4000000000009995    declined: insufficient funds
  bramka pay 19.99 --card 4917110020000007    the issuer asks the customer first
  bramka pay 100 --preauth --order order-7    hold it, then capture or cancel it
  bramka pay 19.99 --blik 777123              with a BLIK code
  bramka pay 19.99 --bank 204                 by transfer from a test bank
  bramka pay 5 --currency EUR --mid 20000001 --secret sk_…`;

export function addPayCommand(program: Command, { env, print, setFailed }: CommandContext): void {
  withRequest(withMerchant(program.command('pay')))
    .description('make a payment and wait for its result')
    .argument('<amount>', 'such as 19.99', readAmount)
    .option('--currency <code>', 'ISO 4217 code', 'PLN')
    .option('--card <number>', 'card number; see `bramka triggers`', CARD)
    .option('--holder <name>', 'name on the card')
    .addOption(
      new Option('--blik <code>', 'pay with this BLIK code; see `bramka triggers`').conflicts([
        'card',
        'holder',
        'bank',
        'preauth',
      ]),
    )
    .addOption(
      new Option('--bank <id>', 'pay by transfer from this bank; see `bramka triggers`').conflicts([
        'card',
        'holder',
        'preauth',
      ]),
    )
    .option('--provider <name>', 'provider of the payment, such as BM or PA for a transfer')
    .option('--order <id>', 'order id of the shop (extOrderId)')
    .option('--preauth', 'only hold the amount; `bramka capture` takes it')
    .addHelpText('after', help)
    .action(async (amount: string, options: PayOptions) => {
      const progress = options.json ? () => undefined : startProgress(print);
      const client = await openMerchantClient(options, env);
      progress(`authenticated as merchant ${client.merchantId}`);
      const final = await pay(client, amount, options, progress);
      if (options.json) print(json(final));
      if (isUnfinished(final)) throw new Failure(stillPendingText(final));
      if (final.status !== 'COMPLETED') setFailed();
    });
}

async function pay(
  client: MerchantClient,
  amount: string,
  options: PayOptions,
  progress: Progress,
): Promise<StatusReply> {
  const { currency, preauth, wait: seconds } = options;
  const created = await client.create(paymentBody(amount, options));
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

function paymentBody(amount: string, options: PayOptions): object {
  const { currency, order, preauth } = options;
  return {
    ...instrumentOf(options),
    order: {
      amount: exactNumber(amount),
      currency,
      ...(order === undefined ? {} : { extOrderId: order }),
    },
    ...(preauth ? { options: { transKind: 'PREAUTH' } } : {}),
  };
}

function instrumentOf(options: PayOptions): object {
  const { blik: code, bank, provider } = options;
  const device = { browserData };
  if (code !== undefined) {
    const instrument = { type: 'BLIK_CODE', code, provider };
    return { method: 'BLIK', instrument, device: { ...device, ip: '127.0.0.1' } };
  }
  if (bank !== undefined) {
    return { method: 'PBL', instrument: { type: 'PBL', bank, provider }, device };
  }
  return { method: 'CARD', instrument: { ...cardOf(options), provider }, device };
}

function cardOf({ card, holder }: PayOptions): object {
  const expiryYear = new Date(systemClock.now()).getUTCFullYear() + 4;
  return {
    type: 'CARD',
    instrumentNo: card,
    expDate: `${expiryYear}12`,
    // American Express cards have a security code of four digits.
    cvv: /^3[47]/.test(card) ? '1234' : '123',
    ...(holder === undefined ? {} : { holder }),
  };
}

/** A browser without JavaScript: the least that 3-D Secure needs. */
const browserData = {
  javascriptEnabled: false,
  language: 'en',
  userAgent: 'bramka-pay',
  acceptHeader: 'text/html',
};
