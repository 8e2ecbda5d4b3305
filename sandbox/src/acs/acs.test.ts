// Tests of the simulated ACS on every storage: a challenge ends once, its result is sent until it
// is acknowledged, and both continue after a restart.
import { deepEqual, doesNotMatch, equal, ok } from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { ARes } from '@bramka/gateway/threeds/messages/message.ts';
import { createTestDatabase } from '@bramka/test/support/database.ts';
import {
  authenticated,
  creqOf,
  acknowledge,
  openAcsFixture,
  SERVER_URL,
} from '../testing/acs-fixture.ts';
import type { AcsFixture } from '../testing/acs-fixture.ts';
import { backingsWith } from '../testing/backing.ts';
import type { ChallengeAction } from './authentication.ts';

const SECOND = 1000;
const RIGHT: ChallengeAction = { do: 'password', password: '1234' };
const WRONG: ChallengeAction = { do: 'password', password: '4321' };

const lost = (): Promise<never> => Promise.reject(new Error('lost'));
const status = (code: number) => () => Promise.resolve({ status: code, body: undefined });
const later = () => Promise.resolve('later' as const);

for (const backing of backingsWith(process.env.BRAMKA_TEST_POSTGRES)) {
  describe(`the simulated ACS in ${backing}`, () => {
    let fixture: AcsFixture;
    before(async () => (fixture = await openAcsFixture(backing, createTestDatabase)));
    beforeEach(async () => {
      fixture.deliver = acknowledge;
      // Expires the challenges that earlier tests left open.
      fixture.clock.advance(3600 * SECOND);
      while ((await fixture.acs.runDue()) > 0);
      fixture.sent.length = 0;
    });
    after(() => fixture.close());

    const begin = (other: Record<string, unknown> = {}) => authenticated(fixture, other);
    const act = ({ acsTransID }: ARes, action: ChallengeAction) =>
      fixture.acs.applyAction(acsTransID, action);
    const rowOf = async ({ acsTransID }: ARes) => {
      const row = await fixture.store.find(acsTransID);
      if (!row) throw new Error('the row is missing');
      return row;
    };
    const told = () =>
      fixture.sent.map(({ rreq }) =>
        [rreq.transStatus, rreq.transStatusReason, rreq.challengeCancel].filter(Boolean).join(' '),
      );

    const endings: [title: string, actions: ChallengeAction[], told: string, tries: string][] = [
      ['the right password', [RIGHT], 'Y', '01'],
      ['the right password after two wrong ones', [WRONG, WRONG, RIGHT], 'Y', '03'],
      ['three wrong passwords', [WRONG, WRONG, WRONG], 'N 19', '03'],
      ['approval in the app', [{ do: 'push' }, { do: 'approve' }], 'Y', '02'],
      ['rejection in the app', [{ do: 'push' }, { do: 'reject' }], 'N 01', '02'],
      ['rejection on the page', [{ do: 'reject' }], 'N 01', '01'],
      ['the cancel button', [{ do: 'cancel' }], 'N 01 01', '01'],
      ['a password instead of the app', [{ do: 'push' }, RIGHT], 'Y', '02'],
    ];
    for (const [title, actions, result, counter] of endings) {
      test(`${title} ends the challenge with ${result}, sent once`, async () => {
        const ares = await begin();
        for (const action of actions.slice(0, -1)) {
          equal((await act(ares, action))?.back, null);
          deepEqual(fixture.sent, []);
        }
        const last = await act(ares, actions.at(-1) as ChallengeAction);
        deepEqual(told(), [result]);
        deepEqual([last?.state, last?.transStatus], ['FINISHED', result[0]]);
        equal(fixture.sent[0]?.url, SERVER_URL);
        equal(fixture.sent[0]?.rreq.interactionCounter, counter);
        equal((await rowOf(ares)).resultState, 'DELIVERED');
        fixture.clock.advance(3600 * SECOND);
        await fixture.acs.runDue();
        equal(fixture.sent.length, 1);
      });
    }

    test('only a successful authentication has a CAVV and an ECI', async () => {
      const [good, bad] = [await begin(), await begin()];
      await act(good, RIGHT);
      await act(bad, { do: 'reject' });
      const [yes, no] = fixture.sent.map(({ rreq }) => rreq);
      equal(yes?.eci, '05');
      equal(Buffer.from(yes?.authenticationValue ?? '', 'base64').length, 20);
      deepEqual([no?.eci, no?.authenticationValue], ['07', undefined]);
      deepEqual((await rowOf(good)).cavv, yes?.authenticationValue);
    });

    test('shows the purchase and only the masked card number', async () => {
      const ares = await begin();
      const view = await act(ares, WRONG);
      deepEqual(
        [view?.merchantName, view?.amount, view?.currency, view?.cardMask],
        ['Demo shop', '123.45', 'PLN', '491711******0007'],
      );
      deepEqual([view?.triesLeft, view?.isWrongPassword, view?.transStatus], [2, true, null]);
      equal(view?.expiresAt, fixture.clock.now() + 600 * SECOND);
      doesNotMatch(JSON.stringify(await rowOf(ares)), /4917110020000007/);
    });

    test('the browser brings a CReq and returns with a CRes', async () => {
      const ares = await begin();
      equal((await fixture.acs.openChallenge(creqOf(ares), 'c2Vzc2lvbg'))?.state, 'OPEN');
      equal((await fixture.acs.openChallenge(creqOf(ares), 'b3RoZXI'))?.state, 'OPEN');
      const { back } = (await act(ares, RIGHT)) ?? {};
      equal(back?.url, 'https://gateway.example/back');
      equal(back?.threeDSSessionData, 'c2Vzc2lvbg', 'the first value is kept');
      const cres: unknown = JSON.parse(Buffer.from(back?.cres ?? '', 'base64url').toString());
      deepEqual(cres, {
        messageType: 'CRes',
        messageVersion: '2.2.0',
        threeDSServerTransID: ares.threeDSServerTransID,
        acsTransID: ares.acsTransID,
        challengeCompletionInd: 'Y',
        transStatus: 'Y',
      });
      deepEqual((await fixture.acs.openChallenge(creqOf(ares), undefined))?.back, back);
    });

    test('refuses a CReq that is malformed, mixes up ids, or belongs to no challenge', async () => {
      const [ares, otherAres] = [await begin(), await begin()];
      const quiet = await begin({ acctNumber: '4917110010000009' });
      const decoupled = await begin({ acctNumber: '4917110022000005' });
      const bad = [
        '',
        'e30',
        'no base64',
        Buffer.from('[1]').toString('base64url'),
        creqOf(ares, { messageType: 'RReq' }),
        creqOf(ares, { messageVersion: '2.1.0' }),
        creqOf(ares, { threeDSServerTransID: otherAres.threeDSServerTransID }),
        creqOf(ares, { acsTransID: fixture.ids.next() }),
        creqOf(ares, { acsTransID: 7 }),
        creqOf(ares, { challengeWindowSize: '06' }),
        creqOf(quiet),
        creqOf(decoupled),
      ];
      for (const creq of bad)
        equal(await fixture.acs.openChallenge(creq, undefined), undefined, creq);
      equal(await fixture.acs.openChallenge(creqOf(ares), 'a b'), undefined);
      for (const id of ['x', fixture.ids.next(), quiet.acsTransID]) {
        equal(await fixture.acs.viewChallenge(id), undefined);
        equal(await fixture.acs.applyAction(id, RIGHT), undefined);
      }
    });

    test('twenty concurrent actions on two nodes end the challenge once', async () => {
      const ares = await begin();
      const second = fixture.node();
      const actions: ChallengeAction[] = [RIGHT, { do: 'reject' }, { do: 'cancel' }];
      const views = await Promise.all(
        Array.from({ length: 20 }, (_, turn) =>
          (turn % 2 === 0 ? fixture : second).acs.applyAction(
            ares.acsTransID,
            actions[turn % 3] as ChallengeAction,
          ),
        ),
      );
      equal(fixture.sent.length, 1);
      equal(new Set(views.map((view) => view?.transStatus)).size, 1);
      equal((await rowOf(ares)).transStatus, fixture.sent[0]?.rreq.transStatus);
    });

    test('a request that arrives while the result is being sent waits for it', async () => {
      const ares = await begin();
      const gate = Promise.withResolvers<undefined>();
      fixture.deliver = async (...result) => gate.promise.then(() => acknowledge(...result));
      const first = act(ares, RIGHT);
      while (fixture.sent.length === 0) await new Promise(setImmediate);
      let isBack = false;
      const second = act(ares, RIGHT).then(() => (isBack = true));
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      equal(isBack, false);
      gate.resolve(undefined);
      await Promise.all([first, second]);
      equal(fixture.sent.length, 1);
    });

    test('an expired challenge is reported as N with challengeCancel 04', async () => {
      const ares = await begin();
      await act(ares, { do: 'abandon' });
      fixture.clock.advance(600 * SECOND - 1);
      equal(await fixture.acs.runDue(), 0);
      fixture.clock.advance(1);
      equal(await fixture.acs.runDue(), 1);
      deepEqual(told(), ['N 14 04']);
      equal(fixture.sent[0]?.rreq.interactionCounter, '00');
      equal(await fixture.acs.runDue(), 0);
    });

    test('an action after the time limit finds the challenge finished', async () => {
      const ares = await begin();
      fixture.clock.advance(600 * SECOND);
      equal((await act(ares, RIGHT))?.transStatus, 'N');
      deepEqual(told(), ['N 14 04']);
    });

    test('no action finishes a challenge of the abandon card', async () => {
      const ares = await begin({ acctNumber: '4917110021000006' });
      for (const action of [RIGHT, { do: 'approve' }, { do: 'cancel' }] as ChallengeAction[]) {
        equal((await act(ares, action))?.state, 'OPEN');
      }
      fixture.clock.advance(600 * SECOND);
      await fixture.acs.runDue();
      deepEqual(told(), ['N 14 04']);
    });

    test('a decoupled authentication finishes after 3 seconds without an action', async () => {
      const ares = await begin({ acctNumber: '4917110022000005' });
      deepEqual([ares.transStatus, ares.acsDecConInd, ares.acsURL], ['D', 'Y', undefined]);
      fixture.clock.advance(3 * SECOND - 1);
      equal(await fixture.acs.runDue(), 0);
      fixture.clock.advance(1);
      equal(await fixture.acs.runDue(), 1);
      deepEqual(told(), ['Y']);
    });

    test('an unacknowledged result is sent again after 2, 4 … 64 seconds', async () => {
      fixture.deliver = lost;
      const ares = await begin();
      equal((await act(ares, RIGHT))?.state, 'FINISHED', 'the customer returns to the shop anyway');
      for (const [index, seconds] of [2, 4, 8, 16, 32, 64].entries()) {
        equal(fixture.sent.length, index + 1);
        fixture.clock.advance(seconds * SECOND - 1);
        equal(await fixture.acs.runDue(), 0);
        fixture.clock.advance(1);
        equal(await fixture.acs.runDue(), 1);
      }
      equal((await rowOf(ares)).resultState, 'GIVEN_UP');
      fixture.clock.advance(3600 * SECOND);
      equal(await fixture.acs.runDue(), 0);
      equal(new Set(fixture.sent.map(({ rreq }) => JSON.stringify(rreq))).size, 1);
    });

    for (const code of [400, 401, 404, 422]) {
      test(`status ${code} stops further attempts`, async () => {
        fixture.deliver = status(code);
        const ares = await begin();
        await act(ares, RIGHT);
        equal((await rowOf(ares)).resultState, 'GIVEN_UP');
      });
    }

    for (const code of [200, 202, 302, 409, 429, 500, 503]) {
      test(`status ${code} without an RRes leads to another attempt`, async () => {
        fixture.deliver = status(code);
        const ares = await begin();
        await act(ares, RIGHT);
        equal((await rowOf(ares)).resultState, 'DUE');
        fixture.deliver = acknowledge;
        fixture.clock.advance(2 * SECOND);
        equal(await fixture.acs.runDue(), 1);
        equal((await rowOf(ares)).resultState, 'DELIVERED');
        equal(fixture.sent.length, 2);
      });
    }

    test('an RRes for another authentication does not count', async () => {
      const [ares, other] = [await begin(), await begin()];
      fixture.deliver = (url, rreq, isFirst) =>
        acknowledge(url, { ...rreq, acsTransID: other.acsTransID }, isFirst);
      await act(ares, RIGHT);
      equal((await rowOf(ares)).resultState, 'DUE');
      fixture.deliver = acknowledge;
      fixture.clock.advance(2 * SECOND);
      await fixture.acs.runDue();
    });

    test('a result with reorderCallback is sent one second later', async () => {
      fixture.deliver = later;
      const ares = await begin();
      await act(ares, RIGHT);
      fixture.deliver = acknowledge;
      fixture.clock.advance(SECOND - 1);
      equal(await fixture.acs.runDue(), 0);
      fixture.clock.advance(1);
      equal(await fixture.acs.runDue(), 1);
      equal((await rowOf(ares)).resultState, 'DELIVERED');
    });

    test('with two nodes each attempt is made once', async () => {
      fixture.deliver = lost;
      const ares = await begin();
      await act(ares, RIGHT);
      const second = fixture.node();
      fixture.clock.advance(2 * SECOND);
      fixture.deliver = acknowledge;
      const counts = await Promise.all(
        [fixture, second, fixture, second].map(({ acs }) => acs.runDue()),
      );
      equal(
        counts.reduce((sum, one) => sum + one, 0),
        1,
      );
      equal(fixture.sent.length, 2);
    });

    test('another process sends the result if the first one dies while sending', async () => {
      const ares = await begin();
      fixture.deliver = () => new Promise(() => undefined);
      void act(ares, RIGHT);
      while (fixture.sent.length === 0) await new Promise(setImmediate);
      const next = fixture.node();
      fixture.deliver = acknowledge;
      fixture.clock.advance(10 * SECOND - 1);
      equal(await next.acs.runDue(), 0, 'the attempt may still be in flight');
      fixture.clock.advance(1);
      equal(await next.acs.runDue(), 1);
      deepEqual(told(), ['Y', 'Y']);
      equal((await rowOf(ares)).resultState, 'DELIVERED');
    });

    test('a challenge can be continued on another node', async () => {
      const ares = await begin();
      await act(ares, WRONG);
      await act(ares, { do: 'push' });
      const next = fixture.node();
      const seen = await next.acs.viewChallenge(ares.acsTransID);
      deepEqual([seen?.state, seen?.triesLeft], ['PUSHED', 2]);
      equal((await next.acs.applyAction(ares.acsTransID, { do: 'approve' }))?.transStatus, 'Y');
      ok(fixture.sent.length === 1);
    });
  });
}
