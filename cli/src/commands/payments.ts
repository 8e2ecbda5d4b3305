// `bramka status`, `capture`, `cancel` and `adjust`: what a merchant does with a payment after it
// was created, through the merchant API.

import { Option, type Command } from 'commander';
import type {
  CallOptions,
  CancelReason,
  ChangedPayment,
  PaymentDetails,
} from '@bramka/client/src/client.ts';
import type { CommandContext } from '../context.ts';
import { Failure } from '../failure.ts';
import {
  merchantClient,
  withMerchant,
  type MerchantClient,
  type MerchantOptions,
  type RequestOptions,
} from '../api/merchant.ts';
import { amountText, paymentText, stillPendingText } from '../payments/payment-text.ts';
import { readAmount, readSeconds, withRequest } from '../payments/read-arguments.ts';
import {
  isUnfinished,
  startProgress,
  waitForPayment,
  waitForTransaction,
  type WaitOptions,
} from '../payments/wait.ts';
import { json } from '../print.ts';

interface StatusOptions extends MerchantOptions {
  readonly wait?: number;
}

interface OperationOptions extends RequestOptions {
  readonly wait: number;
  readonly description?: string;
  readonly reason?: CancelReason;
}

const statusHelp = `
The exit code is 0 when the payment could be read. With --wait it is 0 when the
payment becomes COMPLETED, otherwise 1.

Examples:
  bramka status 01a1ddaa-94be-73d2-943c-8b7759934376
  bramka status 01a1ddaa-94be-73d2-943c-8b7759934376 --wait 60`;

const captureHelp = `
Without an amount everything that is held is captured. A payment can be captured
once; what is not captured is released.

Examples:
  bramka capture 01a1ddaa-94be-73d2-943c-8b7759934376
  bramka capture 01a1ddaa-94be-73d2-943c-8b7759934376 60.00`;

const cancelHelp = `
A NEW or PENDING payment becomes CANCELLED. A COMPLETED one is reversed at the
acquirer, which is not possible after a capture.

Example:
  bramka cancel 01a1ddaa-94be-73d2-943c-8b7759934376 --reason CLIENT`;

const adjustHelp = `
The amount is the new total, higher or lower than what is held now.

Example:
  bramka adjust 01a1ddaa-94be-73d2-943c-8b7759934376 115.00`;

const exitHelp = 'The exit code is 0 when it is done, otherwise 1 (refused, declined, PENDING).';

export function addPaymentCommands(program: Command, context: CommandContext): void {
  addStatusCommand(program, context);

  addOperation(program, 'capture', captureHelp)
    .description('capture a preauthorization, in full or in part')
    .argument('<paymentId>', 'id of the payment')
    .argument('[amount]', 'such as 60.00; absent: everything that is held', readAmount)
    .option('--description <text>', 'a note for the transaction')
    .action((paymentId: string, amount: string | undefined, options: OperationOptions) =>
      operate(context, options, paymentId, {
        noun: 'capture',
        send: (client, key) =>
          client.payments.capture(paymentId, { amount, description: options.description }, key),
        done: ({ capturedAmount, order }) =>
          `captured ${amountText(capturedAmount, order.currency)}`,
      }),
    );

  addOperation(program, 'cancel', cancelHelp)
    .description('cancel a payment, or reverse a completed one')
    .argument('<paymentId>', 'id of the payment')
    .addOption(
      new Option('--reason <reason>', 'why it is cancelled').choices([
        'FRAUD',
        'CLIENT',
        'TIMEOUT',
        'SYSTEM',
      ]),
    )
    .action((paymentId: string, options: OperationOptions) =>
      operate(context, options, paymentId, {
        noun: 'cancellation',
        send: (client, key) => client.payments.cancel(paymentId, { reason: options.reason }, key),
        done: (_, { transId }) =>
          transId === undefined ? 'cancelled' : 'cancelled, the amount was reversed',
      }),
    );

  addOperation(program, 'adjust', adjustHelp)
    .description('change the amount of a preauthorization')
    .argument('<paymentId>', 'id of the payment')
    .argument('<amount>', 'the new total, such as 115.00', readAmount)
    .option('--description <text>', 'a note for the transaction')
    .action((paymentId: string, amount: string, options: OperationOptions) =>
      operate(context, options, paymentId, {
        noun: 'adjustment',
        send: (client, key) =>
          client.payments.adjust(paymentId, { amount, description: options.description }, key),
        done: ({ authorizedAmount, order }) =>
          `adjusted, ${amountText(authorizedAmount, order.currency)} held now`,
      }),
    );
}

