// The purchase to confirm; no amount if only a card is verified.

import type { Html } from '@bramka/gateway/http/pages/html.ts';
import { amountText } from '../../../pages/language.ts';
import { factList, type Fact } from '../../../pages/layout.ts';
import type { ChallengeView } from '../../view.ts';
import type { IssuerLanguage } from '../texts.ts';

export function factsOf(speech: IssuerLanguage, view: ChallengeView): Html {
  const { say } = speech;
  const { amount, currency } = view;
  const paid: Fact[] = amount === '' ? [] : [[say.amount, amountText(speech, amount, currency)]];
  return factList([[say.shop, view.merchantName], ...paid, [say.card, view.cardMask]]);
}
