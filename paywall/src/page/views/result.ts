// The end of a payment: what happened, whether money was taken, the receipt, and the way back to
// the shop.

import { h, type ComponentChildren, type VNode } from '../element.ts';
import { amountText } from '../format/money.ts';
import type { OpenViewProps, ViewProps } from '../method.ts';
import { refusalOf } from '../refusal.ts';
import type { PageState } from '../state.ts';
import type { TextKey, Translate } from '../texts/texts.ts';
import { viewOf, type View } from '../view-of.ts';
import { icon, type IconName } from './icons.ts';
import { isSaving } from './pay-button.ts';
import { receipt, shopHead } from './receipt/receipt.ts';
import { heading } from './section.ts';

interface Result {
  readonly kind: 'good' | 'bad' | 'neutral';
  readonly icon: IconName;
  readonly title: string;
  readonly lines: readonly string[];
}

/** Seconds until the page returns the customer to the shop. */
export const RETURN_SECONDS = 5;

export function resultView(view: View, props: OpenViewProps): VNode {
  return resultSection(
    resultOf(view, props),
    [receipt(view === 'paid', props), wayBack(view, props)],
    shopHead(props),
  );
}

/** The link to the shop; after a payment also a way to print, and a way to stay. */
function wayBack(view: View, { state, facts, t }: OpenViewProps): VNode {
  const { returnURL } = facts.payment;
  const shop = facts.look.name;
  const print = { type: 'button', class: 'button', 'data-print': 'yes' };
  const stay = { href: '?stay=yes', 'data-stay': 'yes' };
  return h(
    'div',
    { class: 'way-back' },
    returnURL === undefined ? null : returnLink(returnURL, shop, t),
    view === 'paid' && state.hasScript ? h('button', print, t('receipt.print')) : null,
    returnURL === undefined ? h('p', { class: 'muted' }, t('result.close')) : null,
    returnsAlone(state)
      ? h(
          'p',
          { class: 'muted returning' },
          t('paid.returning', { shop }),
          ' ',
          h('a', stay, t('receipt.stay')),
        )
      : null,
  );
}

function returnLink(href: string, shop: string, t: Translate): VNode {
  return h('a', { class: 'button is-primary', href, id: 'return' }, t('result.return', { shop }));
}

/** Whether the page leads back to the shop after RETURN_SECONDS. */
export function returnsAlone(state: PageState): boolean {
  const hasWayBack = state.facts?.payment.returnURL !== undefined;
  return viewOf(state) === 'paid' && hasWayBack && state.local.extra['stay'] === undefined;
}

/** The title of the window: what happened, not what there is to do. */
export function resultTitle(view: View, props: OpenViewProps): string {
  return `${props.facts.look.name}: ${resultOf(view, props).title}`;
}

function resultSection(result: Result, below: ComponentChildren, head?: VNode): VNode {
  return h(
    'section',
    { class: `centered result is-${result.kind}`, 'aria-labelledby': 'title' },
    head,
    h('p', { class: 'big' }, icon(result.icon)),
    heading(result.title),
    h(
      'div',
      { role: 'status' },
      result.lines.map((line) => h('p', { key: line }, line)),
    ),
    below,
  );
}

function resultOf(view: View, props: OpenViewProps): Result {
  const { state, facts, t } = props;
  const { payment, look } = facts;
  if (isSaving(payment.transKind)) return savingResult(view, props);
  if (view === 'paid') {
    const values = { amount: amountText(payment, state), shop: look.name };
    const text = t(payment.transKind === 'PREAUTH' ? 'paid.held' : 'paid.text', values);
    return { kind: 'good', icon: 'check', title: t('paid.title'), lines: [text] };
  }
  const ending = endings[view];
  if (!ending) {
    return { kind: 'bad', icon: 'cross', title: t('refused.title'), lines: refusalLines(props) };
  }
  const [kind, name, title, text] = ending;
  return { kind, icon: name, title: t(title), lines: [t(text)] };
}

/** Ends without a payment and without a refusal. */
const endings: Readonly<
  Partial<Record<View, readonly [Result['kind'], IconName, title: TextKey, text: TextKey]>>
> = {
  expired: ['neutral', 'clock', 'expired.title', 'expired.text'],
  cancelled: ['neutral', 'cross', 'cancelled.title', 'cancelled.text'],
  failed: ['bad', 'warning', 'failed.title', 'failed.text'],
};

/** What happened, whether money was taken, what to do next. */
function refusalLines({ facts, t }: OpenViewProps): string[] {
  const { sentence, notCharged, action } = refusalOf(t, facts.payment.rejectCode ?? '', false);
  return [sentence, ...(notCharged === undefined ? [] : [notCharged]), action];
}

/** A card that was saved, or not. */
function savingResult(view: View, props: OpenViewProps): Result {
  const { facts, t } = props;
  if (view === 'paid') {
    const lines = [t('saved.text', { shop: facts.look.name })];
    return { kind: 'good', icon: 'check', title: t('saved.title'), lines };
  }
  const lines = view === 'refused' ? refusalLines(props) : [t('saved.noMoney')];
  return { kind: 'bad', icon: 'cross', title: t('saved.refused'), lines };
}

export function goneView({ state, t }: ViewProps): VNode {
  const lines = [t('gone.text'), t('gone.action')];
  const { wayBack: to } = state;
  const back = to && h('p', null, returnLink(to.url, to.shop, t));
  return resultSection({ kind: 'neutral', icon: 'cross', title: t('gone.title'), lines }, back);
}

export function unavailableView({ t }: ViewProps): VNode {
  const lines = [t('unavailable.text')];
  return resultSection(
    { kind: 'neutral', icon: 'warning', title: t('unavailable.title'), lines },
    h('p', null, h('a', { class: 'button', href: '' }, t('unavailable.again'))),
  );
}
