// How a result is learned besides the answer to the request: by an inquiry, or by what a provider
// has instead of one (`ProvenProvider.inquiry`).
import assert from 'node:assert/strict';
import type { Finding, Outcome } from '@bramka/gateway/providers/outcome.ts';
import type { Authorization, FollowUp, FollowUpVerb } from '@bramka/gateway/providers/provider.ts';
import { readMessage } from './read-message.ts';
import { inquiryOf } from '../requests.ts';
import {
  assertSame,
  inquire,
  inquireOperation,
  referenceOf,
  sender,
  type Opened,
} from '../steps.ts';

/** What became of an authorization; `not-found`: the provider has not received it. */
export async function learn(
  opened: Opened,
  request: Authorization,
  outcome?: Outcome,
): Promise<Finding> {
  const { adapter, counterpart, proof } = opened;
  const found = await inquire(adapter, request, outcome);
  if (proof.inquiry === 'none') {
    assert.equal(found.kind, 'pending');
    return toldBy(opened, request.attemptId);
  }
  if (proof.inquiry === 'reverses') {
    assert.equal(found.kind, 'declined');
    assert.deepEqual(await inquire(adapter, request, outcome), found, 'also when it is repeated');
    assert.equal((await counterpart.account(request)).charges, 0, 'the inquiry ends it');
  }
  return found;
}

/** `kind`: what an inquiry that answers finds. */
export async function assertLearned(
  opened: Opened,
  request: Authorization,
  kind: Finding['kind'],
): Promise<void> {
  const expected = opened.proof.inquiry === 'reverses' ? 'declined' : kind;
  assert.equal((await learn(opened, request)).kind, expected);
}

/** The result is that of the first answer, unless the inquiry ended the authorization. */
export async function assertSameLearned(
  opened: Opened,
  request: Authorization,
  first: Outcome,
): Promise<void> {
  const { inquiry = 'answers' } = opened.proof;
  const found = await learn(opened, request, first);
  if (inquiry === 'answers') return assertSame(found, first);
  if (inquiry === 'reverses') return;
  const expected = first.kind === 'pending' ? 'not-found' : first.kind;
  assert.equal(found.kind, expected);
  if (found.kind !== 'not-found') assert.equal(referenceOf(found), referenceOf(first));
}

/** The counterpart knows nothing of the authorization. */
export async function assertNotReceived(opened: Opened, request: Authorization): Promise<void> {
  const { adapter, counterpart, proof } = opened;
  assert.equal((await counterpart.account(request)).charges, 0);
  if ((proof.inquiry ?? 'answers') !== 'answers') return;
  assert.deepEqual(await inquire(adapter, request), { kind: 'not-found' });
}

/** What an inquiry says about an attempt that was never made. */
export async function assertUnknownAttempt(
  { adapter, proof }: Opened,
  attemptId: string,
  verb: FollowUpVerb | 'authorize',
): Promise<void> {
  const found = await adapter.inquire(inquiryOf(attemptId, verb));
  const ofAuthorization = { answers: 'not-found', none: 'pending', reverses: 'declined' } as const;
  const { inquiry = 'answers' } = proof;
  if (verb === 'authorize') assert.equal(found.kind, ofAuthorization[inquiry]);
  else assertSentAgain(found, inquiry);
}

/** An operation without an inquiry is sent again, or waits for its message. */
function assertSentAgain({ kind }: Finding, inquiry: 'answers' | 'none' | 'reverses'): void {
  assert.ok(kind === 'not-found' || (kind === 'pending' && inquiry === 'none'), kind);
}

/** What became of an operation; where nothing answers it is sent again. */
export async function learnOperation(
  opened: Opened,
  verb: FollowUpVerb,
  request: FollowUp,
): Promise<Finding> {
  const { adapter, proof } = opened;
  if (proof.inquiry === 'none') return toldBy(opened, request.attemptId);
  if (proof.inquiry === 'reverses') return sender(adapter, verb)(request);
  return inquireOperation(adapter, verb, request);
}

/** An inquiry, with and without the reference, has the result of the first answer. */
export async function assertSameOperation(
  { adapter, proof }: Opened,
  verb: FollowUpVerb,
  request: FollowUp,
  first: Outcome,
): Promise<void> {
  const { inquiry = 'answers' } = proof;
  for (const reference of [referenceOf(first), null]) {
    const found = await inquireOperation(adapter, verb, request, reference);
    if (inquiry === 'answers') assertSame(found, first);
    else assertSentAgain(found, inquiry);
  }
}

/** What the first message about the attempt says; `not-found`: there is none. */
async function toldBy({ adapter, counterpart }: Opened, attemptId: string): Promise<Finding> {
  const [message] = (await counterpart.messages?.(attemptId)) ?? [];
  if (!message) return { kind: 'not-found' };
  const read = await readMessage(adapter, message);
  assert.equal(read?.attemptId, attemptId);
  assert.ok(read.finding, 'a message with a result is the first');
  return read.finding;
}
