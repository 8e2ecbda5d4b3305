// The contract of authorizations that wait for the customer: what `pending` carries, and that a
// stopped authorization can no longer succeed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome } from '@bramka/gateway/providers/outcome.ts';
import type { FollowUp, Provider } from '@bramka/gateway/providers/provider.ts';
import { authorization, followUpOf, inquiryOf } from './contract-rig.ts';
import { assertSame, inquire, sender, type Opened } from './contract-steps.ts';

export function testStop(opened: () => Opened): void {
  const waiting = () => startWaiting(opened());
  testCustomer(waiting);

  test('after a stop the authorization cannot succeed', async () => {
    const { provider, customer, request, outcome, stop } = await waiting();
    const stopped = await sender(provider, 'stop')(stop);
    assert.equal(stopped.kind, 'approved');
    await assertRepeatable(provider, stop, stopped);
    await customer.confirm(request.attemptId).catch(() => undefined);
    const found = await inquire(provider, request, outcome);
    assert.ok(found.kind === 'declined' || found.kind === 'not-found', JSON.stringify(found));
  });

  test('a stop after the confirmation is declined, and the success is reported', async () => {
    const { provider, customer, request, outcome, stop } = await waiting();
    await customer.confirm(request.attemptId);
    const stopped = await sender(provider, 'stop')(stop);
    assert.equal(stopped.kind, 'declined');
    await assertRepeatable(provider, stop, stopped);
    assert.equal((await inquire(provider, request, outcome)).kind, 'approved');
  });

  test('a stop and a confirmation at the same time: exactly one of them succeeds', async () => {
    const { provider, customer, request, outcome, stop } = await waiting();
    const [stopped] = await Promise.all([
      sender(provider, 'stop')(stop),
      customer.confirm(request.attemptId).catch(() => undefined),
    ]);
    const found = await inquire(provider, request, outcome);
    assert.equal(stopped.kind === 'approved', found.kind !== 'approved', JSON.stringify(found));
  });
}

/**
 * A provider without a record of its stops does not find them: then the stop is sent again, and may
 * be declined because the authorization has already ended.
 */
async function assertRepeatable(
  provider: Provider,
  stop: FollowUp,
  stopped: Outcome,
): Promise<void> {
  const found = await provider.inquire(inquiryOf(stop.attemptId, 'stop'));
  const repeated = await sender(provider, 'stop')(stop);
  if (found.kind !== 'not-found') {
    assertSame(found, stopped);
    assertSame(repeated, stopped);
  } else if (repeated.kind !== 'declined') assertSame(repeated, stopped);
}

type Waiting = Awaited<ReturnType<typeof startWaiting>>;

async function startWaiting({ rig, provider }: Opened) {
  assert.ok(rig.customer, 'a provider with stop waits for customers');
  const request = await authorization(rig.approved);
  const outcome = await provider.authorize(request);
  assert.ok(outcome.kind === 'pending', JSON.stringify(outcome));
  const stop = followUpOf(request, outcome.reference);
  return { provider, customer: rig.customer, request, outcome, stop };
}

function testCustomer(waiting: () => Promise<Waiting>): void {
  test('pending carries a reference and what the customer must do', async () => {
    const { outcome } = await waiting();
    assert.ok(outcome.reference !== null && outcome.reference !== '');
    assert.ok(outcome.customer !== null);
    if (outcome.customer.kind === 'redirect') {
      assert.match(outcome.customer.url, /^https?:\/\/[^ ]+$/);
    }
  });

  test('the customer confirms: approved, also when it is asked again', async () => {
    const { provider, customer, request, outcome } = await waiting();
    await customer.confirm(request.attemptId);
    const found = await inquire(provider, request, outcome);
    assert.equal(found.kind, 'approved');
    assert.deepEqual(await inquire(provider, request, outcome), found);
    assert.deepEqual(await inquire(provider, request), found, 'by the id of the attempt alone');
  });

  test('the customer refuses: declined', async () => {
    const { provider, customer, request, outcome } = await waiting();
    await customer.refuse(request.attemptId);
    assert.equal((await inquire(provider, request, outcome)).kind, 'declined');
  });
}
