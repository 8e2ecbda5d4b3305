// BLIK: a six-digit code, or a shop that the customer has saved in the app of the bank.

import { h } from '../../element.ts';
import type { PageMethod } from '../../method.ts';
import { blikConfirmView, blikView } from './blik-view.ts';
import { readBlik } from './read-blik.ts';

export const blikMethod: PageMethod = {
  name: 'BLIK',
  title: 'blik.title',
  badge: () =>
    h(
      'svg',
      { viewBox: '0 0 38 24', class: 'brand-mark', 'aria-hidden': 'true', focusable: 'false' },
      h('rect', { x: 0.5, y: 0.5, width: 37, height: 23, rx: 4, fill: '#111', stroke: '#767676' }),
      h('text', { x: 19, y: 16, 'text-anchor': 'middle', fill: '#fff' }, 'BLIK'),
    ),
  view: blikView,
  read: readBlik,
  confirmView: blikConfirmView,
};
