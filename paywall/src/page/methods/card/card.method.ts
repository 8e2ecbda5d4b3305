// Cards: a new card, or one that the customer has saved.

import { h } from '../../element.ts';
import type { PageMethod } from '../../method.ts';
import { brandMark } from '../../marks/brand-mark.ts';
import { cardView } from './card-view.ts';
import { readCard } from './read-card.ts';

const shown = ['VISA', 'MASTERCARD', 'AMEX'];

export const cardMethod: PageMethod = {
  name: 'CARD',
  title: 'card.title',
  badge({ facts }) {
    const groups = facts.methods.find(({ method }) => method === 'CARD')?.cardGroups ?? shown;
    const marks = shown.filter((brand) => groups.includes(brand)).map(brandMark);
    return h('span', { class: 'marks' }, marks);
  },
  view: cardView,
  read: readCard,
};
