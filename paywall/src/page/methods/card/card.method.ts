// Cards: a new card, or one that the customer has saved.

import { h } from '../../element.ts';
import type { PageMethod } from '../../method.ts';
import { brandMark } from './brand-mark.ts';
import { acceptedBrands, CARD } from './card-facts.ts';
import { cardReceipt } from './card-receipt.ts';
import { cardRefusals } from './card-refusals.ts';
import { cardView } from './card-view.ts';
import { readCard } from './read-card.ts';
import { texts } from './texts.ts';

const shown = ['VISA', 'MASTERCARD', 'AMEX'];

export const cardMethod: PageMethod = {
  name: CARD,
  texts: [texts],
  title: 'card:title',
  order: 10,
  badge({ facts }) {
    const brands = acceptedBrands(facts) ?? shown;
    const marks = shown.filter((brand) => brands.includes(brand)).map(brandMark);
    return h('span', { class: 'marks' }, marks);
  },
  view: cardView,
  read: readCard,
  dataRequests: ['CARD_CVV'],
  refusals: cardRefusals,
  detailsPath: (path) => `${path}/cards`,
  receipt: cardReceipt,
  isSavable: true,
  isInPreview: true,
};
