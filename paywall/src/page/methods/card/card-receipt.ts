// The card on the receipt: `Visa •••• 1111`. Also for wallets, which pay with a card.

import { h, type VNode } from '../../element.ts';
import type { OpenViewProps } from '../../method.ts';
import { nameOf } from './brand.ts';
import { brandMark } from './brand-mark.ts';

/** Null: the card is not known. */
export function cardReceipt({ facts, t }: OpenViewProps): VNode[] | null {
  const { cardMask, organization = '' } = facts.payment.instrument ?? {};
  if (cardMask === undefined) return null;
  const digits = cardMask.slice(-4);
  const brand = nameOf(organization);
  return [
    h('span', { 'aria-hidden': 'true' }, brandMark(organization), `${brand} •••• ${digits}`),
    h('span', { class: 'only-read' }, t('card:saved.one', { brand, digits })),
  ];
}
