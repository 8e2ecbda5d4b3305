// The pages of a wallet sheet: choose a card and confirm, then the answer, which a script hands to
// the page that opened the sheet, or which is shown to be copied.

import { formatAmount, money } from '@bramka/gateway/core/money.ts';
import { Html, html } from '@bramka/gateway/http/pages/html.ts';
import { amountText, type PageLanguage } from '../../pages/language.ts';
import { hiddenField, inputField } from '../../pages/form-parts.ts';
import { mark, type Page } from '../../pages/layout.ts';
import { artUrl, organizationName } from '../../wire/card-art.ts';
import { organizationOf } from '../../wire/cards/card-number.ts';
import { walletNames } from '../tokens/request.ts';
import { walletTriggers } from '../triggers.ts';
import type { SheetRequest } from './sheet-request.ts';
import { sheetTexts } from './texts.ts';

interface SheetVisit {
  readonly speech: PageLanguage;
  readonly sheet: SheetRequest;
  /** The address of the sheet, such as /sandbox/wallets/sheet. */
  readonly address: string;
}

/** `mistake`: the number of the card as typed before, if it was wrong. */
export function sheetPage(visit: SheetVisit, mistake?: string): Page {
  const { speech, sheet, address } = visit;
  const say = sheetTexts[speech.language];
  const wallet = walletNames[sheet.payment.type];
  const isApple = sheet.payment.type === 'APAY';
  const amount = amountOf(visit);
  return {
    ...pageOf(visit, say.title.replace('{wallet}', wallet)),
    ...(mistake === undefined ? {} : { status: 400 }),
    policy: { forms: 'self', isAlone: true },
    main: html`<form method="post" action="${address}/act">
      ${hiddenFields(sheet)}
      <div class="group total">
        <h1>${say.payShop.replace('{shop}', () => sheet.shop)}</h1>
        <p class="sum">${amount}</p>
      </div>
      ${cardGroup(visit, mistake)}
      <div class="ways">
        <button class="main" type="submit" name="do" value="confirm">
          ${isApple ? [fingerprint, say.confirm] : say.payAmount.replace('{amount}', amount)}
        </button>
        <button class="plain" type="submit" name="do" value="cancel">${say.cancel}</button>
      </div>
    </form>`,
  };
}

/** The chosen card; the box shows the others and what only tests need. */
function cardGroup(visit: SheetVisit, mistake: string | undefined): Html {
  const say = sheetTexts[visit.speech.language];
  return html`<div class="group cards">
    <fieldset>
      <legend>${say.cards}</legend>
      ${walletTriggers.map(({ value, outcome }, index) =>
        cardChoice(value, say[outcome], index === 0),
      )}
    </fieldset>
    <div class="extras">
      ${otherCard(visit, mistake)}
      ${visit.sheet.payment.type === 'GPAY' ? panOnlyChoice(say.panOnly) : undefined}
    </div>
    <label class="choice more">
      <input type="checkbox" id="more" ${mistake === undefined ? undefined : checked} />
      ${say.more}
    </label>
  </div>`;
}

function pageOf({ speech, sheet }: SheetVisit, title: string) {
  const say = sheetTexts[speech.language];
  const { type } = sheet.payment;
  const wallet = type === 'APAY' ? ('apple' as const) : ('google' as const);
  const bank = walletNames[type];
  return { title, bank, wallet, disclaimer: say.disclaimer, sendsOrigin: true };
}

function amountOf({ speech, sheet: { payment } }: SheetVisit): string {
  const amount = formatAmount(money(payment.amountMinor, payment.currency));
  return amountText(speech, amount, payment.currency);
}

function hiddenFields({ fields }: SheetRequest): Html[] {
  return fields.map(([name, value]) => hiddenField(name, value));
}

function cardChoice(card: string, meaning: string, isFirst: boolean): Html {
  const organization = organizationOf(card) ?? 'VISA';
  return html`<label class="choice">
    <input type="radio" name="card" value="${card}" ${isFirst ? checked : undefined} />
    <img alt="" src="${artUrl(organization, card)}" width="1536" height="969" />
    <span
      ><strong>${organizationName(organization)} •••• ${card.slice(-4)}</strong> ${meaning}</span
    >
  </label>`;
}

