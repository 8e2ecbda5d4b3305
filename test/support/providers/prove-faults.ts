// Proves that whatever goes wrong on the line, the adapter returns `unknown` with its reason within
// its time limit, that an inquiry by our id tells what was performed, and that money moves once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callsWith } from './line/broken-calls.ts';
import type { ProvenProvider } from './counterpart.ts';
import { assertLearned, assertSameOperation, learn, learnOperation } from './results/inquiry.ts';
import { faults as httpFaults } from './line/faults.ts';
import { startCancel, startWaiting } from './prove-stop.ts';
import { authorization } from './requests.ts';
import {
  followUpRequest,
  inquire,
  isSuccess,
  sender,
  type MoneyVerb,
  type Opened,
} from './steps.ts';
import type { BadFault } from './line/wire.ts';

export function proveFaults(proof: ProvenProvider, opened: () => Opened): void {
  const { faults } = proof.line ?? { faults: httpFaults };
  for (const fault of faults) {
    test(`${fault.name}: an authorization is unknown until it is inquired`, () =>
      proveAuthorization(fault, opened()));
    test(`${fault.name}: operations are unknown until inquired or sent again`, () =>
      proveOperations(fault, opened()));
    if (!proof.followUps.includes('stop')) continue;
    test(`${fault.name}: a stop is unknown until it is sent again`, () =>
      proof.inquiry === 'none' ? proveCancel(fault, opened()) : proveStop(fault, opened()));
  }
}

/** For providers with a list of banks. */
export function proveBanks(opened: () => Opened): void {
  test('a list of banks that cannot be read leaves the last one in place', async () => {
    const { adapter, wire } = opened();
    assert.ok(adapter.banks);
    const dayMs = 86_400_000;
    assert.equal(await adapter.banks.refresh(0), true);
    const banks = adapter.banks.banks();
    for (const fault of httpFaults.filter(({ answer }) => answer !== 'late')) {
      wire.breakWith(fault);
      assert.equal(await adapter.banks.refresh(dayMs), false, fault.name);
      assert.equal(adapter.banks.banks(), banks);
    }
  });
}

async function proveAuthorization(fault: BadFault, opened: Opened): Promise<void> {
  const { counterpart, adapter, proof } = opened;
  const { prepared, outcomes } = await callsWith(
    opened,
    fault,
    async () => {
      const request = await authorization(counterpart.approved);
      const declined = counterpart.declined && (await authorization(counterpart.declined));
      return { request, declined, other: await authorization(counterpart.approved) };
    },
    (broken, { request, declined, other }) => [
      broken.authorize(request),
      ...(proof.inquiry === 'none' ? [] : [inquire(broken, other)]),
      ...(declined ? [broken.authorize(declined)] : []),
    ],
  );
  assertUnknown(fault, outcomes);
  const { request, declined, other } = prepared;
  const success = counterpart.customer ? 'pending' : 'approved';
  const isLost = fault.arrives === 0;
  await assertLearned(opened, request, isLost ? 'not-found' : success);
  await assertLearned(opened, other, 'not-found');
  if (declined) await assertLearned(opened, declined, isLost ? 'not-found' : 'declined');
  if (isLost && proof.endsIfNotFound) {
    assert.ok(!isSuccess(await adapter.authorize(request)), 'it was ended');
    assert.equal((await counterpart.account(request)).charges, 0);
    return;
  }
  // What an inquiry has ended is not sent again.
  if (proof.inquiry === 'reverses' || (isLost && proof.startsAgain)) return;
  if (!proof.startsAgain) await adapter.authorize(request);
  await counterpart.customer?.confirm(request.attemptId);
  assert.equal((await learn(opened, request)).kind, 'approved');
  assert.equal((await counterpart.account(request)).charges, 1, 'charged once');
}

async function proveOperations(fault: BadFault, opened: Opened): Promise<void> {
  const { adapter, proof, counterpart } = opened;
  const verbs = proof.followUps.filter((verb): verb is MoneyVerb => verb !== 'stop');
  const { prepared, outcomes } = await callsWith(
    opened,
    fault,
    () =>
      Promise.all(
        verbs.map(async (verb) => ({ verb, request: await followUpRequest(verb, opened) })),
      ),
    (broken, operations) => operations.map(({ verb, request }) => sender(broken, verb)(request)),
  );
  assertUnknown(fault, outcomes);
  for (const { verb, request } of prepared) {
    if (proof.inquiry !== 'reverses') {
      const found = await learnOperation(opened, verb, request);
      assert.equal(isSuccess(found), fault.arrives !== 0, `${verb}: ${found.kind}`);
    }
    const repeated = await sender(adapter, verb)(request);
    assert.ok(isSuccess(repeated), verb);
    await assertSameOperation(opened, verb, request, repeated);
    const { returnedMinor } = await counterpart.account(request.original);
    assert.equal(returnedMinor, verb === 'refund' ? request.amount.minor : 0n, verb);
  }
}

async function proveStop(fault: BadFault, opened: Opened): Promise<void> {
  const { adapter, counterpart } = opened;
  const { prepared, outcomes } = await callsWith(
    opened,
    fault,
    () => startWaiting(opened),
    (broken, { stop }) => [sender(broken, 'stop')(stop)],
  );
  assertUnknown(fault, outcomes);
  const { kind } = await sender(adapter, 'stop')(prepared.stop);
  assert.ok(kind === 'approved' || (kind === 'declined' && fault.arrives !== 0), kind);
  await prepared.customer.confirm(prepared.request.attemptId).catch(() => undefined);
  assert.equal((await counterpart.account(prepared.request)).charges, 0);
}

async function proveCancel(fault: BadFault, opened: Opened): Promise<void> {
  const { prepared, outcomes } = await callsWith(
    opened,
    fault,
    () => startCancel(opened),
    (broken, { stop }) => [sender(broken, 'stop')(stop)],
  );
  assertUnknown(fault, outcomes);
  assert.ok(isSuccess(await sender(opened.adapter, 'stop')(prepared.stop)));
  assert.equal((await opened.counterpart.account(prepared.request)).charges, 0);
}

function assertUnknown({ why }: BadFault, outcomes: readonly object[]): void {
  for (const outcome of outcomes) assert.deepEqual(outcome, { kind: 'unknown', why });
}
