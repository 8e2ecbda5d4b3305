// Click to Pay: a card that the customer has saved at Visa or Mastercard.

import { h, type VNode } from '../../element.ts';
import type { OpenViewProps, PageMethod } from '../../method.ts';
import { mark } from '../../views/mark.ts';
import { windowText } from '../../views/pay-button.ts';
import { walletParts, walletReceipt } from '../wallet/wallet.ts';
import { walletButton } from '../wallet/wallet-view.ts';
import { texts as shared } from '../wallet/texts.ts';
import { C2P, C2P_POLICY, sdkUrlOf } from './c2p-script.ts';
import { texts } from './texts.ts';

const ARROW = 'M9 7h13l6 5-6 5H9zM14 9.5l3 2.5-3 2.5M19 9.5l3 2.5-3 2.5';

function c2pView(props: OpenViewProps): VNode {
  const { state, t } = props;
  const text = state.local.openWindow === C2P ? windowText(props) : t('c2p:hint');
  return h(
    'div',
    { class: 'wallet' },
    h('p', { class: 'hint', role: 'status' }, text),
    walletButton(C2P, props, t('c2p:pay')),
  );
}

export const c2pMethod: PageMethod = {
  ...walletParts,
  name: C2P,
  texts: [texts, shared],
  title: 'c2p:title',
  order: 60,
  badge: () => mark([[ARROW, '#3c4043', 1.6]]),
  view: c2pView,
  detailsPath: () => `/payment/methods/${C2P}`,
  receipt: (props) => walletReceipt('c2p:title', props),
  sources: { script: { policy: C2P_POLICY, urlOf: sdkUrlOf } },
};
