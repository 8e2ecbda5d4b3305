// A test payment of a demo shop on the payment page: what the reader chooses, and the request that
// the shop sends for it.

import { JsonNumber } from '@bramka/gateway/core/json.ts';
import { invalid } from '@bramka/gateway/core/refusals.ts';
import type { MerchantApi } from './merchant-api.ts';
import type { DemoShop, StartParts } from './parts.ts';

export const CURRENCY = 'PLN';
export const DEFAULT_AMOUNT = '19.99';

export interface TestPayment {
  readonly merchantId: string;
  /** In major units, as text. */
  readonly amount: string;
  readonly method: string | null;
  readonly isPreauth: boolean;
}

export interface PaymentMaker extends Pick<
  StartParts,
  'shops' | 'ids' | 'receiverOf' | 'publicUrl'
> {
  readonly api: MerchantApi;
}

/** The customer of all test payments, so that a saved card is offered in the next one. */
const customer = { extCustomerId: 'sandbox-customer', email: 'customer@example.com' };

/**
 * Returns the address of the payment page. `origin`: where the reader has opened the sandbox, with
 * the path before it, if any.
 */
export async function makePayment(
  parts: PaymentMaker,
  payment: TestPayment,
  { origin, address }: { readonly origin: string; readonly address: string },
) {
  const shop = shopOf(parts.shops, payment.merchantId);
  const hasOwnReceiver = (await parts.receiverOf(shop.merchantId)) !== null;
  const reply = await parts.api.create(
    shop,
    {
      channel: 'PAYWALL',
      ...(payment.method === null ? {} : { method: payment.method }),
      order: {
        amount: amountIn(payment.amount),
        currency: CURRENCY,
        extOrderId: `test-${parts.ids.next()}`,
        description: 'Test payment',
      },
      merchant: { redirectURL: `${origin}/sandbox/returned` },
      customer,
      options: {
        transKind: payment.isPreauth ? 'PREAUTH' : 'AUTH',
        // A receiver that the reader has set gets the events; otherwise they are shown here.
        ...(hasOwnReceiver ? {} : { asyncNotify: `${parts.publicUrl()}/sandbox/notifications` }),
      },
    },
    address,
  );
  const { paymentId, redirectURL, rejectCode } = reply;
  if (typeof redirectURL !== 'string') {
    throw invalid('method', `is refused for this merchant: ${String(rejectCode)}`);
  }
  return { paymentId: String(paymentId), pageURL: redirectURL };
}

function shopOf(shops: readonly DemoShop[], merchantId: string): DemoShop {
  const shop = shops.find((one) => one.merchantId === merchantId);
  if (!shop) throw invalid('merchantId', 'must be the MID of a demo merchant');
  return shop;
}

/** Accepts a decimal comma too. */
function amountIn(text: string): JsonNumber {
  const plain = text.trim().replace(',', '.');
  if (!/^(?=.*[1-9])(0|[1-9][0-9]{0,8})(\.[0-9]{1,2})?$/.test(plain)) {
    throw invalid('amount', 'must be an amount such as 19.99');
  }
  return new JsonNumber(plain);
}
