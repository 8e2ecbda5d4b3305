// The end of a payment: what happened, whether money was taken, and the way back to the shop.

import { h, type ComponentChildren, type VNode } from '../element.ts';
import { amountText } from '../format/money.ts';
import type { OpenViewProps, ViewProps } from '../method.ts';
import { refusalOf } from '../refusal/refusal.ts';
import type { Translate } from '../texts/texts.ts';
import type { View } from '../view-of.ts';
import { icon, type IconName } from './icons.ts';
import { isSaving } from './pay-button.ts';

interface Result {
  readonly kind: 'good' | 'bad' | 'neutral';
  readonly icon: IconName;
  readonly title: string;
  readonly lines: readonly string[];
}

/** Seconds until the customer returns to the shop by itself. */
export const RETURN_SECONDS = 5;

export function resultView(view: View, props: OpenViewProps): VNode {
  const { facts, t } = props;
  const { returnURL, order } = facts.payment;
  const shop = facts.look.name;
  return resultSection(resultOf(view, props), [
    order.extOrderId
      ? h('p', { class: 'muted', key: 'order' }, t('page.order', { order: order.extOrderId }))
      : null,
    returnURL === undefined
      ? h('p', { class: 'muted', key: 'close' }, t('result.close'))
      : returnLink(returnURL, shop, t),
    view === 'paid' && returnURL !== undefined
      ? h('p', { class: 'muted', key: 'soon' }, t('paid.returning', { shop }))
      : null,
  ]);
}

function returnLink(href: string, shop: string, t: Translate): VNode {
  const attributes = { class: 'button is-primary', href, id: 'return' };
  return h('p', { key: 'return' }, h('a', attributes, t('result.return', { shop })));
}

function resultSection(result: Result, below: ComponentChildren): VNode {
  return h(
    'section',
    { class: `centered result is-${result.kind}`, 'aria-labelledby': 'title' },
    h('p', { class: 'big' }, icon(result.icon)),
    h('h1', { id: 'title', tabIndex: -1 }, result.title),
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
  const shop = look.name;
  const amount = amountText(payment, state);
  if (isSaving(payment.transKind)) return savingResult(view, props);
  switch (view) {
    case 'paid': {
      const text = t(payment.transKind === 'PREAUTH' ? 'paid.held' : 'paid.text', { amount, shop });
      return { kind: 'good', icon: 'check', title: t('paid.title'), lines: [text] };
    }
    case 'expired':
      return {
        kind: 'neutral',
        icon: 'clock',
        title: t('expired.title'),
        lines: [t('expired.text')],
      };
    case 'cancelled':
      return {
        kind: 'neutral',
        icon: 'cross',
        title: t('cancelled.title'),
        lines: [t('cancelled.text')],
      };
    case 'failed':
      return { kind: 'bad', icon: 'warning', title: t('failed.title'), lines: [t('failed.text')] };
    default: {
      const title = t('refused.title');
      return { kind: 'bad', icon: 'cross', title, lines: refusalLines(props) };
    }
  }
}

/** What happened, whether money was taken, what to do next. */
function refusalLines({ facts, refusals }: OpenViewProps): string[] {
  const refusal = refusalOf(refusals, facts.payment.rejectCode ?? '', false);
  const { sentence, notCharged, action } = refusal;
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
  const back = state.wayBack && returnLink(state.wayBack.url, state.wayBack.shop, t);
  return resultSection({ kind: 'neutral', icon: 'cross', title: t('gone.title'), lines }, back);
}

export function unavailableView({ t }: ViewProps): VNode {
  const lines = [t('unavailable.text')];
  return resultSection(
    { kind: 'neutral', icon: 'warning', title: t('unavailable.title'), lines },
    h('p', null, h('a', { class: 'button', href: '' }, t('unavailable.again'))),
  );
}
