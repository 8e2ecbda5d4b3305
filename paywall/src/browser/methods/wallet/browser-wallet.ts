// Runs a wallet: whether this browser can use it, and from the click to the payment.

import type { Facts } from '../../../page/state.ts';
import type { TextKey } from '../../../page/texts/texts.ts';
import { readForm } from '../../pay.ts';
import type { BrowserMethod, BrowserParts } from '../browser-method.ts';
import type { OpenState, WalletAnswer } from './wallet-answer.ts';

interface Wallet {
  readonly name: string;
  /** The field of the instrument. */
  readonly field: 'token' | 'payload';
  readonly failure: TextKey;
  readonly isUsable: (facts: Facts, isSandbox: boolean) => boolean;
  /** Called directly in the click: browsers open windows and sheets only then. */
  readonly open: (state: OpenState, parts: BrowserParts) => Promise<WalletAnswer>;
}

async function pay(parts: BrowserParts, wallet: Wallet): Promise<void> {
  const { store, payer } = parts;
  const { local, isPreview } = store.state();
  if (local.isBusy || isPreview || local.openWindow !== null) return;
  const answering = wallet.open({ ...store.state(), facts: store.facts() }, parts);
  store.updateLocal({ notice: null, errors: [], openWindow: wallet.name });
  const answer = await answering;
  try {
    // The button stays busy until the payment has been read again.
    if (answer.kind === 'token') {
      const instrument = { type: wallet.name, [wallet.field]: answer.token };
      return await payer.payWith({ instrument });
    }
  } finally {
    store.updateLocal({ openWindow: null });
  }
  if (answer.kind === 'paid') return;
  store.updateLocal({ notice: noticeOf(answer.kind, wallet) });
  document.getElementById('refusal')?.focus();
}

function noticeOf(kind: 'closed' | 'blocked' | 'failed', { failure }: Wallet): TextKey {
  if (kind === 'failed') return failure;
  return kind === 'closed' ? 'wallet:closed' : 'wallet:blocked';
}

export function browserWallet(wallet: Wallet): BrowserMethod {
  const { name, isUsable } = wallet;
  return {
    offer: {
      name,
      isUsable: ({ facts, isSandbox }) => facts !== null && isUsable(facts, isSandbox),
    },
    start(parts) {
      // Captures the event before the form is read as one with fields.
      const listen = (event: Event): void => {
        const form = event.target;
        if (!(form instanceof HTMLFormElement) || form.dataset['form'] !== 'pay') return;
        if (readForm(form).method?.name !== name) return;
        event.preventDefault();
        event.stopPropagation();
        void pay(parts, wallet);
      };
      parts.root.addEventListener('submit', listen, { capture: true });
    },
  };
}
