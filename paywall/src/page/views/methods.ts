// The methods of the payment: express methods of this device as buttons, the others as radio
// buttons; the form of the chosen one is open. The style sheet opens it, so that it works without a
// script, and what was typed in the others stays.

import { h, type VNode } from '../element.ts';
import { orderedMethods } from '../methods/registry.ts';
import type { OpenViewProps, PageMethod } from '../method.ts';
import { refusalOf } from '../refusal.ts';
import { entryOf, type Facts, type PageState } from '../state.ts';
import { errorSummary } from './field.ts';
import { icon } from './icons.ts';
import { isSaving, windowText } from './pay-button.ts';
import { heading } from './section.ts';

export function methodsView(props: OpenViewProps, isHidden = false): VNode {
  const { facts, t } = props;
  const title = isSaving(facts.payment.transKind) ? 'saved.button' : 'methods.title';
  return h(
    'section',
    { 'aria-labelledby': 'title', key: 'methods', hidden: isHidden },
    isHidden ? null : heading(t(title)),
    isHidden ? null : notices(props),
    isHidden ? null : express(props),
    listed(props),
  );
}

/** One button for each express method of this device; until they are known, space for them. */
function express(props: OpenViewProps): VNode | null {
  const { state, facts, t } = props;
  const isKnown = state.local.usable !== null;
  const methods = offeredMethods(facts, state).filter(({ isExpress }) => isExpress);
  const slots = Array.from({ length: isKnown ? 0 : state.expressSlots });
  if (methods.length === 0 && slots.length === 0) return null;
  const isOpen = methods.some(({ name }) => name === state.local.openWindow);
  return h(
    'div',
    { class: isKnown ? 'express' : 'express is-awaited', key: 'express' },
    h(
      'div',
      { class: 'express-buttons' },
      methods.map(({ view }) => view(props)),
      slots.map((_, index) => h('div', { class: 'express-slot', key: index })),
    ),
    h('p', { class: 'hint', role: 'status' }, isOpen ? windowText(props) : ''),
    listedMethods(props).length === 0 ? null : h('p', { class: 'or' }, t('methods.or')),
  );
}

function listed(props: OpenViewProps): VNode | null {
  const { state, facts } = props;
  const methods = listedMethods(props);
  if (methods.length === 0) return noMethod(props);
  const chosen = chosenMethod(facts, state);
  return h(
    'form',
    {
      method: 'post',
      id: 'pay',
      key: 'pay',
      class: 'methods',
      novalidate: true,
      autocomplete: 'on',
      'data-form': 'pay',
    },
    h('input', { type: 'hidden', name: 'fill', value: state.fillId }),
    h(
      'div',
      { role: 'radiogroup', 'aria-labelledby': 'title' },
      methods.map((method) => entry(props, method, method.name === chosen)),
    ),
  );
}

function listedMethods({ facts, state }: OpenViewProps): PageMethod[] {
  return offeredMethods(facts, state).filter(({ isExpress }) => !isExpress);
}

/** Methods with a script cannot be used without one; with one they may still appear. */
function noMethod({ state, facts, t }: OpenViewProps): VNode | null {
  if (offeredMethods(facts, state).length > 0) return null;
  const isAwaited = state.local.usable === null && state.expressSlots > 0;
  const attributes = {
    class: isAwaited ? 'notice is-bad is-plain' : 'notice is-bad',
    role: 'alert',
  };
  return h('p', { ...attributes, key: 'none' }, t('methods.none'));
}

function notices({ state, facts, t }: OpenViewProps): (VNode | null)[] {
  const { notice, errors } = state.local;
  const { rejectCode } = facts.payment;
  const refusal = rejectCode === undefined ? null : refusalOf(t, rejectCode, true);
  const refused = refusal && [refusal.sentence, refusal.notCharged, refusal.action].join(' ');
  const shown = notice === null ? refused : t(notice);
  const summary = errorSummary(errors, t);
  return [
    shown === null || summary !== null
      ? null
      : h(
          'div',
          { class: 'notice is-bad', id: 'refusal', role: 'alert', tabIndex: -1, key: 'refusal' },
          icon('warning'),
          h('p', null, shown),
        ),
    summary,
  ];
}

function entry(props: OpenViewProps, method: PageMethod, isChosen: boolean): VNode {
  const { facts, t } = props;
  const id = `method-${method.name}`;
  const { status } = entryOf(facts, method.name) ?? {};
  const isDown = status === 'UNAVAILABLE';
  return h(
    'div',
    { class: isDown ? 'method is-down' : 'method', key: method.name },
    h(
      'label',
      { class: 'method-head', for: id },
      h('input', {
        type: 'radio',
        name: 'method',
        id,
        value: method.name,
        defaultChecked: isChosen && !isDown,
        disabled: isDown,
      }),
      h('span', { class: 'method-title' }, t(method.title)),
      isDown ? h('span', { class: 'muted' }, t('methods.unavailable')) : method.badge?.(props),
    ),
    isDown ? null : h('div', { class: 'method-body' }, method.view(props)),
  );
}

/** Methods that are disabled for this payment are not shown. */
export function offeredMethods(facts: Facts, state: Pick<PageState, 'local'>): PageMethod[] {
  return orderedMethods(facts).filter(({ name, isExpress, needsScript }) => {
    const status = entryOf(facts, name)?.status ?? 'DISABLED';
    if (status === 'DISABLED' || (isExpress && status !== 'ENABLED')) return false;
    return !needsScript || state.local.usable?.includes(name);
  });
}

/** The choice of the customer, otherwise the method of the last attempt, otherwise the first. */
function chosenMethod(facts: Facts, state: Pick<PageState, 'local'>): string | null {
  const names = offeredMethods(facts, state)
    .flatMap(({ name, isExpress }) => (isExpress ? [] : [name]))
    .filter((name) => entryOf(facts, name)?.status === 'ENABLED');
  const preferred = [state.local.chosen, facts.payment.method];
  return names.find((name) => preferred.includes(name)) ?? names[0] ?? null;
}
