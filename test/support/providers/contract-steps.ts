// Steps that the tests of the provider contract share: an approved authorization, an operation on
// it, and the comparison of results.
import assert from 'node:assert/strict';
import type { Approved, Finding, Outcome } from '@bramka/gateway/providers/outcome.ts';
import type {
  Authorization,
  FollowUp,
  FollowUpVerb,
  Provider,
} from '@bramka/gateway/providers/provider.ts';
import { authorization, followUpOf, inquiryOf, type ProviderRig } from './contract-rig.ts';
import type { Wire } from './wire.ts';

/** The adapter over one wire, open while its tests run. */
export interface Opened {
  readonly wire: Wire;
  readonly rig: ProviderRig;
  readonly provider: Provider;
}

/** The operation on a new authorization that was approved. */
export async function followUpRequest(
  verb: Exclude<FollowUpVerb, 'stop'>,
  opened: Opened,
): Promise<FollowUp> {
  const kind = verb === 'capture' || verb === 'adjust' ? 'hold' : 'sale';
  const original = await authorization(opened.rig.approved, kind);
  const { outcome } = await approve(opened, original);
  return followUpOf(original, outcome.reference);
}

/** Authorizes and, if the provider waits for the customer, confirms. */
export async function approve(
  { rig, provider }: Opened,
  request: Authorization,
): Promise<{ request: Authorization; outcome: Approved }> {
  let outcome: Finding = await provider.authorize(request);
  if (rig.customer && outcome.kind === 'pending') {
    await rig.customer.confirm(request.attemptId);
    outcome = await inquire(provider, request, outcome);
  }
  assert.ok(outcome.kind === 'approved', JSON.stringify(outcome));
  return { request, outcome };
}

export function inquire(
  provider: Provider,
  { attemptId }: Authorization,
  outcome?: Outcome,
): Promise<Finding> {
  const reference = outcome ? referenceOf(outcome) : null;
  return provider.inquire(inquiryOf(attemptId, 'authorize', reference));
}

export function referenceOf(outcome: Outcome): string | null {
  return outcome.kind === 'unknown' ? null : outcome.reference;
}

export function sender(
  provider: Provider,
  verb: FollowUpVerb,
): (request: FollowUp) => Promise<Outcome> {
  const send = provider.followUps[verb];
  assert.ok(send, `${provider.name} has ${verb}`);
  return send;
}

/** What the customer must do may be left out when it is reported again. */
export function assertSame(found: Finding, first: Outcome): void {
  if (first.kind === 'pending' && found.kind === 'pending' && found.customer === null) {
    assert.equal(found.reference, first.reference);
  } else {
    assert.deepEqual(found, first);
  }
}
