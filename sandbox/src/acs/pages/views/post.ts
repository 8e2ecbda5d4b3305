// Pages that submit a form automatically, with a button for browsers without JavaScript: the return
// to the shop with the result, and the end of the 3DS Method.

import { Html, html } from '@bramka/gateway/http/pages/html.ts';
import type { PageLanguage } from '../language.ts';
import { webUrl, writeFingerprintData, type FingerprintData } from '../messages.ts';
import type { ChallengeView } from '../../view.ts';
import { mark, type Page } from './layout.ts';
import { noticePage } from './notice.ts';
import { scriptText } from './policy.ts';

/** Not reformatted: the policy contains the hash of these exact bytes. */
export const automatic = new Html(`<script>${scriptText}</script>`);

export function finishedPage(speech: PageLanguage, view: ChallengeView): Page {
  const { say } = speech;
  const titles = { Y: say.yesTitle, N: say.noTitle, U: say.unknownTitle };
  const kinds = { Y: 'good', N: 'bad', U: 'bad' } as const;
  const status = view.transStatus ?? 'U';
  const title = titles[status];
  if (view.back === null) {
    return {
      title,
      policy: { forms: 'none' },
      main: html`${mark(kinds[status])}
        <h1>${title}</h1>
        <p>${say.overText}</p>`,
    };
  }
  const { url, cres, threeDSSessionData } = view.back;
  const target = webUrl(url);
  if (target === undefined) return noticePage(speech, 400, 'badReturn');
  return {
    title,
    policy: { forms: 'anywhere', isAutomatic: true },
    main: html`${mark(kinds[status])}
      <h1>${title}</h1>
      <p>${say.goingBack}</p>
      <form method="post" action="${target.href}">
        <input type="hidden" name="cres" value="${cres}" />
        ${threeDSSessionData === null ? undefined : sessionField(threeDSSessionData)}
        <button class="main" type="submit">${say.backToShop}</button>
      </form>
      ${automatic}`,
  };
}

function sessionField(data: string): Html {
  return html`<input type="hidden" name="threeDSSessionData" value="${data}" />`;
}

/** Runs in a hidden frame; only visible if JavaScript is disabled. */
export function fingerprintPage({ say }: PageLanguage, data: FingerprintData): Page {
  const value = writeFingerprintData(data.threeDSServerTransID);
  return {
    title: say.fingerprintTitle,
    policy: { forms: data.notificationUrl, isAutomatic: true },
    main: html`<h1>${say.fingerprintTitle}</h1>
      <p>${say.methodText}</p>
      <form method="post" action="${data.notificationUrl.href}">
        <input type="hidden" name="threeDSMethodData" value="${value}" />
        <button class="main" type="submit">${say.continue}</button>
      </form>
      ${automatic}`,
  };
}
