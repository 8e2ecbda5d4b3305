// Apple Pay: a button above the other methods. Where the browser draws the genuine button, the
// style sheet uses that one.

import type { PageMethod } from '../../method.ts';
import type { Shape } from '../../views/mark.ts';
import { walletParts, walletReceipt } from '../wallet/wallet.ts';
import { expressView } from '../wallet/wallet-view.ts';
import { texts as shared } from '../wallet/texts.ts';
import { texts } from './texts.ts';

export const APAY = 'APAY';

/** All browsers of iPhone and iPad, and Safari on a Mac. */
const APPLE = /\((iPhone|iPad|Macintosh)(?!.*(Chrome|Firefox)\/)/;

/** As on the button without words of its brand: the mark and "Pay", in the colour of the button. */
const appleLogo: readonly Shape[] = [
  [
    'M10.6 7.9c1 0 2-.9 3.6-.9 1.4 0 2.7.7 3.5 1.9-3 1.8-2.5 5.9.6 7-.6 1.6-2.1 4.3-3.9 4.3' +
      '-1.4 0-1.9-.9-3.5-.9s-2.1.9-3.5.9C5.3 20.2 2.8 16 2.8 12.4 2.8 9 4.9 7.1 7.2' +
      ' 7.1c1.4 0 2.5.8 3.4.8z' +
      'M13.9 2c.2 1.8-1.5 3.9-3.4 3.9C10.3 4.1 12 2.2 13.9 2z',
    'currentColor',
  ],
  [
    'M23 20V6.2h4.3a4 4 0 0 1 0 8H23M34.2 12.8c.4-1.2 1.5-1.9 3-1.9 2 0 3.1 1 3.1 2.8V20' +
      'M40.3 15.2c-4.2 0-6.5.5-6.5 2.5 0 1.4 1.1 2.2 2.6 2.2 2.1 0 3.9-1.3 3.9-3.2' +
      'M43.4 10.9l3.7 8.6M50.8 10.9 47 20.5c-.6 1.5-1.2 2.1-2.7 2.1-.4 0-.7 0-1-.1',
    'currentColor',
    1.9,
  ],
];

export const apayMethod: PageMethod = {
  ...walletParts,
  name: APAY,
  texts: [texts, shared],
  title: 'apay:title',
  order: 40,
  view: (props) => expressView(APAY, appleLogo, props.t('apay:pay'), props),
  isExpress: true,
  isLikely: (_facts, userAgent) => APPLE.test(userAgent),
  receipt: (props) => walletReceipt('apay:title', props),
};
