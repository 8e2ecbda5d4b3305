// Thousands of events against receivers of which three in ten misbehave in every way: none is lost,
// none comes after it was accepted or refused, the order of payments is kept, and healthy receivers
// do not wait for hanging ones. `npm run prove:deliveries` does the same with 100,000 events.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { migrateAll } from '../schema/modules.ts';
import { embedded, noPostgres, postgres, type OpenEngine } from '../support/engines.ts';
import { runDeliveryLoad } from '../support/receivers/delivery-load.ts';

const engine = noPostgres === false ? postgres : embedded;
/** Longer than the test: a delivery that hangs ends only when the receiver recovers. */
const timeoutMs = 3_600_000;
const sizes = { receivers: 20, eventsPerSecond: 300, timeoutMs };

let opened: OpenEngine;
before(async () => {
  opened = await engine.open();
  await migrateAll(opened.database);
});
after(() => opened?.close());

test('every event is delivered as promised, and healthy receivers do not wait', async () => {
  const load = await runDeliveryLoad(opened.database, { ...sizes, events: 2400, bad: 6 });
  assert.deepEqual(load.violations, []);
  assert.deepEqual(load.missing, []);
  assert.ok(load.deliveries > 2400, 'some were repeated');
  assert.ok(load.held >= 3, `bad receivers held ${load.held} deliveries while others got theirs`);
});
