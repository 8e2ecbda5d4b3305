// The form of a card: the saved cards, and the fields of a new one.

import { h, type VNode } from '../../element.ts';
import type { OpenViewProps } from '../../method.ts';
import type { PageState } from '../../state.ts';
import { consent, field, usedOnce } from '../../views/field.ts';
import { isSaving, payButton } from '../../views/pay-button.ts';
import { radioChoice } from '../../views/radio-group.ts';
import { BRAND, nameOf } from './brand.ts';
import { brandMark } from './brand-mark.ts';
import { maySaveCard, savedCardsOf, type SavedCard } from './card-facts.ts';
import { codeFieldOf, codeLengthOf } from './read-card.ts';

export function cardView(props: OpenViewProps): VNode {
  const { facts } = props;
  if (facts.payment.dataRequest === 'CARD_CVV') return missingCode(props);
  const cards = savedCardsOf(facts);
  const fields = cards.length === 0 ? newCard(props) : cardChoice(props, cards);
  return h('div', null, fields, payButton(props));
}

function cardChoice(props: OpenViewProps, cards: readonly SavedCard[]): VNode {
  const { state, t } = props;
  const chosen = state.local.extra['card'] || cards[0]?.tokenId;
  return h(
    'fieldset',
    { class: 'choices' },
    h('legend', null, t('card:saved')),
    cards.map((card) => savedCard(props, card, card.tokenId === chosen)),
    radioChoice({
      name: 'card',
      value: 'new',
      isChosen: chosen === 'new',
      head: t('card:saved.other'),
      body: newCard(props),
    }),
  );
}

function savedCard(props: OpenViewProps, card: SavedCard, isChosen: boolean): VNode {
  const { t } = props;
  const { tokenId, organization, cardMask, expDate, codeRequired } = card;
  const digits = cardMask.slice(-4);
  const date = `${expDate.slice(4, 6)}/${expDate.slice(2, 4)}`;
  const head = h(
    'span',
    { class: 'saved-card' },
    h('span', null, t('card:saved.one', { brand: nameOf(organization), digits })),
    h('span', { class: 'muted' }, t('card:saved.expires', { date })),
    brandMark(organization),
  );
  const code = codeField(props, codeFieldOf(card), codeLengthOf(organization));
  const body = codeRequired ? code : null;
  return radioChoice({ name: 'card', value: tokenId, isChosen, head, body });
}

function newCard(props: OpenViewProps): VNode {
  const { state, facts, t } = props;
  const { errors } = state.local;
  return h(
    'div',
    { class: 'new-card' },
    field({
      name: 'card-number',
      label: t('card:number'),
      errors,
      t,
      input: { inputMode: 'numeric', autoComplete: 'cc-number', maxLength: 40, ...typed },
      after: brandOutput(props),
    }),
    h(
      'div',
      { class: 'side-by-side' },
      field({
        name: 'card-expiry',
        label: t('card:expiry'),
        hint: t('card:expiry.hint'),
        errors,
        t,
        input: { inputMode: 'numeric', autoComplete: 'cc-exp', maxLength: 10, ...typed },
      }),
      codeField(props, 'card-code', codeLengthOf(typedBrand(state))),
    ),
    maySaveCard(facts) && !isSaving(facts.payment.transKind)
      ? consent('card-save', t('card:save', { shop: facts.look.name }), t('card:save.hint'))
      : null,
  );
}

/** Card fields are not text to be corrected or translated. */
const typed = { spellcheck: false, autocapitalize: 'off', autocorrect: 'off' } as const;

/** The brand of the number, as far as it is typed; empty: not known. */
function typedBrand({ local }: PageState): string {
  return local.extra[BRAND] ?? '';
}

function brandOutput({ state, t }: OpenViewProps): VNode {
  const brand = typedBrand(state);
  return h(
    'span',
    { class: 'brand', role: 'status' },
    brand === ''
      ? null
      : [
          brandMark(brand),
          h('span', { class: 'only-read' }, t('card:brand', { brand: nameOf(brand) })),
        ],
  );
}

function codeField({ state, t }: OpenViewProps, name: string, length: 3 | 4): VNode {
  return field({
    name,
    label: t('card:code'),
    hint: t(length === 4 ? 'card:code.hint4' : 'card:code.hint3'),
    errors: state.local.errors,
    t,
    input: { inputMode: 'numeric', autoComplete: 'cc-csc', maxLength: 4, ...typed, ...usedOnce },
  });
}

/** The card is known already: its last digits and the missing code. */
function missingCode(props: OpenViewProps): VNode {
  const { facts, t } = props;
  const { cardMask = '', organization = '' } = facts.payment.instrument ?? {};
  const text = t('card:saved.one', { brand: nameOf(organization), digits: cardMask.slice(-4) });
  return h(
    'div',
    null,
    h('p', { class: 'saved-card' }, text),
    codeField(props, 'card-code', codeLengthOf(organization)),
    payButton(props),
  );
}
