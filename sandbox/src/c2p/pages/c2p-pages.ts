// The pages of the simulated Click to Pay system for a person with a browser, as a plugin mounted
// under <prefix>/c2p, and the script for shops that opens them. All errors are HTML pages.

import { readFileSync } from 'node:fs';
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '@bramka/gateway/core/clock.ts';
import { Refusal } from '@bramka/gateway/core/refusals.ts';
import type { Form } from '../../pages/form.ts';
import { servePages } from '../../pages/page-server.ts';
import { pageVisitOf, redirect, refuse, send, type PageVisit } from '../../pages/visit.ts';
import { fieldsOf, readChoice, readCustomer, readOrder, type Fields } from '../request.ts';
import type { CheckoutRow } from '../rows.ts';
import { isOver } from '../system/checkout.ts';
import type { Choice, ClickToPaySystem } from '../system/click-to-pay.ts';
import {
  cardsPage,
  codePage,
  donePage,
  emailPage,
  endedPage,
  tryPage,
  type EmailForm,
} from './views.ts';

const sdk = readFileSync(new URL('../browser/sdk.js', import.meta.url), 'utf8');

export interface PageParts {
  readonly system: ClickToPaySystem;
  readonly clock: Clock;
  /** The path of the party, such as /sandbox/c2p. */
  readonly path: string;
}

export function c2pPages(parts: PageParts): FastifyPluginCallback {
  const { path } = parts;
  return (app, _options, done) => {
    servePages(app);
    app.get('', (request, reply) => {
      const visit = pageVisitOf(request, reply);
      return send(visit, tryPage(visit.speech, path));
    });
    app.get('/sdk.js', (_request, reply) => sendScript(reply));
    app.get('/pay', (request, reply) => {
      const visit = pageVisitOf(request, reply);
      const form = readEmailForm(fieldsOf(request.query));
      return send(visit, emailPage(visit.speech, form, path));
    });
    app.post('/pay', (request, reply) => start(parts, pageVisitOf(request, reply)));
    app.get('/pay/:sessionId', async (request, reply) => {
      const visit = pageVisitOf(request, reply);
      return showStep(parts, visit, await parts.system.find(sessionIn(request)));
    });
    app.post('/pay/:sessionId/act', (request, reply) => act(parts, pageVisitOf(request, reply)));
    done();
  };
}

/** Shops on other origins load it. */
function sendScript(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-cache')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('x-content-type-options', 'nosniff')
    .type('text/javascript; charset=utf-8')
    .send(sdk);
}

function readEmailForm(fields: Fields): EmailForm {
  const { origin } = readCustomer({ origin: fields['origin'] });
  const { email } = fields;
  return { order: readOrder(fields), origin, email: typeof email === 'string' ? email : '' };
}

async function start({ system, path }: PageParts, visit: PageVisit): Promise<FastifyReply> {
  const fields = Object.fromEntries((visit.request.body ?? new Map()) as Form);
  const form = readEmailForm(fields);
  let row: CheckoutRow;
  try {
    row = await system.start(form.order, readCustomer({ ...fields, email: form.email }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const problem = error.code === 'CONSUMER_NOT_RECOGNISED' ? 'notRecognised' : 'badEmail';
    return send(visit, emailPage(visit.speech, { ...form, problem }, path));
  }
  return redirect(visit, `${path}/pay/${row.sessionId}`);
}

function showStep({ clock, path }: PageParts, visit: PageVisit, row: CheckoutRow): FastifyReply {
  const { speech } = visit;
  if (isOver(row, clock.now())) return send(visit, endedPage(speech, row));
  const page = row.state === 'CODE_SENT' ? codePage : cardsPage;
  return send(visit, page(speech, row, path));
}

/** A change is followed by a redirect, except for the response, which is shown only once. */
async function act(parts: PageParts, visit: PageVisit): Promise<FastifyReply> {
  const { system, path } = parts;
  const form = (visit.request.body ?? new Map()) as Form;
  const row = await system.find(sessionIn(visit.request));
  const here = `${path}/pay/${row.sessionId}`;
  switch (form.get('do')) {
    case 'code':
      await ignoreRefusal(system.enterCode(row.sessionId, form.get('code') ?? ''));
      return redirect(visit, here);
    case 'cancel':
      await ignoreRefusal(system.cancel(row.sessionId));
      return redirect(visit, here);
    case 'pay':
      return pay(parts, visit, row, form);
    default:
      return refuse(visit, 400, 'badAction');
  }
}

async function pay(
  { system, clock, path }: PageParts,
  visit: PageVisit,
  row: CheckoutRow,
  form: Form,
): Promise<FastifyReply> {
  const { speech } = visit;
  const here = `${path}/pay/${row.sessionId}`;
  if (row.state !== 'RECOGNISED' || isOver(row, clock.now())) return redirect(visit, here);
  if (form.get('consent') !== 'yes') return send(visit, cardsPage(speech, row, path, 'noConsent'));
  let choice: Choice;
  try {
    choice = readChoice(Object.fromEntries(form), row.email, clock);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return send(visit, cardsPage(speech, row, path, 'badCard'));
  }
  const issued = await system.checkout(row.sessionId, choice);
  return send(visit, donePage(speech, issued.row, issued.checkoutResponse));
}

/** The page that follows shows the state, which says the same. */
async function ignoreRefusal(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}

function sessionIn({ params }: FastifyRequest): string {
  return (params as { sessionId: string }).sessionId;
}
