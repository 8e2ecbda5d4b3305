// The operator's endpoints for the money of a merchant under /v1/admin/merchants/{merchantId}:
// deposits, withdrawals, and the balances of all its accounts.

import { Type } from 'typebox';
import { isoTime } from '../../core/clock.ts';
import { currencyDecimals } from '../../core/currency.ts';
import { invalid } from '../../core/refusals.ts';
import { depositMeanings, type Deposit, type DepositKind } from '../../deposits/deposit.ts';
import { listDeposits } from '../../deposits/deposit.store.ts';
import { recordDeposit } from '../../deposits/record-deposit.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import {
  amount,
  amountReply,
  amountView,
  currencyCode,
  oneOf,
  patternText,
  time,
} from '../../http/schema.ts';
import { readBalances } from '../../ledger/ledger.store.ts';
import { readAmount } from '../../payments/requests/new-payment.ts';
import { afterField, midParams as params, requireMerchant } from '../fields.ts';
import type { MoneyTools } from '../parts.ts';

const PAGE = 100;

const depositSchema = Type.Object({
  depositId: Type.String({ description: 'Id of the record' }),
  merchantId: Type.String({ description: 'MID' }),
  kind: oneOf(depositMeanings, 'Direction.'),
  amount: amountReply('Amount in major units'),
  currency: Type.String({ description: 'ISO 4217 code' }),
  reference: Type.String({ description: 'Reference of the bank transfer' }),
  createdAt: time('When it was recorded'),
});

function depositView({ depositId, merchantId, kind, currency, ...rest }: Deposit) {
  const { amountMinor: minor, reference, createdAt } = rest;
  return {
    depositId,
    merchantId,
    kind,
    amount: amountView(minor, currency),
    currency,
    reference,
    createdAt: isoTime(createdAt),
  };
}

interface Recording extends Pick<Endpoint, 'path' | 'summary' | 'description'> {
  readonly kind: DepositKind;
}

const again =
  'The reference identifies it: sending the same request again changes nothing and returns the ' +
  'same record.';

const createDeposit = movementEndpoint({
  kind: 'DEPOSIT',
  path: '/v1/admin/merchants/{merchantId}/deposits',
  summary: 'Record money that the merchant has paid in',
  description: `It covers refunds of payments that are already paid out. ${again}`,
});

const createWithdrawal = movementEndpoint({
  kind: 'WITHDRAWAL',
  path: '/v1/admin/merchants/{merchantId}/withdrawals',
  summary: 'Record money that was paid back to the merchant',
  description:
    'At most what the merchant is owed: its account MERCHANT_PAYABLE, which contains deposits ' +
    `and captured money that was not paid out. ${again}`,
});

function movementEndpoint({ kind, ...about }: Recording) {
  return endpoint(
    {
      method: 'POST',
      ...about,
      access: 'operator',
      action: { name: `ADD_${kind}`, subject: 'depositId' },
      params,
      body: Type.Object({
        amount: amount('Amount in major units'),
        currency: currencyCode('ISO 4217 code'),
        reference: patternText('^[!-~]( ?[!-~]){0,63}$', '1 to 64 printable ASCII characters', {
          maxLength: 64,
          description: 'Reference of the bank transfer; unique for the merchant',
        }),
      }),
      reply: depositSchema,
      refusals: [
        'MERCHANT_NOT_FOUND',
        'REFERENCE_USED',
        ...(kind === 'WITHDRAWAL' ? (['INSUFFICIENT_FUNDS'] as const) : []),
      ],
    },
    async (tools: MoneyTools, { params: { merchantId }, body }) => {
      const { amount, currency, reference } = body;
      if (currencyDecimals(currency) === undefined) {
        throw invalid('currency', 'must be an active ISO 4217 currency such as PLN');
      }
      const { minor: amountMinor } = readAmount(amount, currency, 'amount');
      await requireMerchant(tools, merchantId);
      const asked = { merchantId, kind, reference, currency, amountMinor };
      return depositView(await recordDeposit(tools, asked));
    },
  );
}

const listMovements = endpoint(
  {
    method: 'GET',
    path: '/v1/admin/merchants/{merchantId}/deposits',
    summary: 'List deposits and withdrawals of a merchant, 100 at a time',
    access: 'operator',
    params,
    query: Type.Object({
      after: Type.Optional(
        afterField('The last depositId of the page before; absent: the first page'),
      ),
    }),
    reply: Type.Object({
      deposits: Type.Array(depositSchema, {
        description: 'In the order in which they were recorded.',
      }),
    }),
    refusals: ['MERCHANT_NOT_FOUND'],
  },
  async (tools: MoneyTools, { params: { merchantId }, query: { after = null } }) => {
    await requireMerchant(tools, merchantId);
    const deposits = await listDeposits(tools.database, merchantId, after, PAGE);
    return { deposits: deposits.map(depositView) };
  },
);

const readMerchantBalances = endpoint(
  {
    method: 'GET',
    path: '/v1/admin/merchants/{merchantId}/balances',
    summary: 'Read the balances of all accounts of a merchant',
    description:
      'Of each currency they sum to zero. MERCHANT_PAYABLE is what the merchant is owed, ' +
      'deposits included, and covers its refunds. RECEIVABLE:… is what a provider has collected ' +
      'and HELD_AT_ISSUER:… what is preauthorized, both negative. PAYABLE_TO:… is the share of ' +
      'a submerchant, RETURNS_PENDING is reserved for refunds and cancellations in progress, ' +
      'LATE_CHARGES is to be returned, FEES is the income of the gateway, BANK what went ' +
      'through the bank account of the operator.',
    access: 'operator',
    params,
    reply: Type.Object({
      balances: Type.Array(
        Type.Object({
          account: Type.String({ description: 'Name of the account' }),
          currency: Type.String({ description: 'ISO 4217 code' }),
          balance: amountReply('Credits minus debits, in major units'),
        }),
        { description: 'In the order of currencies and accounts.' },
      ),
    }),
    refusals: ['MERCHANT_NOT_FOUND'],
  },
  async (tools: MoneyTools, { params: { merchantId } }) => {
    await requireMerchant(tools, merchantId);
    const balances = await readBalances(tools.database, merchantId);
    return {
      balances: balances.map(({ account, currency, balanceMinor: minor }) => ({
        account,
        currency,
        balance: amountView(minor, currency),
      })),
    };
  },
);

export const depositEndpoints = [
  createDeposit,
  createWithdrawal,
  listMovements,
  readMerchantBalances,
];