function addOperation(program: Command, name: string, help: string): Command {
  return withRequest(withMerchant(program.command(name))).addHelpText(
    'after',
    help.replace(/\n\nExample/, `\n${exitHelp}\n\nExample`),
  );
}

function addStatusCommand(program: Command, { env, print, setFailed }: CommandContext): void {
  withMerchant(program.command('status'))
    .description('show a payment with its transactions')
    .argument('<paymentId>', 'id of the payment')
    .option('--wait <seconds>', 'wait until it has a final status', readSeconds)
    .addHelpText('after', statusHelp)
    .action(async (paymentId: string, options: StatusOptions) => {
      const progress = options.json ? () => undefined : startProgress(print);
      const client = await merchantClient(options, env);
      const first = await client.payments.getStatus(paymentId);
      const { wait: seconds } = options;
      if (seconds !== undefined) {
        if (isUnfinished(first)) progress(`${first.status}, waiting`);
        await waitForPayment(client, first, { seconds, progress });
      }
      const payment = await client.payments.get(paymentId);
      const transactions = await client.payments.listTransactions(paymentId);
      print(options.json ? json({ ...payment, transactions }) : paymentText(payment, transactions));
      if (seconds === undefined || payment.status === 'COMPLETED') return;
      if (isUnfinished(payment)) throw new Failure(stillPendingText(payment));
      setFailed();
    });
}

interface Request {
  readonly noun: string;
  readonly send: (client: MerchantClient, key: CallOptions) => Promise<ChangedPayment>;
  /** What was done, in the past tense. */
  readonly done: (payment: PaymentDetails, reply: ChangedPayment) => string;
}

async function operate(
  { env, print }: CommandContext,
  options: OperationOptions,
  paymentId: string,
  { noun, send, done }: Request,
): Promise<void> {
  const progress = options.json ? () => undefined : startProgress(print);
  const client = await merchantClient(options, env);
  progress(`${noun} requested by merchant ${client.merchantId}`);
  const first = await send(client, { idempotencyKey: options.idempotencyKey });
  const { reply, rejectCode } = await settle(client, first, { seconds: options.wait, progress });
  if (options.json) print(json(reply));
  if (reply.transactionStatus === 'PENDING') {
    const what = `the ${noun} of payment ${paymentId}`;
    throw new Failure(`${what} is still PENDING; stopped waiting, processing continues`);
  }
  if (!isDone(reply)) {
    throw new Failure(`the acquirer declined the ${noun}: ${rejectCode ?? 'ERROR'}`);
  }
  if (options.json) return;
  print(`Payment ${paymentId}: ${done(await client.payments.get(paymentId), reply)}.\n`);
}

/** An operation without a transaction ended a payment that took no money. */
function isDone({ transactionStatus }: ChangedPayment): boolean {
  return transactionStatus === undefined || transactionStatus === 'COMPLETED';
}

/** Waits for the acquirer when it has not answered, and returns the answer as it is then. */
async function settle(
  client: MerchantClient,
  first: ChangedPayment,
  options: WaitOptions,
): Promise<{ readonly reply: ChangedPayment; readonly rejectCode?: string }> {
  const { paymentId, transId, transactionStatus } = first;
  if (transId === undefined || transactionStatus !== 'PENDING') return { reply: first };
  options.progress('PENDING: the acquirer has not answered yet, waiting');
  const transaction = await waitForTransaction(client, paymentId, transId, options);
  const { status, authorizedAmount, capturedAmount } = await client.payments.get(paymentId);
  const latest = transaction?.status ?? transactionStatus;
  const reply = { ...first, status, transactionStatus: latest, authorizedAmount, capturedAmount };
  const rejectCode = transaction?.rejectCode;
  return { reply, ...(rejectCode === undefined ? {} : { rejectCode }) };
}
