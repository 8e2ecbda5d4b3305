// Results of challenges that arrive twice, late, out of order or not at all, and faulty directory
// servers: every payment is charged at most once, on one node and when two nodes get the result at
// the same time.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Json, Reply } from '../support/client.ts';
import { runSql } from '../support/engines.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { openDatabaseOf, type OpenDatabase } from '../support/life/consistency.ts';
import {
  bodyOf,
  paymentIdOf,
  addMerchantClient,
  withoutRateLimits,
  type MerchantClient,
} from '../support/life/payments.ts';
import { assertConsistentAtRest } from '../support/life/race.ts';
import { anyDatabase, createInstallation, skipOn } from '../support/installation.ts';
import type { Installation } from '../support/installation.ts';
import {
  actInChallenge,
  cards,
  challengeAfter,
  notificationPath,
  passChallenge,
  payToChallenge,
  payWithDevice,
  returnFromChallenge,
  waitForChallenge,
  type PendingChallenge,
} from '../support/threeds/challenge.ts';
import { authorizationsOf } from '../support/threeds/outcome.ts';
import {
  assertReceived,
  directoryBetween,
  type DirectoryBetween,
} from '../support/threeds/directory-between.ts';
import { cresOf, encoded } from '../support/threeds/hostile-browser.ts';
import { resultOf, targetOf, type Target } from '../support/threeds/hostile-results.ts';
import { untilRangesKnown } from '../support/threeds/known-ranges.ts';
import { withFrozenClock } from '../support/threeds/frozen-clock.ts';

const PATIENCE_MS = 180_000;

/** Asserts that an authenticated payment was charged once and has one event per change. */
async function assertPaidOnce(
  client: Client,
  merchant: MerchantClient,
  paymentId: string,
): Promise<void> {
  const end = await client.waitForStatus(merchant.token, paymentId);
  assert.equal(end['status'], 'COMPLETED', JSON.stringify(end));
  const heard = await authorizationsOf(client, paymentId);
  assert.deepEqual(heard, [{ result: 'APPROVED', eci: '05', exemption: null }]);
  assert.equal((await merchant.transactions(paymentId)).length, 1);
}

// Each suite has its own gateways; one waits for time-outs while the other is busy.
describe('lost and repeated results and answers', { concurrency: true }, () => {
  const oneByOne = { concurrency: 1 };
  const onServer = { ...oneByOne, skip: skipOn('postgres') };
  describe('with faulty 3-D Secure providers', oneByOne, providersOutOfOrder);
  describe('results that reach two nodes at the same time', onServer, resultsAtTwoNodes);
});

