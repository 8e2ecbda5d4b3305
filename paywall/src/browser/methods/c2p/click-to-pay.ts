// Click to Pay: its script is loaded when the customer chooses it, from the address that the
// gateway names and from no other.

import { C2P, C2P_POLICY, sdkUrlOf } from '../../../page/methods/c2p/c2p-script.ts';
import type { Facts } from '../../../page/state.ts';
import { browserWallet } from '../wallet/browser-wallet.ts';
import type { WalletAnswer } from '../wallet/wallet-answer.ts';

export const clickToPay = browserWallet({
  name: C2P,
  field: 'payload',
  failure: 'c2p:failed',
  isUsable: (facts) => sdkUrlOf(facts) !== undefined,
  open: ({ facts }) => payWithClickToPay(facts),
});

interface ClickToPay {
  checkout(order: { readonly amount: string; readonly currency: string }): Promise<string | null>;
}

const sdk = (): ClickToPay | undefined => (globalThis as { ClickToPay?: ClickToPay }).ClickToPay;

async function payWithClickToPay(facts: Facts): Promise<WalletAnswer> {
  const { amount, currency } = facts.payment.order;
  try {
    await loadOnce(sdkUrlOf(facts) ?? '');
    const payload = await sdk()?.checkout({ amount: String(amount), currency });
    if (payload === undefined) return { kind: 'failed' };
    return payload === null ? { kind: 'closed' } : { kind: 'token', token: payload };
  } catch {
    return { kind: 'failed' };
  }
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

let loading: Promise<void> | undefined;

/** A script that failed to load is requested again at the next attempt. */
function loadOnce(url: string): Promise<void> {
  if (sdk()) return Promise.resolve();
  loading ??= load(url).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

let trust: ((url: string) => string) | undefined;

/** A policy can be created only once. */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return url;
  if (!trust) {
    const policy = trustedTypes.createPolicy(C2P_POLICY, {
      createScriptURL(requested) {
        if (requested !== url) throw new TypeError('Only the script of Click to Pay is trusted');
        return requested;
      },
    });
    trust = (requested) => policy.createScriptURL(requested);
  }
  return trust(url);
}

function load(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = trusted(url);
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error('The script did not load')));
    document.head.append(script);
  });
}
