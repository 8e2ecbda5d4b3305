// The phone of the simulated BLIK operator for a person with a browser. Plain forms; every change
// is followed by a redirect.

import { Type } from 'typebox';
import type { RawReply } from '@bramka/gateway/http/pages/raw-reply.ts';
import { oneOf } from '@bramka/gateway/http/schema.ts';
import type { Form } from '../../pages/form.ts';
import { page } from '../../pages/page.ts';
import { maybe, text } from '../../party/schemas.ts';
import { pageReply, redirect, refuse, type PageVisit } from '../../pages/visit.ts';
import { aliasView, codeView, pushView } from '../http/views.ts';
import type { Phones } from '../phone/phone.ts';
import { phoneOf, type Phone } from '../phone/phones.ts';
import { digestOf, phonePage, pickPage, watchPage, type PhoneState } from './views.ts';

interface Deps {
  readonly phones: Phones;
  /** The path of the party, such as /sandbox/blik. */
  readonly base: string;
}

const choosePhone = page(
  { method: 'GET', path: '', summary: 'Choose a phone with a BLIK app' },
  ({ base }: Deps, visit) => pageReply(visit, pickPage(visit.speech, base)),
);

const phoneKey = text('Key of the phone, 1 to 3.');
const params = Type.Object({ phone: phoneKey });

const showPhone = page(
  {
    method: 'GET',
    path: '/phone/{phone}',
    summary: 'Show the BLIK app of a phone',
    description: 'Code, payments to confirm and saved shops, in the language of the browser.',
    params,
  },
  ({ phones, base }: Deps, visit) =>
    atPhone(visit, async (phone) =>
      pageReply(visit, phonePage(visit.speech, phone, await stateOf(phones, phone), base)),
    ),
);

interface Button {
  readonly meaning: string;
  /** An action on something that has ended meanwhile changes nothing. */
  readonly press: (all: Phones, phone: string, form: Form) => Promise<unknown>;
}

const answer = (accepts: boolean, saves: boolean): Button['press'] => {
  return (all, _phone, form) => all.answerPush(form.get('push') ?? '', { accepts, saves });
};
const buttons: Readonly<Record<string, Button>> = {
  code: { meaning: 'Get a code.', press: (all, phone) => all.issueCode(phone) },
  cancel: { meaning: 'Cancel the code.', press: (all, phone) => all.cancelCode(phone) },
  accept: { meaning: 'Confirm the payment.', press: answer(true, false) },
  save: { meaning: 'Confirm it and save the shop.', press: answer(true, true) },
  refuse: { meaning: 'Decline the payment.', press: answer(false, false) },
  remove: {
    meaning: 'Remove a saved shop.',
    press: (all, _phone, form) => all.unregister(form.get('alias') ?? ''),
  },
};
const buttonMeanings = Object.entries(buttons).map(([name, { meaning }]) => [name, meaning]);

const pressButton = page(
  {
    method: 'POST',
    path: '/phone/{phone}/act',
    summary: 'Press a button in the BLIK app of a phone',
    params,
    form: Type.Object({
      do: oneOf(Object.fromEntries(buttonMeanings), 'The button.'),
      push: maybe('accept, save, refuse: the payment.'),
      alias: maybe('remove: the saved shop.'),
    }),
    browserReply: 'The browser is redirected (303) to the phone.',
  },
  ({ phones, base }: Deps, visit) =>
    atPhone(visit, async (phone) => {
      const name = visit.form.get('do') ?? '';
      const button = Object.hasOwn(buttons, name) ? buttons[name] : undefined;
      if (!button) return refuse(visit, 400, 'badAction');
      await button.press(phones, phone.key, visit.form);
      return redirect(`${base}/phone/${phone.key}`);
    }),
);

export const blikPages = [choosePhone, showPhone, pressButton];

/** A frame of the page of a phone, not documented: it reloads the page when something changes. */
export const watchPhone = page(
  {
    method: 'GET',
    path: '/phone/{phone}/watch/{digest}',
    summary: 'Wait for a change on a phone',
    params: Type.Object({ phone: phoneKey, digest: Type.String() }),
  },
  ({ phones, base }: Deps, visit) =>
    atPhone(visit, async (phone) => {
      const isSame = digestOf(await stateOf(phones, phone)) === visit.params.digest;
      return pageReply(visit, watchPage(isSame, `${base}/phone/${phone.key}`));
    }),
);

async function atPhone(
  visit: PageVisit<{ readonly phone: string }>,
  work: (phone: Phone) => Promise<RawReply>,
): Promise<RawReply> {
  const phone = phoneOf(visit.params.phone);
  return phone ? work(phone) : refuse(visit, 404, 'noPage');
}

async function stateOf(all: Phones, { key }: Phone): Promise<PhoneState> {
  const [code, pushes, aliases] = await Promise.all([
    all.currentCode(key),
    all.pushes(key),
    all.saved(key),
  ]);
  return {
    code: code ? codeView(code) : null,
    pushes: pushes.map(pushView),
    aliases: aliases.map(aliasView),
  };
}
