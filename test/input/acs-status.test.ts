// Forged, swapped and replayed messages to the endpoint where directory servers and browsers report
// authentications: only the genuine result changes a payment, and only once.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { paymentIdOf, refusalOf, type MerchantClient } from '../support/life/payments.ts';
import {
  actInChallenge,
  browserDevice,
  cards,
  challengeAfter,
  finishFingerprint,
  notificationPath,
  passChallenge,
  payWithDevice,
  waitForChallenge,
} from '../support/threeds/challenge.ts';
import { authorizationsOf } from '../support/threeds/outcome.ts';
import { assertReceived } from '../support/threeds/directory-between.ts';
import { badBodies, badCres, cresOf, encoded, FORM } from '../support/threeds/hostile-browser.ts';
import {
  malformed,
  notAuthentic,
  resultOf,
  targetOf,
  type Target,
} from '../support/threeds/hostile-results.ts';
import {
  openResultFixture,
  statuses,
  type ResultFixture,
} from '../support/threeds/result-fixture.ts';
import { freezeClock } from '../support/threeds/frozen-clock.ts';

const NOT_AUTHENTIC = [401, 'NOTIFICATION_NOT_AUTHENTIC'];

describe('messages about authentications', () => {
  let fixture: ResultFixture;
  let shop: MerchantClient;
  let rival: MerchantClient;
  /** A payment of another merchant, which most of these messages name. */
  let otherTarget: Target;
  before(async () => {
    fixture = await openResultFixture();
    ({ shop, rival } = fixture);
    otherTarget = await fixture.challenged(rival);
  });
  after(() => fixture?.close());

  /** Asserts that no record of these payments changes during the work. */
  async function unchanged(
    work: () => Promise<void>,
    ...of: [MerchantClient, string][]
  ): Promise<void> {
    const records = () => Promise.all(of.map(([merchant, id]) => fixture.recordsOf(merchant, id)));
    const beforehand = await records();
    await work();
    assert.deepEqual(await records(), beforehand);
  }

  describe('results that are not authentic', () => {
    for (const [what, make] of notAuthentic) {
      test(`a result with ${what} is refused and changes nothing`, async () => {
        const mine = await fixture.challenged(shop);
        const hostile = make(mine, otherTarget);
        await unchanged(
          async () => {
            for (const reply of await fixture.send(hostile)) assert.equal(reply.status, 401);
          },
          [shop, mine.paymentId],
          [rival, otherTarget.paymentId],
        );
        await fixture.finish(shop, mine);
      });
    }

    test('the token of the merchant is no key', async () => {
      const mine = await fixture.challenged(shop);
      await unchanged(async () => {
        const reply = await fixture.notify({ body: resultOf(mine), token: shop.token });
        assert.deepEqual(refusalOf(reply), NOT_AUTHENTIC);
        assert.equal(reply.headers.get('www-authenticate'), null);
      }, [shop, mine.paymentId]);
      await fixture.finish(shop, mine);
    });

    test('two keys at once are refused', async () => {
      const mine = await fixture.challenged(shop);
      await unchanged(async () => {
        const path = `${notificationPath}?key=${mine.key}&key=${mine.key}`;
        const reply = await fixture.gateway.call('POST', path, { body: resultOf(mine) });
        assert.equal(reply.status, 400, reply.text);
      }, [shop, mine.paymentId]);
      await fixture.finish(shop, mine);
    });

    test('the genuine results of two merchants are refused under each other’s key', async () => {
      const targets = [await fixture.challenged(shop), await fixture.challenged(rival)] as const;
      const [mine, theirs] = targets;
      for (const { acsTransId } of targets) await passChallenge(fixture.gateway, acsTransId);
      const one = await fixture.directory.result(mine.id);
      const two = await fixture.directory.result(theirs.id);
      await unchanged(
        async () => {
          assert.deepEqual(
            refusalOf(await fixture.notify({ body: one }, theirs.key)),
            NOT_AUTHENTIC,
          );
          assert.deepEqual(refusalOf(await fixture.notify({ body: two }, mine.key)), NOT_AUTHENTIC);
        },
        [shop, mine.paymentId],
        [rival, theirs.paymentId],
      );
      assertReceived(await fixture.notify({ body: one }, mine.key));
      assertReceived(await fixture.notify({ body: two }, theirs.key));
      await fixture.gateway.waitForStatus(shop.token, mine.paymentId, 'COMPLETED');
      await fixture.gateway.waitForStatus(rival.token, theirs.paymentId, 'COMPLETED');
    });
  });

  describe('authentic messages that are not results', () => {
    for (const [what, fields, errorCode] of malformed) {
      test(`${what} is answered with error ${errorCode} and changes nothing`, async () => {
        const mine = await fixture.challenged(shop);
        await unchanged(async () => {
          const replies = await fixture.send({ key: mine.key, body: resultOf(mine, fields) });
          for (const { status, body } of replies) {
            assert.deepEqual([status, body['messageType']], [200, 'Erro']);
            assert.deepEqual([body['errorCode'], body['errorComponent']], [errorCode, 'S']);
            const named = String(body['errorDetail']).split(', ');
            assert.ok(named.includes(Object.keys(fields)[0] ?? ''), String(named));
          }
        }, [shop, mine.paymentId]);
        await fixture.finish(shop, mine);
      });
    }
  });

  describe('results at the wrong time', () => {
    /** Ids that the gateway does not know yet. */
    const strangeIds = () => ({ acsTransId: randomUUID(), dsTransId: randomUUID() });

    test('no result is accepted while the payment waits for device data', async () => {
      const made = await shop.create({ card: cards.challenge });
      assert.equal(made.body['dataRequest'], 'DEVICE');
      const paymentId = paymentIdOf(made);
      const key = fixture.keyOf(paymentId);
      const target = { paymentId, id: paymentId, key, version: '2.3.1', ...strangeIds() };
      await unchanged(async () => {
        const replies = await fixture.send({ key, body: resultOf(target) });
        assert.deepEqual(statuses(replies), [401, 401]);
      }, [shop, paymentId]);
      const given = await shop.call('PATCH', paymentId, '', { device: browserDevice() });
      const { acsData } = await challengeAfter(fixture.gateway, shop.token, given);
      await fixture.finish(shop, targetOf(paymentId, await fixture.directory.talk(idIn(acsData))));
    });

    test('before the 3DS Method has run a result is refused even with the right key', async (t) => {
      await freezeClock(t, fixture.gateway);
      const card = cards.methodThenChallenge;
      const made = await payWithDevice(fixture.gateway, { token: shop.token, card });
      const paymentId = paymentIdOf(made);
      const id = idIn(made.body['acsData']);
      const target = { paymentId, id, key: fixture.keyOf(id), version: '2.3.1', ...strangeIds() };
      await unchanged(async () => {
        const replies = await fixture.send({ key: target.key, body: resultOf(target) });
        assert.deepEqual(statuses(replies), [401, 401]);
      }, [shop, paymentId]);
      await finishFingerprint(fixture.gateway, id);
      await waitForChallenge(fixture.gateway, shop.token, paymentId);
      const talk = await fixture.directory.talk(id);
      assert.equal(talk.key, target.key);
      await fixture.finish(shop, targetOf(paymentId, talk));
    });

    test('a result that overtakes the ARes must be sent again', async (t) => {
      const paymentId = paymentIdOf(await shop.create({ card: cards.challenge }));
      const seen = fixture.directory.latest();
      const held = fixture.directory.hold();
      t.after(() => held.release());
      const completing = shop.call('PATCH', paymentId, '', { device: browserDevice() });
      const id = await fixture.directory.next(seen);
      const target = targetOf(paymentId, await fixture.directory.talk(id));
      await unchanged(async () => {
        const replies = await fixture.send({ key: target.key, body: resultOf(target) });
        assert.deepEqual(statuses(replies), [409, 409]);
      }, [shop, paymentId]);
      held.release();
      assert.equal((await completing).status, 200);
      await waitForChallenge(fixture.gateway, shop.token, paymentId);
      await fixture.finish(shop, target);
    });

    test('a repeated result is acknowledged and has no effect', async () => {
      const mine = await fixture.challenged(shop);
      await fixture.finish(shop, mine);
      const genuine = await fixture.directory.result(mine.id);
      await unchanged(async () => {
        const again = [genuine, genuine, resultOf(mine, { transStatus: 'N' })];
        const replies = await Promise.all(again.map((body) => fixture.notify({ body }, mine.key)));
        for (const reply of replies) assertReceived(reply);
      }, [shop, mine.paymentId]);
    });

    test('a success after a failure does not revive the payment', async () => {
      const mine = await fixture.challenged(shop);
      await actInChallenge(fixture.gateway, mine.acsTransId, 'reject');
      const genuine = await fixture.directory.result(mine.id);
      assertReceived(await fixture.notify({ body: genuine }, mine.key));
      await unchanged(async () => {
        for (const body of [genuine, resultOf(mine), { ...resultOf(mine), transStatus: 'A' }]) {
          assertReceived(await fixture.notify({ body }, mine.key));
        }
      }, [shop, mine.paymentId]);
      const { status, rejectCode } = await shop.read(mine.paymentId);
      assert.deepEqual([status, rejectCode], ['REJECTED', 'SCA_FAILED']);
      assert.deepEqual(await fixture.gateway.chargesOf(mine.paymentId), []);
    });

    test('a genuine success after a cancellation charges nothing', async () => {
      const mine = await fixture.challenged(shop);
      assert.equal((await shop.call('POST', mine.paymentId, '/cancel')).status, 200);
      await passChallenge(fixture.gateway, mine.acsTransId);
      const body = await fixture.directory.result(mine.id);
      await unchanged(async () => {
        assertReceived(await fixture.notify({ body }, mine.key));
      }, [shop, mine.paymentId]);
      assert.equal((await shop.read(mine.paymentId))['status'], 'CANCELLED');
    });

    test('an invented success before the page was opened is declined by the issuer', async () => {
      const mine = await fixture.challenged(shop);
      assertReceived(await fixture.notify({ body: resultOf(mine) }, mine.key));
      const end = await fixture.gateway.waitForStatus(shop.token, mine.paymentId);
      assert.deepEqual([end['status'], end['rejectCode']], ['REJECTED', 'SUSPECTED_FRAUD']);
      const [only, ...more] = await authorizationsOf(fixture.gateway, mine.paymentId);
      assert.deepEqual([only?.result, more], ['DECLINED', []]);
    });

    test('the ACS may give up before the page was opened', async () => {
      const mine = await fixture.challenged(shop);
      const body = resultOf(mine, { transStatus: 'N', eci: '07', challengeCancel: '05' });
      assertReceived(await fixture.notify({ body }, mine.key));
      const end = await fixture.gateway.waitForStatus(shop.token, mine.paymentId);
      assert.deepEqual([end['status'], end['rejectCode']], ['REJECTED', 'SCA_TIMEOUT']);
      assert.deepEqual(await fixture.gateway.chargesOf(mine.paymentId), []);
    });

    test('a result of the first authentication does not count for the second', async () => {
      const card = cards.softDecline;
      const seen = fixture.directory.latest();
      const paymentId = paymentIdOf(
        await payWithDevice(fixture.gateway, { token: shop.token, card }),
      );
      const { acsData } = await waitForChallenge(fixture.gateway, shop.token, paymentId);
      const [first, second] = fixture.directory.since(seen) as [string, string];
      assert.equal(second, acsData.tdsServerTxnId);
      const old = targetOf(paymentId, await fixture.directory.talk(first));
      await unchanged(async () => {
        for (const reply of await fixture.send({ key: old.key, body: resultOf(old) })) {
          assertReceived(reply);
        }
      }, [shop, paymentId]);
      const { acsTransId, key } = targetOf(paymentId, await fixture.directory.talk(second));
      await passChallenge(fixture.gateway, acsTransId);
      assertReceived(await fixture.notify({ body: await fixture.directory.result(second) }, key));
      await fixture.gateway.waitForStatus(shop.token, paymentId, 'COMPLETED');
      const heard = await authorizationsOf(fixture.gateway, paymentId);
      assert.deepEqual(
        heard.map((one) => one.result),
        ['DECLINED', 'APPROVED'],
      );
    });
  });

  describe('the returning browser', () => {
    test('a CRes that tells success is no result: the payment stays PENDING', async () => {
      const mine = await fixture.challenged(shop);
      const cres = encoded(cresOf(mine));
      await unchanged(async () => {
        const json = await fixture.notify({ body: { cres } });
        assert.deepEqual([json.status, json.body['status']], [200, 'PENDING']);
        const form = new URLSearchParams({ cres }).toString();
        const page = await fixture.notify({ body: form, headers: FORM });
        assert.equal(page.status, 303);
        // The result key does not make a CRes a result.
        assert.equal((await fixture.notify({ body: { cres } }, mine.key)).status, 200);
      }, [shop, mine.paymentId]);
      await fixture.finish(shop, mine);
    });

    test('a CRes with success after a failure changes nothing', async () => {
      const mine = await fixture.challenged(shop);
      await actInChallenge(fixture.gateway, mine.acsTransId, 'reject');
      assertReceived(
        await fixture.notify({ body: await fixture.directory.result(mine.id) }, mine.key),
      );
      await unchanged(async () => {
        const json = await fixture.notify({ body: { cres: encoded(cresOf(mine)) } });
        assert.deepEqual([json.status, json.body['status']], [200, 'REJECTED']);
      }, [shop, mine.paymentId]);
    });

    for (const [what, make, status = 401] of badCres) {
      test(`a CRes with ${what} is refused and changes nothing`, async () => {
        const mine = await fixture.challenged(shop);
        await unchanged(
          async () => {
            for (const reply of await fixture.send({ body: { cres: make(mine, otherTarget) } })) {
              assert.equal(reply.status, status, reply.text);
            }
          },
          [shop, mine.paymentId],
          [rival, otherTarget.paymentId],
        );
        await fixture.finish(shop, mine);
      });
    }
  });

  describe('notifications that the 3DS Method has run', () => {
    const notification = (text: string) => fixture.send({ body: { threeDSMethodData: text } });
    const notificationOf = (id: unknown) => notification(encoded({ threeDSServerTransID: id }));
    const inFingerprint = async (
      merchant: MerchantClient,
    ): Promise<[paymentId: string, id: string]> => {
      const card = cards.methodThenChallenge;
      const made = await payWithDevice(fixture.gateway, { token: merchant.token, card });
      return [paymentIdOf(made), idIn(made.body['acsData'])];
    };

    test('one for an unknown transaction is refused', async (t) => {
      await freezeClock(t, fixture.gateway);
      const [paymentId, id] = await inFingerprint(shop);
      await unchanged(async () => {
        const ids = [randomUUID(), [id], null, paymentId].map(notificationOf);
        const texts = ['????', '', encoded(null), encoded(id)].map(notification);
        const replies = (await Promise.all([...ids, ...texts])).flat();
        assert.deepEqual(statuses(replies), Array(16).fill(401));
      }, [shop, paymentId]);
      assert.equal(fixture.directory.requests(id), 0);
      await shop.call('POST', paymentId, '/cancel');
    });

    test('one applies only to its own payment, and ten at once send one AReq', async (t) => {
      await freezeClock(t, fixture.gateway);
      const [paymentId, id] = await inFingerprint(shop);
      const [theirPaymentId, theirs] = await inFingerprint(rival);
      await unchanged(async () => {
        const replies = await Promise.all(Array.from({ length: 5 }, () => notificationOf(id)));
        assert.deepEqual(statuses(replies.flat()), Array(10).fill(200));
      }, [rival, theirPaymentId]);
      await waitForChallenge(fixture.gateway, shop.token, paymentId);
      const counts = [id, theirs].map((one) => fixture.directory.requests(one));
      assert.deepEqual(counts, [1, 0]);
      const again = async () => assert.deepEqual(statuses(await notificationOf(id)), [200, 200]);
      await unchanged(again, [shop, paymentId]);
      await fixture.finish(shop, targetOf(paymentId, await fixture.directory.talk(id)));
      await unchanged(again, [shop, paymentId]);
      await finishFingerprint(fixture.gateway, theirs);
      await waitForChallenge(fixture.gateway, rival.token, theirPaymentId);
      await fixture.finish(rival, targetOf(theirPaymentId, await fixture.directory.talk(theirs)));
    });
  });

  describe('bodies that are not messages', () => {
    for (const [what, body, type, status] of badBodies) {
      test(`${what} is answered with status ${status}`, async () => {
        const headers = { 'content-type': type };
        const reply = await fixture.notify({ body, headers }, '0'.repeat(64));
        assert.equal(reply.status, status, reply.text);
      });
    }

    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      test(`${method} is answered with status 405`, async () => {
        const reply = await fixture.gateway.call(method, notificationPath);
        assert.deepEqual([reply.status, reply.headers.get('allow')], [405, 'POST']);
      });
    }

    test('afterwards regular payments complete and no error was logged', async () => {
      await fixture.finish(rival, otherTarget);
      await fixture.finish(shop, await fixture.challenged(shop));
      assert.doesNotMatch(fixture.gateway.logs(), /"level":"(error|fatal)"|unhandled/i);
    });
  });
});

function idIn(acsData: unknown): string {
  return (acsData as { tdsServerTxnId: string }).tdsServerTxnId;
}
