// Apple Pay: a button above the other methods. Where the browser draws the genuine button, the
// style sheet uses that one.

import type { PageMethod } from '../../method.ts';
import { walletParts, walletReceipt } from '../wallet/wallet.ts';
import { expressView } from '../wallet/wallet-view.ts';
import { texts as shared } from '../wallet/texts.ts';
import { appleLogo } from './apay-logo.ts';
import { texts } from './texts.ts';

export const APAY = 'APAY';

/** All browsers of iPhone and iPad, and Safari on a Mac. */
const APPLE = /\((iPhone|iPad|Macintosh)(?!.*(Chrome|Firefox)\/)/;

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
