// The pages of the simulated Click to Pay system for a person with a browser, and the script for
// shops that opens them.

import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import type { Clock } from '@bramka/gateway/core/clock.ts';
import { Refusal } from '@bramka/gateway/core/refusals.ts';
import { endpoint } from '@bramka/gateway/http/endpoint.ts';
import { RawReply } from '@bramka/gateway/http/pages/raw-reply.ts';
import { oneOf } from '@bramka/gateway/http/schema.ts';
import { page } from '../../pages/page.ts';
import { pageReply, redirect, refuse, type PageVisit } from '../../pages/visit.ts';
import { forAnybody, maybe, readOrigin, text } from '../../party/schemas.ts';
import { orRefusal } from '../../wire/refused.ts';
import { params, readChoice, readCustomer, readOrder } from '../request.ts';
import type { CheckoutRow } from '../rows.ts';
import { isOver } from '../system/checkout.ts';
import type { ClickToPaySystem } from '../system/click-to-pay.ts';
import { cardsPage, codePage, emailPage, tryPage } from './views.ts';
import { donePage, endedPage } from './end-pages.ts';

const sdk = readFileSync(new URL('../browser/sdk.js', import.meta.url), 'utf8');

interface Deps {
  readonly system: ClickToPaySystem;
  readonly clock: Clock;
  /** The path of the party, such as /sandbox/c2p. */
  readonly path: string;
}

type CheckoutVisit = PageVisit<{ readonly sessionId: string }>;

const order = {
  dpaId: text('Id of the shop.'),
  amount: text('Amount that the customer confirms.'),
  currency: text('ISO 4217 code.'),
  origin: maybe('Origin of the shop page that shows it in a frame.'),
};

const pressed = Type.Object({
  do: oneOf({ code: 'Enter the one-time code.', pay: 'Pay.', cancel: 'Cancel.' }, 'The button.'),
  code: maybe('code: the one-time code.'),
  cardId: maybe('pay: a card of the profile.'),
  card: maybe('pay: another card number.'),
  form: maybe('pay: CARD or TOKEN.'),
  consent: maybe('pay: yes.'),
});

const tryOut = page(
  { method: 'GET', path: '', summary: 'Try Click to Pay without a shop' },
  ({ path }: Deps, visit) => pageReply(visit, tryPage(visit.speech, path)),
);

/** Shops on other origins load it. */
const loadScript = endpoint(
  {
    ...forAnybody,
    method: 'GET',
    path: '/sdk.js',
    summary: 'Load the Click to Pay script for pages of shops',
    description:
      'ClickToPay.checkout({amount, currency}) shows the checkout in a dialog and resolves ' +
      'to the response, or to null if the customer cancels.',
    query: Type.Object({ dpaId: text('Id of the shop.') }),
    reply: text('The script.'),
    replyType: 'text/javascript',
  },
  async () => {
    const headers = {
      'cache-control': 'no-cache',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'content-type': 'text/javascript; charset=utf-8',
    };
    return new RawReply(200, headers, sdk);
  },
);

const askEmail = page(
  {
    method: 'GET',
    path: '/pay',
    summary: 'Show the first page of a Click to Pay checkout',
    query: Type.Object(order),
  },
  ({ path }: Deps, visit) =>
    pageReply(visit, emailPage(visit.speech, readEmailForm(visit.query), path)),
);

const sendEmail = page(
  {
    method: 'POST',
    path: '/pay',
    summary: 'Send the e-mail address on the page',
    form: Type.Object({ ...order, email: text('Address of the customer.') }),
    browserReply: 'The browser is redirected (303) to the checkout.',
  },
  start,
);

const showCheckout = page(
  {
    method: 'GET',
    path: '/pay/{sessionId}',
    summary: 'Show a Click to Pay checkout',
    params,
  },
  async (deps: Deps, visit) =>
    showStep(deps, visit, await deps.system.find(visit.params.sessionId)),
);

const pressButton = page(
  {
    method: 'POST',
    path: '/pay/{sessionId}/act',
    summary: 'Press a button in a Click to Pay checkout',
    description: 'After pay the page contains the response.',
    params,
    form: pressed,
    browserReply: 'The browser is redirected (303) to the checkout.',
  },
  act,
);

export const c2pPages = [tryOut, loadScript, askEmail, sendEmail, showCheckout, pressButton];

function readEmailForm({ email = '', origin, ...fields }: Partial<Record<string, string>>) {
  return { order: readOrder(fields), origin: readOrigin(origin), email };
}

async function start({ system, path }: Deps, visit: PageVisit): Promise<RawReply> {
  const form = readEmailForm(Object.fromEntries(visit.form));
  const { order, email, origin } = form;
  const row = await orRefusal(() => system.start(order, { ...readCustomer({ email }), origin }));
  if (!(row instanceof Refusal)) return redirect(`${path}/pay/${row.sessionId}`);
  const problem = row.code === 'CONSUMER_NOT_RECOGNISED' ? 'notRecognised' : 'badEmail';
  return pageReply(visit, emailPage(visit.speech, { ...form, problem }, path));
}

function showStep({ clock, path }: Deps, visit: PageVisit, row: CheckoutRow): RawReply {
  const { speech } = visit;
  if (isOver(row, clock.now())) return pageReply(visit, endedPage(speech, row));
  const page = row.state === 'CODE_SENT' ? codePage : cardsPage;
  return pageReply(visit, page(speech, row, path));
}

/** A change is followed by a redirect, except for the response, which is shown only once. */
async function act(deps: Deps, visit: CheckoutVisit): Promise<RawReply> {
  const { system, path } = deps;
  const { form } = visit;
  const row = await system.find(visit.params.sessionId);
  const { sessionId } = row;
  // A refusal is explained by the state, which the next page shows.
  switch (form.get('do')) {
    case 'code':
      await orRefusal(() => system.enterCode(sessionId, form.get('code') ?? ''));
      break;
    case 'cancel':
      await orRefusal(() => system.cancel(sessionId));
      break;
    case 'pay':
      if (row.state === 'RECOGNISED' && !isOver(row, deps.clock.now())) {
        return pay(deps, visit, row);
      }
      break;
    default:
      return refuse(visit, 400, 'badAction');
  }
  return redirect(`${path}/pay/${sessionId}`);
}

async function pay({ system, clock, path }: Deps, visit: PageVisit, row: CheckoutRow) {
  const { form, speech } = visit;
  if (form.get('consent') !== 'yes')
    return pageReply(visit, cardsPage(speech, row, path, 'noConsent'));
  const choice = await orRefusal(() => readChoice(Object.fromEntries(form), row.email, clock));
  if (choice instanceof Refusal) return pageReply(visit, cardsPage(speech, row, path, 'badCard'));
  const issued = await system.checkout(row.sessionId, choice);
  return pageReply(visit, donePage(speech, issued.row, issued.checkoutResponse));
}
