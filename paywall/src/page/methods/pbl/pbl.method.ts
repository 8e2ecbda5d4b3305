// Transfers at a bank of the customer’s choice: the customer confirms on the page of the bank.

import { h } from '../../element.ts';
import type { PageMethod } from '../../method.ts';
import { icon } from '../../views/icons.ts';
import { pblView } from './pbl-view.ts';
import { readPbl } from './read-pbl.ts';

export const pblMethod: PageMethod = {
  name: 'PBL',
  title: 'pbl.title',
  badge: () => h('span', { class: 'marks' }, icon('bank')),
  view: pblView,
  read: readPbl,
  detailsPath: '/payment/methods/PBL',
};
