// Time-outs: every step of strong authentication ends by itself when its time is over, however far
// the clock jumps, and later messages change nothing.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { findInconsistencies, openDatabaseOf } from '../support/life/consistency.ts';
import { withoutRateLimits } from '../support/life/payments.ts';
import { anyDatabase, createInstallation, skipOn } from '../support/installation.ts';
import type { DatabaseKind, Installation } from '../support/installation.ts';
import { advance, moveClock } from '../support/sandbox.ts';
import { rowsOf } from '../support/tables.ts';
import {
  actInChallenge,
  cards,
  finishFingerprint,
  lookAtChallenge,
  passChallenge,
  postForm,
} from '../support/threeds/challenge.ts';
import { authorizationsOf } from '../support/threeds/outcome.ts';
import { fingerprintCompletions } from '../support/threeds/outcome.ts';
import {
  countRequests,
  EXEMPT,
  openWaitingShop,
  setFault,
  type WaitingShop,
} from '../support/threeds/time/waiting-shop.ts';
import { untilRangesKnown } from '../support/threeds/known-ranges.ts';
import { until } from '../support/waiting/until.ts';

const PROVIDER_MS = 3000;
const PATIENCE_MS = 180_000;
const HOUR = 3600;
const env = { ...withoutRateLimits, BRAMKA_PROVIDER_TIMEOUT_MS: String(PROVIDER_MS) };
/** The sandbox issuer waits for ten minutes, so it ends a challenge first. */
const patient = { ...env, BRAMKA_CHALLENGE_TIMEOUT_SECONDS: '900' };
/** The gateway ends a challenge first. */
const hasty = { ...env, BRAMKA_CHALLENGE_TIMEOUT_SECONDS: '60' };

const ISSUER_SECONDS = 600;
const OWN_SECONDS = 900;
const UNAVAILABLE = 'SCA_UNAVAILABLE';
const lost = { timeout: true, verbs: ['rreq'] };

// On one database: what happens at the end of a time is the same code on both.
unfinishedOn(anyDatabase);

