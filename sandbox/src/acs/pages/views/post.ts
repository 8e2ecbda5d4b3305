// Pages that submit a form automatically, with a button for browsers without JavaScript: the return
// to the shop with the result, and the end of the 3DS Method.

import { html } from '@bramka/gateway/http/pages/html.ts';
import { webUrl, writeFingerprintData, type FingerprintData } from '../messages.ts';
import { mark, type Page } from '../../../pages/layout.ts';
import type { ChallengeView } from '../../view.ts';
import type { IssuerLanguage } from '../texts.ts';

import { noticePage } from '../../../pages/notice.ts';
import { automatic, hiddenField } from '../../../pages/form-parts.ts';

export function finishedPage(speech: IssuerLanguage, view: ChallengeView): Page {
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
  const session =
    threeDSSessionData === null ? undefined : hiddenField('threeDSSessionData', threeDSSessionData);
  if (target === undefined) return noticePage(speech, 400, say.badReturn);
  return {
    title,
    policy: { forms: 'anywhere', isAutomatic: true },
    main: html`${mark(kinds[status])}
      <h1>${title}</h1>
      <p>${say.goingBack}</p>
      <form method="post" action="${target.href}">
        ${hiddenField('cres', cres)} ${session}
        <button class="main" type="submit">${say.backToShop}</button>
      </form>
      ${automatic}`,
  };
}

/** Runs in a hidden frame; only visible if JavaScript is disabled. */
export function fingerprintPage({ say }: IssuerLanguage, data: FingerprintData): Page {
  const value = writeFingerprintData(data.threeDSServerTransID);
  return {
    title: say.fingerprintTitle,
    policy: { forms: data.notificationUrl, isAutomatic: true },
    main: html`<h1>${say.fingerprintTitle}</h1>
      <p>${say.methodText}</p>
      <form method="post" action="${data.notificationUrl.href}">
        ${hiddenField('threeDSMethodData', value)}
        <button class="main" type="submit">${say.continue}</button>
      </form>
      ${automatic}`,
  };
}
