// The pages of the simulated issuer for a person with a browser: the challenge, the bank's app on a
// phone, and the 3DS Method. Programs use the JSON API instead.

import { Type, type TObject } from 'typebox';
import { isUuid } from '@bramka/gateway/core/id.ts';
import type { HandledEndpoint } from '@bramka/gateway/http/endpoint.ts';
import type { RawReply } from '@bramka/gateway/http/pages/raw-reply.ts';
import { oneOf } from '@bramka/gateway/http/schema.ts';
import type { Form } from '../../pages/form.ts';
import { page, type PageDefinition } from '../../pages/page.ts';
import { pageReply, redirect, refuse, refuseWith, type PageVisit } from '../../pages/visit.ts';
import { maybe } from '../../party/schemas.ts';
import type { SimulatedAcs } from '../acs.ts';
import { actionMeanings, type ActionName, type ChallengeAction } from '../authentication.ts';
import { looksLikeCReq, readFingerprintData } from './messages.ts';
import {
  challengeAddress,
  challengePage,
  fingerprintPage,
  finishedPage,
  phoneAddress,
  phonePage,
  pushPage,
  sayIn,
  waitPage,
  watchPage,
  type ChallengeVisit,
} from './views.ts';

export type PagesAcs = Pick<SimulatedAcs, 'openChallenge' | 'viewChallenge' | 'applyAction'>;

interface Deps {
  readonly acs: PagesAcs;
  /** The path of the ACS, such as /sandbox/acs. */
  readonly base: string;
}

const ERRORS = 'Errors are shown on a page, with status 400, 404, 405, 413 or 415.';
const METHOD_ADDRESS =
  'The address in threeDSMethodURL, to which a hidden frame of the shop posts.';
const SESSION_DATA_MAX = 1024;

const notFound = (visit: PageVisit): RawReply =>
  refuseWith(visit, 404, sayIn(visit).unknownChallenge);

const openChallenge = page(
  {
    method: 'POST',
    path: '/challenge',
    summary: 'Open the page of a challenge',
    description: `The address in acsURL, to which the shop’s page posts the CReq. ${ERRORS}`,
    form: Type.Object({
      creq: Type.String({ minLength: 1, description: 'creqPayload of the acsData' }),
      threeDSSessionData: Type.Optional(
        Type.String({ maxLength: SESSION_DATA_MAX, description: 'Comes back with the CRes' }),
      ),
    }),
    shows: 'The question, at an address of its own.',
    browserReply: 'The browser is redirected (303) to the page of the challenge.',
    refusals: ['CHALLENGE_NOT_FOUND'],
  },
  /** Redirects to the challenge's own URL, so that the browser's back button works. */
  async ({ acs, base }: Deps, visit) => {
    const { form, speech } = visit;
    const creq = form.get('creq') ?? '';
    const sessionData = form.get('threeDSSessionData');
    const say = sayIn(visit);
    if (!looksLikeCReq(creq)) return refuseWith(visit, 400, say.badCreq);
    if ((sessionData ?? '').length > SESSION_DATA_MAX)
      return refuseWith(visit, 400, say.badSession);
    const view = await acs.openChallenge(creq, sessionData);
    return view ? redirect(challengeAddress({ speech, view, base })) : notFound(visit);
  },
);

const runMethod = page(
  {
    method: 'POST',
    path: '/method',
    summary: 'Run the 3DS Method',
    description: `${METHOD_ADDRESS} ${ERRORS}`,
    form: Type.Object({
      threeDSMethodData: Type.String({
        minLength: 1,
        description: 'threeDSMethodData of the acsData',
      }),
    }),
    shows: 'A page that notifies the gateway that the method has run.',
  },
  (_deps: Deps, visit) => {
    const data = readFingerprintData(visit.form.get('threeDSMethodData') ?? '');
    return data
      ? pageReply(visit, fingerprintPage(visit.speech, data))
      : refuseWith(visit, 400, sayIn(visit).badFingerprint);
  },
);

const params = Type.Object({
  acsTransID: Type.String({ format: 'uuid', description: 'acsTxnId of the acsData' }),
});
type OfChallenge = PageDefinition<typeof params, TObject>;

async function findVisit(
  { acs, base }: Deps,
  { params: { acsTransID }, speech }: PageVisit<{ readonly acsTransID: string }>,
): Promise<ChallengeVisit | undefined> {
  const view = isUuid(acsTransID) ? await acs.viewChallenge(acsTransID) : undefined;
  return view && { speech, view, base };
}

/** A page of one challenge. */
function showing(
  facts: Omit<OfChallenge, 'method'>,
  reply: (visit: ChallengeVisit, query: object) => RawReply,
): HandledEndpoint<Deps> {
  const definition: OfChallenge = { ...facts, method: 'GET', params, description: ERRORS };
  return page(definition, async (deps: Deps, visit) => {
    const found = await findVisit(deps, visit);
    return found ? reply(found, visit.query) : notFound(visit);
  });
}