function unfinishedOn(database: DatabaseKind): void {
  const title = `an authentication that nobody finishes on the ${database} database`;
  describe(title, () => {
    let installation: Installation;
    let gateway: Gateway;
    let shop: WaitingShop;
    before(async () => {
      installation = await createInstallation(database);
      gateway = await startGateway({ installation, env: patient });
      await moveClock(gateway, { freeze: true });
      await untilRangesKnown(gateway);
      shop = await openWaitingShop(gateway);
    });
    afterEach(async () => {
      if (!gateway.isRunning()) return;
      await setFault(gateway, 'acs');
      await setFault(gateway, 'directory');
    });
    after(async () => {
      if (gateway?.isRunning()) await gateway.stop();
      await installation?.remove();
    });

    test('a 3DS Method that never runs is skipped after ten seconds', async () => {
      const { paymentId, tdsServerTxnId } = await shop.inFingerprint();
      await advance(gateway, 9);
      assert.equal(await shop.due(paymentId), 'fingerprint');
      await advance(gateway, 1);
      const { acsTxnId } = await shop.challengeOf(paymentId);
      await finishFingerprint(gateway, tdsServerTxnId);
      assert.equal((await shop.challengeOf(paymentId)).acsTxnId, acsTxnId, 'too late to matter');
      if (database === 'postgres') {
        assert.deepEqual(await fingerprintCompletions(installation, paymentId), ['N']);
      }
      await passChallenge(gateway, acsTxnId);
      assert.equal(await shop.end(paymentId), 'COMPLETED APPROVED');
    });

    test('a card may be frictionless without the 3DS Method', async () => {
      const made = await shop.pay(cards.methodThenFrictionless);
      await advance(gateway, 10);
      assert.equal(await shop.end(made.body['paymentId'] as string), 'COMPLETED APPROVED');
    });

    describe('a directory server that never answers', { concurrency: true }, () => {
      test('times out', async () => {
        const startedAt = Date.now();
        const made = await shop.pay(cards.directorySilent);
        assert.equal(await shop.end(made.body['paymentId'] as string), `REJECTED ${UNAVAILABLE}`);
        assert.ok(Date.now() - startedAt >= PROVIDER_MS, 'given up before its time was over');
      });

      test('is a risk that a merchant may accept', async () => {
        const bold = await openWaitingShop(gateway, { whenUnavailable: 'AUTHORIZE' });
        const made = await bold.pay(cards.directorySilent);
        const paymentId = made.body['paymentId'] as string;
        assert.equal(await bold.end(paymentId), 'COMPLETED APPROVED');
        const told = [{ result: 'APPROVED', eci: null, exemption: null }];
        assert.deepEqual(await authorizationsOf(gateway, paymentId), told);
      });
    });

    test('an answer of the directory server that comes too late changes nothing', async () => {
      await setFault(gateway, 'directory', { latencyMs: PROVIDER_MS + 300, verbs: ['areq'] });
      const paymentId = (await shop.pay(cards.frictionless)).body['paymentId'] as string;
      assert.equal(await shop.end(paymentId), `REJECTED ${UNAVAILABLE}`);
      await sleep(600);
      assert.equal(await shop.end(paymentId), `REJECTED ${UNAVAILABLE}`);
    });

    test('a challenge that is never opened is ended by the issuer', async () => {
      const { paymentId, acsTxnId } = await shop.inChallenge();
      await advance(gateway, ISSUER_SECONDS - 1);
      assert.equal(await shop.due(paymentId), 'challenge');
      await advance(gateway, 1);
      assert.equal(await shop.end(paymentId), 'REJECTED SCA_TIMEOUT');
      const { state, transStatus } = await lookAtChallenge(gateway, acsTxnId);
      assert.deepEqual([state, transStatus], ['FINISHED', 'N']);
    });

    test('a challenge that was opened and abandoned is ended by the issuer', async () => {
      const { paymentId, acsTxnId, acsData } = await shop.inChallenge(undefined, cards.abandoned);
      const creq = acsData.creqPayload ?? '';
      const page = await postForm(gateway, '/sandbox/acs/challenge', { creq });
      assert.ok(page.status < 400, page.text);
      assert.equal((await actInChallenge(gateway, acsTxnId, 'password')).state, 'OPEN');
      await actInChallenge(gateway, acsTxnId, 'abandon');
      await advance(gateway, ISSUER_SECONDS - 1);
      assert.equal(await shop.due(paymentId), 'challenge');
      await advance(gateway, 1);
      assert.equal(await shop.end(paymentId), 'REJECTED SCA_TIMEOUT');
      const late = await actInChallenge(gateway, acsTxnId, 'password');
      assert.deepEqual([late.state, late.transStatus], ['FINISHED', 'N']);
      assert.equal(await shop.end(paymentId), 'REJECTED SCA_TIMEOUT');
    });

    test("a challenge whose result is lost ends by the gateway's own limit", async () => {
      await setFault(gateway, 'acs', lost);
      const { paymentId, acsTxnId } = await shop.inChallenge();
      assert.equal((await actInChallenge(gateway, acsTxnId, 'password')).transStatus, 'Y');
      const after = await shop.inChallenge();
      await advance(gateway, OWN_SECONDS);
      assert.equal(await shop.due(paymentId), 'challenge', 'the answer came a moment later');
      await advance(gateway, 1);
      for (const id of [paymentId, after.paymentId]) {
        assert.equal(await shop.end(id), 'REJECTED SCA_TIMEOUT');
      }
    });

    test('a decoupled authentication has the same limit', async () => {
      await setFault(gateway, 'acs', lost);
      const paymentId = await shop.decoupled();
      await advance(gateway, OWN_SECONDS);
      assert.equal(await shop.status(paymentId), 'PENDING', 'the answer came a moment later');
      await advance(gateway, 1);
      assert.equal(await shop.end(paymentId), 'REJECTED SCA_TIMEOUT');
    });

    describe('when the validity time is over', () => {
      test('the 3DS Method step ends', async () => {
        const paymentId = await shop.withoutDevice(cards.methodThenChallenge, 60);
        await advance(gateway, 55);
        const reply = await shop.giveDevice(paymentId);
        const { tdsServerTxnId } = reply.body['acsData'] as { tdsServerTxnId: string };
        assert.equal(await shop.due(paymentId), 'fingerprint');
        await advance(gateway, 5);
        assert.equal(await shop.end(paymentId), 'CANCELLED EXPIRED');
        await finishFingerprint(gateway, tdsServerTxnId);
        assert.equal(await shop.end(paymentId), 'CANCELLED EXPIRED');
      });

      test('the answer of the directory server changes nothing', async () => {
        await setFault(gateway, 'directory', { latencyMs: PROVIDER_MS - 300, verbs: ['areq'] });
        const paymentId = await shop.withoutDevice(cards.frictionless, 60);
        await advance(gateway, 59);
        const sending = shop.giveDevice(paymentId);
        await until(async () => (await shop.status(paymentId)) !== 'NEW', 'the payment to begin');
        await advance(gateway, 1);
        assert.equal((await sending).status, 200);
        assert.equal(await shop.end(paymentId), 'CANCELLED EXPIRED');
      });

      test('a challenge ends, and passing it afterwards changes nothing', async () => {
        const { paymentId, acsTxnId } = await shop.inChallenge(120);
        await advance(gateway, 119);
        assert.equal(await shop.due(paymentId), 'challenge');
        await advance(gateway, 1);
        assert.equal(await shop.end(paymentId), 'CANCELLED EXPIRED');
        await passChallenge(gateway, acsTxnId);
        await advance(gateway, 300);
        assert.equal(await shop.end(paymentId), 'CANCELLED EXPIRED');
      });

      test("a confirmation in the bank's app is too late", async () => {
        await setFault(gateway, 'acs', { ...lost, remaining: 5 });
        const paymentId = await shop.decoupled(60);
        await advance(gateway, 60);
        assert.equal(await shop.end(paymentId), 'CANCELLED EXPIRED');
        await advance(gateway, 300);
        assert.equal(await shop.end(paymentId), 'CANCELLED EXPIRED');
      });

      test('the challenge after a soft decline ends as well', async () => {
        const reply = await shop.pay(cards.softDecline, undefined, {
          ...EXEMPT,
          options: { validTime: 120 },
        });
        const { paymentId, acsTxnId } = await shop.challengeOf(reply.body['paymentId'] as string);
        await advance(gateway, 120);
        assert.equal(await shop.end(paymentId), 'CANCELLED EXPIRED DECLINED');
        await passChallenge(gateway, acsTxnId);
        assert.equal(await shop.end(paymentId), 'CANCELLED EXPIRED DECLINED');
      });
    });

    describe('when the clock jumps by hours', () => {
      test('a payment that is still valid continues to the challenge', async () => {
        const { paymentId } = await shop.inFingerprint(24 * HOUR);
        await advance(gateway, 5 * HOUR);
        await passChallenge(gateway, (await shop.challengeOf(paymentId)).acsTxnId);
        assert.equal(await shop.end(paymentId), 'COMPLETED APPROVED');
      });

      test('an expired payment is not sent to the issuer', async () => {
        const requests = await countRequests(gateway);
        const { paymentId } = await shop.inFingerprint();
        await advance(gateway, 5 * HOUR);
        assert.equal(await shop.end(paymentId), 'CANCELLED EXPIRED');
        assert.equal(await requests(), 0);
      });

      test('an answer in flight is ignored', async () => {
        await setFault(gateway, 'directory', { latencyMs: PROVIDER_MS - 300, verbs: ['areq'] });
        const paymentId = await shop.withoutDevice(cards.frictionless, 24 * HOUR);
        const sending = shop.giveDevice(paymentId);
        await until(async () => (await shop.status(paymentId)) !== 'NEW', 'the payment to begin');
        await advance(gateway, 5 * HOUR);
        assert.equal((await sending).status, 200);
        assert.equal(await shop.end(paymentId), `REJECTED ${UNAVAILABLE}`);
      });

      test('a challenge ends', async () => {
        const { paymentId } = await shop.inChallenge();
        await advance(gateway, 5 * HOUR);
        assert.equal(await shop.end(paymentId), 'REJECTED SCA_TIMEOUT');
      });

      for (const [title, validTime, ends] of [
        ['a late confirmation', 24 * HOUR, /^(COMPLETED APPROVED|REJECTED SCA_TIMEOUT)$/],
        ['one after the validity time', 1800, /^(CANCELLED EXPIRED|REJECTED SCA_TIMEOUT)$/],
      ] as const) {
        test(`${title} and our own limit end the payment once`, async () => {
          const begun = Array.from({ length: 8 }, () => shop.decoupled(validTime));
          const paymentIds = await Promise.all(begun);
          await advance(gateway, 5 * HOUR);
          for (const id of paymentIds) assert.match(await shop.end(id), ends);
        });
      }
    });

    test('at the end all records are consistent and no card is stored', async () => {
      await advance(gateway, 48 * HOUR);
      await gateway.stop();
      await assertNothingLeft(installation);
    });
  });
}

