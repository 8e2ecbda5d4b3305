// The page that says that nothing happens until the challenge times out.

import { isoTime } from '@bramka/gateway/core/clock.ts';
import { html } from '@bramka/gateway/http/pages/html.ts';
import { timeText } from '../../../pages/language.ts';
import { mark, type Page } from '../../../pages/layout.ts';
import type { ChallengeView } from '../../view.ts';
import type { IssuerLanguage } from '../texts.ts';

/** The customer abandoned the challenge, or the card is one that never gets an answer. */
export function waitPage(speech: IssuerLanguage, view: ChallengeView, why: 'away' | 'stuck'): Page {
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