function providersOutOfOrder(): void {
  let gateway: BorrowedGateway;
  let merchant: MerchantClient;
  before(async () => {
    gateway = await exclusiveGateway(anyDatabase);
    merchant = await addMerchantClient(gateway);
  });
  afterEach(() =>
    setFaults({ provider: 'acs', clear: true }, { provider: 'directory', clear: true }),
  );
  after(async () => {
    const db = gateway && (await openDatabaseOf(gateway.installation));
    if (db) await assertConsistentAtRest(db);
    await db?.close();
    await gateway?.release();
  });

  const setFaults = async (...faults: Json[]): Promise<void> => {
    bodyOf(await gateway.call('POST', '/sandbox/faults', { body: faults }));
  };
  const listFaults = async (): Promise<Json[]> =>
    bodyOf(await gateway.call<Json[]>('GET', '/sandbox/faults'));
  const challenged = (): Promise<PendingChallenge> =>
    payToChallenge(gateway, { token: merchant.token });
  const statusOf = async (paymentId: string): Promise<unknown> =>
    (await gateway.statusOf(merchant.token, paymentId))['status'];
  const untilFault = async (isSo: (fault: Json) => boolean): Promise<void> => {
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(20)) {
      if ((await listFaults()).every(isSo)) return;
    }
    assert.fail(`still ${JSON.stringify(await listFaults())}`);
  };

  test('a result that is sent twice at once is authorized once', async () => {
    const waiting = await Promise.all(Array.from({ length: 5 }, challenged));
    await setFaults({ provider: 'acs', duplicateCallback: true, remaining: 5 });
    await Promise.all(waiting.map(({ acsTxnId }) => passChallenge(gateway, acsTxnId)));
    for (const { paymentId } of waiting) await assertPaidOnce(gateway, merchant, paymentId);
    assert.deepEqual(remainingIn(await listFaults()), [0]);
  });

  test('a customer who returns before the result sees PENDING', async () => {
    const [yes, no] = [await challenged(), await challenged()];
    await setFaults({ provider: 'acs', reorderCallback: true, remaining: 2 });
    // The results follow one second later on the frozen clock.
    await withFrozenClock(gateway, async () => {
      const views = [
        await actInChallenge(gateway, yes.acsTxnId, 'password'),
        await actInChallenge(gateway, no.acsTxnId, 'reject'),
      ];
      for (const { back } of views) {
        assert.ok(back);
        assert.equal((await returnFromChallenge(gateway, back)).status, 303);
        const told = await gateway.call('POST', notificationPath, { body: { cres: back.cres } });
        assert.deepEqual([told.status, told.body['status']], [200, 'PENDING']);
      }
      for (const { paymentId } of [yes, no]) {
        assert.deepEqual(await gateway.chargesOf(paymentId), []);
      }
    });
    await assertPaidOnce(gateway, merchant, yes.paymentId);
    const end = await gateway.waitForStatus(merchant.token, no.paymentId);
    assert.deepEqual([end['status'], end['rejectCode']], ['REJECTED', 'SCA_FAILED']);
    assert.deepEqual(await gateway.chargesOf(no.paymentId), []);
  });

  test('a result that is lost or fails is sent again and charged once', async () => {
    const waiting = await Promise.all(Array.from({ length: 4 }, challenged));
    const provider = 'acs';
    await setFaults(
      { provider, timeout: true, remaining: 2 },
      { provider, outage: true, remaining: 2 },
    );
    await withFrozenClock(gateway, async () => {
      await Promise.all(waiting.map(({ acsTxnId }) => passChallenge(gateway, acsTxnId)));
      for (const { paymentId } of waiting) {
        assert.equal(await statusOf(paymentId), 'PENDING');
        assert.deepEqual(await gateway.chargesOf(paymentId), []);
      }
    });
    for (const { paymentId } of waiting) await assertPaidOnce(gateway, merchant, paymentId);
  });

  test('a result whose answer is lost is sent again and changes nothing', async () => {
    const { paymentId, acsTxnId } = await challenged();
    await setFaults({ provider: 'acs', dropAnswer: true });
    await passChallenge(gateway, acsTxnId);
    await assertPaidOnce(gateway, merchant, paymentId);
    const paid = await merchant.read(paymentId);
    await untilFault(({ calls }) => Number(calls) >= 2);
    await setFaults({ provider: 'acs', clear: true });
    assert.deepEqual(await merchant.read(paymentId), paid);
    await assertPaidOnce(gateway, merchant, paymentId);
  });

  test('20 concurrent payments, each with another fault, are charged once each', async () => {
    const waiting = await Promise.all(Array.from({ length: 20 }, challenged));
    const mishaps = [
      { duplicateCallback: true },
      { reorderCallback: true },
      { timeout: true },
      { dropAnswer: true, duplicateCallback: true },
      { latencyMs: 300 },
    ];
    await setFaults(...mishaps.map((one) => ({ provider: 'acs', ...one, remaining: 4 })));
    await Promise.all(
      waiting.map(async ({ acsTxnId }) => {
        await returnFromChallenge(gateway, await passChallenge(gateway, acsTxnId));
      }),
    );
    for (const { paymentId } of waiting) await assertPaidOnce(gateway, merchant, paymentId);
  });

  test('creation waits for a slow directory server', async () => {
    await setFaults({ provider: 'directory', latencyMs: 400, verbs: ['areq'] });
    const startedAt = Date.now();
    const made = await payWithDevice(gateway, { token: merchant.token, card: cards.challenge });
    assert.ok(Date.now() - startedAt >= 400, 'the answer was not waited for');
    const { paymentId, acsTxnId } = await challengeAfter(gateway, merchant.token, made);
    await passChallenge(gateway, acsTxnId);
    await assertPaidOnce(gateway, merchant, paymentId);
  });

  /** Of three payments one gets an error, one is lost, one is never answered. */
  const payWhileBroken = async (
    { token }: MerchantClient,
    orders: string[],
  ): Promise<() => Replies> => {
    const broken = { provider: 'directory', verbs: ['areq'], remaining: 1 };
    const effects = ['outage', 'timeout', 'dropAnswer'];
    await setFaults(...effects.map((effect) => ({ ...broken, [effect]: true })));
    const paying = Promise.all(
      orders.map((orderId) => payWithDevice(gateway, { token, orderId, card: cards.challenge })),
    );
    await untilFault(({ remaining }) => remaining === 0);
    return () => paying;
  };

  test("a faulty directory server ends SCA_UNAVAILABLE or is the merchant's risk", async () => {
    const { token } = merchant;
    const bold = await addMerchantClient(gateway, { sca: { whenUnavailable: 'AUTHORIZE' } });
    const orders = ['one', 'two', 'three'].map((name) => `unavailable-${name}`);
    // Waits for the time-outs of both merchants at once.
    const refused = await payWhileBroken(merchant, orders);
    const taken = await payWhileBroken(bold, orders);
    for (const reply of await refused()) {
      const { status, rejectCode } = await gateway.waitForStatus(token, paymentIdOf(reply));
      assert.deepEqual([status, rejectCode], ['REJECTED', 'SCA_UNAVAILABLE']);
      assert.deepEqual(await gateway.chargesOf(paymentIdOf(reply)), []);
    }
    for (const reply of await taken()) {
      const end = await gateway.waitForStatus(bold.token, paymentIdOf(reply));
      assert.equal(end['status'], 'COMPLETED');
      const heard = await authorizationsOf(gateway, paymentIdOf(reply));
      assert.deepEqual(heard, [{ result: 'APPROVED', eci: null, exemption: null }]);
    }
    for (const orderId of orders) {
      const again = await payToChallenge(gateway, { token, orderId });
      await passChallenge(gateway, again.acsTxnId);
      await assertPaidOnce(gateway, merchant, again.paymentId);
    }
  });
}

