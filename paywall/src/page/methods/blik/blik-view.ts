// The BLIK form: a code, paying without a code at a shop that was saved before, or the choice of
// one bank app of several.

import { h, type VNode } from '../../element.ts';
import type { OpenViewProps } from '../../method.ts';
import { consent, field, usedOnce } from '../../views/field.ts';
import { payButton } from '../../views/pay-button.ts';
import { radioChoice, radioGroup } from '../../views/radio-group.ts';
import { appsOf, canPayWithoutCode, maySaveShop } from './blik-facts.ts';

export function blikView(props: OpenViewProps): VNode {
  return h('div', { class: 'blik' }, formOf(props), payButton(props));
}

function formOf(props: OpenViewProps): VNode {
  const { payment } = props.facts;
  if (payment.dataRequest === 'BLIK_APP') return appChoice(props);
  return canPayWithoutCode(props.facts) ? wayChoice(props) : codeForm(props);
}

function codeForm({ state, facts, t }: OpenViewProps): VNode {
  const shop = facts.look.name;
  return h(
    'div',
    null,
    field({
      name: 'blik-code',
      label: t('blik:code'),
      hint: t('blik:code.hint'),
      errors: state.local.errors,
      t,
      input: {
        inputMode: 'numeric',
        autoComplete: 'off',
        maxLength: 16,
        class: 'blik-code',
        ...usedOnce,
      },
    }),
    maySaveShop(facts) ? consent('blik-save', t('blik:save'), t('blik:save.hint', { shop })) : null,
  );
}

function wayChoice(props: OpenViewProps): VNode {
  const { state, t } = props;
  const wantsCode = state.local.errors.some((error) => error.field === 'blik-code');
  const name = 'blik-way';
  const hint = h('span', { class: 'hint choice-hint' }, t('blik:oneClick.hint'));
  const head = h('span', null, t('blik:oneClick'), hint);
  return radioGroup({ name, legend: t('blik:way'), errors: [], t }, [
    radioChoice({ name, value: 'alias', isChosen: !wantsCode, head }),
    codeChoice(props, name, wantsCode),
  ]);
}

/** The alias belongs to several apps. A code is the alternative. */
function appChoice(props: OpenViewProps): VNode {
  const { state, facts, t } = props;
  const { errors } = state.local;
  const wantsCode = errors.some((error) => error.field === 'blik-code');
  const name = 'blik-app';
  return radioGroup({ name, legend: t('blik:apps'), errors, t }, [
    ...appsOf(facts).map(({ key, label }) =>
      radioChoice({ name, value: `app-${key}`, isChosen: false, head: h('span', null, label) }),
    ),
    codeChoice(props, name, wantsCode),
  ]);
}

function codeChoice(props: OpenViewProps, name: string, isChosen: boolean): VNode {
  const head = h('span', null, props.t('blik:useCode'));
  return radioChoice({ name, value: 'code', isChosen, head, body: codeForm(props) });
}
