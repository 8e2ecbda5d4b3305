// The upper part of the page: who is paid, how much, for what, and until when.

import { h, type VNode } from '../element.ts';
import { amountText } from '../format/money.ts';
import { countdownText, dayText, durationOf } from '../format/time.ts';
import type { OpenViewProps } from '../method.ts';
import { isForm } from '../view-of.ts';
import { icon } from './icons.ts';
import { orderLines } from './receipt/order-lines.ts';
import { isSaving } from './pay-button.ts';

export function summary(props: OpenViewProps): VNode {
  const { state, facts, t } = props;
  const { order, transKind } = facts.payment;
  const shop = facts.look.name;
  const heading = t(isSaving(transKind) ? 'page.saveCard' : 'page.payTo', { shop });
  return h(
    'header',
    { class: 'summary' },
    h('div', { class: 'shop' }, logo(props), h('p', { class: 'shop-name' }, heading)),
    isSaving(transKind)
      ? h('p', { class: 'muted' }, t('saved.nothing'))
      : h('p', { class: 'amount' }, amountText(facts.payment, state)),
    order.description ? h('p', { class: 'description' }, order.description) : null,
    order.extOrderId
      ? h('p', { class: 'muted order' }, t('page.order', { order: order.extOrderId }))
      : null,
    orderLines(props),
    countdown(props),
  );
}

export function logo({ facts }: OpenViewProps): VNode {
  const { name, logoURL } = facts.look;
  if (logoURL !== null) return h('img', { class: 'logo', src: logoURL, alt: '' });
  const [letter = ''] = name.trim().toUpperCase();
  return h('span', { class: 'logo is-letter', 'aria-hidden': 'true' }, letter);
}

/** Only while the customer has something to enter. */
function countdown({ state, facts, t }: OpenViewProps): VNode | null {
  const { payment } = facts;
  const endsAt = Date.parse(payment.validUntil);
  const leftMs = endsAt - state.nowMs;
  if (!isForm(payment) || leftMs <= 0 || isSaving(payment.transKind)) return null;
  const text = countdownText(leftMs);
  const isShort = leftMs < 60_000;
  const [before = '', after = ''] = t(text === null ? 'page.payUntil' : 'page.timeLeft').split(
    '{time}',
  );
  return h(
    'div',
    null,
    h(
      'p',
      { class: isShort ? 'countdown is-short' : 'countdown', role: 'timer' },
      icon('clock'),
      h(
        'span',
        null,
        before,
        h(
          'time',
          { datetime: text === null ? payment.validUntil : durationOf(leftMs) },
          text ?? dayText(endsAt, state.language),
        ),
        after,
      ),
    ),
    // Announced once; the countdown is not announced.
    h('p', { class: 'only-read', role: 'status' }, isShort ? t('page.lastMinute') : ''),
  );
}
