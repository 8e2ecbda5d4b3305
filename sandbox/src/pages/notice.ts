// Pages that say one thing: what has happened, what went wrong, or that the customer returns to the
// shop.

import { html, type Html } from '@bramka/gateway/http/pages/html.ts';
import { automatic, hiddenField } from './form-parts.ts';
import type { PageLanguage } from './language.ts';
import { mark, type Mark, type Page } from './layout.ts';

export function messagePage(kind: Mark, title: string, content: Html): Page {
  return {
    title,
    policy: { forms: 'none' },
    main: html`${mark(kind)}
      <h1>${title}</h1>
      ${content}`,
  };
}

/** `reason`: one sentence in this language. */
export function noticePage({ say }: PageLanguage, status: number, reason: string): Page {
  const page = messagePage('bad', say.sorryTitle, html`<p class="note">${reason}</p>`);
  return { ...page, status, title: `${say.error}: ${say.sorryTitle}` };
}

interface ReturnForm {
  readonly method: 'get' | 'post';
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** Returns to the shop: a form that submits itself, with a button for browsers without scripts. */
export function returnPage(
  { say }: PageLanguage,
  kind: Mark,
  title: string,
  form: ReturnForm,
): Page {
  const content = html`<p>${say.goingBack}</p>
    <form method="${form.method}" action="${form.action}">
      ${form.fields.map(([name, value]) => hiddenField(name, value))}
      <button class="main" type="submit">${say.backToShop}</button>
    </form>
    ${automatic}`;
  return { ...messagePage(kind, title, content), policy: { forms: 'anywhere', isAutomatic: true } };
}
