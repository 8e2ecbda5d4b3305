// Rotations of keys while payments go on: two nodes under load, and kill -9 at every step. Held
// cards stay usable, the old master key becomes useless, and no card number is left in clear.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataTables } from '@bramka/gateway/rotation/data-column.store.ts';
import { rootColumns } from '@bramka/gateway/rotation/sealed-column.store.ts';
import { search, searchFiles, wantedOf } from '../support/canary.ts';
import type { Json } from '../support/client.ts';
import { spawnGateway, startGateway, type Gateway, type Process } from '../support/gateway.ts';
import {
  bodyOf,
  card,
  merchantClientOf,
  paymentIdOf,
  withoutRateLimits,
} from '../support/life/payments.ts';
import {
  createInstallation,
  skipOn,
  type DatabaseKind,
  type Installation,
} from '../support/installation.ts';
import { keepTablesOpen, rowsOf } from '../support/tables.ts';
import {
  cards,
  passChallenge,
  payToChallenge,
  payWithDevice,
} from '../support/threeds/challenge.ts';
import { filesOf, searchTables } from '../support/threeds/secrecy/resting-places.ts';
import { until } from '../support/waiting/until.ts';

const path = '/v1/admin/keys/rotations';
const newKey = (): string => randomBytes(32).toString('base64');
const merchantId = '10000001';
/** Between two payments of one node. */
const PAUSE_MS = 100;

async function startRotation(gateway: Gateway, body: Json): Promise<void> {
  const reply = await gateway.call('POST', path, { token: gateway.installation.adminKey, body });
  assert.equal(reply.status, 200, reply.text);
}

async function latest(gateway: Gateway): Promise<Json> {
  const reply = await gateway.call('GET', path, { token: gateway.installation.adminKey });
  return (reply.body['rotations'] as Json[])[0] ?? assert.fail('no rotation');
}

async function untilDone(gateway: Gateway): Promise<Json> {
  let seen: Json = {};
  await until(async () => {
    seen = await latest(gateway);
    return seen['state'] === 'DONE';
  }, 'the end of a rotation');
  return seen;
}

async function verifyAudit(gateway: Gateway): Promise<void> {
  const { adminKey: token } = gateway.installation;
  const { body } = await gateway.call('GET', '/v1/admin/audit/verify', { token });
  assert.equal(body['violation'], undefined, JSON.stringify(body));
}

/** The columns in which a value is sealed with another key than the new one. */
async function columnsWithOldKeys(
  installation: Installation,
  kind: keyof typeof points,
): Promise<string[]> {
  const ofRootKeys = Object.values(rootColumns).map(({ name }) => {
    const [table = '', column = ''] = name.split('.');
    return `select distinct '${name}' as name from ${table} where substring(${column} from 1 for 5)
      not in (select '\\x02'::bytea || int4send(key_version) from root_keys)`;
  });
  const ofDataKeys = Object.values(dataTables).map(
    ({ name }) => `select distinct '${name}' as name from ${name}
      where key_version is not null and (merchant_id, key_version) not in
        (select merchant_id, max(key_version) from data_keys group by merchant_id)`,
  );
  const queries = kind === 'MASTER' ? ofRootKeys : ofDataKeys;
  const rows = await rowsOf<{ name: string }>(installation, queries.join(' union '));
  return rows.map(({ name }) => name);
}

/**
 * Pays until told to stop, mostly waiting, as the rotations do; resolves to how many payments there
 * were.
 */
async function payMeanwhile(nodes: readonly Gateway[], isOver: () => boolean): Promise<number> {
  const tokens = await Promise.all(nodes.map((node) => node.authenticate()));
  const pay = async (index: number): Promise<number> => {
    let count = 0;
    for (; !isOver(); count += 1) {
      await sleep(PAUSE_MS);
      const [node, token] = [nodes[index] as Gateway, tokens[index] as string];
      const otherNode = nodes[1 - index] ?? node;
      if (count % 4 === 0) {
        const { paymentId, acsTxnId } = await payToChallenge(node, { token });
        await passChallenge(otherNode, acsTxnId);
        await otherNode.waitForStatus(token, paymentId, 'COMPLETED');
      } else {
        const made = await payWithDevice(node, { token, card: cards.frictionless });
        await otherNode.waitForStatus(token, paymentIdOf(made), 'COMPLETED');
      }
    }
    return count;
  };
  const counts = await Promise.all(nodes.map((_, index) => pay(index)));
  return counts.reduce((sum, count) => sum + count, 0);
}

