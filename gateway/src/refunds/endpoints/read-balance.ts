// GET /v1/ecommerce/payment/refunds/balance: what the merchant can refund now (specification 4.2).

import { Type } from 'typebox';
import { refuse } from '../../core/refusals.ts';
import { endpoint } from '../../http/endpoint.ts';
import { amountReply, amountView } from '../../http/schema.ts';
import { readBalances } from '../../ledger/ledger.store.ts';
import type { Account, Balance } from '../../ledger/ledger.ts';
import type { RefundParts } from '../parts.ts';

const DEFAULT_CURRENCY = 'PLN';

const balanceProperties = {
  currency: Type.String({ description: 'ISO 4217 code.' }),
  available: amountReply(
    'What refunds and cancellations can use now: captured money that is not paid out, plus ' +
      'deposits, minus refunds',
  ),
  pending: amountReply('Reserved for refunds and cancellations in progress'),
};

export const readBalance = endpoint(
  {
    method: 'GET',
    path: '/v1/ecommerce/payment/refunds/balance',
    summary: 'Read the balance for refunds',
    description:
      "The first fields are about the merchant's first currency; balances has all currencies.",
    access: 'merchant',
    resource: 'PAYMENT',
    whileSuspended: true,
    reply: Type.Object({
      ...balanceProperties,
      balances: Type.Array(Type.Object(balanceProperties), {
        description: 'One element per currency in which money has moved, in alphabetical order.',
      }),
    }),
    refusals: [],
  },
  async ({ merchants, database }: Pick<RefundParts, 'merchants' | 'database'>, { caller }) => {
    if (caller.kind !== 'merchant') return refuse('TOKEN_NOT_FOR_THIS');
    const { merchantId } = caller;
    const [merchant, rows] = await Promise.all([
      merchants.find(merchantId),
      readBalances(database, merchantId),
    ]);
    const currencies = [...new Set(rows.map(({ currency }) => currency))].sort();
    const [preferred = DEFAULT_CURRENCY] = merchant?.settings.currencies ?? [];
    const hasPreferred = currencies.length === 0 || currencies.includes(preferred);
    const first = hasPreferred ? preferred : (currencies[0] ?? preferred);
    return {
      ...balanceIn(rows, first),
      balances: currencies.map((currency) => balanceIn(rows, currency)),
    };
  },
);

function balanceIn(rows: readonly Balance[], currency: string) {
  const shown = (account: Account) => {
    const row = rows.find((one) => one.account === account && one.currency === currency);
    return amountView(row?.balanceMinor ?? 0n, currency);
  };
  return {
    currency,
    available: shown('MERCHANT_PAYABLE'),
    pending: shown('RETURNS_PENDING'),
  };
}
