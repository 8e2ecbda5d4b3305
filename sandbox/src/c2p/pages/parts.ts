// Small parts of the Click to Pay pages: the choice of a card, and the way out.

import { Html, html } from '@bramka/gateway/http/pages/html.ts';
import { artUrl, organizationName } from '../../wire/card-art.ts';
import { maskOf } from '../../wire/cards/card-number.ts';
import type { ConsumerCard } from '../consumers.ts';
import type { CheckoutRow } from '../rows.ts';
import type { C2pTexts } from './texts/en.ts';

export function choice(name: string, value: string, text: string, isFirst = false): Html {
  return html`<label class="choice">
    ${radio(name, value, isFirst)}
    <span>${text}</span>
  </label>`;
}

/** The picture has no text that a screen reader would miss. */
export function cardChoice(card: ConsumerCard, isFirst: boolean): Html {
  const art = artUrl(card.organization, card.number);
  return html`<label class="choice">
    ${radio('cardId', card.cardId, isFirst)}
    <img src="${art}" alt="" width="80" height="50" />
    <span><strong>${organizationName(card.organization)}</strong>${maskOf(card.number)}</span>
  </label>`;
}

function radio(name: string, value: string, isFirst: boolean): Html {
  const checked = isFirst ? new Html('checked') : undefined;
  return html`<input type="radio" name="${name}" value="${value}" ${checked} />`;
}

export function cancelForm(say: C2pTexts, row: CheckoutRow, base: string): Html {
  return html`<form class="ways" method="post" action="${base}/pay/${row.sessionId}/act">
    <button class="wide away" type="submit" name="do" value="cancel">${say.cancel}</button>
  </form>`;
}