test('two nodes change the master key under load', { skip: skipOn('postgres') }, async () => {
  const installation = await createInstallation('postgres');
  const next = newKey();
  const env = { ...withoutRateLimits, BRAMKA_MASTER_KEY_NEXT: next };
  const nodes = [
    await startGateway({ installation, env }),
    await startGateway({ installation, env }),
  ];
  const [first, second] = nodes as [Gateway, Gateway];
  const token = await first.authenticate();
  const held = await payToChallenge(first, { token });
  let isOver = false;
  const load = payMeanwhile(nodes, () => isOver);
  try {
    for (const kind of ['MASTER', 'DATA'] as const) {
      await startRotation(second, { kind });
      // Fewer than were counted, if held cards were deleted because their payments ended.
      const { done, total } = await untilDone(first);
      assert.ok(Number(done) > 0 && Number(total) > 0, `${String(done)} of ${String(total)}`);
      assert.deepEqual(await columnsWithOldKeys(installation, kind), []);
      const keys = kind === 'MASTER' ? 'root_keys' : 'data_keys';
      const versions = await rowsOf(installation, `select distinct key_version as v from ${keys}`);
      assert.deepEqual(versions, [{ v: 2 }], 'the old keys are destroyed');
    }
  } finally {
    isOver = true;
  }
  const count = await load;
  assert.ok(count >= 8, `only ${count} payments during the rotations`);
  await passChallenge(second, held.acsTxnId);
  await second.waitForStatus(token, held.paymentId, 'COMPLETED');
  await verifyAudit(second);
  for (const node of nodes) {
    await node.stop();
    assert.doesNotMatch(node.logs(), /"level":"(error|fatal)"/, 'no error was logged');
  }
  assert.equal(await spawnGateway(installation).refused(), 1);
  const changed = await startGateway({ installation: { ...installation, masterKey: next } });
  await changed.stop();
  await installation.remove();
});

/** kill -9 at each point, in the order in which a rotation reaches them. */
const points = {
  MASTER: ['prepared', 'activated', 'batch', 'rewrapped', 'retiring', 'done'],
  DATA: ['preparing', 'prepared', 'batch', 'retiring', 'done'],
} as const;

/** The first gateway does the work before the rotation is started. */
async function crashThrough<T>(
  installation: Installation,
  [kind, at]: readonly [kind: keyof typeof points, at: readonly string[]],
  prepare: (gateway: Gateway) => Promise<T>,
): Promise<{ logs: string[]; prepared: T | undefined }> {
  const logs: string[] = [];
  let prepared: T | undefined;
  for (const [index, point] of at.entries()) {
    const env = { BRAMKA_FAILPOINTS: `rotation.${point}=kill`, BRAMKA_LOG_LEVEL: 'trace' };
    const start = async (): Promise<Pick<Process, 'exited' | 'logs'>> => {
      // A rotation that is already running may reach the point before the gateway is ready.
      if (index > 0) return spawnGateway(installation, env);
      const gateway = await startGateway({ installation, env });
      prepared = await prepare(gateway);
      // The job may reach the point before the answer is sent.
      await startRotation(gateway, { kind }).catch(() => undefined);
      return gateway;
    };
    const gateway = await start();
    assert.equal(await gateway.exited(), null, `killed at ${point}`);
    logs.push(gateway.logs());
  }
  return { logs, prepared };
}

/** Answers the payment whose held card waits for its code. */
async function holdCard(gateway: Gateway): Promise<string> {
  const { cvv: _, ...withoutCode } = card;
  const shop = merchantClientOf(gateway, await gateway.authenticate());
  const paymentId = paymentIdOf(await shop.createWithoutInstrument());
  bodyOf(await shop.call('PUT', paymentId, '/instrument', withoutCode));
  return paymentId;
}

const crashes: [database: DatabaseKind, kind: keyof typeof points, at: readonly string[]][] = [
  ['postgres', 'MASTER', points.MASTER],
  ['postgres', 'DATA', points.DATA],
  ['embedded', 'MASTER', ['batch']],
];

// They mostly wait, so they run in parallel.
describe('a rotation that is killed at every step', { concurrency: true }, () => {
  for (const [database, kind, at] of crashes) {
    test(`${kind} on ${database}: goes on and ends`, { skip: skipOn(database) }, async () => {
      const installation = await createInstallation(database);
      const { logs, prepared } = await crashThrough(installation, [kind, at], holdCard);
      const paymentId = prepared ?? assert.fail('no card is held');
      const survivor = await startGateway({ installation });
      const { problem } = await untilDone(survivor);
      assert.equal(problem, undefined);
      const later = merchantClientOf(survivor, await survivor.authenticate());
      bodyOf(await later.call('PATCH', paymentId, '/instrument', { cvv: card.cvv }));
      await survivor.waitForStatus(later.token, paymentId, 'COMPLETED');
      await verifyAudit(survivor);
      const files = await filesOf(installation);
      await survivor.stop();
      const wanted = wantedOf(new Map(), new Map([['the held card', card.instrumentNo]]));
      const leaks = [
        ...files.flatMap((file) => searchFiles(file, wanted)),
        ...[...logs, survivor.logs()].flatMap((text) => search(Buffer.from(text), wanted, 'a log')),
      ];
      assert.deepEqual(leaks, []);
      await keepTablesOpen(installation, async () => {
        const oldKeys =
          kind === 'MASTER'
            ? 'select 1 from root_keys where key_version = 1'
            : `select 1 from data_keys where merchant_id = '${merchantId}' and key_version = 1`;
        assert.deepEqual(await rowsOf(installation, oldKeys), [], 'the old key is destroyed');
        assert.deepEqual(await searchTables(installation, wanted, '091'), []);
      });
      await installation.remove();
    });
  }
});
