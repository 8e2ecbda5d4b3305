// The pages of the simulated banks for a person with a browser, as a plugin mounted under
// <prefix>/bank: log in, look at the transfer, pay, refuse or walk away. All errors are HTML pages.

import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { Form } from '../../pages/form.ts';
import { selectLanguage } from '../../pages/language.ts';
import { servePages } from '../../pages/page-server.ts';
import { pageVisitOf, redirect, refuse, send } from '../../pages/visit.ts';
import { isEnded, type TransferAction } from '../transfer.ts';
import type { Transfers } from '../transfers.ts';
import {
  awayPage,
  loginPage,
  resultPage,
  transferPage,
  unknownPage,
  type BankVisit,
} from './views.ts';

const PASSWORD = '1234';
const ADDRESS = '/pay/:remoteID/:token';

interface PageRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const visitOf = ({ request, reply }: PageRequest) => pageVisitOf(request, reply);

export function bankPages(transfers: Transfers, prefix: () => string): FastifyPluginCallback {
  return (app, _options, done) => {
    servePages(app);
    app.get(ADDRESS, (request, reply) => show(transfers, { request, reply }, prefix()));
    app.post(`${ADDRESS}/act`, (request, reply) => act(transfers, { request, reply }, prefix()));
    const others = [
      ['GET', `${ADDRESS}/act`],
      ['POST', ADDRESS],
    ] as const;
    for (const [method, url] of others) {
      const handler = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
        refuse(visitOf({ request, reply }), 405, 'formsOnly');
      app.route({ method, url, config: { refusesMethods: true }, handler });
    }
    app.route({
      method: ['GET', 'POST'],
      url: '/pay/*',
      handler: (request, reply) => refuse(visitOf({ request, reply }), 404, 'noPage'),
    });
    done();
  };
}

/** Undefined if there is no such transfer, or the link has another token. */
async function findVisit(
  transfers: Transfers,
  { request }: PageRequest,
  prefix: string,
): Promise<BankVisit | undefined> {
  const { remoteID, token } = request.params as { remoteID: string; token: string };
  const row = await transfers.find(remoteID);
  if (row?.token !== token) return undefined;
  const speech = selectLanguage(request.headers['accept-language']);
  return { speech, row, address: `${prefix}/bank/pay/${row.remoteId}/${row.token}` };
}

async function show(transfers: Transfers, at: PageRequest, prefix: string): Promise<FastifyReply> {
  const visit = await findVisit(transfers, at, prefix);
  if (!visit) return notFound(at);
  if (isEnded(visit.row)) return send({ ...at, ...visit }, resultPage(visit));
  const page = visit.row.state === 'WAITING' ? loginPage(visit) : transferPage(visit);
  return send({ ...at, ...visit }, page);
}

const actions: Readonly<Record<string, TransferAction>> = {
  login: 'open',
  pay: 'pay',
  refuse: 'refuse',
  abandon: 'abandon',
};

/** A change is followed by a redirect, so that a reload repeats nothing. */
async function act(transfers: Transfers, at: PageRequest, prefix: string): Promise<FastifyReply> {
  const form = (at.request.body ?? new Map()) as Form;
  const wanted = form.get('do') ?? '';
  const action = Object.hasOwn(actions, wanted) ? actions[wanted] : undefined;
  if (action === undefined) return refuse(visitOf(at), 400, 'badAction');
  const visit = await findVisit(transfers, at, prefix);
  if (!visit) return notFound(at);
  const reply = { ...at, ...visit };
  const { row } = visit;
  if (action === 'open' && row.state === 'WAITING' && form.get('password') !== PASSWORD) {
    return send(reply, loginPage(visit, true));
  }
  // Only a customer who has logged in can decide.
  const isDecision = action === 'pay' || action === 'refuse';
  if (isDecision && row.state === 'WAITING') return redirect(at, visit.address);
  if (action === 'abandon' && !isEnded(row)) return send(reply, awayPage(visit));
  await transfers.act(row.remoteId, action);
  return redirect(at, visit.address);
}

function notFound(at: PageRequest): FastifyReply {
  const visit = visitOf(at);
  return send(visit, unknownPage(visit.speech));
}
