// Tests of the waits between the steps of a rotation, to the millisecond: a new key is not used, no
// value is sealed again and no old key is destroyed before every node has read its keys again.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { anyEngine, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { noFailpoints } from '../core/failpoint.ts';
import { systemRandom } from '../core/random.ts';
import { versionOf } from '../core/seal.ts';
import { secret } from '../core/secret.ts';
import { handClock } from '../core/testing/hand-clock.ts';
import { encryptionByKey } from '../storage/keys/key-encryption.ts';
import { LEASE_MS } from '../storage/keys/keyring.ts';
import { openKeys } from '../storage/keys/open-keys.ts';
import { createRotator, type Rotate } from './rotate.ts';
import { latestRotations } from './rotation.store.ts';
import { rotateMaster } from './start-rotation.ts';

/** Longer than the copy of the keys that a node seals with can be old. */
const STEP_WAIT_MS = LEASE_MS + 500;
const RETIRE_WAIT_MS = 60_000;
const NODE = '0198c5d1-7b2a-7000-8000-000000000001';
const masterKey = secret(Buffer.alloc(32, 7));
const silent = { info: () => undefined, error: () => undefined };
const unused = (): never => assert.fail('a rotation of the master key seals no card again');

describe('the waits of a rotation', () => {
  const clock = handClock();
  let opened: OpenEngine;
  let rotate: Rotate;
  before(async () => {
    opened = await anyEngine.openWithTables();
    const base = { database: opened.database, clock, random: systemRandom, log: silent };
    const keys = await openKeys({
      ...base,
      encryptions: [encryptionByKey(masterKey, systemRandom)],
      masterKey,
      environment: 'sandbox',
      nodeId: NODE,
    });
    const vault = { reseal: unused, recipients: { reseal: unused } } as never;
    const others = { vault, tokenVault: { reseal: unused }, threeds: { cavvs: vault } };
    const metrics = { alarms: { inc: () => assert.fail('an alarm') } };
    const node = { ring: keys.ring, failpoints: noFailpoints, nodeId: NODE, metrics };
    rotate = createRotator({ ...base, ...others, ...node, retireWaitMs: RETIRE_WAIT_MS });
    await rotateMaster({ ...base, keys });
    await rotate();
  });
  after(() => opened?.close());

  const stateOf = async (): Promise<string | undefined> =>
    (await latestRotations(opened.database, 1))[0]?.state;
  const roots = () =>
    runSql<{ version: number; state: string }>(
      opened.database,
      'select key_version as version, state from root_keys order by 1',
    );
  const sealedWith = async (): Promise<number[]> => {
    const text = 'select sealed_key as sealed from stored_keys';
    const rows = await runSql<{ sealed: Uint8Array }>(opened.database, text);
    return [...new Set(rows.map(({ sealed }) => versionOf(sealed)))];
  };
  /** Runs the job often a millisecond before the end of the wait, then at its end. */
  const waitFor = async (ms: number, isUnchanged: () => Promise<void>): Promise<void> => {
    clock.advance(ms - 1);
    for (let runs = 0; runs < 20; runs += 1) await rotate();
    await isUnchanged();
    clock.advance(1);
    await rotate();
  };
  const runUntil = async (state: string): Promise<void> => {
    for (let runs = 0; runs < 60 && (await stateOf()) !== state; runs += 1) await rotate();
    assert.equal(await stateOf(), state);
  };

  test('key, values, old key: each step comes after its wait', async () => {
    const [old = assert.fail()] = await roots();
    const next = { version: old.version + 1, state: 'PENDING' };
    await waitFor(STEP_WAIT_MS, async () => {
      assert.equal(await stateOf(), 'PREPARING');
      assert.deepEqual(await roots(), [old, next], 'not every node knows the new key yet');
    });
    const live = { ...next, state: 'LIVE' };
    assert.deepEqual(await roots(), [old, live]);
    await runUntil('REWRAPPING');

    await rotate();
    await waitFor(STEP_WAIT_MS, async () => {
      assert.deepEqual(await sealedWith(), [old.version], 'a node may still seal with the old key');
    });
    await runUntil('RETIRING');
    assert.deepEqual(await sealedWith(), [live.version]);

    await rotate();
    await waitFor(RETIRE_WAIT_MS, async () => {
      assert.deepEqual(await roots(), [old, live], 'a value may be written back late');
    });
    await runUntil('DONE');
    assert.deepEqual(await roots(), [live]);
  });
});
