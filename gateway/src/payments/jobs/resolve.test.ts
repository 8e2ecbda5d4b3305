// Tests of the resolver and "not found": an authorization unknown to the provider counts as lost
// only when it could no longer arrive at the time of the inquiry, to the millisecond.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Finding } from '../../providers/outcome.ts';
import { decideCapture } from '../decisions/operate.ts';
import { decideRegister, decideStart } from '../decisions/register.ts';
import { freshPayment, plainStart, plainTerms } from '../decisions/testing/fresh-payment.ts';
import type { Loaded } from '../model/payment.ts';
import { createProcessor } from '../processing/process.ts';
import { reportUnconnected, resolveDue } from './resolve.ts';
import {
  FIRST_CHECK_MS,
  MAX_IN_FLIGHT_MS,
  memoryProcessing,
  openAttempt,
  type MemoryProcessing,
} from '@bramka/test/support/processing/memory-processing.ts';

/** The clocks of two nodes differ by at most two seconds. */
const SKEW_MS = 2_000;
/** From the start of an attempt: the latest time of sending, and the time to reach the provider. */
const BOUNDARY_MS = FIRST_CHECK_MS + MAX_IN_FLIGHT_MS + SKEW_MS;
const approved: Finding = {
  kind: 'approved',
  reference: 'ref-1',
  authCode: 'A1',
  networkTransactionId: null,
};

const resolve = ({ parts }: MemoryProcessing): Promise<number> => resolveDue(parts, 'scripted', 10);

function states({ payment, attempts, transactions }: Loaded): string[] {
  const [attempt] = attempts;
  const [transaction] = transactions;
  return [payment.status, attempt?.state ?? '', transaction?.status ?? ''];
}

const boundary: [title: string, askedAfterMs: number, expected: string[]][] = [
  ['one millisecond before the boundary', BOUNDARY_MS - 1, ['PENDING', 'UNKNOWN', 'PENDING']],
  ['at the boundary', BOUNDARY_MS, ['ERROR', 'VOID', 'ERROR']],
  ['after the boundary', BOUNDARY_MS + 1, ['ERROR', 'VOID', 'ERROR']],
];
for (const [title, askedAfterMs, expected] of boundary) {
  test(`not found, asked ${title}: ${expected.join(', ')}`, async () => {
    const rig = memoryProcessing();
    const { payment } = await rig.started({ holdsOrder: true });
    rig.clock.advance(askedAfterMs);
    assert.equal(await resolve(rig), 1);
    const after = await rig.load(payment);
    assert.deepEqual(states(after), expected);
    const isOver = expected[0] === 'ERROR';
    assert.equal(after.payment.rejectCode, isOver ? 'SYSTEM_ERROR' : null);
    assert.equal(after.payment.holdsOrder, !isOver);
    assert.deepEqual(
      rig.called.map(({ verb }) => verb),
      ['inquire'],
    );
    assert.deepEqual(rig.alarms, []);
  });
}

test('a provider that waited for the customer must also have no more time to wait', async () => {
  const waitMs = 10 * BOUNDARY_MS;
  for (const [askedAfterMs, expected] of [
    [waitMs + SKEW_MS - 1, ['PENDING', 'PENDING', 'PENDING']],
    [waitMs + SKEW_MS, ['ERROR', 'VOID', 'ERROR']],
  ] as const) {
    const rig = memoryProcessing();
    const registered = decideRegister(freshPayment(rig.now()), {}, rig.now());
    const waitUntil = rig.clock.now() + waitMs;
    const start = { ...plainStart, provider: 'scripted', waitUntil };
    rig.answer = () => ({ kind: 'pending', reference: null, customer: { kind: 'confirm' } });
    const begun = await rig.processor.begin(decideStart(registered, start, rig.now()));
    const { payment } = await begun.settled;
    rig.answer = () => ({ kind: 'not-found' });
    rig.clock.advance(askedAfterMs);
    await resolve(rig);
    assert.deepEqual(states(await rig.load(payment)), expected);
  }
});

test('not found too early: the next check is at the boundary, not after it', async () => {
  const rig = memoryProcessing();
  const { payment } = await rig.started();
  const startedAt = rig.clock.now();
  rig.clock.advance(BOUNDARY_MS - 1);
  await resolve(rig);
  const { checkAt } = openAttempt(await rig.load(payment));
  assert.equal(checkAt, startedAt + BOUNDARY_MS);
  assert.equal(await resolve(rig), 0, 'it is not due before');
  rig.clock.advance(1);
  assert.equal(await resolve(rig), 1);
  assert.equal((await rig.load(payment)).payment.status, 'ERROR');
});

test('an inquiry that crosses the boundary counts by when it was sent', async () => {
  const rig = memoryProcessing();
  const { payment } = await rig.started();
  rig.clock.advance(BOUNDARY_MS - 1);
  rig.onInquiry = () => rig.clock.advance(20_000);
  await resolve(rig);
  const after = await rig.load(payment);
  assert.deepEqual(states(after), ['PENDING', 'UNKNOWN', 'PENDING']);
  rig.onInquiry = () => undefined;
  rig.answer = () => approved;
  assert.equal(await resolve(rig), 1, 'it is asked again at once');
  assert.deepEqual(states(await rig.load(payment)), ['COMPLETED', 'APPROVED', 'COMPLETED']);
});

