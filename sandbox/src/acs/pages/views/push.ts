// The page that waits for the answer in the bank's app. A frame inside it polls every two seconds,
// so that the page itself does not reload while it is read or focused.

import { html } from '@bramka/gateway/http/pages/html.ts';
import type { Page } from '../../../pages/layout.ts';
import type { ChallengeView } from '../../view.ts';
import type { IssuerLanguage } from '../texts.ts';
import type { Addresses } from '../visit.ts';
import { factsOf } from './challenge-facts.ts';
import { automatic } from '../../../pages/form-parts.ts';

/** Without JavaScript the frame cannot move the page on, so the page reloads itself. */
export function pushPage(
  speech: IssuerLanguage,
  view: ChallengeView,
  addresses: Addresses,
  wasAsked: boolean,
): Page {
  const { say } = speech;
  const { acsTransID } = view;
  const here = addresses.challenge(acsTransID);
  return {
    title: say.pushTitle,
    policy: { forms: 'self', hasFrame: true },
    head: html`<noscript><meta http-equiv="refresh" content="2;url=${here}" /></noscript>`,
    main: html`<h1>${say.pushTitle}</h1>
      ${wasAsked ? html`<p class="note" role="status">${say.notYet}</p>` : undefined}
      <div class="halves">
        <div>
          ${factsOf(speech, view)}
          <p>${say.pushText}</p>
        </div>
        <div>
          <a
            class="button main"
            href="${addresses.phone(acsTransID)}"
            target="_blank"
            rel="noopener"
            >${say.openApp} <span>(${say.newTab})</span></a
          >
          <form class="ways" method="get" action="${here}">
            <input type="hidden" name="asked" value="1" />
            <button class="wide" type="submit">${say.continue}</button>
          </form>
          <form class="ways" method="post" action="${addresses.challenge(acsTransID, '/act')}">
            <button class="wide plain" type="submit" name="do" value="cancel">${say.cancel}</button>
            <button class="wide away" type="submit" name="do" value="abandon">
              ${say.walkAway}
            </button>
          </form>
        </div>
      </div>
      <iframe hidden title="" src="${addresses.challenge(acsTransID, '/watch')}"></iframe>`,
  };
}

/** The content of the hidden frame: polls again, or moves the surrounding page on. */
export function watchPage(
  { say }: IssuerLanguage,
  view: ChallengeView,
  addresses: Addresses,
): Page {
  if (view.state === 'PUSHED') {
    return {
      title: say.pushTitle,
      policy: { forms: 'none' },
      head: html`<meta http-equiv="refresh" content="2" />`,
      main: html`<p>${say.notYet}</p>`,
    };
  }
  return {
    title: say.continue,
    policy: { forms: 'self', isAutomatic: true },
    main: html`<form method="get" target="_parent" action="${addresses.challenge(view.acsTransID)}">
        <button type="submit">${say.continue}</button>
      </form>
      ${automatic}`,
  };
}
