// Google Pay as a payment handler of the browser: no script of Google runs in the page.

import { googlePayEntry, mayHaveGooglePay } from '../../page/methods/wallets/likely-wallets.ts';
import type { Facts } from '../../page/state.ts';
import { encodeText, type OpenState, type WalletAnswer } from './wallet-answer.ts';

const METHOD = 'https://google.com/pay';

export function hasGooglePay(facts: Facts): boolean {
  return mayHaveGooglePay(facts, navigator.userAgent) && 'PaymentRequest' in globalThis;
}

/** Must be called directly in the click. */
export async function payWithGoogle(state: OpenState): Promise<WalletAnswer> {
  const { payment, look } = state.facts;
  const { amount, currency } = payment.order;
  const total = { label: look.name, amount: { currency, value: String(amount) } };
  try {
    const request = new PaymentRequest([{ supportedMethods: METHOD, data: dataOf(state) }], {
      total,
    });
    const response = await request.show();
    const { paymentMethodData } = response.details as {
      readonly paymentMethodData: { readonly tokenizationData: { readonly token: string } };
    };
    await response.complete('success');
    return { kind: 'token', token: encodeText(paymentMethodData.tokenizationData.token) };
  } catch (error) {
    const isClosed = error instanceof DOMException && error.name === 'AbortError';
    return { kind: isClosed ? 'closed' : 'failed' };
  }
}

function dataOf({ facts, link }: OpenState): object {
  const { gateway, googleMerchantId } = googlePayEntry(facts);
  const [merchantId] = link.split('/');
  return {
    environment: 'PRODUCTION',
    apiVersion: 2,
    apiVersionMinor: 0,
    merchantInfo: { merchantId: googleMerchantId, merchantName: facts.look.name },
    allowedPaymentMethods: [
      {
        type: 'CARD',
        parameters: {
          allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
          allowedCardNetworks: ['MASTERCARD', 'VISA'],
        },
        tokenizationSpecification: {
          type: 'PAYMENT_GATEWAY',
          parameters: { gateway, gatewayMerchantId: merchantId },
        },
      },
    ],
  };
}