type Replies = Promise<Reply[]>;

function remainingIn(faults: readonly Json[]): unknown[] {
  return faults.map((fault) => fault['remaining']);
}

function resultsAtTwoNodes(): void {
  let installation: Installation;
  let directory: DirectoryBetween;
  let nodes: [Gateway, Gateway];
  let db: OpenDatabase;
  let merchant: MerchantClient;
  before(async () => {
    installation = await createInstallation('postgres');
    directory = await directoryBetween();
    const start = () =>
      startGateway({ installation, env: { ...withoutRateLimits, ...directory.env } });
    nodes = [await start(), await start()];
    directory.leadTo(nodes[0]);
    await Promise.all(nodes.map(untilRangesKnown));
    db = await openDatabaseOf(installation);
    merchant = await addMerchantClient(nodes[0]);
  });
  after(async () => {
    try {
      if (merchant) await assertConsistentAtRest(db);
    } finally {
      await db?.close();
      await Promise.all((nodes ?? []).map((node) => node.stop()));
      await directory?.close();
      await installation?.remove();
    }
  });

  /** A payment created on one of the nodes, with its result key. */
  async function challenged(round: number): Promise<Target> {
    const node = nodes[round % 2] as Gateway;
    const { paymentId, acsData } = await payToChallenge(node, { token: merchant.token });
    return targetOf(paymentId, await directory.talk(acsData.tdsServerTxnId));
  }
  const passed = async (target: Target): Promise<Json> => {
    await passChallenge(nodes[0], target.acsTransId);
    return directory.result(target.id);
  };
  const bring = (node: Client, { key }: Target, body: Json) =>
    node.call('POST', `${notificationPath}?key=${key}`, { body });
  const rounds = Array.from({ length: 8 }, (_, round) => round);

  test('the same result at both nodes is authorized once', async () => {
    for (const round of rounds) {
      const target = await challenged(round);
      const result = await passed(target);
      const sent = [...nodes, ...nodes].map((node) => bring(node, target, result));
      for (const reply of await Promise.all(sent)) assertReceived(reply);
      await assertPaidOnce(nodes[1], merchant, target.paymentId);
    }
  });

  test('20 concurrent payments, each result at both nodes, are charged once each', async () => {
    const targets = await Promise.all(Array.from({ length: 20 }, (_, round) => challenged(round)));
    const results = await Promise.all(targets.map(passed));
    const sent = targets.flatMap((target, position) =>
      nodes.map((node) => bring(node, target, results[position] ?? {})),
    );
    for (const reply of await Promise.all(sent)) assertReceived(reply);
    for (const { paymentId } of targets) await assertPaidOnce(nodes[0], merchant, paymentId);
  });

  test('only one of a concurrent success and failure takes effect, completely', async () => {
    for (const round of rounds) {
      const target = await challenged(round);
      const yes = await passed(target);
      const no = resultOf(target, { transStatus: 'N', eci: '07' });
      const [first, second] = round < 4 ? nodes : [...nodes].reverse();
      const replies = [bring(first as Gateway, target, yes), bring(second as Gateway, target, no)];
      for (const reply of await Promise.all(replies)) assertReceived(reply);
      const end = await nodes[0].waitForStatus(merchant.token, target.paymentId);
      if (end['status'] === 'COMPLETED') await assertPaidOnce(nodes[1], merchant, target.paymentId);
      else {
        assert.deepEqual([end['status'], end['rejectCode']], ['REJECTED', 'SCA_FAILED']);
        assert.deepEqual(await nodes[1].chargesOf(target.paymentId), []);
      }
      const [row] = await runSql<Json>(
        db,
        'select trans_status, state from authentications where payment_id = $1',
        [target.paymentId],
      );
      const told = end['status'] === 'COMPLETED' ? 'Y' : 'N';
      assert.deepEqual({ ...row }, { trans_status: told, state: 'DONE' });
    }
  });

  test("the browser's return on one node does not affect the result on the other", async () => {
    for (const round of rounds) {
      const target = await challenged(round);
      const result = await passed(target);
      const body = { cres: encoded(cresOf(target)) };
      const [back, received] = await Promise.all([
        nodes[1].call('POST', notificationPath, { body }),
        bring(nodes[0], target, result),
      ]);
      assert.equal(back.status, 200, back.text);
      assertReceived(received);
      await assertPaidOnce(nodes[1], merchant, target.paymentId);
    }
  });

  test('a concurrent result and cancellation leave no money charged', async () => {
    for (const round of rounds) {
      const target = await challenged(round);
      const result = await passed(target);
      const [received, cancelled] = await Promise.all([
        bring(nodes[0], target, result),
        merchant.atNode(nodes[1]).call('POST', target.paymentId, '/cancel'),
      ]);
      assertReceived(received);
      const end = await nodes[0].waitForStatus(merchant.token, target.paymentId);
      const expected = cancelled.status === 200 ? 'CANCELLED' : 'COMPLETED';
      assert.equal(end['status'], expected, cancelled.text);
    }
    // The final consistency check compares payments and acquirer.
  });

  test('a 3DS Method reported at both nodes sends one AReq', async () => {
    for (const round of rounds.slice(0, 4)) {
      const card = cards.methodThenChallenge;
      const node = nodes[round % 2] as Gateway;
      const created = await payWithDevice(node, { token: merchant.token, card });
      const { tdsServerTxnId: id } = bodyOf(created)['acsData'] as { tdsServerTxnId: string };
      const body = { threeDSMethodData: encoded({ threeDSServerTransID: id }) };
      const sent = [...nodes, ...nodes].map((one) => one.call('POST', notificationPath, { body }));
      for (const reply of await Promise.all(sent)) assert.equal(reply.status, 200, reply.text);
      await waitForChallenge(nodes[0], merchant.token, paymentIdOf(created));
      assert.equal(directory.requests(id), 1);
      const target = targetOf(paymentIdOf(created), await directory.talk(id));
      assertReceived(await bring(nodes[1], target, await passed(target)));
      await assertPaidOnce(nodes[0], merchant, target.paymentId);
    }
  });

  test('the result of a challenge whose answer was lost is refused by both nodes', async () => {
    const paymentId = await unanswered();
    const [row] = await runSql<{ id: string; acs: string; ds: string }>(
      db,
      `select s.server_trans_id as id, s.acs_trans_id as acs, s.ds_trans_id as ds
       from sandbox.authentications s join authentications a
         on a.authentication_id = s.server_trans_id where a.payment_id = $1`,
      [paymentId],
    );
    assert.ok(row, 'the issuer has seen the request');
    const target = targetOf(paymentId, await directory.talk(row.id));
    const yes = await passed(target);
    for (const node of nodes) assert.equal((await bring(node, target, yes)).status, 401);
    const end = await nodes[0].statusOf(merchant.token, paymentId);
    assert.deepEqual([end['status'], end['rejectCode']], ['REJECTED', 'SCA_UNAVAILABLE']);
    assert.deepEqual(await nodes[0].chargesOf(paymentId), []);
  });

  /** The issuer was asked, but its answer never reached the gateway. */
  async function unanswered(): Promise<string> {
    directory.loseNext();
    const made = await payWithDevice(nodes[0], { token: merchant.token, card: cards.challenge });
    await nodes[0].waitForStatus(merchant.token, paymentIdOf(made), 'REJECTED');
    return paymentIdOf(made);
  }
}
