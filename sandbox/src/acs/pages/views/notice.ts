// Pages without an action: an error, or that nothing happens until the challenge times out.

import { isoTime } from '@bramka/gateway/core/clock.ts';
import { html } from '@bramka/gateway/http/pages/html.ts';
import { timeText, type PageLanguage } from '../language.ts';
import type { ChallengeView } from '../../view.ts';
import type { TextName } from '../texts/en.ts';
import { mark, type Page } from './layout.ts';

export function noticePage({ say }: PageLanguage, status: number, reason: TextName): Page {
  return {
    status,
    title: `${say.error}: ${say.sorryTitle}`,
    policy: { forms: 'none' },
    main: html`${mark('bad')}
      <h1>${say.sorryTitle}</h1>
      <p class="note">${say[reason]}</p>`,
  };
}

/** The customer abandoned the challenge, or the card is one that never gets an answer. */
export function waitPage(speech: PageLanguage, view: ChallengeView, why: 'away' | 'stuck'): Page {
  const { say } = speech;
  const title = why === 'away' ? say.awayTitle : say.stuckTitle;
  return {
    title,
    policy: { forms: 'none' },
    main: html`${mark('wait')}
      <h1>${title}</h1>
      <p>
        ${why === 'away' ? say.awayText : say.stuckText}
        <time datetime="${isoTime(view.expiresAt)}">${timeText(speech, view.expiresAt)}</time>
      </p>`,
  };
}
