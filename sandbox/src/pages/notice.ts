// The page of an error: one sentence, no action.

import { html } from '@bramka/gateway/http/pages/html.ts';
import type { PageLanguage } from './language.ts';
import { mark, type Page } from './layout.ts';

/** `reason`: one sentence in this language. */
export function noticePage({ say }: PageLanguage, status: number, reason: string): Page {
  return {
    status,
    title: `${say.error}: ${say.sorryTitle}`,
    policy: { forms: 'none' },
    main: html`${mark('bad')}
      <h1>${say.sorryTitle}</h1>
      <p class="note">${reason}</p>`,
  };
}
