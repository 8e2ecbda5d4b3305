// Google Pay: a button above the other methods.

import type { PageMethod } from '../../method.ts';
import { walletParts, walletReceipt } from '../wallet/wallet.ts';
import { expressView } from '../wallet/wallet-view.ts';
import { texts as shared } from '../wallet/texts.ts';
import { GPAY, mayHaveGooglePay } from './gpay-facts.ts';
import { googleLogo } from './gpay-logo.ts';
import { texts } from './texts.ts';

export const gpayMethod: PageMethod = {
  ...walletParts,
  name: GPAY,
  texts: [texts, shared],
  title: 'gpay:title',
  order: 50,
  view: (props) => expressView(GPAY, googleLogo, props.t('gpay:pay'), props),
  isExpress: true,
  isLikely: mayHaveGooglePay,
  receipt: (props) => walletReceipt('gpay:title', props),
  // Chrome reads the description of the payment handler there.
  sources: { connections: ['https://google.com', 'https://pay.google.com'] },
};
