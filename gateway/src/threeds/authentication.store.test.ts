// Tests of authentications in the database, on both engines: written and read, the latest of a
// payment, and what the database refuses.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { engines, type OpenEngine } from '@bramka/test/support/engines.ts';
import { createIds } from '../core/id.ts';
import { seededRandom } from '../core/testing/seeded-random.ts';
import { Draft } from '../journal/entry.ts';
import { sqlCommitter } from '../journal/sql-committer.ts';
import { authentications, newAuthentication, type Authentication } from './authentication.ts';
import { authenticationStore, type AuthenticationStore } from './authentication.store.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
const ids = createIds({ now: () => START }, seededRandom(1));
const limits = { fingerprintMs: 10_000, answerMs: 12_000, challengeMs: 600_000 };
const range = {
  acsStart: '2.1.0',
  acsEnd: '2.2.0',
  dsStart: null,
  dsEnd: null,
  threeDSMethodURL: 'https://acs.example/"method"?a=1&b=\\',
};
const keyOf = (merchantId = '10000001') => ({ merchantId, paymentId: ids.next() });

function fresh(of: { merchantId: string; paymentId: string }, at = START): Authentication {
  const setup = {
    organization: 'VISA',
    messageVersion: '2.2.0',
    deviceChannel: '02',
    runsScripts: true,
    challengeInd: '01',
    exemption: null,
    range,
  } as const;
  return newAuthentication(of, ids.next(), setup, limits, at);
}

const done = (of: Authentication): Authentication => ({
  ...of,
  state: 'DONE',
  exemption: 'TRA',
  methodCompletion: 'Y',
  acsTransId: ids.next(),
  dsTransId: ids.next(),
  acsReference: 'ACS-1',
  acsUrl: 'https://acs.example',
  acsSignedContent: 'a.b.c',
  transStatus: 'Y',
  transStatusReason: '01',
  challengeCancel: '04',
  eci: '05',
  keyVersion: 3,
  sealedCavv: Buffer.from([0, 1, 2, 255]),
  dueAt: null,
  updatedAt: START + 1234,
});

for (const engine of engines) {
  describe(`authentications on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let store: AuthenticationStore;
    before(async () => {
      opened = await engine.openWithTables();
      store = authenticationStore(opened.database);
    });
    after(() => opened.close());

    const apply = async (draft: Draft) => (await sqlCommitter(opened.database).apply([draft]))[0];
    const insert = (row: Authentication) => apply(new Draft().insert(authentications, row));
    const inserted = async (row: Authentication): Promise<Authentication> => {
      assert.deepEqual(await insert(row), { kind: 'committed' });
      return row;
    };

    test('a new one and a finished one are read as they were written', async () => {
      for (const row of [fresh(keyOf()), done(fresh(keyOf()))]) {
        await inserted(row);
        assert.deepEqual(await store.find(row.authenticationId), row);
        assert.deepEqual(await store.latest(row), row);
      }
    });

    test('a range without known facts is stored', async () => {
      const untold: Authentication = { ...fresh(keyOf()), range: { ...range, untold: true } };
      await inserted(untold);
      assert.equal((await store.find(untold.authenticationId))?.range.untold, true);
      const told = await inserted(fresh(keyOf()));
      assert.equal((await store.find(told.authenticationId))?.range.untold, undefined);
    });

    test('a change writes what a step can set, and keeps the initial fields', async () => {
      const begun = await inserted(fresh(keyOf()));
      const after = done(begun);
      const given = { ...after, challengeInd: '04', organization: 'JCB' };
      await apply(new Draft().update(authentications, given));
      const { exemption } = begun;
      assert.deepEqual(await store.find(begun.authenticationId), { ...after, exemption });
    });

    test('the latest of a payment is the one created last', async () => {
      const key = keyOf();
      const later = await inserted(fresh(key, START + 1));
      const first = await inserted(fresh(key, START));
      assert.equal((await store.latest(key))?.authenticationId, later.authenticationId);
      assert.ok(first.authenticationId > later.authenticationId, 'time goes before the id');
    });

    test('of two created at the same time the latest is the one with the later id', async () => {
      const key = keyOf();
      const [one, other] = [fresh(key), fresh(key)];
      await inserted(other);
      await inserted(one);
      assert.ok(other.authenticationId > one.authenticationId);
      assert.equal((await store.latest(key))?.authenticationId, other.authenticationId);
    });

    test('another merchant or another payment does not see it', async () => {
      const row = await inserted(fresh(keyOf()));
      assert.equal(await store.latest({ ...row, merchantId: '10000002' }), undefined);
      assert.equal(await store.latest({ ...row, paymentId: ids.next() }), undefined);
      assert.equal(await store.find(row.paymentId), undefined);
    });

    test('an id is unique across all merchants', async () => {
      const { authenticationId } = await inserted(fresh(keyOf()));
      const second = await insert({ ...fresh(keyOf('10000002')), authenticationId });
      assert.deepEqual(second, { kind: 'conflict', constraint: 'authentications_one_per_id' });
    });

    const impossible: [what: string, given: Partial<Authentication>, rule: string][] = [
      ['that is done and has a deadline', { state: 'DONE' }, 'check'],
      ['that is under way without a deadline', { dueAt: null }, 'check'],
      ['with a sealed value but no version of its key', { sealedCavv: Buffer.of(1) }, 'check1'],
      ['with the version of a key but no sealed value', { keyVersion: 1 }, 'check1'],
      ['in an unknown state', { state: 'LOST' as 'DONE' }, 'state_check'],
    ];
    for (const [what, given, rule] of impossible) {
      test(`the database refuses one ${what}`, async () => {
        const row = { ...fresh(keyOf()), ...given };
        const refused = { kind: 'conflict', constraint: `authentications_${rule}` };
        assert.deepEqual(await insert(row), refused);
        assert.equal(await store.find(row.authenticationId), undefined);
      });
    }
  });
}
