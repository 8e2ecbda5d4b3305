// The contract of providers: every adapter, with its simulated counterpart, passes the same tests
// over a call in one process and over HTTP. To add an adapter, call `testProvider` in a file of
// test/contracts/ (see plain-provider.test.ts there): pass what it declares, and a function that
// opens it over a wire with payments that are approved and declined. If the provider waits for
// customers, `approved` is approved after `customer.confirm`.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FollowUpVerb } from '@bramka/gateway/providers/provider.ts';
import {
  authorization,
  exampleMeans,
  followUpOf,
  inquiryOf,
  type AdapterUnderTest,
} from './contract-rig.ts';
import {
  approve,
  assertSame,
  followUpRequest,
  inquire,
  referenceOf,
  sender,
  type Opened,
} from './contract-steps.ts';
import { testFaults } from './fault-contract.ts';
import { testStop } from './stop-contract.ts';
import { openWire } from './wire.ts';

export function testProvider(adapter: AdapterUnderTest): void {
  for (const kind of adapter.wires ?? (['local', 'http'] as const)) {
    describe(`provider ${adapter.name}, ${kind}`, () => {
      let opened: Opened;
      before(async () => {
        const wire = openWire(kind);
        const rig = await adapter.open(wire);
        opened = { wire, rig, provider: rig.provider };
      });
      after(async () => {
        await opened.rig.close();
        opened.wire.close();
      });
      testDeclarations(adapter, () => opened);
      testAuthorizations(adapter, () => opened);
      for (const verb of adapter.followUps) {
        if (verb !== 'stop') testFollowUp(verb, () => opened);
      }
      if (adapter.followUps.includes('stop')) testStop(() => opened);
      testFaults(adapter, () => opened);
    });
  }
}

function testDeclarations(adapter: AdapterUnderTest, opened: () => Opened): void {
  test('declares its name, means and operations, and no other operation exists', () => {
    const { provider } = opened();
    assert.equal(provider.name, adapter.name);
    assert.deepEqual([...provider.means].sort(), [...adapter.means].sort());
    assert.deepEqual(Object.keys(provider.followUps).sort(), [...adapter.followUps].sort());
    for (const send of Object.values(provider.followUps)) assert.equal(typeof send, 'function');
    assert.ok(provider.maxInFlightMs > 0);
  });

  test('sends nothing for means that it does not declare', async () => {
    const { provider } = opened();
    for (const [kind, means] of Object.entries(exampleMeans)) {
      if (provider.means.some((one) => one === kind)) continue;
      const request = await authorization({ means });
      await assert.rejects(async () => provider.authorize(request), kind);
      const found = await provider.inquire(inquiryOf(request.attemptId));
      assert.deepEqual(found, { kind: 'not-found' }, kind);
    }
  });
}

function testAuthorizations({ startsAgain }: AdapterUnderTest, opened: () => Opened): void {
  test('an unknown attempt is not found, whatever its operation', async () => {
    const { provider } = opened();
    const verbs = ['authorize', ...Object.keys(provider.followUps)] as (
      | 'authorize'
      | FollowUpVerb
    )[];
    for (const verb of verbs) {
      const { attemptId } = await authorization({ means: exampleMeans.PAN });
      assert.deepEqual(await provider.inquire(inquiryOf(attemptId, verb)), { kind: 'not-found' });
    }
  });

  for (const result of ['approved', 'declined', 'pending'] as const) {
    test(`${result}: a repeated request and an inquiry have the same result`, async () => {
      const { rig, provider } = opened();
      const payment = rig[result];
      if (!payment) return;
      const request = await authorization(payment);
      const first = await provider.authorize(request);
      assert.equal(first.kind, result === 'approved' && rig.customer ? 'pending' : result);
      if (!startsAgain) assertSame(await provider.authorize(request), first);
      assertSame(await inquire(provider, request, first), first);
    });
  }

  test('simultaneous equal requests are one authorization', { skip: startsAgain }, async () => {
    const { rig, provider } = opened();
    const request = await authorization(rig.approved);
    const many = Array.from({ length: 8 }, () => provider.authorize(request));
    const [first, ...others] = await Promise.all(many);
    assert.ok(first);
    for (const other of others) assertSame(other, first);
  });

  test('two attempts have two references', async () => {
    const { rig } = opened();
    const references = new Set<string>();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { reference } = (await approve(opened(), await authorization(rig.approved))).outcome;
      references.add(reference);
    }
    assert.equal(references.size, 2);
  });

  test('an inquiry reports its own attempt, not another one', async () => {
    const { rig, provider } = opened();
    const { request } = await approve(opened(), await authorization(rig.approved));
    if (!rig.declined) return;
    const other = await authorization(rig.declined);
    assert.equal((await provider.authorize(other)).kind, 'declined');
    assert.equal((await inquire(provider, request)).kind, 'approved');
    assert.equal((await inquire(provider, other)).kind, 'declined');
  });
}

function testFollowUp(verb: Exclude<FollowUpVerb, 'stop'>, opened: () => Opened): void {
  test(`${verb}: a repeated request and an inquiry have the same result`, async () => {
    const { provider } = opened();
    const request = await followUpRequest(verb, opened());
    const send = sender(provider, verb);
    const first = await send(request);
    assert.equal(first.kind === 'pending' ? 'approved' : first.kind, 'approved');
    assertSame(await send(request), first);
    const { attemptId } = request;
    const reference = referenceOf(first);
    assertSame(await provider.inquire(inquiryOf(attemptId, verb, reference)), first);
  });

  test(`${verb}: simultaneous equal requests are one operation`, async () => {
    const { provider } = opened();
    const request = await followUpRequest(verb, opened());
    const send = sender(provider, verb);
    const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => send(request)));
    assert.ok(first);
    for (const other of others) assertSame(other, first);
  });

  if (verb === 'reverse') return;
  test(`${verb}: is not approved for an authorization that does not exist`, async () => {
    const { rig, provider } = opened();
    const lost = followUpOf(await authorization(rig.approved), 'NONE');
    assert.notEqual((await sender(provider, verb)(lost)).kind, 'approved');
  });
}
