// The button that sends a form: it names what happens, and is busy until the answer is there.

import { h, type ComponentChildren, type VNode } from '../element.ts';
import { amountText } from '../format/money.ts';
import type { OpenViewProps } from '../method.ts';
import { openWallet } from '../methods/wallets/wallet-view.ts';
import { spinner } from './icons.ts';

/** `Pay 19.99 zł`; for a card that is only saved `Save card`. */
export function payText({ state, facts, t }: OpenViewProps): string {
  if (isSaving(facts.payment.transKind)) return t('saved.button');
  return t('methods.pay', { amount: amountText(facts.payment, state) });
}

/** A card that is saved without a payment. */
export function isSaving(transKind: string | undefined): boolean {
  return transKind === 'VERIFICATION';
}

export function payButton(props: OpenViewProps, text: ComponentChildren = payText(props)): VNode {
  const { state, t } = props;
  const { isBusy } = state.local;
  // It stays focusable while it is busy, so that the focus is not lost.
  return h(
    'button',
    {
      type: 'submit',
      class: 'button is-primary',
      'aria-disabled': isBusy || state.isPreview ? 'true' : undefined,
    },
    // While a wallet pays, only the button of the wallet shows it.
    isBusy && openWallet(state.local) === ''
      ? [spinner(), h('span', null, t('methods.busy'))]
      : text,
  );
}
