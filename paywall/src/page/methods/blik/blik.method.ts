// BLIK: a six-digit code, or a shop that the customer has saved in the app of the bank.

import { brandMark } from '../../marks/brand-mark.ts';
import type { PageMethod } from '../../method.ts';
import { blikConfirmView, blikView } from './blik-view.ts';
import { readBlik } from './read-blik.ts';

export const blikMethod: PageMethod = {
  name: 'BLIK',
  title: 'blik.title',
  badge: () => brandMark('BLIK'),
  view: blikView,
  read: readBlik,
  confirmView: blikConfirmView,
};
