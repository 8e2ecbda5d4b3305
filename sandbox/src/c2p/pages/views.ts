// The pages of the simulated Click to Pay system before its end: e-mail, one-time code, cards with
// consent. All work without scripts.

import { formatAmount } from '@bramka/gateway/core/money.ts';
import { html, type Html } from '@bramka/gateway/http/pages/html.ts';
import { amountText, type PageLanguage } from '../../pages/language.ts';
import { fillPlaceholder } from '../../pages/texts.ts';
import { hiddenField, inputField, slip } from '../../pages/form-parts.ts';
import { factList, type Page } from '../../pages/layout.ts';
import { cardsOf } from '../consumers.ts';
import { cancelForm, cardChoice, choice } from './parts.ts';
import type { Order } from '../system/checkout.ts';
import type { CheckoutRow } from '../rows.ts';
import { page, sayIn, type Framing } from './frame.ts';

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

interface EmailForm extends Framing {
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
        ${inputField({
          name: 'email',
          label: say.email,
          hint: say.emailHint,
          problem: problem && say[problem],
          kind: html`type="email" autocomplete="email" maxlength="254" value="${email}" required`,
        })}
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

type CardProblem = 'badCard' | 'noConsent';

export function cardsPage(
  speech: PageLanguage,
  row: CheckoutRow,
  base: string,
  problem?: CardProblem,
): Page {
  const say = sayIn(speech);
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
        ${inputField({
          name: 'card',
          label: say.other,
          hint: say.otherHint,
          problem: problem === 'badCard' ? say.badCard : undefined,
          kind: html`inputmode="numeric" autocomplete="off" maxlength="23"`,
        })}
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
