// Proves a connector: `proveProvider` registers the tests that every adapter must pass, over its
// real transport, against a counterpart with a line that can be broken. A connector calls it in a
// file of test/contracts/ (docs/guides/write-a-connector.md).
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { uuidV7 } from '@bramka/gateway/core/id.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { secret } from '@bramka/gateway/core/secret.ts';
import type { AttemptVerb } from '@bramka/gateway/providers/attempt.ts';
import type { Account, ProvenProvider } from './counterpart.ts';
import { proveAnswers } from './prove-answers.ts';
import { proveBanks, proveFaults } from './prove-faults.ts';
import { proveMessages } from './prove-messages.ts';
import { proveSecrets } from './prove-secrets.ts';
import { proveCancel, proveStop } from './prove-stop.ts';
import {
  assertNotReceived,
  assertSameLearned,
  assertSameOperation,
  assertUnknownAttempt,
  learn,
  learnOperation,
} from './results/inquiry.ts';
import { AMOUNT, authorization, exampleMeans, followUpOf } from './requests.ts';
import {
  approve,
  assertSame,
  decline,
  followUpRequest,
  isSuccess,
  sender,
  type MoneyVerb,
  type Opened,
} from './steps.ts';
import { startWatch, type Watch } from './watch-provider.ts';
import { openWire } from './line/wire.ts';

/** Long enough for every call that is answered. */
const LIMIT_MS = 120_000;

export function proveProvider(proof: ProvenProvider): void {
  describe(`provider ${proof.name}`, () => {
    let opened: Opened;
    let watch: Watch;
    let close: () => Promise<void>;
    before(async () => {
      const key = secret(`key-of-${proof.name}-${uuidV7(0, systemRandom(10))}`);
      watch = startWatch(key);
      const counterpart = await proof.open(key);
      const wire = await (proof.line?.open(counterpart.url) ?? openWire(counterpart.url));
      const connect: Opened['connect'] = (timeoutMs, ownKey = key) => {
        // An operator may end the address with a slash.
        const connected = proof.connect({ url: `${wire.url}/`, key: ownKey, timeoutMs });
        return { ...connected, adapter: watch.of(connected.adapter) };
      };
      const { adapter, close: closeProvider } = connect(LIMIT_MS);
      opened = { proof, key, counterpart, wire, adapter, connect, hits: proof.decides };
      close = async () => {
        await closeProvider();
        wire.close();
        await counterpart.close();
      };
    });
    after(async () => {
      watch.stop();
      await close();
    });
    afterEach(() => opened.wire.repair());

    const get = (): Opened => opened;
    proveDeclarations(proof, get);
    proveAuthorizations(proof, get);
    proveReferences(get);
    for (const verb of proof.followUps) if (verb !== 'stop') proveFollowUp(verb, get);
    const hasStop = proof.followUps.includes('stop');
    if (hasStop) (proof.inquiry === 'none' ? proveCancel : proveStop)(get);
    proveAnswers(proof, get);
    proveFaults(proof, get);
    if (proof.means.includes('REDIRECT')) proveBanks(get);
    if (proof.sendsMessages) proveMessages(proof, get);
    proveSecrets(proof, get);
    // The last one: it searches what all others left.
    test('no secret is in an outcome, an error or the output', () => {
      assert.deepEqual(watch.leaks(), []);
    });
  });
}

function proveDeclarations(proof: ProvenProvider, opened: () => Opened): void {
  test('declares its name, means and operations, and no other operation exists', () => {
    const { adapter } = opened();
    assert.equal(adapter.name, proof.name);
    assert.deepEqual([...adapter.means].sort(), [...proof.means].sort());
    assert.deepEqual(Object.keys(adapter.followUps).sort(), [...proof.followUps].sort());
    for (const send of Object.values(adapter.followUps)) assert.equal(typeof send, 'function');
    assert.ok(adapter.maxInFlightMs > 0);
  });

  test('sends nothing for means that it does not declare', async () => {
    const { adapter } = opened();
    for (const [kind, means] of Object.entries(exampleMeans)) {
      if (adapter.means.some((one) => one === kind)) continue;
      const request = await authorization({ means });
      await assert.rejects(async () => adapter.authorize(request), kind);
      await assertNotReceived(opened(), request);
    }
  });

  test('proves itself with its key: with another one the counterpart does nothing', async () => {
    const { adapter, close } = opened().connect(LIMIT_MS, secret('another key'));
    const request = await authorization(opened().counterpart.approved);
    assert.ok(!isSuccess(await adapter.authorize(request)));
    await close();
    await assertNotReceived(opened(), request);
  });
}

