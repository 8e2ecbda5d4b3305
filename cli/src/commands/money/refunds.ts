// `bramka refund`, `refunds` and `balance`: what a merchant does to return money, through the
// merchant API.

import type { Command } from 'commander';
import type { Refund } from '@bramka/client/src/client.ts';
import type { CommandContext } from '../../context.ts';
import { Failure } from '../../failure.ts';
import {
  merchantClient,
  withMerchant,
  type MerchantOptions,
  type RequestOptions,
} from '../../api/merchant.ts';
import { amountText } from '../../payments/payment-text.ts';
import { readAmount, withRequest } from '../../payments/read-arguments.ts';
import { startProgress, waitForRefund } from '../../payments/wait.ts';
import { cell, json, table } from '../../print.ts';

interface RefundOptions extends RequestOptions {
  readonly wait: number;
  readonly subpayment?: string;
  readonly extId?: string;
  readonly description?: string;
}

const refundHelp = `
Without an amount everything that has not been refunded is returned. The balance
of the merchant must cover it. The exit code is 0 when the refund is COMPLETED,
otherwise 1 (refused, declined, PENDING).

Examples:
  bramka refund 01a1ddaa-94be-73d2-943c-8b7759934376
  bramka refund 01a1ddaa-94be-73d2-943c-8b7759934376 5.00 --ext-id return-17`;

export function addRefundCommands(program: Command, context: CommandContext): void {
  const { env, print } = context;
  withRequest(withMerchant(program.command('refund')))
    .description('refund a payment, in full or in part')
    .argument('<paymentId>', 'id of the payment')
    .argument('[amount]', 'such as 5.00; absent: everything that is left', readAmount)
    .option('--subpayment <id>', 'the share of a MARKETPLACE payment that is refunded')
    .option('--ext-id <id>', 'your own id of the refund; a repeat has no second effect')
    .option('--description <text>', 'a note for the refund')
    .addHelpText('after', refundHelp)
    .action((paymentId: string, amount: string | undefined, options: RefundOptions) =>
      refund(context, paymentId, amount, options),
    );

  withMerchant(program.command('refunds'))
    .description('list the refunds of a payment')
    .argument('<paymentId>', 'id of the payment')
    .action(async (paymentId: string, options: MerchantOptions) => {
      const found = await (await merchantClient(options, env)).refunds.list(paymentId);
      if (options.json) return print(json(found));
      print(found.length === 0 ? 'No refunds.\n' : refundsText(found));
    });

  withMerchant(program.command('balance'))
    .description('show what the merchant can refund now')
    .action(async (options: MerchantOptions) => {
      const balance = await (await merchantClient(options, env)).refunds.getBalance();
      if (options.json) return print(json(balance));
      if (balance.balances.length === 0) return print('No money was moved yet.\n');
      const rows = balance.balances.map(({ currency, available, pending }) => [
        currency,
        amountText(available),
        amountText(pending),
      ]);
      print(table([['CURRENCY', 'AVAILABLE', 'PENDING'], ...rows]));
    });
}

async function refund(
  { env, print }: CommandContext,
  paymentId: string,
  amount: string | undefined,
  options: RefundOptions,
): Promise<void> {
  const progress = options.json ? () => undefined : startProgress(print);
  const client = await merchantClient(options, env);
  progress(`refund requested by merchant ${client.merchantId}`);
  const { subpayment: subpaymentId, extId: extRefundId, description } = options;
  const body = { amount, subpaymentId, extRefundId, description };
  const { idempotencyKey } = options;
  const first = await client.refunds.create(paymentId, body, { idempotencyKey });
  if (first.status === 'PENDING') progress('PENDING: the provider has not answered yet, waiting');
  const refund = await waitForRefund(client, first, { seconds: options.wait, progress });
  if (options.json) print(json(refund));
  if (refund.status === 'PENDING') {
    const what = `refund ${refund.refundId} of payment ${paymentId}`;
    throw new Failure(`${what} is still PENDING; stopped waiting, processing continues`);
  }
  if (refund.status !== 'COMPLETED') {
    throw new Failure(`the provider declined the refund: ${refund.rejectCode ?? refund.status}`);
  }
  if (options.json) return;
  const money = amountText(refund.amount, refund.currency);
  print(`Payment ${paymentId}: refunded ${money}, refund ${refund.refundId}.\n`);
}

function refundsText(refunds: readonly Refund[]): string {
  const rows = refunds.map((one) => [
    one.createdAt,
    one.rejectCode === undefined ? one.status : `${one.status}: ${one.rejectCode}`,
    amountText(one.amount, one.currency),
    cell(one.extRefundId),
    cell(one.subpaymentId),
    one.refundId,
  ]);
  return table([['TIME', 'STATUS', 'AMOUNT', 'EXT ID', 'SUBPAYMENT', 'ID'], ...rows]);
}
