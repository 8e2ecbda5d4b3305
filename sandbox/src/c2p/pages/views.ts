// The pages of the simulated Click to Pay system: e-mail, one-time code, cards with consent, and
// the end. All work without scripts; in a frame the last page hands the response to the page of
// the shop.

import { formatAmount } from '@bramka/gateway/core/money.ts';
import { Html, html } from '@bramka/gateway/http/pages/html.ts';
import { amountText, type PageLanguage } from '../../pages/language.ts';
import { fillPlaceholder } from '../../pages/texts.ts';
import { hiddenField, slip } from '../../pages/form-parts.ts';
import { factList, mark, type Page } from '../../pages/layout.ts';
import type { PolicyNeeds } from '../../pages/policy.ts';
import { cardsOf } from '../consumers.ts';
import { cancelForm, cardChoice, choice } from './parts.ts';
import type { Order } from '../system/checkout.ts';
import type { CheckoutRow } from '../rows.ts';
import { c2pTexts } from './texts.ts';
import type { C2pTexts } from './texts/en.ts';

const NAME = 'Click to Pay';

/** Not reformatted: the policy contains the hash of these exact bytes. */
export const answerScript =
  'const{origin,response}=document.getElementById("answer").dataset;' +
  'if(parent!==window)parent.postMessage(' +
  '{source:"click-to-pay",checkoutResponse:response??null},origin)';

export interface Framing {
  readonly origin: string | null;
}

interface Body {
  readonly title: string;
  readonly main: Html;
  readonly policy?: Partial<PolicyNeeds>;
  readonly status?: number;
}

export const sayIn = ({ language }: PageLanguage): C2pTexts => c2pTexts[language];

/** Only the shop that has started the checkout may show it in a frame. */
function page(speech: PageLanguage, { origin }: Framing, body: Body): Page {
  const framing = origin === null ? { isAlone: true } : { framedBy: new URL(origin) };
  return {
    ...body,
    bank: NAME,
    disclaimer: sayIn(speech).disclaimer,
    sendsOrigin: true,
    policy: { forms: 'self', ...framing, ...body.policy },
  };
}

/** `base`: the address of the pages, such as /sandbox/c2p. */
export function tryPage(speech: PageLanguage, base: string): Page {
  const say = sayIn(speech);
  return page(
    speech,
    { origin: null },
    {
      title: say.title,
      main: html`<h1>${say.title}</h1>
        <p>${say.tryText}</p>
        <form method="get" action="${base}/pay">
          <label for="dpaId">${say.dpaId}</label>
          <input id="dpaId" name="dpaId" value="sandbox-10000001" maxlength="64" required />
          <label for="amount">${say.amount}</label>
          <input id="amount" name="amount" value="123.45" inputmode="decimal" required />
          <label for="currency">${say.currency}</label>
          <input id="currency" name="currency" value="PLN" maxlength="3" required />
          <button class="main" type="submit">${say.start}</button>
        </form>`,
    },
  );
}

export interface EmailForm extends Framing {
  readonly order: Order;
  readonly email: string;
  /** Why the previous address was not accepted. */
  readonly problem?: 'badEmail' | 'notRecognised';
}

export function emailPage(speech: PageLanguage, form: EmailForm, base: string): Page {
  const say = sayIn(speech);
  const { order, email, problem, origin } = form;
  const amount = formatAmount({ minor: order.amountMinor, currency: order.currency });
  const hidden = Object.entries({ dpaId: order.dpaId, amount, currency: order.currency, origin });
  return page(speech, form, {
    ...(problem ? { status: problem === 'badEmail' ? 400 : 404 } : {}),
    title: say.title,
    main: html`<h1>${say.title}</h1>
      ${factsOf(speech, order)}
      <form method="post" action="${base}/pay">
        ${hidden.map(([name, value]) => hiddenField(name, value ?? ''))}
        <label for="email">${say.email}</label>
        <p class="hint" id="hint">${say.emailHint}</p>
        ${problem ? slip(say[problem]) : undefined}
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="email"
          maxlength="254"
          value="${email}"
          required
          aria-describedby="hint${problem ? ' slip' : ''}"
          aria-invalid="${problem ? 'true' : 'false'}"
        />
        <button class="main" type="submit">${say.continue}</button>
      </form>`,
  });
}

