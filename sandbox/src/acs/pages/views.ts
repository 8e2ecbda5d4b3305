// The pages of the simulated issuer: the challenge, the wait for the bank's app, the app itself,
// the return to the shop, and the end of the 3DS Method. Every option is a plain form.

import { html, type Html } from '@bramka/gateway/http/pages/html.ts';
import { actButton, automatic, hiddenField, passwordField } from '../../pages/form-parts.ts';
import { timePart } from '../../pages/form-parts.ts';
import { amountText, type PageLanguage } from '../../pages/language.ts';
import { factList, type Fact, type Page } from '../../pages/layout.ts';
import { messagePage, noticePage, returnPage } from '../../pages/notice.ts';
import { fillPlaceholder } from '../../pages/texts.ts';
import type { ChallengeView } from '../view.ts';
import { webUrl, writeFingerprintData, type FingerprintData } from './messages.ts';
import { acsTexts } from './texts.ts';

/** What a page needs: its language, the challenge, and the address of the ACS. */
export interface ChallengeVisit {
  readonly speech: PageLanguage;
  readonly view: ChallengeView;
  /** As a path, so that the browser stays on the host it came to, such as /sandbox/acs. */
  readonly base: string;
}

export const sayIn = ({ speech }: Pick<ChallengeVisit, 'speech'>) => acsTexts[speech.language];

export const challengeAddress = ({ base, view }: ChallengeVisit): string =>
  `${base}/challenge/${view.acsTransID}`;
export const phoneAddress = ({ base, view }: ChallengeVisit): string =>
  `${base}/phone/${view.acsTransID}`;

export function challengePage(visit: ChallengeVisit, isEmptyPassword = false): Page {
  const say = sayIn(visit);
  const { speech } = visit;
  const act = `${challengeAddress(visit)}/act`;
  // The fragment survives the redirect: after an error the password field has the focus, so that a
  // screen reader reads it and the error first. Browsers ignore `autofocus` in cross-origin frames.
  const tryPassword = `${act}#password`;
  const mistake = mistakeIn(visit, isEmptyPassword);
  return {
    title: mistake === undefined ? say.confirmTitle : `${speech.say.error}: ${say.confirmTitle}`,
    policy: { forms: 'self' },
    main: html`<h1>${say.confirmTitle}</h1>
      <div class="halves">
        <div>
          ${factsOf(visit)}
          <form method="post" action="${tryPassword}">
            ${passwordField(speech, mistake)} ${actButton('main', 'password', say.confirm)}
          </form>
        </div>
        <div>
          <h2>${say.otherWays}</h2>
          <form class="ways" method="post" action="${act}">
            ${actButton('wide', 'push', say.approveInApp)} ${actButton('wary', 'reject', say.notMe)}
            ${actButton('plain', 'cancel', say.cancel)}
            ${actButton('wide away', 'abandon', say.walkAway)}
          </form>
        </div>
      </div>`,
  };
}

function mistakeIn(visit: ChallengeVisit, isEmpty: boolean): string | undefined {
  const { emptyPassword, wrongPassword } = sayIn(visit);
  const { isWrongPassword, triesLeft } = visit.view;
  if (isEmpty) return emptyPassword;
  return isWrongPassword ? fillPlaceholder(wrongPassword, triesLeft) : undefined;
}

/** The purchase to confirm; no amount if only a card is verified. */
function factsOf(visit: ChallengeVisit): Html {
  const { speech, view } = visit;
  const { amount, currency } = view;
  const { say } = speech;
  const paid: Fact[] = amount === '' ? [] : [[say.amount, amountText(speech, amount, currency)]];
  return factList([[say.shop, view.merchantName], ...paid, [sayIn(visit).card, view.cardMask]]);
}

/**
 * Waits for the answer in the bank's app. A frame polls every two seconds, so that the page itself
 * does not reload while it is read or focused. Without JavaScript the frame cannot move the page
 * on, so the page reloads itself.
 */
