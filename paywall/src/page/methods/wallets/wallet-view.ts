// The buttons of wallets, drawn after the basic rules of their brands: black, or white on a dark
// page. Where the browser draws the genuine Apple Pay button, the style sheet uses that one.

import { h, type VNode } from '../../element.ts';
import { amountText } from '../../format/money.ts';
import type { OpenViewProps, PageMethod, Reading } from '../../method.ts';
import { spinner } from '../../views/icons.ts';
import type { TextKey } from '../../texts/texts.ts';

export interface WalletLook {
  readonly name: 'APAY' | 'GPAY' | 'C2P';
  readonly title: TextKey;
  readonly hint: TextKey;
  readonly pay: TextKey;
  /** Where the page reads more about the method. */
  readonly detailsPath?: string;
}

/** A method that needs a script: the browser gets the token from the wallet. */
export function walletMethod(look: WalletLook): PageMethod {
  const { name, title, detailsPath } = look;
  return {
    name,
    title,
    badge: () => walletMark(name),
    view: (props) => walletView(look, props),
    read: withoutToken,
    needsScript: true,
    ...(detailsPath === undefined ? {} : { detailsPath }),
  };
}

/** A form has no token: only the script of the page can get one. */
function withoutToken(): Reading {
  return { ok: false, errors: [{ field: 'title', text: 'wallet.closed' }] };
}

function walletView({ name, hint, pay }: WalletLook, props: OpenViewProps): VNode {
  const { state, facts, t } = props;
  const isOpen = state.local.extra['wallet-open'] === name;
  const isBusy = state.local.isBusy || isOpen;
  const amount = amountText(facts.payment, state);
  const text = t(pay);
  return h(
    'div',
    { class: 'wallet' },
    h('p', { class: 'hint', role: 'status' }, isOpen ? t('wallet.open', { amount }) : t(hint)),
    h(
      'button',
      {
        type: 'submit',
        class: `button wallet-button is-${name.toLowerCase()}`,
        'aria-label': isBusy ? undefined : text,
        'aria-disabled': isBusy || state.isPreview ? 'true' : undefined,
      },
      isBusy
        ? [spinner(), h('span', null, t('methods.busy'))]
        : h('span', { class: 'wallet-text' }, text),
    ),
  );
}

const marks: Readonly<Record<WalletLook['name'], readonly VNode[]>> = {
  APAY: [h('text', { x: 19, y: 15.5, 'text-anchor': 'middle', fill: '#000' }, 'Pay')],
  GPAY: [
    h('text', { x: 11, y: 15.5, 'text-anchor': 'middle', fill: '#4285f4' }, 'G'),
    h('text', { x: 24, y: 15.5, 'text-anchor': 'middle', fill: '#3c4043' }, 'Pay'),
  ],
  C2P: [
    h('path', {
      d: 'M9 7h13l6 5-6 5H9zM14 9.5l3 2.5-3 2.5M19 9.5l3 2.5-3 2.5',
      fill: 'none',
      stroke: '#3c4043',
      'stroke-width': 1.6,
      'stroke-linejoin': 'round',
    }),
  ],
};

/** Decoration: the title beside it says the same. */
function walletMark(name: WalletLook['name']): VNode {
  return h(
    'svg',
    { viewBox: '0 0 38 24', class: 'brand-mark', 'aria-hidden': 'true', focusable: 'false' },
    h('rect', { x: 0.5, y: 0.5, width: 37, height: 23, rx: 4, fill: '#fff', stroke: '#c9ced6' }),
    marks[name],
  );
}
