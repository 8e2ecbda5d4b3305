// Pages that only tell something: what was wrong with a request, and that nothing more will happen
// until the challenge times out.

import { isoTime } from '@bramka/gateway/core/clock.ts';
import { html } from '@bramka/gateway/http/pages/html.ts';
import { timeText, type Speech } from '../language.ts';
import type { ChallengeView } from '../../view.ts';
import type { TextName } from '../texts/en.ts';
import { mark, type Page } from './layout.ts';

export function noticePage({ say }: Speech, status: number, reason: TextName): Page {
  return {
    status,
    title: `${say.error}: ${say.sorryTitle}`,
    policy: { forms: 'none' },
    main: html`${mark('bad')}
      <h1>${say.sorryTitle}</h1>
      <p class="note">${say[reason]}</p>`,
  };
}

/** The customer has left, or the card is one that never gets an answer. */
export function waitPage(speech: Speech, view: ChallengeView, why: 'away' | 'stuck'): Page {
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
