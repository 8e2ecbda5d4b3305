// Proves that whatever goes wrong on the line, the adapter returns `unknown` with its reason within
// its time limit, that an inquiry by our id tells what was performed, and that money moves once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callsWith } from './line/broken-calls.ts';
import type { ProvenProvider } from './counterpart.ts';
import { faults } from './line/faults.ts';
import { startWaiting } from './prove-stop.ts';
import { authorization } from './requests.ts';
import {
  followUpRequest,
  inquire,
  inquireOperation,
  isSuccess,
  sender,
  type MoneyVerb,
  type Opened,
} from './steps.ts';
import type { BadFault } from './line/wire.ts';

export function proveFaults(proof: ProvenProvider, opened: () => Opened): void {
  for (const fault of faults) {
    test(`${fault.name}: an authorization is unknown until it is inquired`, () =>
      proveAuthorization(fault, opened()));
    test(`${fault.name}: operations are unknown until inquired or sent again`, () =>
      proveOperations(fault, opened()));
    if (!proof.followUps.includes('stop')) continue;
    test(`${fault.name}: a stop is unknown until it is sent again`, () =>
      proveStop(fault, opened()));
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
    for (const fault of faults.filter(({ answer }) => answer !== 'late')) {
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
      inquire(broken, other),
      ...(declined ? [broken.authorize(declined)] : []),
    ],
  );
  assertUnknown(fault, outcomes);
  const { request, declined, other } = prepared;
  const success = counterpart.customer ? 'pending' : 'approved';
  const isLost = fault.arrives === 0;
  assert.equal((await inquire(adapter, request)).kind, isLost ? 'not-found' : success);
  assert.equal((await inquire(adapter, other)).kind, 'not-found');
  if (declined) {
    const found = await inquire(adapter, declined);
    assert.equal(found.kind, isLost ? 'not-found' : 'declined');
  }
  if (isLost && proof.startsAgain) return;
  if (isLost && proof.endsIfNotFound) {
    const { kind } = await adapter.authorize(request);
    assert.equal(kind, 'declined', 'it was ended');
    assert.equal((await counterpart.account(request)).charges, 0);
    return;
  }
  if (!proof.startsAgain) await adapter.authorize(request);
  await counterpart.customer?.confirm(request.attemptId);
  assert.equal((await inquire(adapter, request)).kind, 'approved');
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
    const found = await inquireOperation(adapter, verb, request);
    assert.equal(isSuccess(found), fault.arrives !== 0, `${verb}: ${found.kind}`);
    const repeated = await sender(adapter, verb)(request);
    assert.ok(isSuccess(repeated), verb);
    assert.equal((await inquireOperation(adapter, verb, request)).kind, repeated.kind);
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

function assertUnknown({ why }: BadFault, outcomes: readonly object[]): void {
  for (const outcome of outcomes) assert.deepEqual(outcome, { kind: 'unknown', why });
}
