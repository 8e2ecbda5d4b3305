// Google Pay: a button above the other methods.

import type { PageMethod } from '../../method.ts';
import type { Shape } from '../../views/mark.ts';
import { walletParts, walletReceipt } from '../wallet/wallet.ts';
import { expressView } from '../wallet/wallet-view.ts';
import { texts as shared } from '../wallet/texts.ts';
import { GPAY, mayHaveGooglePay } from './gpay-facts.ts';
import { texts } from './texts.ts';

/**
 * As on the button without words of its brand: the mark and "Pay", in the colour of the button.
 * Google’s letter keeps its four colours.
 */
const googleLogo: readonly Shape[] = [
  ['M14.8 7.7A6.5 6.5 0 0 0 4.2 9', '#ea4335', 3],
  ['M4.2 9a6.5 6.5 0 0 0 .2 6.3', '#fbbc04', 3],
  ['M4.4 15.3A6.5 6.5 0 0 0 14.2 17', '#34a853', 3],
  ['M14.2 17a6.5 6.5 0 0 0 2.3-5h-6.3', '#4285f4', 3],
  [
    'M23 18.5v-13h4.4a3.7 3.7 0 0 1 0 7.4H23' +
      'M42 10.1v8.4M42 14.3a3.7 3.7 0 1 0-7.4 0 3.7 3.7 0 0 0 7.4 0zM44.8 10.1l3.7' +
      ' 8.2M52.2 10.1l-5.3 12.4',
    'currentColor',
    1.8,
  ],
];

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
