// What the customer keeps of a payment: shop, amount, method, date and numbers. The same facts are
// shown when nothing was paid, so that the shop can be asked about it.

import { h, type ComponentChildren, type VNode } from '../../element.ts';
import { amountText, moneyText } from '../../format/money.ts';
import { dayText } from '../../format/time.ts';
import type { OpenViewProps } from '../../method.ts';
import { findMethod } from '../../methods/registry.ts';
import type { TextKey } from '../../texts/texts.ts';
import { orderLines } from './order-lines.ts';
import { isSaving } from '../pay-button.ts';
import { logo } from '../summary.ts';

export function shopHead(props: OpenViewProps): VNode {
  const { name } = props.facts.look;
  return h('div', { class: 'shop' }, logo(props), h('p', { class: 'shop-name' }, name));
}

export function receipt(isPaid: boolean, props: OpenViewProps): VNode {
  const { state, facts, t } = props;
  const { payment, look } = facts;
  const { order, refundedAmount = 0, paymentId } = payment;
  const saves = isSaving(payment.transKind);
  const refunded = moneyText(refundedAmount, order.currency, state);
  const rows: [label: TextKey, value: ComponentChildren][] = [
    ['receipt.amount', saves ? null : amountText(payment, state)],
    ['receipt.refunded', refundedAmount > 0 ? refunded : null],
    ['receipt.shop', look.name],
    ['receipt.method', methodOf(props)],
    ['receipt.date', dateOf(isPaid, props)],
    ['receipt.order', order.extOrderId],
    ['receipt.reference', paymentId],
  ];
  return h(
    'div',
    { class: isPaid ? 'receipt is-paid' : 'receipt' },
    order.description ? h('p', { class: 'description' }, order.description) : null,
    orderLines(props),
    h(
      'dl',
      null,
      rows.map(([label, value]) => {
        const row = { key: label, class: marks[label] };
        return value ? h('div', row, h('dt', null, t(label)), h('dd', null, value)) : null;
      }),
    ),
  );
}

const marks: Readonly<Partial<Record<TextKey, string>>> = {
  'receipt.amount': 'is-total',
  'receipt.reference': 'is-reference',
};

function methodOf(props: OpenViewProps): ComponentChildren {
  const method = findMethod(props.facts.payment.method);
  return method && (method.receipt?.(props) ?? props.t(method.title));
}

function dateOf(isPaid: boolean, { state, facts }: OpenViewProps): ComponentChildren {
  const { paidAt, updatedAt } = facts.payment;
  const at = isPaid ? (paidAt ?? updatedAt) : updatedAt;
  return at && h('time', { datetime: at }, dayText(Date.parse(at), state.language));
}