describe('two nodes that both find a step due', { skip: skipOn('postgres') }, () => {
  let installation: Installation;
  let nodes: readonly Gateway[] = [];
  let shops: readonly WaitingShop[];
  const at = (turn: number): Gateway => nodes[turn % 2] ?? assert.fail('the node is not there');
  before(async () => {
    installation = await createInstallation('postgres');
    const start = (): Promise<Gateway> => startGateway({ installation, env: hasty });
    nodes = await Promise.all([start(), start()]);
    await moveClock(at(0), { freeze: true });
    await Promise.all(nodes.map(untilRangesKnown));
    shops = await Promise.all(nodes.map((node) => openWaitingShop(node)));
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await installation?.remove();
  });

  const COUNT = 16;
  type StartedPayment = { readonly shop: WaitingShop; readonly paymentId: string };
  const beginAll = (begin: (shop: WaitingShop) => Promise<{ paymentId: string }>) =>
    Promise.all(
      Array.from({ length: COUNT }, async (_, turn): Promise<StartedPayment> => {
        const shop = shops[turn % 2] ?? assert.fail('the shop is not there');
        return { shop, paymentId: (await begin(shop)).paymentId };
      }),
    );
  /** Moves the clock while both nodes look for due work; returns how much they found together. */
  const advanceBoth = async (seconds: number): Promise<number> => {
    let isMoved = false;
    const move = advance(at(0), seconds).finally(() => (isMoved = true));
    const seen = [];
    while (!isMoved) seen.push(await advance(at(1), 0));
    return [await move, ...seen].reduce((sum, { fired }) => sum + (fired['end'] ?? 0), 0);
  };

  test('send one AReq when the 3DS Method did not run', async () => {
    const requests = await countRequests(at(0));
    const begun = await beginAll((shop) => shop.inFingerprint());
    await advanceBoth(10);
    await Promise.all(
      begun.map(async ({ shop, paymentId }) => {
        await passChallenge(at(1), (await shop.challengeOf(paymentId)).acsTxnId);
        assert.equal(await shop.end(paymentId), 'COMPLETED APPROVED');
      }),
    );
    assert.equal(await requests(), COUNT);
    await setFault(at(0), 'directory');
  });

  test('acknowledge a success that arrives after the end, which changes nothing', async () => {
    await setFault(at(0), 'acs', { ...lost, remaining: 2 });
    const [shop = assert.fail('the shop is not there')] = shops;
    const { paymentId, acsTxnId } = await shop.inChallenge();
    await advance(at(0), 59);
    await passChallenge(at(1), acsTxnId);
    await advance(at(0), 2);
    assert.equal(await shop.end(paymentId), 'REJECTED SCA_TIMEOUT');
    const text = `select s.result_state as told, s.trans_status as result, a.trans_status as known,
        a.sealed_cavv as proof
      from sandbox.authentications s join authentications a on a.authentication_id =
        s.server_trans_id where s.acs_trans_id = $1`;
    const before = { told: 'DUE', result: 'Y', known: 'C', proof: null };
    assert.deepEqual(await rowsOf(installation, text, [acsTxnId]), [before]);
    await advance(at(1), 4);
    const delivered = { ...before, told: 'DELIVERED' };
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(20)) {
      if (isDeepStrictEqual(await rowsOf(installation, text, [acsTxnId]), [delivered])) break;
    }
    assert.deepEqual(await rowsOf(installation, text, [acsTxnId]), [delivered]);
    assert.equal(await shop.end(paymentId), 'REJECTED SCA_TIMEOUT');
  });

  test('end a challenge once', async () => {
    await setFault(at(1), 'acs', lost);
    let foundCount = 0;
    for (let round = 0; round < 10 && foundCount <= COUNT; round += 1) {
      const begun = await beginAll((shop) => shop.inChallenge());
      foundCount = await advanceBoth(61);
      for (const { shop, paymentId } of begun) {
        assert.equal(await shop.end(paymentId), 'REJECTED SCA_TIMEOUT');
      }
    }
    assert.ok(foundCount > COUNT, 'no deadline was seen by both');
    const text = `select distinct sequence from payments where reject_code = 'SCA_TIMEOUT'`;
    assert.deepEqual(await rowsOf(installation, text), [{ sequence: 3 }], 'NEW, PENDING, REJECTED');
  });

  test('at the end all records are consistent and no card is stored', async () => {
    await advance(at(0), 48 * HOUR);
    await assertNothingLeft(installation);
  });
});

async function assertNothingLeft(installation: Installation): Promise<void> {
  for (const table of ['held_cards', 'deadlines']) {
    assert.deepEqual(await rowsOf(installation, `select payment_id from ${table}`), [], table);
  }
  const said = await rowsOf(installation, 'select payment_id from payments where card_held');
  assert.deepEqual(said, [], 'payments say that the vault has their card');
  const db = await openDatabaseOf(installation);
  assert.deepEqual(await findInconsistencies(db), []);
  await db.close();
}
