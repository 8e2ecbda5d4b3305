// Proves authorizations that wait for the customer: what `pending` carries, and that a stopped
// authorization can no longer succeed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome } from '@bramka/gateway/providers/outcome.ts';
import type { FollowUp, Provider } from '@bramka/gateway/providers/provider.ts';
import { authorization, followUpOf, inquiryOf } from './requests.ts';
import { learnOperation } from './results/inquiry.ts';
import { approve, assertSame, inquire, isSuccess, sender, type Opened } from './steps.ts';

export function proveStop(opened: () => Opened): void {
  const waiting = () => startWaiting(opened());
  proveCustomer(waiting);

  test('after a stop the authorization cannot succeed', async () => {
    const { adapter, customer, request, outcome, stop } = await waiting();
    const stopped = await sender(adapter, 'stop')(stop);
    assert.equal(stopped.kind, 'approved');
    await assertRepeatable(adapter, stop, stopped);
    await customer.confirm(request.attemptId).catch(() => undefined);
    const found = await inquire(adapter, request, outcome);
    assert.ok(found.kind === 'declined' || found.kind === 'not-found', JSON.stringify(found));
    assert.equal((await opened().counterpart.account(request)).charges, 0);
  });

  test('a stop after the confirmation is declined, and the success is reported', async () => {
    const { adapter, customer, request, outcome, stop } = await waiting();
    await customer.confirm(request.attemptId);
    const stopped = await sender(adapter, 'stop')(stop);
    assert.equal(stopped.kind, 'declined');
    await assertRepeatable(adapter, stop, stopped);
    assert.equal((await inquire(adapter, request, outcome)).kind, 'approved');
  });

  test('a stop and a confirmation at the same time: exactly one of them succeeds', async () => {
    const { adapter, customer, request, outcome, stop } = await waiting();
    const [stopped] = await Promise.all([
      sender(adapter, 'stop')(stop),
      customer.confirm(request.attemptId).catch(() => undefined),
    ]);
    const found = await inquire(adapter, request, outcome);
    assert.equal(stopped.kind === 'approved', found.kind !== 'approved', JSON.stringify(found));
  });
}

/** For providers whose inquiries do not answer: a stop undoes what may have been authorized. */
export function proveCancel(opened: () => Opened): void {
  test('a stop undoes an authorization, also when it is repeated', async () => {
    const { counterpart, adapter } = opened();
    const { request, stop } = await startCancel(opened());
    const stopped = await sender(adapter, 'stop')(stop);
    assert.ok(isSuccess(stopped), stopped.kind);
    assertSame(await sender(adapter, 'stop')(stop), stopped);
    assert.equal((await learnOperation(opened(), 'stop', stop)).kind, 'approved');
    assert.equal((await counterpart.account(request)).charges, 0);
  });
}

/** An authorization whose answer was lost, and its stop. */
export async function startCancel(opened: Opened) {
  const payment = await authorization(opened.counterpart.approved, 'hold');
  const { request } = await approve(opened, payment);
  return { request, stop: followUpOf(request, null) };
}

/**
 * A provider without a record of its stops does not find them: then the stop is sent again, and may
 * be declined because the authorization has already ended.
 */
async function assertRepeatable(
  adapter: Provider,
  stop: FollowUp,
  stopped: Outcome,
): Promise<void> {
  const found = await adapter.inquire(inquiryOf(stop.attemptId, 'stop'));
  const repeated = await sender(adapter, 'stop')(stop);
  if (found.kind !== 'not-found') {
    assertSame(found, stopped);
    assertSame(repeated, stopped);
  } else if (repeated.kind !== 'declined') assertSame(repeated, stopped);
}

type Waiting = Awaited<ReturnType<typeof startWaiting>>;

/** A new authorization that waits for its customer, and its stop. */
export async function startWaiting({ counterpart, adapter }: Opened) {
  assert.ok(counterpart.customer, 'a provider with stop waits for customers');
  const request = await authorization(counterpart.approved);
  const outcome = await adapter.authorize(request);
  assert.ok(outcome.kind === 'pending', JSON.stringify(outcome));
  const stop = followUpOf(request, outcome.reference);
  return { adapter, customer: counterpart.customer, request, outcome, stop };
}

function proveCustomer(waiting: () => Promise<Waiting>): void {
  test('pending carries a reference and what the customer must do', async () => {
    const { outcome } = await waiting();
    assert.ok(outcome.reference !== null && outcome.reference !== '');
    assert.ok(outcome.customer !== null);
    if (outcome.customer.kind === 'redirect') {
      assert.match(outcome.customer.url, /^https?:\/\/[^ ]+$/);
    }
  });

  test('the customer confirms: approved, also when it is asked again', async () => {
    const { adapter, customer, request, outcome } = await waiting();
    await customer.confirm(request.attemptId);
    const found = await inquire(adapter, request, outcome);
    assert.equal(found.kind, 'approved');
    assert.deepEqual(await inquire(adapter, request, outcome), found);
    assert.deepEqual(await inquire(adapter, request), found, 'by the id of the attempt alone');
  });

  test('the customer refuses: declined', async () => {
    const { adapter, customer, request, outcome } = await waiting();
    await customer.refuse(request.attemptId);
    assert.equal((await inquire(adapter, request, outcome)).kind, 'declined');
  });
}
