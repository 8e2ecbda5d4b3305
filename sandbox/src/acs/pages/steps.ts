// The handlers of the pages: open a challenge, show it, act on it, answer in the bank's app, finish
// the 3DS Method.

import { isUuid } from '@bramka/gateway/core/id.ts';
import type { RawReply } from '@bramka/gateway/http/pages/raw-reply.ts';
import type { Form } from '../../pages/form.ts';
import type { Page } from '../../pages/layout.ts';
import { pageReply, redirect } from '../../pages/visit.ts';
import { looksLikeCReq, readFingerprintData } from './messages.ts';
import type { ChallengeAction } from '../authentication.ts';
import type { ChallengeView } from '../view.ts';
import type { PagesAcs } from './pages-acs.ts';
import { challengePage } from './views/challenge.ts';
import { waitPage } from './views/wait.ts';
import { phonePage } from './views/phone.ts';
import { finishedPage, fingerprintPage } from './views/post.ts';
import { pushPage, watchPage } from './views/push.ts';
import { refuse, type Visit } from './visit.ts';

type ChallengeVisit = Visit<{ readonly acsTransID: string }>;

const SESSION_DATA_MAX = 1024;

/** Redirects to the challenge's own URL, so that the browser's back button works. */
export async function openChallenge(acs: PagesAcs, visit: Visit): Promise<RawReply> {
  const { form } = visit;
  const creq = form.get('creq') ?? '';
  const sessionData = form.get('threeDSSessionData');
  if (!looksLikeCReq(creq)) return refuse(visit, 400, 'badCreq');
  if ((sessionData ?? '').length > SESSION_DATA_MAX) return refuse(visit, 400, 'badSession');
  const view = await acs.openChallenge(creq, sessionData);
  if (!view) return refuse(visit, 404, 'unknownChallenge');
  return redirect(visit.addresses.challenge(view.acsTransID));
}

export function runFingerprint(visit: Visit): RawReply {
  const data = readFingerprintData(visit.form.get('threeDSMethodData') ?? '');
  return data
    ? pageReply(visit, fingerprintPage(visit.speech, data))
    : refuse(visit, 400, 'badFingerprint');
}

export async function showChallenge(acs: PagesAcs, visit: ChallengeVisit): Promise<RawReply> {
  const view = await findChallenge(acs, visit);
  return view ? pageReply(visit, pageFor(visit, view)) : refuse(visit, 404, 'unknownChallenge');
}

export async function watchChallenge(acs: PagesAcs, visit: ChallengeVisit): Promise<RawReply> {
  const view = await findChallenge(acs, visit);
  if (!view) return refuse(visit, 404, 'unknownChallenge');
  return pageReply(visit, watchPage(visit.speech, view, visit.addresses));
}

/** A change is followed by a redirect, so that a reload repeats nothing. */
export async function applyAction(acs: PagesAcs, visit: ChallengeVisit): Promise<RawReply> {
  const { speech, addresses } = visit;
  const action = readAction(visit.form, ['password', 'push', 'reject', 'cancel', 'abandon']);
  if (!action) return refuse(visit, 400, 'badAction');
  const view = await findChallenge(acs, visit);
  if (!view) return refuse(visit, 404, 'unknownChallenge');
  // An empty password does not count as an attempt.
  if (action.do === 'password' && action.password === '' && view.state === 'OPEN') {
    return pageReply(visit, challengePage(speech, view, addresses, true));
  }
  const next = await acs.applyAction(view.acsTransID, action);
  if (!next) return refuse(visit, 404, 'unknownChallenge');
  const isOver = next.state === 'FINISHED';
  if (action.do === 'abandon' && !isOver) return pageReply(visit, waitPage(speech, next, 'away'));
  const mayGoOn = action.do === 'push' ? next.state === 'PUSHED' : next.isWrongPassword;
  if (!isOver && !mayGoOn) return pageReply(visit, waitPage(speech, next, 'stuck'));
  return redirect(addresses.challenge(next.acsTransID));
}

export async function showPhone(acs: PagesAcs, visit: ChallengeVisit): Promise<RawReply> {
  const view = await findChallenge(acs, visit);
  if (!view) return refuse(visit, 404, 'unknownChallenge');
  return pageReply(visit, phonePage(visit.speech, view, visit.addresses));
}

export async function answerOnPhone(acs: PagesAcs, visit: ChallengeVisit): Promise<RawReply> {
  const action = readAction(visit.form, ['approve', 'reject']);
  if (!action) return refuse(visit, 400, 'badAction');
  const view = await findChallenge(acs, visit);
  if (!view) return refuse(visit, 404, 'unknownChallenge');
  // The app can only answer a question that was sent to it.
  const next = view.state === 'PUSHED' ? await acs.applyAction(view.acsTransID, action) : view;
  if (next?.state === 'PUSHED') return pageReply(visit, waitPage(visit.speech, next, 'stuck'));
  return redirect(visit.addresses.phone(view.acsTransID));
}

async function findChallenge(
  acs: PagesAcs,
  { params: { acsTransID } }: ChallengeVisit,
): Promise<ChallengeView | undefined> {
  return isUuid(acsTransID) ? acs.viewChallenge(acsTransID) : undefined;
}

function pageFor({ query, speech, addresses }: Visit, view: ChallengeView): Page {
  const { asked } = query as { asked?: unknown };
  switch (view.state) {
    case 'OPEN':
      return challengePage(speech, view, addresses);
    case 'PUSHED':
      return pushPage(speech, view, addresses, asked !== undefined);
    case 'FINISHED':
      return finishedPage(speech, view);
  }
}

function readAction(
  form: Form,
  allowed: readonly ChallengeAction['do'][],
): ChallengeAction | undefined {
  const name = allowed.find((one) => one === form.get('do'));
  if (name !== 'password') return name && { do: name };
  return { do: 'password', password: form.get('password') ?? '' };
}