/** A form on a page of one challenge, with the actions that it offers. */
function acting(
  facts: Omit<OfChallenge, 'method'>,
  actions: readonly ActionName[],
  act: (acs: PagesAcs, visit: ChallengeVisit, action: ChallengeAction) => Promise<RawReply>,
): HandledEndpoint<Deps> {
  const definition: OfChallenge = { ...facts, method: 'POST', params, description: ERRORS };
  return page(definition, async (deps: Deps, visit) => {
    const action = readAction(visit.form, actions);
    if (!action) return refuse(visit, 400, 'badAction');
    const found = await findVisit(deps, visit);
    return found ? act(deps.acs, found, action) : notFound(visit);
  });
}

function readAction(form: Form, allowed: readonly ActionName[]): ChallengeAction | undefined {
  const name = allowed.find((one) => one === form.get('do'));
  if (name !== 'password') return name && { do: name };
  return { do: 'password', password: form.get('password') ?? '' };
}

const showChallenge = showing(
  {
    path: '/challenge/{acsTransID}',
    summary: 'Show the page of a challenge',
    shows:
      'The question, a note that it was sent to the bank app, or the form that returns to the ' +
      'shop.',
  },
  (visit, query) => {
    switch (visit.view.state) {
      case 'OPEN':
        return pageReply(visit, challengePage(visit));
      case 'PUSHED':
        return pageReply(visit, pushPage(visit, 'asked' in query));
      case 'FINISHED':
        return pageReply(visit, finishedPage(visit));
    }
  },
);

const watchChallenge = showing(
  {
    path: '/challenge/{acsTransID}/watch',
    summary: 'Wait for the bank app',
    shows: 'Whether the bank app has answered; the page reloads itself.',
  },
  (visit) => pageReply(visit, watchPage(visit)),
);

const onPage = ['password', 'push', 'reject', 'cancel', 'abandon'] as const;
const inApp = ['approve', 'reject'] as const;
const meaningsOf = (names: readonly ActionName[]) =>
  Object.fromEntries(names.map((name) => [name, actionMeanings[name]]));

/** A change is followed by a redirect, so that a reload repeats nothing. */
const answerOnPage = acting(
  {
    path: '/challenge/{acsTransID}/act',
    summary: 'Answer on the page of a challenge',
    form: Type.Object({
      do: oneOf(meaningsOf(onPage), 'What the customer does.'),
      password: maybe('With do=password; 1234 is correct'),
    }),
    shows: 'The same question again, or a page saying that the challenge has ended.',
    browserReply: 'After a change the browser is redirected (303) to the page of the challenge.',
  },
  onPage,
  async (acs, visit, action) => {
    // An empty password does not count as an attempt.
    const isEmpty = action.do === 'password' && action.password === '';
    if (isEmpty && visit.view.state === 'OPEN') return pageReply(visit, challengePage(visit, true));
    const view = (await acs.applyAction(visit.view.acsTransID, action)) ?? visit.view;
    const next = { ...visit, view };
    const isOver = view.state === 'FINISHED';
    if (action.do === 'abandon' && !isOver) return pageReply(visit, waitPage(next, 'away'));
    const mayGoOn = action.do === 'push' ? view.state === 'PUSHED' : view.isWrongPassword;
    if (!isOver && !mayGoOn) return pageReply(visit, waitPage(next, 'stuck'));
    return redirect(challengeAddress(next));
  },
);

const showPhone = showing(
  {
    path: '/phone/{acsTransID}',
    summary: 'Show the bank app',
    shows: 'The question as the bank app shows it.',
  },
  (visit) => pageReply(visit, phonePage(visit)),
);

const answerOnPhone = acting(
  {
    path: '/phone/{acsTransID}/act',
    summary: 'Answer in the bank app',
    form: Type.Object({ do: oneOf(meaningsOf(inApp), 'What the customer answers.') }),
    shows: 'The same question again.',
    browserReply: 'The browser is redirected (303) to the page of the app.',
  },
  inApp,
  async (acs, visit, action) => {
    // The app can only answer a question that was sent to it.
    const isAsked = visit.view.state === 'PUSHED';
    const view = isAsked ? await acs.applyAction(visit.view.acsTransID, action) : undefined;
    if (view?.state === 'PUSHED') return pageReply(visit, waitPage({ ...visit, view }, 'stuck'));
    return redirect(phoneAddress(visit));
  },
);

export const acsPages = [
  openChallenge,
  runMethod,
  showChallenge,
  watchChallenge,
  answerOnPage,
  showPhone,
  answerOnPhone,
];
