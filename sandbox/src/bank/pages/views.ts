// The pages of a simulated bank: the login, the pre-filled transfer, the notice after leaving, and
// the result with the link back to the shop. All work without scripts.

import { isoTime } from '@bramka/gateway/core/clock.ts';
import { formatAmount, money } from '@bramka/gateway/core/money.ts';
import type { Html } from '@bramka/gateway/http/pages/html.ts';
import { html } from '@bramka/gateway/http/pages/html.ts';
import { amountText, timeText, type PageLanguage } from '../../pages/language.ts';
import { fillPlaceholder } from '../../pages/texts.ts';
import { factList, mark, type Fact, type Page } from '../../pages/layout.ts';
import { automatic, hiddenField, slip } from '../../pages/form-parts.ts';
import type { TransferRow } from '../transfer.ts';
import { backFields, providerNames } from '../view.ts';
import { bankTexts } from './texts.ts';
import type { BankTexts } from './texts/en.ts';

/** What a page needs: language, transfer, and its own address. */
export interface BankVisit {
  readonly speech: PageLanguage;
  readonly row: TransferRow;
  readonly address: string;
}

const sayIn = ({ speech }: Pick<BankVisit, 'speech'>): BankTexts => bankTexts[speech.language];

export function loginPage(visit: BankVisit, isWrong = false): Page {
  const say = sayIn(visit);
  return {
    ...(isWrong ? { status: 400 } : {}),
    title: say.loginTitle,
    bank: visit.row.bankName,
    policy: { forms: 'self', isAlone: true },
    main: html`<h1>${say.loginTitle}</h1>
      <p>${say.loginText}</p>
      ${factsOf(visit)}
      <form method="post" action="${visit.address}/act">
        <label for="password">${say.password}</label>
        <p class="hint" id="hint">${say.passwordHint}</p>
        ${isWrong ? slip(say.wrongPassword) : undefined}
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="off"
          maxlength="64"
          aria-describedby="hint${isWrong ? ' slip' : ''}"
          aria-invalid="${isWrong ? 'true' : 'false'}"
        />
        <button class="main" type="submit" name="do" value="login">${say.login}</button>
      </form>
      ${awayForm(visit)}`,
  };
}

export function transferPage(visit: BankVisit): Page {
  const say = sayIn(visit);
  return {
    title: say.payTitle,
    bank: visit.row.bankName,
    policy: { forms: 'self', isAlone: true },
    main: html`<h1>${say.payTitle}</h1>
      <p>${say.payText}</p>
      ${factsOf(visit)}
      <form class="ways" method="post" action="${visit.address}/act">
        <button class="main" type="submit" name="do" value="pay">${say.pay}</button>
        <button class="wary" type="submit" name="do" value="refuse">${say.refuse}</button>
      </form>
      ${awayForm(visit)}`,
  };
}

function awayForm(visit: BankVisit): Html {
  return html`<form class="ways" method="post" action="${visit.address}/act">
    <button class="wide away" type="submit" name="do" value="abandon">
      ${sayIn(visit).walkAway}
    </button>
  </form>`;
}

function factsOf(visit: BankVisit): Html {
  const { speech, row } = visit;
  const say = sayIn(visit);
  const amount = formatAmount(money(row.amountMinor, row.currency));
  const facts: Fact[] = [
    [say.recipient, fillPlaceholder(say.recipientName, providerNames[row.intermediary])],
    [say.amount, amountText(speech, amount, row.currency)],
    ...(row.description === '' ? [] : [[say.transferTitle, row.description] as const]),
    [say.validUntil, timeText(speech, row.validUntil)],
  ];
  return factList(facts);
}

export function awayPage(visit: BankVisit): Page {
  const say = sayIn(visit);
  const { row, speech } = visit;
  return {
    title: say.awayTitle,
    bank: row.bankName,
    policy: { forms: 'none', isAlone: true },
    main: html`${mark('wait')}
      <h1>${say.awayTitle}</h1>
      <p>
        ${say.awayText}
        <time datetime="${isoTime(row.validUntil)}">${timeText(speech, row.validUntil)}</time>
      </p>
      <p><a class="button" href="${visit.address}">${say.resume}</a></p>`,
  };
}

function resultTitle(say: BankTexts, { state, details }: TransferRow): string {
  if (state === 'PAID') return say.paidTitle;
  if (state === 'CANCELLED') return say.cancelledTitle;
  if (state === 'EXPIRED') return say.expiredTitle;
  if (details === 'INSUFFICIENT_FUNDS') return say.noFundsTitle;
  return details === 'INCORRECT_AMOUNT' ? say.wrongAmountTitle : say.refusedTitle;
}

/** The return to the shop is a form: browsers without scripts show its button. */
export function resultPage(visit: BankVisit): Page {
  const say = sayIn(visit);
  const { row } = visit;
  const title = resultTitle(say, row);
  const fields = backFields(row).map(([name, value]) => hiddenField(name, value));
  return {
    title,
    bank: row.bankName,
    policy: { forms: 'anywhere', isAutomatic: true, isAlone: true },
    main: html`${mark(row.state === 'PAID' ? 'good' : 'bad')}
      <h1>${title}</h1>
      <p>${visit.speech.say.goingBack}</p>
      <form method="get" action="${row.returnUrl}">
        ${fields}
        <button class="main" type="submit">${visit.speech.say.backToShop}</button>
      </form>
      ${automatic}`,
  };
}

export function unknownPage(speech: PageLanguage): Page {
  const { sorryTitle, error } = speech.say;
  return {
    status: 404,
    title: `${error}: ${sorryTitle}`,
    policy: { forms: 'none', isAlone: true },
    main: html`${mark('bad')}
      <h1>${sorryTitle}</h1>
      <p class="note">${sayIn({ speech }).unknownTransfer}</p>`,
  };
}
