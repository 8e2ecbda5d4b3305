// The simulated ACS over every storage: challenges end once, results are sent until they are heard,
// and what was begun goes on after a restart.
import { deepEqual, doesNotMatch, equal, ok } from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { ARes } from '@bramka/gateway/threeds/messages/message.ts';
import { createTestDatabase } from '@bramka/test/support/database.ts';
import { authenticated, creqOf, heard, openAcsRig, SERVER_URL } from '../testing/acs-rig.ts';
import type { AcsRig } from '../testing/acs-rig.ts';
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
    let rig: AcsRig;
    before(async () => (rig = await openAcsRig(backing, createTestDatabase)));
    beforeEach(async () => {
      rig.hear = heard;
      // What earlier tests left open is over.
      rig.clock.advance(3600 * SECOND);
      while ((await rig.acs.work()) > 0);
      rig.sent.length = 0;
    });
    after(() => rig.close());

    const begin = (other: Record<string, unknown> = {}) => authenticated(rig, other);
    const act = ({ acsTransID }: ARes, action: ChallengeAction) => rig.acs.act(acsTransID, action);
    const rowOf = async ({ acsTransID }: ARes) => {
      const row = await rig.store.find(acsTransID);
      if (!row) throw new Error('the row is gone');
      return row;
    };
    const told = () =>
      rig.sent.map(({ rreq }) =>
        [rreq.transStatus, rreq.transStatusReason, rreq.challengeCancel].filter(Boolean).join(' '),
      );

    const endings: [title: string, actions: ChallengeAction[], told: string, tries: string][] = [
      ['the right password', [RIGHT], 'Y', '01'],
      ['the right password after two wrong ones', [WRONG, WRONG, RIGHT], 'Y', '03'],
      ['three wrong passwords', [WRONG, WRONG, WRONG], 'N 19', '03'],
      ['yes in the app', [{ do: 'push' }, { do: 'approve' }], 'Y', '02'],
      ['no in the app', [{ do: 'push' }, { do: 'reject' }], 'N 01', '02'],
      ['no on the page', [{ do: 'reject' }], 'N 01', '01'],
      ['the cancel button', [{ do: 'cancel' }], 'N 01 01', '01'],
      ['a password instead of the app', [{ do: 'push' }, RIGHT], 'Y', '02'],
    ];
    for (const [title, actions, result, counter] of endings) {
      test(`${title} ends the challenge with ${result}, told once`, async () => {
        const ares = await begin();
        for (const action of actions.slice(0, -1)) {
          equal((await act(ares, action))?.back, null);
          deepEqual(rig.sent, []);
        }
        const last = await act(ares, actions.at(-1) as ChallengeAction);
        deepEqual(told(), [result]);
        deepEqual([last?.state, last?.transStatus], ['FINISHED', result[0]]);
        equal(rig.sent[0]?.url, SERVER_URL);
        equal(rig.sent[0]?.rreq.interactionCounter, counter);
        equal((await rowOf(ares)).resultState, 'DELIVERED');
        rig.clock.advance(3600 * SECOND);
        await rig.acs.work();
        equal(rig.sent.length, 1);
      });
    }

    test('an authenticated customer gets a CAVV and an ECI, a refused one none', async () => {
      const [good, bad] = [await begin(), await begin()];
      await act(good, RIGHT);
      await act(bad, { do: 'reject' });
      const [yes, no] = rig.sent.map(({ rreq }) => rreq);
      equal(yes?.eci, '05');
      equal(Buffer.from(yes?.authenticationValue ?? '', 'base64').length, 20);
      deepEqual([no?.eci, no?.authenticationValue], ['07', undefined]);
      deepEqual((await rowOf(good)).cavv, yes?.authenticationValue);
    });

    test('shows what a customer needs, and nothing of the card but its mask', async () => {
      const ares = await begin();
      const view = await act(ares, WRONG);
      deepEqual(
        [view?.merchantName, view?.amount, view?.currency, view?.cardMask],
        ['Demo shop', '123.45', 'PLN', '491711******0007'],
      );
      deepEqual([view?.triesLeft, view?.isWrongPassword, view?.transStatus], [2, true, null]);
      equal(view?.expiresAt, rig.clock.now() + 600 * SECOND);
      doesNotMatch(JSON.stringify(await rowOf(ares)), /4917110020000007/);
    });

    test('the browser comes with its CReq and goes back with a CRes', async () => {
      const ares = await begin();
      equal((await rig.acs.open(creqOf(ares), 'c2Vzc2lvbg'))?.state, 'OPEN');
      equal((await rig.acs.open(creqOf(ares), 'b3RoZXI'))?.state, 'OPEN');
      const { back } = (await act(ares, RIGHT)) ?? {};
      equal(back?.url, 'https://gateway.example/back');
      equal(back?.threeDSSessionData, 'c2Vzc2lvbg', 'the first one counts');
      const cres: unknown = JSON.parse(Buffer.from(back?.cres ?? '', 'base64url').toString());
      deepEqual(cres, {
        messageType: 'CRes',
        messageVersion: '2.2.0',
        threeDSServerTransID: ares.threeDSServerTransID,
        acsTransID: ares.acsTransID,
        challengeCompletionInd: 'Y',
        transStatus: 'Y',
      });
      deepEqual((await rig.acs.open(creqOf(ares), undefined))?.back, back);
    });

    test('a CReq that is malformed, swapped or of no challenge opens nothing', async () => {
      const [ares, other] = [await begin(), await begin()];
      const quiet = await begin({ acctNumber: '4917110010000009' });
      const decoupled = await begin({ acctNumber: '4917110022000005' });
      const bad = [
        '',
        'e30',
        'no base64',
        Buffer.from('[1]').toString('base64url'),
        creqOf(ares, { messageType: 'RReq' }),
        creqOf(ares, { messageVersion: '2.1.0' }),
        creqOf(ares, { threeDSServerTransID: other.threeDSServerTransID }),
        creqOf(ares, { acsTransID: rig.ids.next() }),
        creqOf(ares, { acsTransID: 7 }),
        creqOf(ares, { challengeWindowSize: '06' }),
        creqOf(quiet),
        creqOf(decoupled),
      ];
      for (const creq of bad) equal(await rig.acs.open(creq, undefined), undefined, creq);
      equal(await rig.acs.open(creqOf(ares), 'a b'), undefined);
      for (const id of ['x', rig.ids.next(), quiet.acsTransID]) {
        equal(await rig.acs.look(id), undefined);
        equal(await rig.acs.act(id, RIGHT), undefined);
      }
    });

    test('of twenty acts at once one ends the challenge, on two nodes too', async () => {
      const ares = await begin();
      const second = rig.node();
      const actions: ChallengeAction[] = [RIGHT, { do: 'reject' }, { do: 'cancel' }];
      const views = await Promise.all(
        Array.from({ length: 20 }, (_, turn) =>
          (turn % 2 === 0 ? rig : second).acs.act(
            ares.acsTransID,
            actions[turn % 3] as ChallengeAction,
          ),
        ),
      );
      equal(rig.sent.length, 1);
      equal(new Set(views.map((view) => view?.transStatus)).size, 1);
      equal((await rowOf(ares)).transStatus, rig.sent[0]?.rreq.transStatus);
    });

    test('whoever comes while the result is under way waits for it, too', async () => {
      const ares = await begin();
      const gate = Promise.withResolvers<undefined>();
      rig.hear = async (...result) => gate.promise.then(() => heard(...result));
      const first = act(ares, RIGHT);
      while (rig.sent.length === 0) await new Promise(setImmediate);
      let isBack = false;
      const second = act(ares, RIGHT).then(() => (isBack = true));
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      equal(isBack, false);
      gate.resolve(undefined);
      await Promise.all([first, second]);
      equal(rig.sent.length, 1);
    });

    test('a challenge that runs out is told as N with challengeCancel 04', async () => {
      const ares = await begin();
      await act(ares, { do: 'abandon' });
      rig.clock.advance(600 * SECOND - 1);
      equal(await rig.acs.work(), 0);
      rig.clock.advance(1);
      equal(await rig.acs.work(), 1);
      deepEqual(told(), ['N 14 04']);
      equal(rig.sent[0]?.rreq.interactionCounter, '00');
      equal(await rig.acs.work(), 0);
    });

    test('an act after the end of the time finds the challenge over', async () => {
      const ares = await begin();
      rig.clock.advance(600 * SECOND);
      equal((await act(ares, RIGHT))?.transStatus, 'N');
      deepEqual(told(), ['N 14 04']);
    });

    test('the card that abandons finishes no other way', async () => {
      const ares = await begin({ acctNumber: '4917110021000006' });
      for (const action of [RIGHT, { do: 'approve' }, { do: 'cancel' }] as ChallengeAction[]) {
        equal((await act(ares, action))?.state, 'OPEN');
      }
      rig.clock.advance(600 * SECOND);
      await rig.acs.work();
      deepEqual(told(), ['N 14 04']);
    });

    test('a decoupled authentication finishes by itself after 3 seconds', async () => {
      const ares = await begin({ acctNumber: '4917110022000005' });
      deepEqual([ares.transStatus, ares.acsDecConInd, ares.acsURL], ['D', 'Y', undefined]);
      rig.clock.advance(3 * SECOND - 1);
      equal(await rig.acs.work(), 0);
      rig.clock.advance(1);
      equal(await rig.acs.work(), 1);
      deepEqual(told(), ['Y']);
    });

    test('a result that is not heard is sent again after 2, 4 … 64 seconds', async () => {
      rig.hear = lost;
      const ares = await begin();
      equal((await act(ares, RIGHT))?.state, 'FINISHED', 'the customer goes back nevertheless');
      for (const [place, seconds] of [2, 4, 8, 16, 32, 64].entries()) {
        equal(rig.sent.length, place + 1);
        rig.clock.advance(seconds * SECOND - 1);
        equal(await rig.acs.work(), 0);
        rig.clock.advance(1);
        equal(await rig.acs.work(), 1);
      }
      equal((await rowOf(ares)).resultState, 'GIVEN_UP');
      rig.clock.advance(3600 * SECOND);
      equal(await rig.acs.work(), 0);
      equal(new Set(rig.sent.map(({ rreq }) => JSON.stringify(rreq))).size, 1);
    });

    for (const code of [400, 401, 404, 422]) {
      test(`status ${code} ends the tries at once`, async () => {
        rig.hear = status(code);
        const ares = await begin();
        await act(ares, RIGHT);
        equal((await rowOf(ares)).resultState, 'GIVEN_UP');
      });
    }

    for (const code of [200, 202, 302, 409, 429, 500, 503]) {
      test(`status ${code} without an RRes leads to another try`, async () => {
        rig.hear = status(code);
        const ares = await begin();
        await act(ares, RIGHT);
        equal((await rowOf(ares)).resultState, 'DUE');
        rig.hear = heard;
        rig.clock.advance(2 * SECOND);
        equal(await rig.acs.work(), 1);
        equal((await rowOf(ares)).resultState, 'DELIVERED');
        equal(rig.sent.length, 2);
      });
    }

    test('an RRes about another authentication is none', async () => {
      const [ares, other] = [await begin(), await begin()];
      rig.hear = (url, rreq, isFirst) =>
        heard(url, { ...rreq, acsTransID: other.acsTransID }, isFirst);
      await act(ares, RIGHT);
      equal((await rowOf(ares)).resultState, 'DUE');
      rig.hear = heard;
      rig.clock.advance(2 * SECOND);
      await rig.acs.work();
    });

    test('a result that is to come second comes a second later', async () => {
      rig.hear = later;
      const ares = await begin();
      await act(ares, RIGHT);
      rig.hear = heard;
      rig.clock.advance(SECOND - 1);
      equal(await rig.acs.work(), 0);
      rig.clock.advance(1);
      equal(await rig.acs.work(), 1);
      equal((await rowOf(ares)).resultState, 'DELIVERED');
    });

    test('of two nodes at work one makes each try', async () => {
      rig.hear = lost;
      const ares = await begin();
      await act(ares, RIGHT);
      const second = rig.node();
      rig.clock.advance(2 * SECOND);
      rig.hear = heard;
      const found = await Promise.all([rig, second, rig, second].map(({ acs }) => acs.work()));
      equal(
        found.reduce((sum, one) => sum + one, 0),
        1,
      );
      equal(rig.sent.length, 2);
    });

    test('a process that dies while it sends leaves the result to the next one', async () => {
      const ares = await begin();
      rig.hear = () => new Promise(() => undefined);
      void act(ares, RIGHT);
      while (rig.sent.length === 0) await new Promise(setImmediate);
      const next = rig.node();
      rig.hear = heard;
      rig.clock.advance(10 * SECOND - 1);
      equal(await next.acs.work(), 0, 'the try may still be under way');
      rig.clock.advance(1);
      equal(await next.acs.work(), 1);
      deepEqual(told(), ['Y', 'Y']);
      equal((await rowOf(ares)).resultState, 'DELIVERED');
    });

    test('a challenge goes on where it was on another node', async () => {
      const ares = await begin();
      await act(ares, WRONG);
      await act(ares, { do: 'push' });
      const next = rig.node();
      const seen = await next.acs.look(ares.acsTransID);
      deepEqual([seen?.state, seen?.triesLeft], ['PUSHED', 2]);
      equal((await next.acs.act(ares.acsTransID, { do: 'approve' }))?.transStatus, 'Y');
      ok(rig.sent.length === 1);
    });
  });
}
