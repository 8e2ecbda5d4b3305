// Apple Pay in browsers that have it. The session of the merchant comes from the gateway.

import type { Facts } from '../../page/state.ts';
import { encodeText, type WalletAnswer } from './wallet-answer.ts';

/** The part of Apple’s interface that is used. */
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

export function hasApplePay(): boolean {
  try {
    return appleInterface()?.canMakePayments() ?? false;
  } catch {
    // In a frame without permission.
    return false;
  }
}

export interface AppleParts {
  /** Asks the gateway for a session; null: it has none. */
  readonly session: () => Promise<unknown>;
  /** Pays with the token; whether the payment was accepted. */
  readonly pay: (token: string) => Promise<boolean>;
}

/** Must be called directly in the click. The answer comes when the sheet is closed. */
export function payWithApple({ payment, look }: Facts, parts: AppleParts): Promise<WalletAnswer> {
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
