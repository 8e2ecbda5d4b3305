// Google Pay as a payment handler of the browser: no script of Google runs in the page.

import { googlePayEntry, GPAY, mayHaveGooglePay } from '../../../page/methods/gpay/gpay-facts.ts';
import type { Facts } from '../../../page/state.ts';
import { browserWallet } from '../wallet/browser-wallet.ts';
import { openSheet } from '../wallet/sandbox-sheet.ts';
import { encodeText, type OpenState, type WalletAnswer } from '../wallet/wallet-answer.ts';

const METHOD = 'https://google.com/pay';

export const googlePay = browserWallet({
  name: GPAY,
  field: 'token',
  failure: 'gpay:failed',
  isUsable: (facts, isSandbox) => isSandbox || hasGooglePay(facts),
  open: (state) => (state.isSandbox ? openSheet(state, GPAY) : payWithGoogle(state)),
});

function hasGooglePay(facts: Facts): boolean {
  return mayHaveGooglePay(facts, navigator.userAgent) && 'PaymentRequest' in globalThis;
}

/** Must be called directly in the click. */
async function payWithGoogle(state: OpenState): Promise<WalletAnswer> {
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
  const { gateway, googleMerchantId } = googlePayEntry(facts) ?? {};
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
