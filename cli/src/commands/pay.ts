// `bramka pay`: one card payment, from the access token to its final status, every step printed. It
// speaks the merchant API as a shop would.

import { InvalidArgumentError, type Command } from 'commander';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { exactNumber } from '@bramka/gateway/core/json.ts';
import { demoMerchants } from '@bramka/gateway/merchants/demo.ts';
import { call, Refused } from '../call.ts';
import { Failure } from '../failure.ts';
import { gatewayUrl } from '../operator-client.ts';
import { withGateway, type GatewayOptions } from '../options.ts';
import { json } from '../print.ts';
import type { Surface } from '../surface.ts';

const CARD = '4111111111111111';
const FIRST_LOOK_MS = 100;
const SLOWEST_LOOK_MS = 2000;
const DEFAULT_WAIT_SECONDS = 120;

interface PayOptions extends GatewayOptions {
  readonly currency: string;
  readonly card: string;
  readonly order?: string;
  readonly mid: string;
  readonly secret?: string;
  readonly wait: number;
}

interface StatusReply {
  readonly paymentId: string;
  readonly status: string;
  readonly rejectCode?: string;
  readonly rejectInfo?: string;
  readonly dataRequest?: string;
}

interface AcsData {
  readonly acsTxnId?: string;
}

export function addPayCommand(program: Command, surface: Surface): void {
  withGateway(program.command('pay'))
    .description('make a card payment and follow it to its final status')
    .argument('<amount>', 'such as 19.99', readAmount)
    .option('--currency <code>', 'ISO 4217 code', 'PLN')
    .option('--card <number>', 'card number; see `bramka triggers`', CARD)
    .option('--order <id>', "the shop's order id")
    .option('--mid <mid>', 'merchant that is paid', demoMerchants[0]?.merchantId ?? '')
    .option('--secret <secret>', 'its API secret (known for the demo merchants)')
    .option('--wait <seconds>', 'how long to follow it', readSeconds, DEFAULT_WAIT_SECONDS)
    .addHelpText('after', '\nThe exit code is 0 when the payment becomes COMPLETED, else 1.')
    .action(async (amount: string, options: PayOptions) => {
      const step = options.json ? () => undefined : surface.say;
      const final = await pay(gatewayUrl(options.url, surface.env), amount, options, step);
      if (options.json) surface.say(json(final));
      if (final.status !== 'COMPLETED') surface.fail();
    });
}

function readAmount(text: string): string {
  if (/^(0|[1-9]\d*)(\.\d+)?$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a number such as 19.99.');
}

function readSeconds(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of seconds.');
}

async function pay(
  url: string,
  amount: string,
  options: PayOptions,
  step: (line: string) => void,
): Promise<StatusReply> {
  const { currency, card, order, mid } = options;
  const startedMs = systemClock.monotonicMs();
  const seconds = (): string => ((systemClock.monotonicMs() - startedMs) / 1000).toFixed(2);
  const bearer = await authenticate(url, mid, secretOf(options));
  step(`${seconds()} s  authenticated as merchant ${mid}\n`);
  const made = await call<StatusReply>(url, {
    method: 'POST',
    path: '/v1/ecommerce/payment',
    bearer,
    body: paymentBody(amount, currency, card, order),
  });
  step(`${seconds()} s  payment ${made.paymentId} of ${amount} ${currency} is ${made.status}\n`);
  const tellChallenge = (acsTxnId: string): void =>
    step(
      `${seconds()} s  waits for the customer: \`bramka challenge ${acsTxnId}\` authenticates\n`,
    );
  const untilMs = startedMs + options.wait * 1000;
  const final = await follow(url, bearer, made, untilMs, tellChallenge);
  const why = final.rejectCode === undefined ? '' : `: ${final.rejectCode}`;
  const info = final.rejectInfo === undefined ? '' : `, ${final.rejectInfo}`;
  step(`${seconds()} s  ${final.status}${why}${info}\n`);
  return final;
}

function secretOf({ mid, secret }: PayOptions): string {
  const known = secret ?? demoMerchants.find(({ merchantId }) => merchantId === mid)?.apiSecret;
  if (known !== undefined) return known;
  throw new Failure(`the API secret of merchant ${mid} is not known: give it with --secret`);
}

async function authenticate(url: string, merchantId: string, secret: string): Promise<string> {
  const reply = await call<{ access_token: string }>(url, {
    method: 'POST',
    path: '/v1/ecommerce/auth',
    body: { merchant: { merchantId }, secret },
  });
  return reply.access_token;
}

function paymentBody(amount: string, currency: string, card: string, order?: string): object {
  const expiryYear = new Date(systemClock.now()).getUTCFullYear() + 4;
  return {
    method: 'CARD',
    order: {
      amount: exactNumber(amount),
      currency,
      ...(order === undefined ? {} : { extOrderId: order }),
    },
    instrument: { type: 'CARD', instrumentNo: card, expDate: `${expiryYear}12`, cvv: '123' },
    device: { browserData },
  };
}

/** A browser without script: all that strong authentication needs. */
const browserData = {
  javascriptEnabled: false,
  language: 'en',
  userAgent: 'bramka-pay',
  acceptHeader: 'text/html',
};

/** Asks less and less often until the status is a result or the time is up. */
async function follow(
  url: string,
  bearer: string,
  made: StatusReply,
  untilMs: number,
  tellChallenge: (acsTxnId: string) => void,
): Promise<StatusReply> {
  let latest = made;
  let told: string | undefined;
  let pauseMs = FIRST_LOOK_MS;
  while (latest.status === 'NEW' || latest.status === 'PENDING') {
    const acsTxnId = await challengeOf(url, bearer, latest);
    if (acsTxnId !== undefined && acsTxnId !== told) tellChallenge(acsTxnId);
    told = acsTxnId ?? told;
    if (systemClock.monotonicMs() >= untilMs) {
      throw new Failure(`payment ${latest.paymentId} is still ${latest.status}; it goes on`);
    }
    await systemClock.sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 1.5, SLOWEST_LOOK_MS);
    const path = `/v1/ecommerce/payment/${latest.paymentId}/status`;
    latest = await call<StatusReply>(url, { path, bearer });
  }
  return latest;
}

/** The challenge that the payment waits for, if any. */
async function challengeOf(
  url: string,
  bearer: string,
  { paymentId, dataRequest }: StatusReply,
): Promise<string | undefined> {
  if (dataRequest !== 'CARD_3DS') return undefined;
  try {
    const path = `/v1/ecommerce/payment/${paymentId}/acsData`;
    return (await call<AcsData>(url, { path, bearer })).acsTxnId;
  } catch (error) {
    if (error instanceof Refused && error.code === 'NO_CHALLENGE') return undefined;
    throw error;
  }
}
