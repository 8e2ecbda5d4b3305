// The buttons of wallets. Apple Pay and Google Pay follow the published rules of their brands: the
// mark and "Pay" without other words, black, or white on a dark page, equal in size, free space
// around. Where the browser draws the genuine Apple Pay button, the style sheet uses that one.

import { h, type ComponentChildren, type VNode } from '../../element.ts';
import { amountText } from '../../format/money.ts';
import { walletLogo } from '../../marks/wallet-marks.ts';
import type { OpenViewProps } from '../../method.ts';
import type { Local } from '../../state.ts';
import { spinner } from '../../views/icons.ts';

/** A button above the other methods, with a form of its own. */
export function expressView(name: 'APAY' | 'GPAY', props: OpenViewProps): VNode {
  const label = props.t(name === 'APAY' ? 'apay.pay' : 'gpay.pay');
  return h(
    'form',
    { method: 'post', 'data-form': 'pay', key: name },
    h('input', { type: 'hidden', name: 'method', value: name }),
    walletButton(name, props, walletLogo(name), label),
  );
}

export function clickToPayView(props: OpenViewProps): VNode {
  const { state, t } = props;
  const text = openWallet(state.local) === 'C2P' ? openText(props) : t('c2p.hint');
  return h(
    'div',
    { class: 'wallet' },
    h('p', { class: 'hint', role: 'status' }, text),
    walletButton('C2P', props, t('c2p.pay')),
  );
}

/** The wallet in which the customer confirms, until the payment was read again; empty: none. */
export function openWallet({ extra }: Local): string {
  return extra['wallet-open'] ?? '';
}

export function openText({ state, facts, t }: OpenViewProps): string {
  // With the answer of the wallet its window is closed.
  if (state.local.isBusy) return '';
  return t('wallet.open', { amount: amountText(facts.payment, state) });
}

function walletButton(
  name: string,
  { state, t }: OpenViewProps,
  content: ComponentChildren,
  label?: string,
): VNode {
  const open = openWallet(state.local);
  // Express buttons are too narrow for the words in every language.
  const wordsClass = label === undefined ? undefined : 'only-read';
  const isOff = state.local.isBusy || open !== '' || state.isPreview;
  return h(
    'button',
    {
      type: 'submit',
      class: `button wallet-button is-${name.toLowerCase()}`,
      'aria-label': open === name ? undefined : label,
      'aria-disabled': isOff ? 'true' : undefined,
    },
    open === name ? [spinner(), h('span', { class: wordsClass }, t('methods.busy'))] : content,
  );
}
