// The contract of unknown outcomes: whatever goes wrong on the line, the adapter returns `unknown`
// with its reason, and a later inquiry tells whether the operation was performed.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { Finding, Outcome } from '@bramka/gateway/providers/outcome.ts';
import type { FollowUpVerb } from '@bramka/gateway/providers/provider.ts';
import { authorization, exampleMeans, inquiryOf, type AdapterUnderTest } from './contract-rig.ts';
import { followUpRequest, inquire, sender, type Opened } from './contract-steps.ts';
import { faultKinds, type Fault, type FaultKind } from './wire.ts';

const faults: readonly Fault[] = (Object.keys(faultKinds) as FaultKind[]).flatMap((kind) => [
  { kind, isReceived: false },
  { kind, isReceived: true },
]);

export function testFaults(adapter: AdapterUnderTest, opened: () => Opened): void {
  afterEach(() => opened().wire.repair());
  const verbs = adapter.followUps.filter((verb) => verb !== 'stop');

  for (const fault of faults) {
    const expected = { kind: 'unknown', why: faultKinds[fault.kind] };
    const name = `${fault.kind}, request ${fault.isReceived ? 'performed' : 'lost'}`;

    test(`${name}: the authorization is unknown until it is inquired`, async () => {
      const { rig, provider, wire } = opened();
      const request = await authorization(rig.approved);
      const declined = rig.declined && (await authorization(rig.declined));
      const unknown = await authorization({ means: exampleMeans.PAN });
      wire.breakWith(fault);
      const outcomes = await Promise.all([
        provider.authorize(request),
        inquire(provider, unknown),
        ...(declined ? [provider.authorize(declined)] : []),
      ]);
      for (const outcome of outcomes) assert.deepEqual(outcome, expected);
      await wire.repair();
      const success = rig.customer ? 'pending' : 'approved';
      assert.equal((await inquire(provider, request)).kind, found(fault, success));
      if (!declined) return;
      assert.equal((await inquire(provider, declined)).kind, found(fault, 'declined'));
    });

    test(`${name}: operations are unknown until they are inquired or sent again`, async () => {
      const { provider, wire } = opened();
      const requests = await Promise.all(verbs.map((verb) => followUpRequest(verb, opened())));
      wire.breakWith(fault);
      const each = <T>(
        call: (verb: FollowUpVerb, request: (typeof requests)[number]) => Promise<T>,
      ): Promise<T[]> =>
        Promise.all(requests.map((request, place) => call(verbs[place] ?? 'refund', request)));
      const send = (): Promise<Outcome[]> => each((verb, one) => sender(provider, verb)(one));
      const ask = (): Promise<Finding[]> =>
        each((verb, one) => provider.inquire(inquiryOf(one.attemptId, verb)));
      for (const outcome of await send()) assert.deepEqual(outcome, expected);
      await wire.repair();
      for (const { kind } of await ask()) assert.ok(isSuccess(kind) === fault.isReceived, kind);
      const repeated = await send();
      for (const { kind } of repeated) assert.ok(isSuccess(kind), kind);
      assert.deepEqual(
        (await ask()).map(({ kind }) => kind),
        repeated.map(({ kind }) => kind),
      );
    });
  }
}

/** A refund by transfer may be pending when it was received. */
function isSuccess(kind: Finding['kind']): boolean {
  return kind === 'approved' || kind === 'pending';
}

function found(fault: Fault, result: Finding['kind']): Finding['kind'] {
  return fault.isReceived ? result : 'not-found';
}
