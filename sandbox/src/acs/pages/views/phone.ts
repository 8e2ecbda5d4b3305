// The bank's app on the customer's phone: the question, Approve and Reject, and the outcome.

import { html } from '@bramka/gateway/http/pages/html.ts';
import { mark, type Page } from '../../../pages/layout.ts';
import type { ChallengeView } from '../../view.ts';
import type { IssuerLanguage } from '../texts.ts';
import type { Addresses } from '../visit.ts';
import { factsOf } from './challenge-facts.ts';

export function phonePage(speech: IssuerLanguage, view: ChallengeView, addresses: Addresses): Page {
  const { say } = speech;
  if (view.state === 'OPEN') return outcomePage('wait', say.nothingTitle, say.nothingText);
  if (view.state === 'FINISHED') {
    const titles = { Y: say.approvedTitle, N: say.rejectedTitle, U: say.endedTitle };
    const status = view.transStatus ?? 'U';
    return outcomePage(status === 'Y' ? 'good' : 'bad', titles[status], say.phoneOver);
  }
  return {
    title: say.phoneTitle,
    isPhone: true,
    policy: { forms: 'self', isAlone: true },
    main: html`<h1>${say.phoneTitle}</h1>
      ${factsOf(speech, view)}
      <form class="ways" method="post" action="${addresses.phone(view.acsTransID, '/act')}">
        <button class="main" type="submit" name="do" value="approve">${say.approve}</button>
        <button class="wary" type="submit" name="do" value="reject">${say.reject}</button>
      </form>`,
  };
}

function outcomePage(kind: 'good' | 'bad' | 'wait', title: string, text: string): Page {
  return {
    title,
    isPhone: true,
    policy: { forms: 'none', isAlone: true },
    main: html`${mark(kind)}
      <h1>${title}</h1>
      <p>${text}</p>`,
  };
}
