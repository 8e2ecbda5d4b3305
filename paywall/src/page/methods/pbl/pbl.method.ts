// Transfers at a bank of the customer’s choice: the customer confirms on the page of the bank.

import { h } from '../../element.ts';
import type { PageMethod } from '../../method.ts';
import { icon } from '../../views/icons.ts';
import { pblView } from './pbl-view.ts';
import { banksOf, PBL, readPbl } from './read-pbl.ts';
import { texts } from './texts.ts';

export const pblMethod: PageMethod = {
  name: PBL,
  texts: [texts],
  title: 'pbl:title',
  order: 70,
  orderIn: { PLN: 30 },
  badge: () => h('span', { class: 'marks' }, icon('bank')),
  view: pblView,
  read: readPbl,
  refusals: {
    BANK_UNAVAILABLE: ['pbl:refused.closed', 'pbl:refused.chooseBank'],
    BANK_REJECTED: ['pbl:refused.transfer', 'pbl:refused.chooseBank'],
    WRONG_AMOUNT_PAID: [
      'pbl:refused.amount',
      'pbl:refused.waitForReturn',
      { isSilent: true, isAlways: true },
    ],
  },
  detailsPath: () => `/payment/methods/${PBL}`,
  amounts: (facts) => banksOf(facts).flatMap(({ minAmount, maxAmount }) => [minAmount, maxAmount]),
  isInPreview: true,
};
