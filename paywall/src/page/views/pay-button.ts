// The button that sends a form: it says what happens, and is busy until the answer arrives.

import { h, type ComponentChildren, type VNode } from '../element.ts';
import { amountText } from '../format/money.ts';
import type { OpenViewProps } from '../method.ts';
import { spinner } from './icons.ts';

/** `Pay 19.99 zł`; for a card that is only saved `Save card`. */
function payText({ state, facts, t }: OpenViewProps): string {
  if (isSaving(facts.payment.transKind)) return t('saved.button');
  return t('methods.pay', { amount: amountText(facts.payment, state) });
}

/** A card that is saved without a payment. */
export function isSaving(transKind: string | undefined): boolean {
  return transKind === 'VERIFICATION';
}

export function payButton(props: OpenViewProps, text: ComponentChildren = payText(props)): VNode {
  const { state, t } = props;
  const { isBusy, openWindow } = state.local;
  // It stays focusable while it is busy, so that the focus is not lost.
  return h(
    'button',
    {
      type: 'submit',
      class: 'button is-primary',
      'aria-disabled': isBusy || state.isPreview ? 'true' : undefined,
    },
    // While a method pays in its own window, only the button of that method shows it.
    isBusy && openWindow === null ? [spinner(), h('span', null, t('methods.busy'))] : text,
  );
}

/** While the customer confirms in the window of a method; the answer closes the window. */
export function windowText({ state, facts, t }: OpenViewProps): string {
  if (state.local.isBusy) return '';
  return t('methods.window', { amount: amountText(facts.payment, state) });
}