const checked = new Html('checked');

function otherCard({ speech }: SheetVisit, mistake: string | undefined): Html {
  const say = sheetTexts[speech.language];
  const kind = html`inputmode="numeric" autocomplete="off" maxlength="30" placeholder=" "`;
  return inputField({
    name: 'other',
    label: say.other,
    hint: say.otherHint,
    problem: mistake === undefined ? undefined : say.badCard,
    kind: html`${kind} value="${mistake ?? ''}"`,
  });
}

function panOnlyChoice(text: string): Html {
  return html`<label class="choice">
    <input type="checkbox" name="panOnly" id="pan-only" value="yes" />
    <span>${text}</span>
  </label>`;
}

const fingerprint = html`<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
  <g fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round">
    <path d="M5 9.5a7.4 7.4 0 0 1 14 3c0 2-.2 3.600-.6 5.200" />
    <path d="M4.600 15.500c.3-1 .4-2 .4-3" />
    <path d="M8 19c.6-2 .8-4 .8-6.500a3.200 3.200 0 0 1 6.400 0c0 2.800-.3 5.200-1 7.500" />
    <path d="M12 12.500c0 3-.3 5.500-1.100 8" />
  </g>
</svg>`;

/** Not reformatted: the policy contains the hash of these exact bytes. */
const handBack =
  "const m=document.querySelector('[data-origin]');const{wallet,status,token,origin}=m.dataset;" +
  'if(window.opener){window.opener.postMessage({wallet,status,token},origin);window.close()}' +
  "else{document.querySelector('[data-sent]').hidden=true;" +
  "document.querySelector('[data-alone]').hidden=false}";

/** `token` null: the customer has cancelled. */
export function answerPage(visit: SheetVisit, token: string | null): Page {
  const say = sheetTexts[visit.speech.language];
  const title = token === null ? say.cancelledTitle : say.confirmedTitle;
  const icon = mark(token === null ? 'bad' : 'good');
  const { origin } = visit.sheet;
  const base = pageOf(visit, title);
  if (origin !== null) {
    return {
      ...base,
      policy: { forms: 'none', isAlone: true, script: handBack },
      main: html`${icon}
        <h1>${title}</h1>
        ${handedBack(visit, origin, token)}${new Html(`<script>${handBack}</script>`)}`,
    };
  }
  return {
    ...base,
    policy: { forms: 'self', isAlone: true },
    main: html`${icon}
      <h1>${title}</h1>
      ${token === null ? html`<p>${say.nothingSent}</p>` : tokenField(visit, token)}
      <form method="get" action="${visit.address}">
        ${hiddenFields(visit.sheet)}
        <button class="plain" type="submit">${say.again}</button>
      </form>`,
  };
}

function handedBack(visit: SheetVisit, origin: string, token: string | null): Html {
  const say = sheetTexts[visit.speech.language];
  const status = token === null ? 'CANCELLED' : 'CONFIRMED';
  const wallet = visit.sheet.payment.type;
  const given = token === null ? undefined : html`data-token="${token}"`;
  return html`<p data-origin="${origin}" data-wallet="${wallet}" data-status="${status}" ${given}>
      <span data-sent>${say.handedBack}</span>
      <span data-alone hidden>${say.noOpener}</span>
    </p>
    <noscript>${token === null ? undefined : tokenField(visit, token)}</noscript>`;
}

function tokenField({ speech }: Pick<SheetVisit, 'speech'>, token: string): Html {
  const say = sheetTexts[speech.language];
  return html`<label for="token">${say.token}</label>
    <p class="hint">${say.tokenText}</p>
    <textarea id="token" readonly spellcheck="false">${token}</textarea>`;
}

export function badRequestPage(speech: PageLanguage, reason: string): Page {
  const { sorryTitle, error } = speech.say;
  return {
    status: 400,
    title: `${error}: ${sorryTitle}`,
    bank: 'Wallet',
    disclaimer: sheetTexts[speech.language].disclaimer,
    policy: { forms: 'none', isAlone: true },
    main: html`${mark('bad')}
      <h1>${sorryTitle}</h1>
      <p class="note" lang="en">${reason}</p>`,
  };
}
