// A database that becomes read-only, silent, full, or waits for a lost standby: no answer is 500,
// the health check names the problem, and the gateway recovers by itself when it can write again.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgres } from '@bramka/gateway/storage/postgres.ts';
import { runCommand } from '../setup/commands.ts';
import { postgresAccount } from '../setup/postgres-binaries.ts';
import type { Reply } from '../support/client.ts';
import {
  ask,
  configure,
  followWithStandby,
  noServer,
  installationOn,
  withServer,
} from '../support/journal/database-server.ts';
import { runSql } from '../support/engines.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { openCuttingProxy } from '../support/journal/cutting-proxy.ts';
import { createInstallation } from '../support/installation.ts';
import { until } from '../support/waiting/until.ts';

const env = { BRAMKA_PROVIDER_TIMEOUT_MS: '1000', BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS: '5000' };

async function ready(gateway: Gateway): Promise<[number, string]> {
  const reply = await gateway.call('GET', '/health/ready');
  return [reply.status, String(reply.body['status'])];
}

const untilReady = (gateway: Gateway) =>
  until(async () => (await ready(gateway))[0] === 200, 'the gateway to be ready');
/** The result of a check is kept for a short time. */
const untilNotReady = (gateway: Gateway) =>
  until(async () => (await ready(gateway))[0] === 503, 'the gateway not to be ready');

function assertUnavailable(reply: Reply): void {
  assert.equal(reply.status, 503, reply.text);
  assert.equal(reply.body['code'], 'STORAGE_UNAVAILABLE');
  assert.equal(reply.headers.get('retry-after'), '1');
}

/** The log lines about the database; fails if anything else was logged with a stack. */
function outageLines(gateway: Gateway): string[] {
  assert.doesNotMatch(gateway.logs(), /"stack"|"status":500/);
  const lines = gateway.logs().match(/"msg":"database [^"]+"/g) ?? [];
  return lines.map((line) => line.slice('"msg":"'.length, -1));
}

/**
 * Call it before an outage, the first result while it lasts, and the second one afterwards: however
 * many requests are refused, the log has one line about its begin. On a slow machine the database
 * may be unavailable for other reasons before and after it.
 */
function watchOutage(gateway: Gateway): { assertBegun(): void; assertOver(): void } {
  const before = outageLines(gateway).length;
  return {
    assertBegun: () =>
      assert.deepEqual(outageLines(gateway).slice(before), ['database unavailable']),
    assertOver: () => assert.equal(outageLines(gateway).at(-1), 'database available again'),
  };
}

/**
 * A request refused during the outage has one outcome under its key: charged once, or, if its first
 * commit arrived but its charge was never sent, ended without a charge.
 */
async function assertOneFate(gateway: Gateway, token: string, key: string, orderId: string) {
  const reply = await gateway.payByCard({ token, key, orderId });
  assert.equal(reply.status, 200, reply.text);
  const paymentId = reply.body['paymentId'] as string;
  const { status } = await gateway.waitForStatus(token, paymentId);
  const approved = (await gateway.chargesOf(paymentId)).filter((one) => one.result === 'APPROVED');
  assert.deepEqual([status, approved.length], status === 'ERROR' ? ['ERROR', 0] : ['COMPLETED', 1]);
}

