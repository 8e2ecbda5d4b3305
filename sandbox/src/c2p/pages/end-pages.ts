// The last pages of a checkout: the response, or that it has ended without one. In a frame a script
// hands the response to the page of the shop.

import { Html, html } from '@bramka/gateway/http/pages/html.ts';
import type { PageLanguage } from '../../pages/language.ts';
import { mark, type Page } from '../../pages/layout.ts';
import type { CheckoutRow } from '../rows.ts';
import { page, sayIn, type Framing } from './frame.ts';

/** Not reformatted: the policy contains the hash of these exact bytes. */
const answerScript =
  'const{origin,response}=document.getElementById("answer").dataset;' +
  'if(parent!==window)parent.postMessage(' +
  '{source:"click-to-pay",checkoutResponse:response??null},origin)';

export function donePage(speech: PageLanguage, row: CheckoutRow, response: string): Page {
  const say = sayIn(speech);
  return page(speech, row, {
    title: say.doneTitle,
    policy: { forms: 'none', ...(row.origin === null ? {} : { script: answerScript }) },
    main: html`${mark('good')}
      <h1>${say.doneTitle}</h1>
      <p>${say.doneText}</p>
      <label for="response">${say.response}</label>
      <textarea id="response" readonly rows="6">${response}</textarea>
      ${answerTo(row, response)}`,
  });
}

export function endedPage(speech: PageLanguage, row: CheckoutRow): Page {
  const say = sayIn(speech);
  const isCancelled = row.state === 'CANCELLED';
  const title = isCancelled ? say.cancelledTitle : say.endedTitle;
  // After a reload of the last page the shop already has its answer.
  const tells = row.state !== 'COMPLETED' && row.origin !== null;
  return page(speech, row, {
    title,
    policy: { forms: 'none', ...(tells ? { script: answerScript } : {}) },
    main: html`${mark('bad')}
      <h1>${title}</h1>
      <p>${say.endedText}</p>
      ${tells ? answerTo(row, null) : undefined}`,
  });
}

/** For the script: the message, and the only origin that may receive it. */
function answerTo({ origin }: Framing, response: string | null): Html | undefined {
  if (origin === null) return undefined;
  const given = response === null ? undefined : html`data-response="${response}"`;
  return html`<div id="answer" hidden data-origin="${origin}" ${given}></div>
    ${new Html(`<script>${answerScript}</script>`)}`;
}
