// Apple Pay, Google Pay and Click to Pay. All need a script: the browser gets the token from the
// wallet, and a form has none.

import { clickToPayMark } from '../../marks/wallet-marks.ts';
import type { PageMethod, Reading } from '../../method.ts';
import { clickToPayView, expressView } from './wallet-view.ts';

const withoutToken = (): Reading => ({ ok: false, errors: [] });

export const apayMethod: PageMethod = {
  name: 'APAY',
  title: 'apay.title',
  view: (props) => expressView('APAY', props),
  read: withoutToken,
  needsScript: true,
  isExpress: true,
};

export const gpayMethod: PageMethod = {
  name: 'GPAY',
  title: 'gpay.title',
  view: (props) => expressView('GPAY', props),
  read: withoutToken,
  needsScript: true,
  isExpress: true,
};

export const c2pMethod: PageMethod = {
  name: 'C2P',
  title: 'c2p.title',
  badge: clickToPayMark,
  view: clickToPayView,
  read: withoutToken,
  needsScript: true,
  detailsPath: '/payment/methods/C2P',
};
