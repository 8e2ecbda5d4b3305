// The BLIK form: a code, paying without a code at a shop that was saved before, or the choice of
// one bank app of several; and what is shown while the customer confirms in the app.

import { h, type VNode } from '../../element.ts';
import { amountText } from '../../format/money.ts';
import { countdownText, durationOf } from '../../format/time.ts';
import type { OpenViewProps } from '../../method.ts';
import { field } from '../../views/field.ts';
import { icon } from '../../views/icons.ts';
import { payButton } from '../../views/pay-button.ts';
import { radioChoice, radioGroup } from '../../views/radio-group.ts';
import { blikEntry, canPayWithoutCode } from './read-blik.ts';

export function blikView(props: OpenViewProps): VNode {
  return h('div', { class: 'blik' }, formOf(props), payButton(props));
}

function formOf(props: OpenViewProps): VNode {
  const { payment } = props.facts;
  if (payment.dataRequest === 'BLIK_APP') return appChoice(props);
  return canPayWithoutCode(props.facts) ? wayChoice(props) : codeForm(props);
}

function codeForm(props: OpenViewProps): VNode {
  const { state, facts, t } = props;
  const canSave = blikEntry(facts)?.registerAlias === true;
  return h(
    'div',
    null,
    field({
      name: 'blik-code',
      label: t('blik.code'),
      hint: t('blik.code.hint'),
      errors: state.local.errors,
      t,
      input: {
        inputMode: 'numeric',
        autoComplete: 'off',
        maxLength: 16,
        class: 'blik-code',
      },
    }),
    canSave ? consent(props) : null,
  );
}

function consent({ facts, t }: OpenViewProps): VNode {
  return h(
    'div',
    { class: 'consent' },
    h(
      'label',
      { for: 'blik-save' },
      h('input', {
        type: 'checkbox',
        id: 'blik-save',
        name: 'blik-save',
        value: 'on',
        'aria-describedby': 'blik-save-hint',
      }),
      h('span', null, t('blik.save')),
    ),
    h('p', { class: 'hint', id: 'blik-save-hint' }, t('blik.save.hint', { shop: facts.look.name })),
  );
}

function wayChoice(props: OpenViewProps): VNode {
  const { state, t } = props;
  const wantsCode = state.local.errors.some((error) => error.field === 'blik-code');
  const name = 'blik-way';
  return radioGroup({ name, legend: t('blik.way'), errors: [], t }, [
    radioChoice({
      name,
      value: 'alias',
      isChosen: !wantsCode,
      title: t('blik.oneClick'),
      hint: t('blik.oneClick.hint'),
    }),
    codeChoice(props, name, wantsCode),
  ]);
}

/** The alias belongs to several apps. A code is the alternative. */
function appChoice(props: OpenViewProps): VNode {
  const { state, facts, t } = props;
  const { errors } = state.local;
  const wantsCode = errors.some((error) => error.field === 'blik-code');
  const name = 'blik-app';
  return radioGroup({ name, legend: t('blik.apps'), errors, t }, [
    ...(facts.payment.apps ?? []).map(({ key, label }) =>
      radioChoice({ name, value: `app-${key}`, isChosen: false, title: label }),
    ),
    codeChoice(props, name, wantsCode),
  ]);
}

function codeChoice(props: OpenViewProps, name: string, isChosen: boolean): VNode {
  const title = props.t('blik.useCode');
  return radioChoice({ name, value: 'code', isChosen, title, body: codeForm(props) });
}

/** How long the app of the bank asks the customer, from the last change of the payment on. */
export const CONFIRM_MS = 60_000;

export function blikConfirmView(props: OpenViewProps): VNode {
  const { state, facts, t } = props;
  const { payment, look } = facts;
  const values = { amount: amountText(payment, state), shop: look.name };
  return h(
    'section',
    { class: 'centered', 'aria-labelledby': 'title' },
    h('p', { class: 'big is-waiting' }, icon('phone')),
    h('h1', { id: 'title', tabIndex: -1 }, t('confirm.title')),
    h('p', { role: 'status' }, t('blik.confirm.text', values)),
    confirmTime(props),
    state.hasScript
      ? null
      : h('p', null, h('a', { class: 'button', href: '' }, t('waiting.refresh'))),
  );
}

function confirmTime({ state, facts, t }: OpenViewProps): VNode {
  const leftMs = Date.parse(facts.payment.updatedAt ?? '') + CONFIRM_MS - state.nowMs;
  const time = countdownText(leftMs);
  if (!(leftMs > 0) || time === null) {
    return h('p', { class: 'muted', role: 'status' }, t('blik.confirm.over'));
  }
  const [before = '', after = ''] = t('blik.confirm.left').split('{time}');
  return h(
    'p',
    { class: 'muted', role: 'timer' },
    before,
    h('time', { datetime: durationOf(leftMs) }, time),
    after,
  );
}
