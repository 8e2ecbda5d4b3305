// Runs the wallets: whether this browser can use them, and from the click to the payment.

import type { Facts, MethodName } from '../../page/state.ts';
import type { TextKey } from '../../page/texts/texts.ts';
import { isMoving } from '../../page/view-of.ts';
import { readForm } from '../pay.ts';
import { hasApplePay, payWithApple } from './apple-pay.ts';
import type { BrowserMethod, BrowserParts } from './browser-method.ts';
import { payWithClickToPay, sdkUrlOf } from './click-to-pay.ts';
import { hasGooglePay, payWithGoogle } from './google-pay.ts';
import { openSheet } from './sandbox-sheet.ts';
import type { OpenState, WalletAnswer } from './wallet-answer.ts';

interface Wallet {
  readonly name: MethodName;
  /** The field of the instrument. */
  readonly field: 'token' | 'payload';
  readonly failure: TextKey;
  readonly isUsable: (facts: Facts, isSandbox: boolean) => boolean;
  /** Called directly in the click: browsers open windows and sheets only then. */
  readonly open: (parts: BrowserParts) => Promise<WalletAnswer>;
}

const apple: Wallet = {
  name: 'APAY',
  field: 'token',
  failure: 'apay.failed',
  isUsable: (_facts, isSandbox) => isSandbox || hasApplePay(),
  open(parts) {
    const { store, calls } = parts;
    const state = openState(parts);
    if (state.isSandbox) return openSheet(state, 'APAY');
    return payWithApple(state.facts, {
      async session() {
        const body = { instrument: { type: 'APAY' } };
        const answer = await calls.send('PATCH', store.facts().path, body);
        return (answer.body as { readonly apaySession?: unknown } | null)?.apaySession;
      },
      async pay(token) {
        await send(parts, apple, token);
        return isMoving(store.facts()) || store.facts().payment.status === 'COMPLETED';
      },
    });
  },
};

const google: Wallet = {
  name: 'GPAY',
  field: 'token',
  failure: 'gpay.failed',
  isUsable: (facts, isSandbox) => isSandbox || hasGooglePay(facts),
  open(parts) {
    const state = openState(parts);
    return state.isSandbox ? openSheet(state, 'GPAY') : payWithGoogle(state);
  },
};

const clickToPay: Wallet = {
  name: 'C2P',
  field: 'payload',
  failure: 'c2p.failed',
  isUsable: (facts) => sdkUrlOf(facts) !== undefined,
  open: ({ store }) => payWithClickToPay(store.facts()),
};

function openState({ store }: BrowserParts): OpenState {
  return { ...store.state(), facts: store.facts() };
}

function send({ payer }: BrowserParts, { name, field }: Wallet, token: string): Promise<void> {
  return payer.payWith({ instrument: { type: name, [field]: token } });
}

async function pay(parts: BrowserParts, wallet: Wallet): Promise<void> {
  const { store } = parts;
  const { local, isPreview } = store.state();
  if (local.isBusy || isPreview || local.extra['wallet-open']) return;
  const setOpen = (name: string): void => {
    store.updateLocal({ extra: { ...store.state().local.extra, 'wallet-open': name } });
  };
  const answering = wallet.open(parts);
  store.updateLocal({ notice: null, errors: [] });
  setOpen(wallet.name);
  const answer = await answering;
  try {
    // Its button stays busy until the payment was read again.
    if (answer.kind === 'token') return await send(parts, wallet, answer.token);
  } finally {
    setOpen('');
  }
  if (answer.kind === 'paid') return;
  const notice = answer.kind === 'failed' ? wallet.failure : (`wallet.${answer.kind}` as const);
  store.updateLocal({ notice });
  document.getElementById('refusal')?.focus();
}

export const browserWallets: readonly BrowserMethod[] = [apple, google, clickToPay].map(
  (wallet) => ({
    name: wallet.name,
    isAvailable({ store }) {
      const { facts, isSandbox } = store.state();
      return facts !== null && wallet.isUsable(facts, isSandbox);
    },
    start(parts) {
      // Before the form is read as one with fields.
      const listen = (event: Event): void => {
        const form = event.target;
        if (!(form instanceof HTMLFormElement) || form.dataset['form'] !== 'pay') return;
        if (readForm(form).method?.name !== wallet.name) return;
        event.preventDefault();
        event.stopPropagation();
        void pay(parts, wallet);
      };
      parts.root.addEventListener('submit', listen, { capture: true });
    },
  }),
);
