// Views of a payment in progress that needs nothing from the customer, and of the step in which the
// issuer gets the data of the browser.

import { h, type VNode } from '../../element.ts';
import type { OpenViewProps } from '../../method.ts';
import { spinner } from '../icons.ts';

export function waitingView({ state, t }: OpenViewProps): VNode {
  return h(
    'section',
    { class: 'centered', 'aria-labelledby': 'title' },
    h('p', { class: 'big' }, spinner()),
    h('h1', { id: 'title', tabIndex: -1 }, t('waiting.title')),
    h('p', { role: 'status' }, t('waiting.text')),
    lookAgain({ state, t }),
  );
}

/** After a reload the step of the bank is shown here as well. */
export function elsewhereView({ t }: OpenViewProps): VNode {
  return h(
    'section',
    { class: 'centered', 'aria-labelledby': 'title' },
    h('p', { class: 'big' }, spinner()),
    h('h1', { id: 'title', tabIndex: -1 }, t('waiting.title')),
    h('p', { role: 'status' }, t('elsewhere.text')),
    refreshLink(t('elsewhere.here')),
  );
}

/** Without a script the page also refreshes itself; the link is for impatient customers. */
export function lookAgain({ state, t }: Pick<OpenViewProps, 'state' | 't'>): VNode | null {
  return state.hasScript ? null : refreshLink(t('waiting.refresh'));
}

function refreshLink(text: string): VNode {
  return h('p', null, h('a', { class: 'button', href: '' }, text));
}

/** Without a script only the headers of the browser are known; that is enough for the issuer. */
export function deviceView({ state, t }: OpenViewProps): VNode {
  return h(
    'section',
    { class: 'centered', 'aria-labelledby': 'title' },
    state.hasScript ? h('p', { class: 'big' }, spinner()) : null,
    h('h1', { id: 'title', tabIndex: -1 }, t('device.title')),
    state.hasScript
      ? h('p', { role: 'status' }, t('waiting.text'))
      : h(
          'form',
          { method: 'post' },
          h('input', { type: 'hidden', name: 'action', value: 'device' }),
          h('button', { type: 'submit', class: 'button is-primary' }, t('device.continue')),
        ),
  );
}
