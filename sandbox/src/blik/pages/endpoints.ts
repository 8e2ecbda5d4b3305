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

const pressButton = page(
  {
    method: 'POST',
    path: '/phone/{phone}/act',
    summary: 'Press a button in the BLIK app of a phone',
    params,
    form: Type.Object({
      do: oneOf(
        {
          code: 'Get a code.',
          cancel: 'Cancel the code.',
          accept: 'Confirm the payment.',
          save: 'Confirm it and save the shop.',
          refuse: 'Decline the payment.',
          remove: 'Remove a saved shop.',
        },
        'The button.',
      ),
      push: maybe('accept, save, refuse: the payment.'),
      alias: maybe('remove: the saved shop.'),
    }),
    browserReply: 'The browser is redirected (303) to the phone.',
  },
  ({ phones, base }: Deps, visit) =>
    atPhone(visit, async (phone) => {
      if (!(await act(phones, phone, visit.form))) return refuse(visit, 400, 'badAction');
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

/**
 * False if the phone does not know the action of the form; an action on something that has ended
 * meanwhile is accepted.
 */
async function act(all: Phones, { key }: Phone, form: Form): Promise<boolean> {
  const push = form.get('push') ?? '';
  switch (form.get('do')) {
    case 'code':
      await all.issueCode(key);
      return true;
    case 'cancel':
      await all.cancelCode(key);
      return true;
    case 'accept':
    case 'save':
      await all.answerPush(push, { accepts: true, saves: form.get('do') === 'save' });
      return true;
    case 'refuse':
      await all.answerPush(push, { accepts: false, saves: false });
      return true;
    case 'remove':
      await all.unregister(form.get('alias') ?? '');
      return true;
    default:
      return false;
  }
}
