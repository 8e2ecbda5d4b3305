// The pages of the simulated banks for a person with a browser: log in, look at the transfer, pay,
// refuse or leave.

import { Type } from 'typebox';
import type { RawReply } from '@bramka/gateway/http/pages/raw-reply.ts';
import { oneOf } from '@bramka/gateway/http/schema.ts';
import type { Page } from '../../pages/layout.ts';
import { page } from '../../pages/page.ts';
import { pageReply, redirect, refuse, refuseWith, type PageVisit } from '../../pages/visit.ts';
import { maybe, text } from '../../party/schemas.ts';
import { isEnded, type TransferAction } from '../transfer.ts';
import type { Transfers } from '../transfers.ts';
import { awayPage, loginPage, resultPage, sayIn, transferPage, type BankVisit } from './views.ts';

interface Deps {
  readonly transfers: Transfers;
  /** The path before /bank. */
  readonly prefix: string;
}

const PASSWORD = '1234';
const ERRORS = 'Errors are shown on a page, with status 400, 404, 405, 413 or 415.';
const address = '/pay/{remoteID}/{token}';
const params = Type.Object({
  remoteID: text('Id of the transaction at the provider'),
  token: text('Token of the link'),
});

const showTransfer = page(
  {
    method: 'GET',
    path: address,
    summary: 'Show the page of a bank',
    description: ERRORS,
    params,
    shows: 'The login, the transfer, or the form that returns to the shop.',
  },
  async (deps: Deps, at) => {
    const visit = await findVisit(deps, at);
    if (!visit) return notFound(at);
    if (isEnded(visit.row)) return show(visit, resultPage(visit));
    return show(visit, visit.row.state === 'WAITING' ? loginPage(visit) : transferPage(visit));
  },
);

const actions: Readonly<Record<string, TransferAction>> = {
  login: 'open',
  pay: 'pay',
  refuse: 'refuse',
  abandon: 'abandon',
};

/** A change is followed by a redirect, so that a reload repeats nothing. */
const actOnTransfer = page(
  {
    method: 'POST',
    path: `${address}/act`,
    summary: 'Answer on the page of a bank',
    description: ERRORS,
    params,
    form: Type.Object({
      do: oneOf(
        {
          login: 'Log in with the password; 1234 is correct.',
          pay: 'Make the transfer.',
          refuse: 'Refuse the transfer.',
          abandon: 'Do nothing more.',
        },
        'What the customer does.',
      ),
      password: maybe('With do=login; 1234 is correct'),
    }),
    shows: 'The login again, or that the customer walked away.',
    browserReply: 'After a change the browser is redirected (303) to the page of the transfer.',
  },
  async (deps: Deps, at) => {
    const wanted = at.form.get('do') ?? '';
    const action = Object.hasOwn(actions, wanted) ? actions[wanted] : undefined;
    if (action === undefined) return refuse(at, 400, 'badAction');
    const visit = await findVisit(deps, at);
    if (!visit) return notFound(at);
    const { row } = visit;
    if (action === 'open' && row.state === 'WAITING' && at.form.get('password') !== PASSWORD) {
      return show(visit, loginPage(visit, true));
    }
    // Only a customer who has logged in can decide.
    const isDecision = action === 'pay' || action === 'refuse';
    if (isDecision && row.state === 'WAITING') return redirect(visit.address);
    if (action === 'abandon' && !isEnded(row)) return show(visit, awayPage(visit));
    await deps.transfers.act(row.remoteId, action);
    return redirect(visit.address);
  },
);

type TransferVisit = PageVisit<{ readonly remoteID: string; readonly token: string }>;

/** Undefined if there is no such transfer, or the link has another token. */
async function findVisit(
  { transfers, prefix }: Deps,
  { params: { remoteID, token }, speech }: TransferVisit,
): Promise<BankVisit | undefined> {
  const row = await transfers.find(remoteID);
  if (row?.token !== token) return undefined;
  return { speech, row, address: `${prefix}/bank/pay/${row.remoteId}/${row.token}` };
}

const notFound = (at: PageVisit): RawReply => refuseWith(at, 404, sayIn(at).unknownTransfer);

/** No shop may show the page of a bank in a frame. */
function show(visit: BankVisit, shown: Page): RawReply {
  const policy = { ...shown.policy, isAlone: true };
  return pageReply(visit, { ...shown, bank: visit.row.bankName, policy });
}

export const bankPages = [showTransfer, actOnTransfer];
