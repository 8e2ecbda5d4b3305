// The pages of a simulated bank: the login, the pre-filled transfer, the notice after leaving, and
// the result with the way back to the shop. All work without scripts.

import { formatAmount, money } from '@bramka/gateway/core/money.ts';
import { html, type Html } from '@bramka/gateway/http/pages/html.ts';
import { actButton, passwordField, timePart } from '../../pages/form-parts.ts';
import { amountText, timeText, type PageLanguage } from '../../pages/language.ts';
import { factList, type Fact, type Page } from '../../pages/layout.ts';
import { messagePage, returnPage } from '../../pages/notice.ts';
import { fillPlaceholder } from '../../pages/texts.ts';
import type { TransferRow } from '../transfer.ts';
import { backFields, providerNames } from '../view.ts';
import { bankTexts } from './texts.ts';

/** What a page needs: language, transfer, and its own address. */
export interface BankVisit {
  readonly speech: PageLanguage;
  readonly row: TransferRow;
  readonly address: string;
}

export const sayIn = ({ speech }: Pick<BankVisit, 'speech'>) => bankTexts[speech.language];

export function loginPage(visit: BankVisit, isWrong = false): Page {
  const say = sayIn(visit);
  return {
    ...(isWrong ? { status: 400 } : {}),
    title: say.loginTitle,
    policy: { forms: 'self' },
    main: html`<h1>${say.loginTitle}</h1>
      <p>${say.loginText}</p>
      ${factsOf(visit)}
      <form method="post" action="${visit.address}/act">
        ${passwordField(visit.speech, isWrong ? say.wrongPassword : undefined)}
        ${actButton('main', 'login', say.login)}
      </form>
      ${awayForm(visit)}`,
  };
}

export function transferPage(visit: BankVisit): Page {
  const say = sayIn(visit);
  return {
    title: say.payTitle,
    policy: { forms: 'self' },
    main: html`<h1>${say.payTitle}</h1>
      <p>${say.payText}</p>
      ${factsOf(visit)}
      <form class="ways" method="post" action="${visit.address}/act">
        ${actButton('main', 'pay', say.pay)} ${actButton('wary', 'refuse', say.refuse)}
      </form>
      ${awayForm(visit)}`,
  };
}

function awayForm(visit: BankVisit): Html {
  return html`<form class="ways" method="post" action="${visit.address}/act">
    ${actButton('wide away', 'abandon', sayIn(visit).walkAway)}
  </form>`;
}

function factsOf(visit: BankVisit): Html {
  const { speech, row } = visit;
  const say = sayIn(visit);
  const amount = formatAmount(money(row.amountMinor, row.currency));
  const facts: Fact[] = [
    [say.recipient, fillPlaceholder(say.recipientName, providerNames[row.intermediary])],
    [speech.say.amount, amountText(speech, amount, row.currency)],
    ...(row.description === '' ? [] : [[say.transferTitle, row.description] as const]),
    [say.validUntil, timeText(speech, row.validUntil)],
  ];
  return factList(facts);
}

export function awayPage(visit: BankVisit): Page {
  const say = sayIn(visit);
  const { row, speech, address } = visit;
  const content = html`<p>${say.awayText} ${timePart(speech, row.validUntil)}</p>
    <p><a class="button" href="${address}">${say.resume}</a></p>`;
  return messagePage('wait', say.awayTitle, content);
}

export function resultPage(visit: BankVisit): Page {
  const { row, speech } = visit;
  const form = { method: 'get', action: row.returnUrl, fields: backFields(row) } as const;
  return returnPage(speech, row.state === 'PAID' ? 'good' : 'bad', resultTitle(visit), form);
}

function resultTitle(visit: BankVisit): string {
  const say = sayIn(visit);
  const { state, details } = visit.row;
  if (state === 'PAID') return say.paidTitle;
  if (state === 'CANCELLED') return say.cancelledTitle;
  if (state === 'EXPIRED') return say.expiredTitle;
  if (details === 'INSUFFICIENT_FUNDS') return say.noFundsTitle;
  return details === 'INCORRECT_AMOUNT' ? say.wrongAmountTitle : say.refusedTitle;
}
