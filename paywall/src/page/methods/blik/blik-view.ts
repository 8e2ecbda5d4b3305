// The BLIK form: a code, paying without a code at a shop that was saved before, or the choice of
// one bank app of several.

import { h, type VNode } from '../../element.ts';
import type { OpenViewProps } from '../../method.ts';
import { field, usedOnce } from '../../views/field.ts';
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

function codeForm(props: OpenViewProps): VNode {
  const { state, facts, t } = props;
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
    maySaveShop(facts) ? consent(props) : null,
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
      h('span', null, t('blik:save')),
    ),
    h('p', { class: 'hint', id: 'blik-save-hint' }, t('blik:save.hint', { shop: facts.look.name })),
  );
}

function wayChoice(props: OpenViewProps): VNode {
  const { state, t } = props;
  const wantsCode = state.local.errors.some((error) => error.field === 'blik-code');
  const name = 'blik-way';
  return radioGroup({ name, legend: t('blik:way'), errors: [], t }, [
    radioChoice({
      name,
      value: 'alias',
      isChosen: !wantsCode,
      title: t('blik:oneClick'),
      hint: t('blik:oneClick.hint'),
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
  return radioGroup({ name, legend: t('blik:apps'), errors, t }, [
    ...appsOf(facts).map(({ key, label }) =>
      radioChoice({ name, value: `app-${key}`, isChosen: false, title: label }),
    ),
    codeChoice(props, name, wantsCode),
  ]);
}

function codeChoice(props: OpenViewProps, name: string, isChosen: boolean): VNode {
  const title = props.t('blik:useCode');
  return radioChoice({ name, value: 'code', isChosen, title, body: codeForm(props) });
}
