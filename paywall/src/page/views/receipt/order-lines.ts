// The lines of the order, if the shop sent them. A long list is folded, so that the form stays
// in view.

import { h, type VNode } from '../../element.ts';
import { moneyText } from '../../format/money.ts';
import { plural } from '../../format/plural.ts';
import type { OpenViewProps } from '../../method.ts';
import type { OrderLine } from '../../state.ts';

/** The longest list that is shown whole, and what is shown of a longer one. */
const WHOLE = 4;
const FIRST = 3;

export function orderLines(props: OpenViewProps): VNode | null {
  const { state, facts, t } = props;
  const { lines = [] } = facts.payment.order;
  if (lines.length === 0) return null;
  const shown = lines.length > WHOLE ? FIRST : WHOLE;
  const folded = lines.slice(shown);
  const more = (): string => plural(t, state.language, 'receipt.more', folded.length);
  return h(
    'div',
    { class: 'lines', role: 'group', 'aria-label': t('receipt.lines') },
    list(lines.slice(0, shown), props),
    folded.length === 0
      ? null
      : h('details', null, h('summary', null, more()), list(folded, props)),
  );
}

function list(lines: readonly OrderLine[], { state, facts }: OpenViewProps): VNode {
  const { currency } = facts.payment.order;
  return h(
    'ul',
    null,
    lines.map(({ description, amount }, index) =>
      h(
        'li',
        { key: index },
        h('span', { dir: 'auto' }, description),
        h('span', { class: 'line-amount' }, moneyText(amount, currency, state)),
      ),
    ),
  );
}
