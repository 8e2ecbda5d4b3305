// The pages of the simulated Click to Pay system for a person with a browser, as a plugin mounted
// under <prefix>/c2p, and the script for shops that opens them. All errors are HTML pages.

import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '@bramka/gateway/core/clock.ts';
import { Refusal } from '@bramka/gateway/core/refusals.ts';
import { asRefusal } from '@bramka/gateway/http/reply.ts';
import { readForm, type Form } from '../../acs/pages/form.ts';
import { selectLanguage, type PageLanguage } from '../../acs/pages/language.ts';
import type { TextName } from '../../acs/pages/texts/en.ts';
import { redirect, refuse, send } from '../../acs/pages/visit.ts';
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

const BODY_LIMIT = 64 * 1024;
const sdk = readFileSync(new URL('../browser/sdk.js', import.meta.url), 'utf8');

export interface PageParts {
  readonly system: ClickToPaySystem;
  readonly clock: Clock;
  /** The path of the party, such as /sandbox/c2p. */
  readonly path: string;
}

interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly speech: PageLanguage;
}

function visitOf(request: FastifyRequest, reply: FastifyReply): Visit {
  return { request, reply, speech: selectLanguage(request.headers['accept-language']) };
}

export function c2pPages(parts: PageParts): FastifyPluginCallback {
  const { path } = parts;
  return (app, _options, done) => {
    readForms(app);
    app.setErrorHandler((error, request, reply) => fail(error, visitOf(request, reply)));
    app.get('', (request, reply) => {
      const visit = visitOf(request, reply);
      return send(visit, tryPage(visit.speech, path));
    });
    app.get('/sdk.js', (_request, reply) => sendScript(reply));
    app.get('/pay', (request, reply) => {
      const visit = visitOf(request, reply);
      const form = readEmailForm(fieldsOf(request.query));
      return send(visit, emailPage(visit.speech, form, path));
    });
    app.post('/pay', (request, reply) => start(parts, visitOf(request, reply)));
    app.get('/pay/:sessionId', async (request, reply) => {
      const visit = visitOf(request, reply);
      return showStep(parts, visit, await parts.system.find(sessionIn(request)));
    });
    app.post('/pay/:sessionId/act', (request, reply) => act(parts, visitOf(request, reply)));
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

async function start({ system, path }: PageParts, visit: Visit): Promise<FastifyReply> {
  const fields = Object.fromEntries((visit.request.body ?? new Map()) as Form);
  const form = readEmailForm(fields);
  let row: CheckoutRow;
  try {
    row = await system.start(form.order, readCustomer(fields));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const problem = error.code === 'CONSUMER_NOT_RECOGNISED' ? 'notRecognised' : 'badEmail';
    return send(visit, emailPage(visit.speech, { ...form, problem }, path));
  }
  return redirect(visit, `${path}/pay/${row.sessionId}`);
}

function showStep({ clock, path }: PageParts, visit: Visit, row: CheckoutRow): FastifyReply {
  const { speech } = visit;
  if (isOver(row, clock.now())) return send(visit, endedPage(speech, row));
  const page = row.state === 'CODE_SENT' ? codePage : cardsPage;
  return send(visit, page(speech, row, path));
}

/** A change is followed by a redirect, except for the response, which is shown only once. */
async function act(parts: PageParts, visit: Visit): Promise<FastifyReply> {
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
  visit: Visit,
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

function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_request, body, done) => {
      try {
        done(null, readForm(String(body)));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

const reasons: Readonly<Record<number, TextName>> = {
  400: 'badForm',
  404: 'noPage',
  409: 'badAction',
  413: 'tooLarge',
  415: 'wrongType',
  429: 'busy',
  503: 'busy',
};

function fail(error: unknown, visit: Visit): FastifyReply {
  const refusal = asRefusal(error);
  const status = refusal?.status ?? (error as { statusCode?: number }).statusCode ?? 500;
  const reason = reasons[status];
  if (reason === undefined) visit.request.log.error({ err: error }, 'defect');
  return refuse(visit, reason === undefined ? 500 : status, reason ?? 'broken');
}
