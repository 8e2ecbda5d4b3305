// What answers show of settlement batches, their items and runs.

import { Type } from 'typebox';
import { isoTime, type Instant } from '../core/clock.ts';
import { exactNumber } from '../core/json.ts';
import { present } from '../core/json/present.ts';
import { formatAmount, money } from '../core/money.ts';
import { amountReply, oneOf, patternText, time } from '../http/schema.ts';
import type { ReportedItem, SummedBatch } from './batch.store.ts';
import type { SettledAmounts } from './batch.ts';
import type { Run } from './run.ts';

const statusMeanings = {
  OPEN: 'Payments are still being added.',
  CLOSED: 'Complete, and paid out.',
} as const;

const kindMeanings = {
  PAYMENT: 'A payment of the merchant.',
  SHARE: 'The share of a submerchant in a marketplace payment.',
  COMMISSION: 'The commission of the marketplace on a share.',
} as const;

const runMeanings = {
  RUNNING: 'Payments are being settled.',
  DONE: 'Everything that was due is settled, except payments that wait.',
} as const;

export const batchId = Type.String({ maxLength: 64, description: 'Id of the batch.' });

/** From 1970 on, because local times are computed from there. */
const DATE_PATTERN = '^(19[7-9][0-9]|[2-9][0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$';

export const settlementDate = patternText(DATE_PATTERN, 'a date from 1970 on such as 2026-01-31', {
  format: 'date',
  description: 'Settlement date in the time zone of the merchant.',
});

const amounts = {
  gross: amountReply('Captured'),
  refunded: amountReply('Refunded before settlement'),
  fee: amountReply('Fee of the gateway'),
  commission: amountReply('Commission that a submerchant leaves to the marketplace'),
  net: amountReply('gross - refunded - fee - commission'),
};

export const batchSchema = Type.Object(
  {
    batchId,
    merchantId: Type.String({ description: 'MID in whose books the money is.' }),
    payeeId: Type.String({ description: 'MID that is paid: the merchant, or a submerchant.' }),
    settlementDate,
    number: Type.Integer({ description: 'Counts the batches of this date and currency.' }),
    status: oneOf(statusMeanings, 'Whether it is complete.'),
    currency: Type.String({ description: 'ISO 4217 code.' }),
    items: Type.Integer({ description: 'Number of items.' }),
    ...amounts,
    payout: Type.Optional(amountReply('Paid out; absent while it is OPEN')),
    withheld: Type.Optional(
      amountReply('net - payout: refunds of settled payments that were paid from this money'),
    ),
    account: Type.Optional(Type.String({ description: 'Account of the payout.' })),
    openedAt: time('When it was opened'),
    closedAt: Type.Optional(time('When it was closed')),
  },
  { description: 'The batch.' },
);

export const itemSchema = Type.Object({
  kind: oneOf(kindMeanings, 'What it is about.'),
  paymentId: Type.String({ description: 'Id of the payment.' }),
  subpaymentId: Type.Optional(Type.String({ description: 'Id of the share.' })),
  transId: Type.String({ description: 'Id of the SETTLEMENT transaction.' }),
  extOrderId: Type.Optional(
    Type.String({ description: 'Order id, as long as the payment is served.' }),
  ),
  method: Type.Optional(Type.String({ description: 'Payment method.' })),
  capturedAt: time('When the money was taken'),
  ...amounts,
});

export const runSchema = Type.Object({
  runId: Type.String({ description: 'Id of the run.' }),
  merchantId: Type.String({ description: 'MID.' }),
  settlementDate,
  until: time('Payments that are due at this time or earlier are settled'),
  status: oneOf(runMeanings, 'Whether it has ended.'),
  examined: Type.Integer({ description: 'Due payments found so far.' }),
  settled: Type.Integer({ description: 'Payments settled so far.' }),
  waiting: Type.Integer({ description: 'Due payments that wait for the next run.' }),
  startedAt: time('When it began'),
  finishedAt: Type.Optional(time('When it ended')),
  nextDueAt: Type.Optional(
    time('After the end: when the rest becomes due, or is tried again; absent: nothing is left'),
  ),
});

type AmountNames = keyof typeof amounts;

/** The amounts as text with the decimals of the currency. */
export function amountTexts(of: SettledAmounts, currency: string): Record<AmountNames, string> {
  const text = (minor: bigint): string => formatAmount(money(minor, currency));
  return {
    gross: text(of.grossMinor),
    refunded: text(of.refundedMinor),
    fee: text(of.feeMinor),
    commission: text(of.commissionMinor),
    net: text(of.netMinor),
  };
}

function amountsView(of: SettledAmounts, currency: string) {
  return Object.fromEntries(
    Object.entries(amountTexts(of, currency)).map(([name, text]) => [name, exactNumber(text)]),
  );
}

export function batchView(batch: SummedBatch) {
  const { currency, payoutMinor, withheldMinor, account, closedAt } = batch;
  const amount = (minor: bigint | null) =>
    minor === null ? null : exactNumber(formatAmount(money(minor, currency)));
  return {
    batchId: batch.batchId,
    merchantId: batch.merchantId,
    payeeId: batch.payeeId,
    settlementDate: batch.settlementDate,
    number: batch.number,
    status: batch.status,
    currency,
    items: Number(batch.items),
    ...amountsView(batch, currency),
    ...present({ payout: amount(payoutMinor), withheld: amount(withheldMinor), account }),
    openedAt: isoTime(batch.openedAt),
    ...present({ closedAt: closedAt === null ? null : isoTime(closedAt) }),
  };
}

export function itemView(item: ReportedItem, currency: string) {
  const { kind, paymentId, subpaymentId, transId, extOrderId, method, capturedAt } = item;
  return {
    kind,
    paymentId,
    ...present({ subpaymentId }),
    transId,
    ...present({ extOrderId, method }),
    capturedAt: isoTime(capturedAt),
    ...amountsView(item, currency),
  };
}

export function runView(run: Run, nextDueAt: Instant | null = null) {
  const { runId, merchantId, until, examined, settled, postponed, startedAt, finishedAt } = run;
  return {
    runId,
    merchantId,
    settlementDate: run.settlementDate,
    until: isoTime(until),
    status: finishedAt === null ? 'RUNNING' : 'DONE',
    examined,
    settled,
    waiting: postponed,
    startedAt: isoTime(startedAt),
    ...present({
      finishedAt: finishedAt === null ? null : isoTime(finishedAt),
      nextDueAt: nextDueAt === null ? null : isoTime(nextDueAt),
    }),
  };
}
