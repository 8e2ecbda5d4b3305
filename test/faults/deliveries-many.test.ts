// Thousands of events against receivers of which three in ten misbehave in every way: none is lost,
// none comes after it was accepted or refused, the order of payments is kept, and healthy receivers
// do not wait for hanging ones. `npm run prove:deliveries` does the same with 100,000 events.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { migrateAll } from '../schema/modules.ts';
import { embedded, noPostgres, postgres, type OpenEngine } from '../support/engines.ts';
import { runDeliveryLoad } from '../support/receivers/delivery-load.ts';

const engine = noPostgres === false ? postgres : embedded;
/** A hanging receiver holds a delivery as long. */
const timeoutMs = 3000;
const sizes = { receivers: 20, eventsPerSecond: 300, timeoutMs };

let opened: OpenEngine;
before(async () => {
  opened = await engine.open();
  await migrateAll(opened.database);
});
after(() => opened?.close());

test('every event is delivered as promised, and healthy receivers do not wait', async () => {
  const calm = await runDeliveryLoad(opened.database, { ...sizes, events: 600, bad: 0 });
  assert.deepEqual([calm.violations, calm.missing, calm.deliveries], [[], [], 600]);
  const mixed = await runDeliveryLoad(opened.database, { ...sizes, events: 2400, bad: 6 });
  assert.deepEqual(mixed.violations, []);
  assert.deepEqual(mixed.missing, []);
  assert.ok(mixed.deliveries > 2400, 'some were repeated');
  const limitMs = calm.lagMs.p99 + timeoutMs / 2;
  assert.ok(mixed.lagMs.p99 < limitMs, `${mixed.lagMs.p99} ms, without bad ones ${calm.lagMs.p99}`);
});
