// BLIK: a six-digit code, or a shop that the customer has saved in the app of the bank.

import type { PageMethod } from '../../method.ts';
import { mark, type Shape } from '../../views/mark.ts';
import { BLIK } from './blik-facts.ts';
import { blikRefusals } from './blik-refusals.ts';
import { blikView } from './blik-view.ts';
import { readBlik } from './read-blik.ts';
import { texts } from './texts.ts';

/** The mark of BLIK. */
const shapes: readonly Shape[] = [
  ['M12.4 6.8a1.8 1.8 0 1 1 3.6 0 1.8 1.8 0 0 1-3.6 0z', '#f0466e'],
  [
    'M9 5v8.9a3.1 3.1 0 1 0 3.1-3.1A3.1 3.1 0 0 0 9 13.9' +
      'M18.9 5v13M22.9 10v8M26.9 5v13M31 10.2l-3.4 3.6 3.6 4.2',
    '#fff',
    2.1,
  ],
];

export const blikMethod: PageMethod = {
  name: BLIK,
  texts: [texts],
  title: 'blik:title',
  order: 80,
  orderIn: { PLN: 20 },
  badge: () => mark(shapes, '#000', '#767676'),
  view: blikView,
  read: readBlik,
  dataRequests: ['BLIK_CODE', 'BLIK_APP'],
  refusals: blikRefusals,
  confirmMs: 60_000,
  isInPreview: true,
};
