// Asks Stripe about an attempt. An authorization is found by sending its unconfirmed intent again,
// which Stripe answers with the same intent; if it was never confirmed, it is cancelled, so that a
// confirmation which is still on its way is refused. Stripe forgets such keys after 24 hours: then
// nothing is sent again.

import { fieldsOf, type Fields } from '../../core/json/fields.ts';
import { timeOfId } from '../../core/id.ts';
import { money } from '../../core/money.ts';
import type { Declined, Finding, Outcome, Unknown } from '../outcome.ts';
import type { Inquiry } from '../provider.ts';
import { garbage, post, read, type Ask } from './transport.ts';
import { unlessRefused } from './errors.ts';
import {
  readAuthorization,
  readCapture,
  readIncrement,
  readIntent,
  readIntentId,
  readRefund,
  type Expected,
} from './intent.ts';
import { declined } from './reasons.ts';
import {
  cancelParameters,
  INTENT_ID,
  intentParameters,
  INTENTS,
  keys,
  refundListParameters,
  REFUNDS,
  searchParameters,
  withCharge,
} from './requests.ts';

/** Stripe keeps keys for at least 24 hours; the clocks may differ. */
const REPLAY_LIMIT_MS = 20 * 60 * 60 * 1000;

const notFound = { kind: 'not-found' } as const;

export async function inquire(ask: Ask, inquiry: Inquiry, now: number): Promise<Finding> {
  const isOld = now - timeOfId(inquiry.attemptId) > REPLAY_LIMIT_MS;
  const found =
    inquiry.verb === 'authorize'
      ? await inquireAuthorization(ask, inquiry, isOld)
      : await inquireFollowUp(ask, inquiry, isOld);
  return unlessRefused(found);
}

const expectedOf = ({ attemptId, amountMinor, currency }: Inquiry): Expected => ({
  attemptId,
  amount: money(amountMinor, currency),
});

type Found = Finding | { readonly id: string };

async function inquireAuthorization(ask: Ask, inquiry: Inquiry, isOld: boolean): Promise<Finding> {
  const found = await findIntent(ask, inquiry, isOld);
  if (!('id' in found)) return found.kind === 'declined' ? refusedReplay : found;
  const expected = expectedOf(inquiry);
  const state = await ask(read(`${INTENTS}/${found.id}`, withCharge), (answer) =>
    answer['id'] === found.id ? readAuthorization(answer, expected) : garbage,
  );
  if (state === 'ended') return notFound;
  if (state !== 'open' && state !== 'action') return state;
  const ended = await endIntent(ask, found.id, expected);
  if (ended !== 'ended') return ended;
  return state === 'open' ? notFound : declined('SCA_REQUIRED', found.id, 'requires_action');
}

/** An intent with these parameters was accepted once, so a refusal says nothing about it. */
const refusedReplay: Unknown = { kind: 'unknown', why: 'provider-error' };

async function findIntent(ask: Ask, inquiry: Inquiry, isOld: boolean): Promise<Found> {
  const { attemptId, reference } = inquiry;
  if (reference !== null) return INTENT_ID.test(reference) ? { id: reference } : notFound;
  if (isOld) {
    const search = read(`${INTENTS}/search`, searchParameters(attemptId));
    return ask<Found>(search, (answer) => {
      const list = listOf(answer);
      const one = list?.find((each) => isOf(each, attemptId));
      return one ? readIntentId(one, attemptId) : list?.length === 0 ? notFound : garbage;
    });
  }
  const create = post(INTENTS, intentParameters(inquiry), keys.create(attemptId));
  return ask(create, (answer) => readIntentId(answer, attemptId));
}

/** `ended`: it can no longer be paid. */
export async function endIntent(
  ask: Ask,
  id: string,
  expected: Expected,
): Promise<'ended' | Unknown> {
  const cancel = post(`${INTENTS}/${id}/cancel`, cancelParameters, keys.end(expected.attemptId));
  const state = await ask(cancel, (answer) => readAuthorization(answer, expected));
  if (state === 'ended') return state;
  const isUnknown = typeof state === 'object' && state.kind === 'unknown';
  // It was paid in the meantime, or Stripe did not cancel it: the next inquiry tells.
  return isUnknown ? state : refusedReplay;
}

/** What is not found may be sent again under its id, as long as Stripe knows the id. */
async function inquireFollowUp(ask: Ask, inquiry: Inquiry, isOld: boolean): Promise<Finding> {
  const found = await findFollowUp(ask, inquiry);
  if (found !== undefined) return found;
  return isOld ? declined('SYSTEM_ERROR', null, 'idempotency_key_expired') : notFound;
}

/** Undefined: it was not performed. */
async function findFollowUp(
  ask: Ask,
  inquiry: Inquiry,
): Promise<Outcome | Declined | Unknown | undefined> {
  const { verb, originalReference: intentId, originalAttemptId } = inquiry;
  if (typeof intentId !== 'string' || !INTENT_ID.test(intentId)) return undefined;
  const expected = expectedOf(inquiry);
  const readIntentWith = (readAnswer: (fields: Fields) => Outcome | undefined) =>
    ask(read(`${INTENTS}/${intentId}`), (answer) =>
      answer['id'] === intentId && isOf(answer, originalAttemptId) ? readAnswer(answer) : garbage,
    );
  switch (verb) {
    case 'capture':
      return readIntentWith((answer) => readCapture(answer, expected));
    case 'adjust':
      return readIntentWith((answer) => readIncrement(answer, expected));
    case 'reverse':
      return (
        (await findRefund(ask, intentId, expected)) ??
        (await readIntentWith((answer) => readCancelled(answer, originalAttemptId)))
      );
    default:
      return findRefund(ask, intentId, expected);
  }
}

async function findRefund(ask: Ask, intentId: string, expected: Expected) {
  return ask(read(REFUNDS, refundListParameters(intentId)), (answer): Outcome | undefined => {
    const list = listOf(answer);
    if (!list) return garbage;
    const one = list.find((each) => isOf(each, expected.attemptId));
    if (one) return readRefund(one, expected);
    return answer['has_more'] === false ? undefined : garbage;
  });
}

/** A cancelled intent of this payment: its hold was released. */
export function readCancelled(
  fields: Fields,
  originalAttemptId: string | undefined,
): Outcome | undefined {
  const intent = readIntent(fields);
  if (!intent || intent.metadata['attempt'] !== originalAttemptId) return garbage;
  const { id, status } = intent;
  if (status !== 'canceled') return undefined;
  return { kind: 'approved', reference: id, authCode: null, networkTransactionId: null };
}

function isOf(fields: Fields, attemptId: string | undefined): boolean {
  return fieldsOf(fields['metadata'])?.['attempt'] === attemptId;
}

function listOf({ data }: Fields): readonly Fields[] | undefined {
  if (!Array.isArray(data)) return undefined;
  const list = data.map((one: unknown) => fieldsOf(one));
  return list.every((one) => one !== undefined) ? list : undefined;
}