test('a charge that is found is conclusive, however late', async () => {
  for (const askedAfterMs of [FIRST_CHECK_MS, BOUNDARY_MS, 10 * BOUNDARY_MS]) {
    const rig = memoryProcessing();
    const { payment } = await rig.started();
    rig.clock.advance(askedAfterMs);
    rig.answer = () => approved;
    await resolve(rig);
    assert.deepEqual(states(await rig.load(payment)), ['COMPLETED', 'APPROVED', 'COMPLETED']);
  }
});

test('no check happens before the first one is due', async () => {
  const rig = memoryProcessing();
  await rig.started();
  rig.clock.advance(FIRST_CHECK_MS - 1);
  assert.equal(await resolve(rig), 0);
  rig.clock.advance(1);
  assert.equal(await resolve(rig), 1);
});

test('silence is inconclusive, also long after the boundary', async () => {
  const rig = memoryProcessing();
  const { payment } = await rig.started();
  rig.clock.advance(10 * BOUNDARY_MS);
  rig.answer = () => ({ kind: 'unknown', why: 'timeout' });
  await resolve(rig);
  assert.deepEqual(states(await rig.load(payment)), ['PENDING', 'UNKNOWN', 'PENDING']);
});

test('an authorization delayed until the resolver may check it is not sent', async () => {
  for (const [waitedMs, calls] of [
    [FIRST_CHECK_MS - 1, 1],
    [FIRST_CHECK_MS, 0],
  ] as const) {
    const rig = memoryProcessing();
    rig.answer = () => approved;
    const reach = (name: string): undefined => {
      if (name === 'attempt.committed') rig.clock.advance(waitedMs);
    };
    const processor = createProcessor({ ...rig.parts, failpoints: { reach } });
    const begun = await processor.begin(rig.start());
    await begun.settled;
    assert.equal(rig.called.length, calls);
  }
});

test('other operations are sent again under their own id', async () => {
  const rig = memoryProcessing();
  const { payment } = await rig.started({ transKind: 'PREAUTH' });
  rig.answer = () => approved;
  rig.clock.advance(FIRST_CHECK_MS);
  await resolve(rig);
  const held = await rig.load(payment);
  const operation = { ...plainTerms, amountMinor: 5_000n, firstCheckMs: FIRST_CHECK_MS };
  const begun = await rig.commit(decideCapture(held, operation, rig.now()));
  const { attemptId } = openAttempt(begun);
  const originalAttemptId = held.attempts[0]?.attemptId;
  rig.clock.advance(FIRST_CHECK_MS);
  rig.called.length = 0;
  rig.answer = (verb) => (verb === 'inquire' ? { kind: 'not-found' } : approved);
  await resolve(rig);
  assert.deepEqual(rig.called, [
    { verb: 'inquire', attemptId, originalAttemptId },
    { verb: 'capture', attemptId },
  ]);
  const after = await rig.load(payment);
  assert.equal(after.payment.capturedMinor, 5_000n);
});

test('asks no more than the provider allows, and leases nothing while it is down', async () => {
  const rig = memoryProcessing();
  const payments = await Promise.all([rig.started(), rig.started(), rig.started()]);
  rig.clock.advance(FIRST_CHECK_MS);
  rig.answer = () => approved;
  const withCapacity = (capacity: number) => ({
    ...rig.parts,
    providers: { ...rig.parts.providers, capacity: () => capacity },
  });
  assert.equal(await resolveDue(withCapacity(0), 'scripted', 10), 0);
  const [first] = payments;
  assert.ok(first);
  assert.equal(openAttempt(await rig.load(first.payment)).checks, 0);
  assert.equal(await resolveDue(withCapacity(1), 'scripted', 10), 1);
  assert.equal(rig.called.length, 1);
  assert.equal(await resolveDue(withCapacity(Infinity), 'scripted', 10), 2);
});

test('asks one provider only about its own attempts', async () => {
  const rig = memoryProcessing();
  await rig.started();
  rig.clock.advance(FIRST_CHECK_MS);
  const parts = { ...rig.parts, providers: { ...rig.parts.providers, capacity: () => 1 } };
  assert.equal(await resolveDue(parts, 'another', 10), 0);
  assert.deepEqual(rig.called, []);
});

test('providers that are not connected are reported while attempts are open', async () => {
  const rig = memoryProcessing();
  await rig.started();
  const logged: unknown[] = [];
  const log = { ...rig.parts.log, error: (facts: object) => void logged.push(facts) };
  const parts = { ...rig.parts, log, providers: { ...rig.parts.providers, list: [] } };
  assert.equal(await reportUnconnected(parts), 0, 'nothing is due yet');
  rig.clock.advance(FIRST_CHECK_MS);
  assert.equal(await reportUnconnected(rig.parts), 0);
  assert.equal(await reportUnconnected(parts), 1);
  assert.deepEqual(logged, [{ providers: ['scripted'] }]);
});
