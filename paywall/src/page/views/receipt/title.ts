// The title of the window, which a browser also writes on the printed page.

import { amountText } from '../../format/money.ts';
import type { ViewProps } from '../../method.ts';
import { isResult, viewOf } from '../../view-of.ts';
import { isSaving } from '../pay-button.ts';
import { resultTitle } from '../result.ts';

export function titleOf(props: ViewProps): string {
  const { state, t } = props;
  const { facts } = state;
  if (!facts) return t('page.titlePlain');
  const shop = facts.look.name;
  const view = viewOf(state);
  if (isResult(view)) return resultTitle(view, { ...props, facts });
  if (isSaving(facts.payment.transKind)) return t('page.saveCard', { shop });
  return t('page.title', { amount: amountText(facts.payment, state), shop });
}
