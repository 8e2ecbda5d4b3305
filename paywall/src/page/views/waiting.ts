// While the payment moves on without the customer, or the customer confirms elsewhere.

import { h, type VNode } from '../element.ts';
import type { OpenViewProps } from '../method.ts';
import { pageMethods } from '../methods/registry.ts';
import { spinner } from './icons.ts';

export function waitingView({ state, t }: OpenViewProps): VNode {
  return h(
    'section',
    { class: 'centered', 'aria-labelledby': 'title' },
    h('p', { class: 'big' }, spinner()),
    h('h1', { id: 'title', tabIndex: -1 }, t('waiting.title')),
    h('p', { role: 'status' }, t('waiting.text')),
    state.hasScript ? null : refreshLink(t('waiting.refresh')),
  );
}

/** A reload shows the step of the bank here as well. */
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
function refreshLink(text: string): VNode {
  return h('p', null, h('a', { class: 'button', href: '' }, text));
}

/** The customer confirms in the app of the bank. */
export function confirmView(props: OpenViewProps): VNode {
  const method = pageMethods.find(({ name }) => name === props.facts.payment.method);
  return method?.confirmView?.(props) ?? waitingView(props);
}

export function redirectView({ facts, t }: OpenViewProps): VNode {
  return h(
    'section',
    { class: 'centered', 'aria-labelledby': 'title' },
    h('h1', { id: 'title', tabIndex: -1 }, t('redirect.title')),
    h('p', null, t('redirect.text')),
    h(
      'p',
      null,
      h(
        'a',
        { class: 'button is-primary', href: facts.payment.redirectURL, target: '_top', id: 'go' },
        t('redirect.go'),
      ),
    ),
  );
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
