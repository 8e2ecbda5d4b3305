// Apple Pay in browsers that have it. The session of the merchant comes from the gateway.

import { APAY } from '../../../page/methods/apay/apay.method.ts';
import type { Facts } from '../../../page/state.ts';
import { isProcessing } from '../../../page/view-of.ts';
import type { BrowserParts } from '../browser-method.ts';
import { browserWallet } from '../wallet/browser-wallet.ts';
import { openSheet } from '../wallet/sandbox-sheet.ts';
import { encodeText, type WalletAnswer } from '../wallet/wallet-answer.ts';

export const applePay = browserWallet({
  name: APAY,
  field: 'token',
  failure: 'apay:failed',
  isUsable: (_facts, isSandbox) => isSandbox || hasApplePay(),
  open: (state, parts) =>
    state.isSandbox ? openSheet(state, APAY) : payWithApple(state.facts, sessionOf(parts)),
});

/** The part of Apple’s API that is used here. */
interface AppleSession {
  onvalidatemerchant: () => void;
  onpaymentauthorized: (event: { readonly payment: { readonly token: unknown } }) => void;
  oncancel: () => void;
  begin(): void;
  abort(): void;
  completeMerchantValidation(session: unknown): void;
  completePayment(result: { readonly status: number }): void;
}

interface AppleConstructor {
  new (version: number, request: object): AppleSession;
  readonly STATUS_SUCCESS: number;
  readonly STATUS_FAILURE: number;
  canMakePayments(): boolean;
}

const VERSION = 3;

function appleInterface(): AppleConstructor | undefined {
  return (globalThis as { ApplePaySession?: AppleConstructor }).ApplePaySession;
}

function hasApplePay(): boolean {
  try {
    return appleInterface()?.canMakePayments() ?? false;
  } catch {
    // In a frame without permission.
    return false;
  }
}

interface AppleParts {
  /** Asks the gateway for a session; null: it has none. */
  readonly session: () => Promise<unknown>;
  /** Pays with the token and returns whether the payment was accepted. */
  readonly pay: (token: string) => Promise<boolean>;
}

function sessionOf({ store, calls, payer }: BrowserParts): AppleParts {
  return {
    async session() {
      const body = { instrument: { type: APAY } };
      const answer = await calls.send('PATCH', store.facts().path, body);
      return (answer.body as { readonly apaySession?: unknown } | null)?.apaySession;
    },
    async pay(token) {
      await payer.payWith({ instrument: { type: APAY, token } });
      return isProcessing(store.facts()) || store.facts().payment.status === 'COMPLETED';
    },
  };
}

/** Must be called directly in the click. The answer comes when the sheet is closed. */
function payWithApple({ payment, look }: Facts, parts: AppleParts): Promise<WalletAnswer> {
  const Session = appleInterface();
  if (!Session) return Promise.resolve({ kind: 'failed' });
  const { amount, currency } = payment.order;
  const sheet = new Session(VERSION, {
    countryCode: 'PL',
    currencyCode: currency,
    supportedNetworks: ['visa', 'masterCard'],
    merchantCapabilities: ['supports3DS'],
    total: { label: look.name, amount: String(amount) },
  });
  return new Promise((resolve) => {
    const fail = (): void => {
      sheet.abort();
      resolve({ kind: 'failed' });
    };
    sheet.onvalidatemerchant = () => {
      parts
        .session()
        .then((session) => (session ? sheet.completeMerchantValidation(session) : fail()), fail);
    };
    sheet.onpaymentauthorized = ({ payment: { token } }) => {
      const end = (isPaid: boolean): void => {
        const { STATUS_SUCCESS, STATUS_FAILURE } = Session;
        sheet.completePayment({ status: isPaid ? STATUS_SUCCESS : STATUS_FAILURE });
        resolve({ kind: 'paid' });
      };
      parts.pay(encodeText(JSON.stringify(token))).then(end, () => end(false));
    };
    sheet.oncancel = () => resolve({ kind: 'closed' });
    sheet.begin();
  });
}
