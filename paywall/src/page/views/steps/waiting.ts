// Views of a payment in progress that needs nothing from the customer, and of the step in which the
// issuer gets the data of the browser.

import { h, type ComponentChildren, type VNode } from '../../element.ts';
import type { OpenViewProps, ViewProps } from '../../method.ts';
import { spinner } from '../icons.ts';
import { centered, heading } from '../section.ts';

export function waitingView(props: OpenViewProps): VNode {
  return progress(props, props.t('waiting.text'), lookAgain(props));
}

/** After a reload the step of the bank is shown here as well. */
export function elsewhereView(props: OpenViewProps): VNode {
  const { t } = props;
  return progress(props, t('elsewhere.text'), refreshLink(t('elsewhere.here')));
}

/** The payment goes on; the text says how long or where. */
export function progress({ t }: ViewProps, text: string, below: ComponentChildren): VNode {
  return centered(
    h('p', { class: 'big' }, spinner()),
    heading(t('waiting.title')),
    h('p', { role: 'status' }, text),
    below,
  );
}

/** Without a script the page also refreshes itself; the link is for impatient customers. */
export function lookAgain({ state, t }: ViewProps): VNode | null {
  return state.hasScript ? null : refreshLink(t('waiting.refresh'));
}

function refreshLink(text: string): VNode {
  return h('p', null, h('a', { class: 'button', href: '' }, text));
}

/** Without a script only the headers of the browser are known; that is enough for the issuer. */
export function deviceView({ state, t }: OpenViewProps): VNode {
  return centered(
    state.hasScript ? h('p', { class: 'big' }, spinner()) : null,
    heading(t('device.title')),
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
