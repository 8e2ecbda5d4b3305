// The wallet sheet for a person with a browser, as a plugin mounted under <prefix>/wallets: a shop
// opens it in a window, the customer chooses a card and confirms or cancels. Errors are HTML pages.

import type { FastifyPluginCallback, FastifyReply } from 'fastify';
import { Refusal } from '@bramka/gateway/core/refusals.ts';
import type { Form } from '../../pages/form.ts';
import { servePages } from '../../pages/page-server.ts';
import { pageVisitOf, refuse, send, type PageVisit } from '../../pages/visit.ts';
import { issueToken, type IssueParts } from '../tokens/issue.ts';
import { readSheet, reasonOf, withChoice, type Read, type SheetRequest } from './sheet-request.ts';
import { answerPage, badRequestPage, sheetPage } from './views.ts';

export function sheetPages(issue: IssueParts, prefix: () => string): FastifyPluginCallback {
  const address = (): string => `${prefix()}/wallets/sheet`;
  return (app, _options, done) => {
    servePages(app);
    app.get('/sheet', (request, reply) => {
      const visit = pageVisitOf(request, reply);
      const query = request.query as Record<string, unknown>;
      const read: Read = (name) => (typeof query[name] === 'string' ? query[name] : undefined);
      return withSheet(visit, read, issue, (sheet) =>
        send(visit, sheetPage({ ...visit, sheet, address: address() })),
      );
    });
    app.post('/sheet/act', (request, reply) => {
      const visit = pageVisitOf(request, reply);
      const form = (request.body ?? new Map()) as Form;
      const read: Read = (name) => form.get(name);
      return withSheet(visit, read, issue, (sheet) =>
        act(issue, { ...visit, sheet, address: address() }, read),
      );
    });
    app.route({
      method: 'GET',
      url: '/sheet/act',
      config: { refusesMethods: true },
      handler: (request, reply) => refuse(pageVisitOf(request, reply), 405, 'formsOnly'),
    });
    done();
  };
}

interface OpenSheet extends PageVisit {
  readonly sheet: SheetRequest;
  readonly address: string;
}

async function act(issue: IssueParts, visit: OpenSheet, read: Read): Promise<FastifyReply> {
  switch (read('do')) {
    case 'cancel':
      return send(visit, answerPage(visit, { token: null }));
    case 'confirm': {
      const payment = chosen(issue, visit, read);
      if (!payment) return send(visit, sheetPage(visit, { other: read('other') ?? '' }));
      const { token } = await issueToken(issue, payment);
      return send(visit, answerPage(visit, { token }));
    }
    default:
      return refuse(visit, 400, 'badAction');
  }
}

/** Undefined if the number of the card is wrong. */
function chosen({ clock }: IssueParts, { sheet }: OpenSheet, read: Read) {
  try {
    return withChoice(sheet, read, clock);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'INVALID_REQUEST') return undefined;
    throw error;
  }
}

/** An address that lacks something gets a page that says what. */
async function withSheet(
  visit: PageVisit,
  read: Read,
  { clock }: IssueParts,
  work: (sheet: SheetRequest) => FastifyReply | Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work(readSheet(read, clock));
  } catch (error) {
    const isTold = error instanceof Refusal && error.status < 500;
    if (!isTold) throw error;
    const reason = error.code === 'INVALID_REQUEST' ? reasonOf(error) : error.message;
    return send(visit, badRequestPage(visit.speech, reason));
  }
}