describe('an outage of PostgreSQL', { skip: noServer }, () => {
  test('read-only: 503, new connections, one outage in the log, and recovery', () =>
    withServer(async ({ url }) => {
      const gateway = await startGateway({ installation: installationOn(url), env });
      const token = await gateway.authenticate();
      const [key, orderId] = [randomUUID(), randomUUID()];
      assert.deepEqual(await ready(gateway), [200, 'ready']);
      const sessions = async (): Promise<number[]> => {
        const text = `select pid from pg_stat_activity where application_name = 'bramka'`;
        return (await ask<{ pid: number }>(url, text)).map((row) => row.pid);
      };
      const before = await sessions();
      const outage = watchOutage(gateway);
      await configure(url, 'set default_transaction_read_only = on');
      await untilNotReady(gateway);
      assert.deepEqual(await ready(gateway), [503, 'database read-only']);
      for (let turn = 0; turn < 20; turn += 1) {
        assertUnavailable(await gateway.payByCard({ token, key, orderId }));
      }
      assert.equal((await gateway.call('GET', '/health/live')).status, 200);
      outage.assertBegun();
      await configure(url, 'reset default_transaction_read_only');
      await untilReady(gateway);
      await assertOneFate(gateway, token, key, orderId);
      const kept = (await sessions()).filter((pid) => before.includes(pid));
      assert.deepEqual(kept, [], 'a connection from before the outage is still in use');
      outage.assertOver();
      await gateway.stop();
    }));

  test('silent: 503 while it is silent, one payment for its key, and recovery', () =>
    withServer(async ({ url }) => {
      const proxy = await openCuttingProxy(url);
      const gateway = await startGateway({ installation: installationOn(proxy.url), env });
      const token = await gateway.authenticate();
      const [key, orderId] = [randomUUID(), randomUUID()];
      const outage = watchOutage(gateway);
      proxy.silence();
      const paying = gateway.payByCard({ token, key, orderId });
      await untilNotReady(gateway);
      assert.deepEqual(await ready(gateway), [503, 'database unreachable']);
      assertUnavailable(await paying);
      assert.deepEqual(await ready(gateway), [503, 'database unreachable']);
      outage.assertBegun();
      proxy.speak();
      await untilReady(gateway);
      await assertOneFate(gateway, token, key, orderId);
      outage.assertOver();
      await gateway.stop();
      await proxy.close();
    }));

  test('a commit that waits for a lost standby: 503, few waiting sessions, and recovery', () =>
    withServer(async ({ url }) => {
      const gateway = await startGateway({ installation: installationOn(url), env });
      const token = await gateway.authenticate();
      const outage = watchOutage(gateway);
      await configure(url, `set synchronous_standby_names = 'nobody'`);
      const keys = Array.from({ length: 12 }, () => [randomUUID(), randomUUID()] as const);
      const pay = ([key, orderId]: readonly [string, string]) =>
        gateway.payByCard({ token, key, orderId });
      for (const reply of await Promise.all(keys.map(pay))) assertUnavailable(reply);
      for (let turn = 0; turn < 20; turn += 1) {
        const [, status] = await ready(gateway);
        assert.match(status, /^database (unreachable|cannot write)$/);
        for (const reply of await Promise.all(keys.map(pay))) assertUnavailable(reply);
        await sleep(250);
      }
      const waiting = await ask(url, `select 1 from pg_stat_activity where wait_event = 'SyncRep'`);
      assert.ok(waiting.length <= 6, `${waiting.length} sessions wait for the standby`);
      outage.assertBegun();
      await configure(url, 'reset synchronous_standby_names');
      await untilReady(gateway);
      for (const [key, orderId] of keys) await assertOneFate(gateway, token, key, orderId);
      outage.assertOver();
      await gateway.stop();
    }));

  test('a standby is refused, also by a start, and accepted once it is promoted', () =>
    withServer(async (primary) => {
      const standby = await followWithStandby(primary);
      const database = openPostgres({ url: standby.url, connections: 1 });
      await assert.rejects(runSql(database, 'select 1'), (error: Error) => {
        assert.match((error.cause as Error).message, /the database server is a standby/);
        return true;
      });
      const started = startGateway({ installation: installationOn(standby.url), env });
      await assert.rejects(started, /refuses the connection \(the database server is a standby\)/);
      await ask(standby.url, 'select pg_promote()');
      assert.deepEqual(await runSql(database, 'select 1 as one'), [{ one: 1 }]);
      await database.close();
      await standby.stop();
    }));
});

describe('a full disk', () => {
  test(
    'on PostgreSQL: not ready, no answer is 500, and recovery',
    { skip: noServer },
    (context) => {
      const disk = smallDisk(2);
      if (!disk) return context.skip('mounting a small disk is not allowed here');
      return withServer(async ({ url }) => {
        const gateway = await startGateway({ installation: installationOn(url), env });
        await ask(url, `create tablespace small location '${disk.folder}'`);
        await ask(url, 'alter table readiness set tablespace small');
        await assertWaitsForRoom(gateway, disk);
        await gateway.stop();
      }).finally(() => disk.remove());
    },
  );

  test('on the embedded database: not ready, no answer is 500, and recovery', async (context) => {
    const disk = smallDisk(200);
    if (!disk) return context.skip('mounting a small disk is not allowed here');
    try {
      const created = await createInstallation('embedded');
      const installation = { ...created, dataDir: join(disk.folder, 'data') };
      cpSync(created.dataDir, installation.dataDir, { recursive: true });
      const gateway = await startGateway({ installation, env });
      await assertWaitsForRoom(gateway, disk);
      await gateway.stop();
    } finally {
      disk.remove();
    }
  });
});

async function assertWaitsForRoom(gateway: Gateway, disk: SmallDisk): Promise<void> {
  const token = await gateway.authenticate();
  const [key, orderId] = [randomUUID(), randomUUID()];
  assert.deepEqual(await ready(gateway), [200, 'ready']);
  const outage = watchOutage(gateway);
  disk.fill();
  await untilNotReady(gateway);
  assert.deepEqual(await ready(gateway), [503, 'database cannot write']);
  assertUnavailable(await gateway.payByCard({ token, key, orderId }));
  outage.assertBegun();
  disk.free();
  await untilReady(gateway);
  await assertOneFate(gateway, token, key, orderId);
  outage.assertOver();
}

interface SmallDisk {
  readonly folder: string;
  fill(): void;
  free(): void;
  remove(): void;
}

/** A small file system that fills up quickly; undefined if mounting is not allowed. */
function smallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'bramka-small-disk-'));
  const { uid = 0, gid = 0 } = postgresAccount() ?? {};
  const options = `size=${megabytes}m,uid=${uid},gid=${gid},mode=0700`;
  if (!runCommand('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).ok) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: () => void runCommand('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4096']),
    free: () => rmSync(filler),
    remove() {
      runCommand('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
