// The pages of a BLIK phone: the choice of a phone, and the bank app with its code, the payments to
// confirm and the saved shops. All of it works without scripts.

import { createHash } from 'node:crypto';
import { html, type Html } from '@bramka/gateway/http/pages/html.ts';
import { amountText, type PageLanguage } from '../../pages/language.ts';
import { factList, type Page } from '../../pages/layout.ts';
import { actButton, automatic, hiddenField, timePart } from '../../pages/form-parts.ts';
import type { AliasView, CodeView, PushView } from '../http/views.ts';
import { phones, type Phone } from '../phone/phones.ts';
import { phoneTexts } from './texts.ts';

export interface PhoneState {
  readonly code: CodeView | null;
  readonly pushes: readonly PushView[];
  readonly aliases: readonly AliasView[];
}

const policy = { forms: 'self', isAlone: true } as const;

/** `base`: the address of the pages, such as /sandbox/blik. */
export function pickPage({ language }: PageLanguage, base: string): Page {
  const say = phoneTexts[language];
  const links = phones.map(
    ({ key, bank }) => html`<a class="button" href="${base}/phone/${key}">${bank}</a>`,
  );
  return {
    title: say.pick,
    bank: 'BLIK',
    isPhone: true,
    sendsOrigin: true,
    policy,
    main: html`<h1>${say.pick}</h1>
      <p>${say.pickText}</p>
      <nav class="ways">${links}</nav>`,
  };
}

export function phonePage(
  speech: PageLanguage,
  phone: Phone,
  state: PhoneState,
  base: string,
): Page {
  const say = phoneTexts[speech.language];
  const here = `${base}/phone/${phone.key}`;
  return {
    title: 'BLIK',
    bank: phone.bank,
    isPhone: true,
    sendsOrigin: true,
    policy: { ...policy, hasFrame: true },
    main: html`<h1>BLIK</h1>
      ${codePart(speech, state.code, here)}
      <h2>${say.payments}</h2>
      ${state.pushes.length === 0 ? html`<p>${say.noPayments}</p>` : undefined}
      ${state.pushes.map((push) => pushPart(speech, push, here))}
      <form class="ways" method="get" action="${here}">
        <button class="wide plain" type="submit">${say.reload}</button>
      </form>
      <h2>${say.saved}</h2>
      ${state.aliases.length === 0 ? html`<p>${say.noSaved}</p>` : undefined}
      ${state.aliases.map((alias) => aliasPart(speech, alias, here))}
      <p><a class="button away" href="${base}">${say.otherPhone}</a></p>
      <iframe hidden title="" src="${here}/watch/${digestOf(state)}"></iframe>`,
  };
}

function codePart(speech: PageLanguage, code: CodeView | null, here: string): Html {
  const say = phoneTexts[speech.language];
  if (!code) {
    return html`<p>${say.noCode}</p>
      <form method="post" action="${here}/act">${actButton('main', 'code', say.getCode)}</form>`;
  }
  const shown = `${code.code.slice(0, 3)} ${code.code.slice(3)}`;
  return html`<dl class="facts code">
      <div>
        <dt>${say.code}</dt>
        <dd>${shown}</dd>
      </div>
    </dl>
    <p>${say.codeText} ${timePart(speech, Date.parse(code.expiresAt))}</p>
    <form class="ways" method="post" action="${here}/act">
      ${actButton('', 'code', say.newCode)} ${actButton('plain', 'cancel', say.cancelCode)}
    </form>`;
}

function pushPart(speech: PageLanguage, push: PushView, here: string): Html {
  const say = phoneTexts[speech.language];
  const save = actButton('main wide', 'save', say.acceptAndSave);
  const accepts = push.saves
    ? [save, actButton('wide', 'accept', say.acceptOnly)]
    : actButton('main', 'accept', say.accept);
  const facts = factList([
    [speech.say.shop, push.description],
    [speech.say.amount, amountText(speech, push.amount, push.currency)],
    [say.until, timePart(speech, Date.parse(push.expiresAt))],
  ]);
  return html`${facts}
    <form class="ways" method="post" action="${here}/act">
      ${hiddenField('push', push.pushId)} ${accepts} ${actButton('wary', 'refuse', say.refuse)}
    </form>`;
}

function aliasPart(speech: PageLanguage, alias: AliasView, here: string): Html {
  const say = phoneTexts[speech.language];
  const facts = factList([[alias.label, alias.type === 'PAYID' ? say.recurring : say.oneClick]]);
  return html`${facts}
    <form class="ways" method="post" action="${here}/act">
      ${hiddenField('alias', alias.aliasId)}
      ${actButton('wary wide', 'remove', `${say.remove}: ${alias.label}`)}
    </form>`;
}

const POLL_SECONDS = 2;

/** The content of the hidden frame: polls again, or reloads the surrounding page. */
export function watchPage(isSame: boolean, here: string): Page {
  const names = { title: 'BLIK', bank: 'BLIK' };
  if (isSame) {
    const head = html`<meta http-equiv="refresh" content="${POLL_SECONDS}" />`;
    return { ...names, policy: { forms: 'none' }, head, main: html`` };
  }
  const form = html`<form method="get" action="${here}" target="_top"></form>`;
  const main = html`${form}${automatic}`;
  return { ...names, policy: { forms: 'self', isAutomatic: true }, main };
}

/** Changes with everything that the page shows; as a part of an address it must stay short. */
export function digestOf({ code, pushes, aliases }: PhoneState): string {
  const parts = [
    code === null ? '' : code.expiresAt,
    ...pushes.map(({ pushId }) => pushId),
    ...aliases.map(({ aliasId }) => aliasId),
  ];
  return createHash('sha256').update(parts.join()).digest('base64url');
}
