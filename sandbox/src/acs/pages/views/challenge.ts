// The challenge page: confirm by password, in the bank's app, reject or abandon. Every option is a
// plain form.

import { html, type Html } from '@bramka/gateway/http/pages/html.ts';
import type { Page } from '../../../pages/layout.ts';
import type { ChallengeView } from '../../view.ts';
import type { IssuerLanguage } from '../texts.ts';
import type { Addresses } from '../visit.ts';
import { factsOf } from './challenge-facts.ts';
import { fillPlaceholder } from '../../../pages/texts.ts';

export function challengePage(
  speech: IssuerLanguage,
  view: ChallengeView,
  addresses: Addresses,
  isEmptyPassword = false,
): Page {
  const { say } = speech;
  const act = addresses.challenge(view.acsTransID, '/act');
  // The fragment survives the redirect: after an error the password field has the focus, so that a
  // screen reader reads it and the error first. Browsers ignore `autofocus` in cross-origin frames.
  const tryPassword = `${act}#password`;
  const mistake = mistakeIn(speech, view, isEmptyPassword);
  const told = mistake && html`<p class="slip bad" id="mistake">${mistake}</p>`;
  return {
    title: mistake === undefined ? say.confirmTitle : `${say.error}: ${say.confirmTitle}`,
    policy: { forms: 'self' },
    main: html`<h1>${say.confirmTitle}</h1>
      <div class="halves">
        <div>
          ${factsOf(speech, view)}
          <form method="post" action="${tryPassword}">
            <input type="hidden" name="do" value="password" />
            <label for="password">${say.password}</label>
            ${told}
            <p class="hint" id="hint">${say.passwordHint}</p>
            ${passwordField(mistake !== undefined)}
            <button class="main" type="submit">${say.confirm}</button>
          </form>
        </div>
        <div>
          <h2>${say.otherWays}</h2>
          <form class="ways" method="post" action="${act}">
            <button class="wide" type="submit" name="do" value="push">${say.approveInApp}</button>
            <button class="wary" type="submit" name="do" value="reject">${say.notMe}</button>
            <button class="plain" type="submit" name="do" value="cancel">${say.cancel}</button>
            <button class="wide away" type="submit" name="do" value="abandon">
              ${say.walkAway}
            </button>
          </form>
        </div>
      </div>`,
  };
}

function mistakeIn(
  { say }: IssuerLanguage,
  view: ChallengeView,
  isEmpty: boolean,
): string | undefined {
  if (isEmpty) return say.emptyPassword;
  return view.isWrongPassword ? fillPlaceholder(say.wrongPassword, view.triesLeft) : undefined;
}

function passwordField(isMistaken: boolean): Html {
  const about = isMistaken ? 'mistake hint' : 'hint';
  return html`<input
    id="password"
    name="password"
    type="password"
    inputmode="numeric"
    autocomplete="off"
    aria-describedby="${about}"
    aria-invalid="${isMistaken ? 'true' : 'false'}"
  />`;
}
