// Apple Pay, Google Pay and Click to Pay.

import { walletMethod } from './wallet-view.ts';

export const apayMethod = walletMethod({
  name: 'APAY',
  title: 'apay.title',
  hint: 'apay.hint',
  pay: 'apay.pay',
});

export const gpayMethod = walletMethod({
  name: 'GPAY',
  title: 'gpay.title',
  hint: 'gpay.hint',
  pay: 'gpay.pay',
});

export const c2pMethod = walletMethod({
  name: 'C2P',
  title: 'c2p.title',
  hint: 'c2p.hint',
  pay: 'c2p.pay',
  detailsPath: '/payment/methods/C2P',
});
