// The buttons of wallets.

import { h, type ComponentChildren, type VNode } from '../../element.ts';
import type { OpenViewProps } from '../../method.ts';
import { spinner } from '../../views/icons.ts';
import { drawing, pathsOf, type Shape } from '../../views/mark.ts';

/**
 * A button above the other methods, with a form of its own. Apple Pay and Google Pay follow the
 * published rules of their brands: the mark and "Pay" without other words, black, or white on a
 * dark page, equal in size, free space around.
 */
export function expressView(
  name: string,
  logo: readonly Shape[],
  label: string,
  props: OpenViewProps,
): VNode {
  return h(
    'form',
    { method: 'post', 'data-form': 'pay', key: name },
    h('input', { type: 'hidden', name: 'method', value: name }),
    walletButton(name, props, drawing('0 0 54 24', 'wallet-logo', pathsOf(logo)), label),
  );
}

/** `label`: what the button without words does. */
export function walletButton(
  name: string,
  { state, t }: OpenViewProps,
  content: ComponentChildren,
  label?: string,
): VNode {
  const { isBusy, openWindow } = state.local;
  const isOpen = openWindow === name;
  // Express buttons are too narrow for the words in every language.
  const wordsClass = label === undefined ? undefined : 'only-read';
  const isOff = isBusy || openWindow !== null || state.isPreview;
  return h(
    'button',
    {
      type: 'submit',
      class: `button wallet-button is-${name.toLowerCase()}`,
      'aria-label': isOpen ? undefined : label,
      'aria-disabled': isOff ? 'true' : undefined,
    },
    isOpen ? [spinner(), h('span', { class: wordsClass }, t('methods.busy'))] : content,
  );
}