function proveAuthorizations({ startsAgain, inquiry }: ProvenProvider, opened: () => Opened): void {
  test('nothing is found out about an unknown attempt, whatever its operation', async () => {
    const { adapter } = opened();
    for (const verb of ['authorize', ...Object.keys(adapter.followUps)] as AttemptVerb[]) {
      const { attemptId } = await authorization({ means: exampleMeans.PAN });
      await assertUnknownAttempt(opened(), attemptId, verb);
    }
  });

  for (const result of ['approved', 'declined', 'pending'] as const) {
    test(`${result}: a repeated request and an inquiry have the same result`, async () => {
      const { counterpart, adapter } = opened();
      const payment = counterpart[result];
      if (!payment) return;
      const request = await authorization(payment);
      const first = await adapter.authorize(request);
      assert.equal(first.kind, result === 'approved' && counterpart.customer ? 'pending' : result);
      if (!startsAgain) assertSame(await adapter.authorize(request), first);
      await assertSameLearned(opened(), request, first);
      if (result !== 'pending' || inquiry === 'reverses') return;
      counterpart.later?.();
      assert.equal((await learn(opened(), request, first)).kind, 'approved');
    });
  }

  test('an approved sale takes its amount, and a declined one nothing', async () => {
    const { counterpart } = opened();
    const { request } = await approve(opened(), await authorization(counterpart.approved));
    assert.deepEqual(await counterpart.account(request), taken);
    assert.equal((await counterpart.account(await decline(opened()))).charges, 0);
  });

  test('equal requests at the same time are one charge', { skip: startsAgain }, async () => {
    const { counterpart, adapter } = opened();
    const request = await authorization(counterpart.approved);
    const many = Array.from({ length: 8 }, () => adapter.authorize(request));
    const [first, ...others] = await Promise.all(many);
    assert.ok(first);
    for (const other of others) assertSame(other, first);
    await counterpart.customer?.confirm(request.attemptId);
    assert.deepEqual(await counterpart.account(request), taken);
  });

  test('a request that arrives twice is one charge', { skip: startsAgain }, async () => {
    const { counterpart, wire } = opened();
    wire.breakWith({ name: 'twice', arrives: 2, answer: (right) => right });
    const { request } = await approve(opened(), await authorization(counterpart.approved));
    assert.deepEqual(await counterpart.account(request), taken);
  });
}

function proveReferences(opened: () => Opened): void {
  test('two attempts have two references, and an inquiry reports its own', async () => {
    const { counterpart } = opened();
    const first = await approve(opened(), await authorization(counterpart.approved));
    const second = await approve(opened(), await authorization(counterpart.approved));
    const declined = await decline(opened());
    assert.notEqual(first.outcome.reference, second.outcome.reference);
    await assertSameLearned(opened(), first.request, first.outcome);
    assert.deepEqual(await counterpart.account(second.request), taken);
    assert.equal((await learn(opened(), declined)).kind, 'declined');
  });
}

const { minor } = AMOUNT;
const taken: Account = {
  charges: 1,
  authorizedMinor: minor,
  takenMinor: minor,
  returnedMinor: 0n,
};
const none: Account = { charges: 0, authorizedMinor: 0n, takenMinor: 0n, returnedMinor: 0n };

/** After the operation of the given amount. */
const accountAfter: Readonly<Record<MoneyVerb, (amountMinor: bigint) => Account>> = {
  capture: (amountMinor) => ({ ...taken, takenMinor: amountMinor }),
  adjust: (amountMinor) => ({ ...taken, authorizedMinor: amountMinor, takenMinor: 0n }),
  reverse: () => none,
  refund: (amountMinor) => ({ ...taken, returnedMinor: amountMinor }),
};

function proveFollowUp(verb: MoneyVerb, opened: () => Opened): void {
  test(`${verb}: a repeated request and an inquiry have the same result`, async () => {
    const { adapter, counterpart } = opened();
    const request = await followUpRequest(verb, opened());
    const send = sender(adapter, verb);
    const first = await send(request);
    assert.ok(isSuccess(first), first.kind);
    assertSame(await send(request), first);
    await assertSameOperation(opened(), verb, request, first);
    const account = accountAfter[verb](request.amount.minor);
    assert.deepEqual(await counterpart.account(request.original), account);
    if (first.kind !== 'pending') return;
    counterpart.later?.();
    assert.equal((await learnOperation(opened(), verb, request)).kind, 'approved');
  });

  test(`${verb}: equal requests, at the same time or twice, are one operation`, async () => {
    const { adapter, counterpart, wire } = opened();
    const request = await followUpRequest(verb, opened());
    const send = sender(adapter, verb);
    wire.breakWith({ name: 'twice', arrives: 2, answer: (right) => right });
    const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => send(request)));
    assert.ok(first);
    for (const other of others) assertSame(other, first);
    const account = accountAfter[verb](request.amount.minor);
    assert.deepEqual(await counterpart.account(request.original), account);
  });

  if (verb === 'reverse') return;
  test(`${verb}: is declined for an authorization that does not exist`, async () => {
    const { counterpart, adapter, proof } = opened();
    const lost = followUpOf(await authorization(counterpart.approved), 'NONE');
    const { kind } = await sender(adapter, verb)(lost);
    const isTold = kind === 'pending' && proof.inquiry === 'none';
    assert.equal(isTold ? (await learnOperation(opened(), verb, lost)).kind : kind, 'declined');
  });
}
