// BLIK: a six-digit code, or a shop that the customer has saved in the app of the bank.

import type { PageMethod } from '../../method.ts';
import { BLIK } from './blik-facts.ts';
import { blikMark } from './blik-mark.ts';
import { blikRefusals } from './blik-refusals.ts';
import { blikView } from './blik-view.ts';
import { readBlik } from './read-blik.ts';
import { texts } from './texts.ts';

export const blikMethod: PageMethod = {
  name: BLIK,
  texts: [texts],
  title: 'blik:title',
  order: 80,
  orderIn: { PLN: 20 },
  badge: blikMark,
  view: blikView,
  read: readBlik,
  dataRequests: ['BLIK_CODE', 'BLIK_APP'],
  refusals: blikRefusals,
  confirmMs: 60_000,
  isInPreview: true,
};
