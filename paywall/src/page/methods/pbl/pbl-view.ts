// The choice of a bank: the most used banks as a grid of radio buttons, a search for the others.
// Without a script all of them are shown.

import { h, type VNode } from '../../element.ts';
import { moneyText } from '../../format/money.ts';
import { plural } from '../../format/plural.ts';
import type { OpenViewProps } from '../../method.ts';
import type { PageState } from '../../state.ts';
import { payButton } from '../../views/pay-button.ts';
import { radioGroup } from '../../views/radio-group.ts';
import { initialsOf, matchesSearch, SHOWN_FIRST, type BankOffer } from './banks.ts';
import { offersOf } from './read-pbl.ts';

export function pblView(props: OpenViewProps): VNode {
  const { state, facts, t } = props;
  const offers = offersOf(facts, state.nowMs);
  if (offers.length === 0) return h('p', null, t('pbl:empty'));
  const shown = shownBanks(offers, state);
  const chosen = offers.find(({ bank }) => bank === state.local.extra['pbl-bank']);
  const text = chosen ? t('pbl:pay', { bank: chosen.name }) : t('challenge.go');
  const group = { name: 'pbl-bank', legend: t('pbl:banks'), errors: state.local.errors, t };
  return h(
    'div',
    { class: 'banks' },
    state.hasScript && offers.length > SHOWN_FIRST ? search(props, shown.size) : null,
    radioGroup(group, [
      h(
        'div',
        { class: 'bank-grid', key: 'grid' },
        offers.map((offer) => bankChoice(props, offer, !shown.has(offer.bank))),
      ),
    ]),
    showAll(props, offers.length),
    h('p', { class: 'hint' }, t('pbl:hint')),
    payButton(props, text),
  );
}

/** The banks that the search finds; without a search the most used ones, or all. */
export function shownBanks(
  offers: readonly BankOffer[],
  { hasScript, local }: Pick<PageState, 'hasScript' | 'local'>,
): ReadonlySet<string> {
  const { 'pbl-search': wanted = '', 'pbl-all': all, 'pbl-bank': chosen } = local.extra;
  const isSearch = wanted.trim() !== '';
  const shown = offers.filter(({ bank, name }, index) => {
    if (!hasScript) return true;
    if (isSearch) return matchesSearch(name, wanted.trim());
    return all === 'on' || index < SHOWN_FIRST || bank === chosen;
  });
  return new Set(shown.map(({ bank }) => bank));
}

function search({ state, t }: OpenViewProps, count: number): VNode {
  const { 'pbl-search': wanted = '' } = state.local.extra;
  const isSearch = wanted.trim() !== '';
  const text = count === 0 ? t('pbl:none') : plural(t, state.language, 'pbl:found', count);
  return h(
    'div',
    { class: 'field' },
    h('label', { for: 'pbl-search' }, t('pbl:search')),
    h(
      'div',
      { class: 'input' },
      h('input', {
        id: 'pbl-search',
        type: 'search',
        value: wanted,
        autocomplete: 'off',
        spellcheck: false,
        maxLength: 60,
        'data-extra': 'pbl-search',
      }),
    ),
    h('p', { class: count === 0 ? 'hint' : 'only-read', role: 'status' }, isSearch ? text : ''),
  );
}

function bankChoice(props: OpenViewProps, offer: BankOffer, isHidden: boolean): VNode {
  const { state } = props;
  const { bank, name, obstacle } = offer;
  const id = `pbl-bank-${bank}`;
  const why = whyNot(props, offer);
  return h(
    'label',
    { class: obstacle ? 'bank is-down' : 'bank', key: bank, for: id, hidden: isHidden },
    h('input', {
      type: 'radio',
      name: 'pbl-bank',
      id,
      value: bank,
      disabled: obstacle !== null,
      defaultChecked: state.local.extra['pbl-bank'] === bank,
      'data-extra': 'pbl-bank',
    }),
    h('span', { class: 'bank-mark', 'aria-hidden': 'true' }, initialsOf(name)),
    h(
      'span',
      { class: 'bank-name' },
      name,
      why === null ? null : h('span', { class: 'bank-why' }, why),
    ),
  );
}

function whyNot({ state, facts, t }: OpenViewProps, { obstacle }: BankOffer): string | null {
  if (obstacle === null) return null;
  switch (obstacle.kind) {
    case 'closed':
      return t('pbl:closed');
    case 'opensAt':
      return t('pbl:opensAt', { time: obstacle.hour });
    case 'from':
    case 'upTo': {
      const { currency } = facts.payment.order;
      const amount = moneyText(obstacle.amount, currency, state);
      return t(obstacle.kind === 'from' ? 'pbl:from' : 'pbl:upTo', { amount });
    }
  }
}

function showAll({ state, t }: OpenViewProps, count: number): VNode | null {
  const { 'pbl-search': wanted = '', 'pbl-all': all } = state.local.extra;
  const isLimited = state.hasScript && all !== 'on' && wanted.trim() === '';
  if (!isLimited || count <= SHOWN_FIRST) return null;
  return h(
    'p',
    null,
    h(
      'button',
      { type: 'button', class: 'as-link', value: 'on', 'data-extra': 'pbl-all' },
      plural(t, state.language, 'pbl:all', count),
    ),
  );
}
