// Tests of the control panel on real databases: it survives a restart, other nodes follow it,
// changes are agreed on, and nodes share the fault counters.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { systemClock, isoTime } from '@bramka/gateway/core/clock.ts';
import { createIds } from '@bramka/gateway/core/id.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { migrate } from '@bramka/gateway/storage/migrate.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { engines, postgres, type OpenEngine } from '@bramka/test/support/engines.ts';
import { sandboxMigrations } from '../compose.ts';
import { moveClock, nodesBehind, recordNodeVersion, bumpControlVersion } from './control.store.ts';
import type { Fault } from '../party/fault.ts';
import { createFaults } from './faults.ts';
import { insertFault, listFaults, removeFaults } from './faults.store.ts';
import { openPanel, type Panel, type PanelState } from './panel.ts';

const ids = createIds(systemClock, systemRandom);

async function nodeOn(
  database: Database,
  agreeLimitMs?: number,
): Promise<{ panel: Panel; seen: PanelState[] }> {
  const seen: PanelState[] = [];
  const panel = await openPanel({
    database,
    ...(agreeLimitMs === undefined ? {} : { agreeLimitMs }),
    base: systemClock,
    nodeId: ids.next(),
    applyState: (state) => void seen.push(state),
  });
  return { panel, seen };
}

const moveTo = async (panel: Panel, offsetMs: number): Promise<void> => {
  const { version } = await panel.refresh();
  await panel.change((tx) => moveClock(tx, version, { offsetMs, frozenAt: null }));
};

for (const engine of engines) {
  describe(`the control panel on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    before(async () => {
      opened = await engine.open();
      await migrate(opened.database, sandboxMigrations, isoTime(0));
    });
    after(() => opened.close());

    test('starts in real time and applies every change once', async () => {
      const { panel, seen } = await nodeOn(opened.database);
      deepEqual(seen.at(-1)?.clock, { offsetMs: 0, frozenAt: null });
      const frozen = { offsetMs: 86_400_000_000, frozenAt: Date.parse('2030-01-01T00:00:00.123Z') };
      const { version } = await panel.refresh();
      await panel.change((tx) => moveClock(tx, version, frozen));
      await panel.refresh();
      deepEqual(seen.at(-1)?.clock, frozen);
      equal(seen.length, 2);
      await panel.close();
    });

    test('a node that starts later applies the stored state', async () => {
      const first = await nodeOn(opened.database);
      await moveTo(first.panel, 5000);
      await first.panel.close();
      const second = await nodeOn(opened.database);
      equal(second.seen[0]?.clock.offsetMs, 5000);
      await second.panel.close();
    });

    test('only one of two changes based on the same version succeeds', async () => {
      const { panel } = await nodeOn(opened.database);
      const { version } = await panel.refresh();
      const next = { offsetMs: 1, frozenAt: null };
      ok(await moveClock(opened.database, version, next));
      equal(await moveClock(opened.database, version, next), undefined);
      await panel.close();
    });

    test('faults hit the selected calls, up to their limit', async () => {
      const { database } = opened;
      const one: Fault = { provider: 'acquirer', outage: true, verbs: ['capture'], remaining: 3 };
      const otherFault: Fault = {
        provider: 'acquirer',
        latencyMs: 1,
        verbs: ['capture', 'refund'],
      };
      await removeFaults(database);
      await insertFault(database, ids.next(), 0, one);
      await insertFault(database, ids.next(), 1, otherFault);
      const [left, right] = [createFaults(database), createFaults(database)];
      for (const node of [left, right]) node.set(await listFaults(database));
      const taken = await Promise.all(
        Array.from({ length: 10 }, (_, turn) =>
          (turn % 2 === 0 ? left : right).take('acquirer', 'capture'),
        ),
      );
      equal(taken.filter((fault) => fault?.outage).length, 3);
      equal(taken.filter((fault) => fault?.latencyMs).length, 7);
      equal((await left.take('acquirer', 'refund'))?.latencyMs, 1);
      equal(await left.take('acquirer', 'authorize'), undefined);
      const stored = await listFaults(database);
      deepEqual([stored[0]?.remaining, stored[1]?.remaining], [0, null]);
      await removeFaults(database, 'acquirer');
      equal(await right.take('acquirer', 'refund'), undefined, 'a removed fault hits no call');
    });
  });
}

describe('two nodes with one panel', { skip: postgres.skip }, () => {
  let opened: OpenEngine;
  before(async () => {
    opened = await postgres.open();
    await migrate(opened.database, sandboxMigrations, isoTime(0));
  });
  after(() => opened.close());

  test('a change on one node is applied on the other before agreed() resolves', async () => {
    const limitMs = 3_600_000;
    const [left, right] = [
      await nodeOn(opened.database, limitMs),
      await nodeOn(opened.node(), limitMs),
    ];
    for (const offsetMs of [1000, 2000, 3000]) {
      await moveTo(left.panel, offsetMs);
      await left.panel.agreed();
      equal(right.seen.at(-1)?.clock.offsetMs, offsetMs);
    }
    await Promise.all([left.panel.close(), right.panel.close()]);
  });

  test('a dead node is waited for once and then removed', async () => {
    const limitMs = 300;
    const { panel } = await nodeOn(opened.database, limitMs);
    await recordNodeVersion(opened.database, ids.next(), 0);
    const changed = await panel.change(bumpControlVersion);
    equal(await nodesBehind(opened.database, changed.version), 1);
    const startedMs = systemClock.monotonicMs();
    await panel.agreed();
    ok(systemClock.monotonicMs() - startedMs >= limitMs, 'the dead node was not waited for');
    const { version } = await panel.change(bumpControlVersion);
    equal(await nodesBehind(opened.database, version), 0, 'the dead node is still waited for');
    await panel.close();
  });
});