export function codePage(speech: PageLanguage, row: CheckoutRow, base: string): Page {
  const say = sayIn(speech);
  const isWrong = row.triesLeft < 3;
  return page(speech, row, {
    title: say.codeTitle,
    main: html`<h1>${say.codeTitle}</h1>
      ${factsOf(speech, row)}
      <p>${say.codeText} <strong id="sent">${row.code}</strong>.</p>
      <form method="post" action="${base}/pay/${row.sessionId}/act">
        <label for="code">${say.code}</label>
        ${isWrong ? slip(fillPlaceholder(say.wrongCode, row.triesLeft)) : undefined}
        <input
          id="code"
          name="code"
          inputmode="numeric"
          autocomplete="one-time-code"
          maxlength="6"
          required
          aria-describedby="${isWrong ? 'slip' : 'sent'}"
          aria-invalid="${isWrong ? 'true' : 'false'}"
        />
        <button class="main" type="submit" name="do" value="code">${say.continue}</button>
      </form>
      ${cancelForm(say, row, base)}`,
  });
}

export type CardProblem = 'badCard' | 'noConsent';

export function cardsPage(
  speech: PageLanguage,
  row: CheckoutRow,
  base: string,
  problem?: CardProblem,
): Page {
  const say = sayIn(speech);
  const isBadCard = problem === 'badCard';
  return page(speech, row, {
    ...(problem ? { status: 400 } : {}),
    title: say.cardsTitle,
    main: html`<h1>${say.cardsTitle}</h1>
      ${factsOf(speech, row)}
      <form method="post" action="${base}/pay/${row.sessionId}/act">
        <fieldset>
          <legend>${say.cardsOf} <span dir="auto">${row.email}</span></legend>
          ${cardsOf(row.email).map((card, index) => cardChoice(card, index === 0))}
        </fieldset>
        <label for="card">${say.other}</label>
        <p class="hint" id="hint">${say.otherHint}</p>
        ${isBadCard ? slip(say.badCard) : undefined}
        <input
          id="card"
          name="card"
          inputmode="numeric"
          autocomplete="off"
          maxlength="23"
          aria-describedby="hint${isBadCard ? ' slip' : ''}"
          aria-invalid="${isBadCard ? 'true' : 'false'}"
        />
        <fieldset>
          <legend>${say.form}</legend>
          ${choice('form', 'CARD', say.formCard, true)} ${choice('form', 'TOKEN', say.formToken)}
        </fieldset>
        ${problem === 'noConsent' ? slip(say.noConsent) : undefined}
        <label class="choice">
          <input type="checkbox" name="consent" value="yes" required />
          <span>${say.consent}</span>
        </label>
        <button class="main" type="submit" name="do" value="pay">
          ${say.pay} ${paidText(speech, row)}
        </button>
      </form>
      ${cancelForm(say, row, base)}`,
  });
}

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
  const script = new Html(`<script>${answerScript}</script>`);
  return response === null
    ? html`<div id="answer" hidden data-origin="${origin}"></div>
        ${script}`
    : html`<div id="answer" hidden data-origin="${origin}" data-response="${response}"></div>
        ${script}`;
}

function paidText(speech: PageLanguage, { amountMinor: minor, currency }: Order): string {
  return amountText(speech, formatAmount({ minor, currency }), currency);
}

function factsOf(speech: PageLanguage, order: Order): Html {
  const say = sayIn(speech);
  return factList([
    [say.shop, order.dpaId],
    [say.amount, paidText(speech, order)],
  ]);
}