export function pushPage(visit: ChallengeVisit, wasAsked: boolean): Page {
  const say = sayIn(visit);
  const here = challengeAddress(visit);
  return {
    title: say.pushTitle,
    policy: { forms: 'self', hasFrame: true },
    head: html`<noscript><meta http-equiv="refresh" content="2;url=${here}" /></noscript>`,
    main: html`<h1>${say.pushTitle}</h1>
      ${wasAsked ? html`<p class="note" role="status">${say.notYet}</p>` : undefined}
      <div class="halves">
        <div>
          ${factsOf(visit)}
          <p>${say.pushText}</p>
        </div>
        <div>
          <a class="button main" href="${phoneAddress(visit)}" target="_blank" rel="noopener"
            >${say.openApp} <span>(${say.newTab})</span></a
          >
          <form class="ways" method="get" action="${here}">
            ${hiddenField('asked', '1')}
            <button class="wide" type="submit">${say.continue}</button>
          </form>
          <form class="ways" method="post" action="${here}/act">
            ${actButton('wide plain', 'cancel', say.cancel)}
            ${actButton('wide away', 'abandon', say.walkAway)}
          </form>
        </div>
      </div>
      <iframe hidden title="" src="${here}/watch"></iframe>`,
  };
}

/** The content of the hidden frame: polls again, or moves the surrounding page on. */
export function watchPage(visit: ChallengeVisit): Page {
  const say = sayIn(visit);
  if (visit.view.state === 'PUSHED') {
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
    main: html`<form method="get" target="_parent" action="${challengeAddress(visit)}">
        <button type="submit">${say.continue}</button>
      </form>
      ${automatic}`,
  };
}

/** Nothing happens until the challenge times out: the customer has left, or the card is stuck. */
export function waitPage(visit: ChallengeVisit, why: 'away' | 'stuck'): Page {
  const say = sayIn(visit);
  const text = html`<p>${say[`${why}Text`]} ${timePart(visit.speech, visit.view.expiresAt)}</p>`;
  return messagePage('wait', say[`${why}Title`], text);
}

/** The bank's app on the customer's phone: the question, and then the outcome. */
export function phonePage(visit: ChallengeVisit): Page {
  const say = sayIn(visit);
  const { state, transStatus } = visit.view;
  if (state !== 'PUSHED') {
    const titles = { Y: say.approvedTitle, N: say.rejectedTitle, U: say.endedTitle };
    const kind = state === 'OPEN' ? 'wait' : transStatus === 'Y' ? 'good' : 'bad';
    const title = state === 'OPEN' ? say.nothingTitle : titles[transStatus ?? 'U'];
    const text = state === 'OPEN' ? say.nothingText : say.phoneOver;
    const page = messagePage(kind, title, html`<p>${text}</p>`);
    return { ...page, isPhone: true, policy: { forms: 'none', isAlone: true } };
  }
  return {
    title: say.phoneTitle,
    isPhone: true,
    policy: { forms: 'self', isAlone: true },
    main: html`<h1>${say.phoneTitle}</h1>
      ${factsOf(visit)}
      <form class="ways" method="post" action="${phoneAddress(visit)}/act">
        ${actButton('main', 'approve', say.approve)} ${actButton('wary', 'reject', say.reject)}
      </form>`,
  };
}

/** The result; a browser takes it back to the shop. */
export function finishedPage(visit: ChallengeVisit): Page {
  const say = sayIn(visit);
  const { back, transStatus } = visit.view;
  const kind = transStatus === 'Y' ? 'good' : 'bad';
  const title = { Y: say.yesTitle, N: say.noTitle, U: say.unknownTitle }[transStatus ?? 'U'];
  if (back === null) return messagePage(kind, title, html`<p>${say.overText}</p>`);
  const target = webUrl(back.url);
  if (target === undefined) return noticePage(visit.speech, 400, say.badReturn);
  const { cres, threeDSSessionData: session } = back;
  const kept = session === null ? [] : [['threeDSSessionData', session] as const];
  const fields = [['cres', cres] as const, ...kept];
  return returnPage(visit.speech, kind, title, { method: 'post', action: target.href, fields });
}

/** Runs in a hidden frame; only visible if JavaScript is disabled. */
export function fingerprintPage(speech: PageLanguage, data: FingerprintData): Page {
  const say = sayIn({ speech });
  return {
    title: say.fingerprintTitle,
    policy: { forms: data.notificationUrl, isAutomatic: true },
    main: html`<h1>${say.fingerprintTitle}</h1>
      <p>${say.methodText}</p>
      <form method="post" action="${data.notificationUrl.href}">
        ${hiddenField('threeDSMethodData', writeFingerprintData(data.threeDSServerTransID))}
        <button class="main" type="submit">${say.continue}</button>
      </form>
      ${automatic}`,
  };
}
