// Tests of the signing keys on several nodes: rotation, keys created by another node, limited
// reloads, and sealing at rest.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runSql } from '@bramka/test/support/engines.ts';
import {
  assertRefused,
  claims,
  DAY_MS,
  decode,
  material,
  tokenFixture,
} from '@bramka/test/support/tokens/token-fixture.ts';
import { open } from '../core/secret.ts';
import { handClock, type HandClock } from '../core/testing/hand-clock.ts';

const unknownKid = (count: number): string =>
  `0198c5d1-7b2a-7000-8000-${String(count).padStart(12, '0')}`;

const untilSleeping = async (clock: HandClock): Promise<void> => {
  while (clock.sleeping() === 0) await new Promise(setImmediate);
};

describe('tokens and the keys that sign them', () => {
  const rig = tokenFixture();
  const { node } = rig;

  test('stay valid when the key is rotated, and new ones are signed by the new key', async () => {
    const it = node();
    const before = await it.jwts.issueMerchant(claims);
    const oldKey = (await it.keys.current()).keyId;
    const newKey = await it.keys.rotate();
    assert.notEqual(newKey, oldKey);
    assert.equal((await it.keys.current()).keyId, newKey);
    const later = await it.jwts.issueMerchant(claims);
    assert.equal(decode(later.split('.')[0] as string)['kid'], newKey);
    for (const reader of [it, node(it.clock)]) {
      for (const jwt of [before, later]) await reader.jwts.verify(jwt);
    }
    it.clock.advance(DAY_MS - 1);
    await node(it.clock).jwts.verify(before);
  });

  test('of a payment page survive a rotation for as long as a link may be valid', async () => {
    const it = node();
    const client = { merchantId: '10000001', paymentId: 'p-1', generation: 1, merchantVersion: 1 };
    const jwt = await it.jwts.issueClient(client, it.clock.now() + 30 * DAY_MS);
    await it.keys.rotate();
    it.clock.advance(30 * DAY_MS - 1000);
    assert.equal((await node(it.clock).jwts.verify(jwt)).kind, 'client');
  });

  test('are signed by a key that another node created, within a minute', async () => {
    const clock = handClock();
    const [one, two] = [node(clock), node(clock)];
    await one.keys.current();
    const made = await two.keys.rotate();
    await two.jwts.verify(await one.jwts.issueMerchant(claims));
    clock.advance(1001);
    await one.jwts.verify(await two.jwts.issueMerchant(claims));
    clock.advance(60_001);
    assert.equal((await one.keys.current()).keyId, made);
  });

  test('are refused once the key that signed them has expired', async () => {
    const it = node();
    const { forge } = await material(it);
    const eternal = forge({}, { exp: 9_999_999_999 });
    await it.jwts.verify(eternal);
    await it.keys.rotate();
    it.clock.advance(32 * DAY_MS);
    await assertRefused(node(it.clock).jwts.verify(eternal));
  });

  test('with an unknown key id do not cause a query per call', async () => {
    const it = node();
    const { forge } = await material(it);
    let queries = 0;
    const database = {
      ...rig.database,
      run: ((statement, values) => {
        queries += 1;
        return rig.database.run(statement, values);
      }) as typeof rig.database.run,
    };
    const { jwts } = node(it.clock, 'sandbox', database);
    const at = Array.from({ length: 50 }, (_, count) => forge({ kid: unknownKid(count) }));
    await Promise.all(at.map((jwt) => assertRefused(jwts.verify(jwt))));
    assert.equal(queries, 1, 'all at once share one query');
    for (const jwt of at.slice(0, 9)) await assertRefused(jwts.verify(jwt));
    assert.equal(queries, 10);
    const waiting = at.map((jwt) => assertRefused(jwts.verify(jwt)));
    await untilSleeping(it.clock);
    assert.equal(queries, 10, 'ten in a moment are enough');
    it.clock.advance(200);
    await Promise.all(waiting);
    assert.equal(queries, 11);
    await assertRefused(jwts.verify(forge({ kid: 'not even an id of ours' })));
    assert.equal(queries, 11);
  });

  test('of another node are accepted at once, under any load', async () => {
    const here = node();
    const there = node(here.clock);
    const { forge } = await material(there);
    for (let count = 0; count < 10; count += 1) {
      await assertRefused(there.jwts.verify(forge({ kid: unknownKid(count) })));
    }
    await here.keys.rotate();
    const fresh = await Promise.all(
      Array.from({ length: 26 }, () => here.jwts.issueMerchant(claims)),
    );
    const verifying = Promise.all(fresh.map((jwt) => there.jwts.verify(jwt)));
    await untilSleeping(here.clock);
    here.clock.advance(200);
    assert.equal((await verifying).length, 26);
  });

  test('keys lie sealed in the database, each bound to its row', async () => {
    const it = node();
    const { keyId, key } = await it.keys.current();
    const other = await it.keys.rotate();
    type Sealed = { key_id: string; sealed_key: Uint8Array };
    const rows = await runSql<Sealed>(rig.database, 'select key_id, sealed_key from signing_keys');
    for (const row of rows) assert.ok(!Buffer.from(row.sealed_key).includes(open(key)));
    const first = rows.find((row) => row.key_id === keyId);
    const set = 'update signing_keys set sealed_key = $2 where key_id = $1';
    const mine = rows.find((row) => row.key_id === other);
    await runSql(rig.database, set, [other, first?.sealed_key]);
    await assert.rejects(node(it.clock).keys.current(), 'a moved key is not opened');
    await runSql(rig.database, set, [other, mine?.sealed_key]);
    await node(it.clock).keys.current();
  });
});
