// The last release and this version run side by side on the schema of this version: nodes are
// upgraded one by one under load, one is rolled back, and nothing is lost, doubled or refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../support/client.ts';
import { createInstallation, skipOn } from '../support/installation.ts';
import { openDatabaseOf } from '../support/life/consistency.ts';
import { bodyOf } from '../support/life/payments.ts';
import { assertConsistentAtRest } from '../support/life/race.ts';
import { deliveryOf, findMissing, findViolations } from '../support/receivers/delivery-check.ts';
import { storedEvents } from '../support/receivers/queue.ts';
import { rowsOf } from '../support/tables.ts';
import { until } from '../support/waiting/until.ts';
import { lastRelease, skipWithoutRelease } from './last-release.ts';
import { Fleet } from './rolling/fleet.ts';
import { assertStillEnded } from './rolling/stories.ts';

const skip = skipOn('postgres') || skipWithoutRelease();
const timeout = 900_000;

async function withFleet(work: (fleet: Fleet) => Promise<void>): Promise<void> {
  const fleet = await Fleet.open(await createInstallation('postgres', { isFirstStart: true }));
  try {
    await work(fleet);
  } finally {
    await fleet.close();
  }
}

test(`${lastRelease.version} and this version share a database`, { skip, timeout }, () =>
  withFleet(async (fleet) => {
    const first = await fleet.start('last release');
    const second = await fleet.start('last release');
    await fleet.addShop(first);
    await fleet.everyKind();

    // The first new node migrates under load; from now on the schema is that of this version.
    const upgraded = await fleet.start('this version');
    await fleet.everyKind();
    await fleet.stop(first);
    await fleet.addShop(upgraded);
    await fleet.everyKind();

    const rolledBack = await fleet.start('last release');
    await fleet.stop(upgraded);
    await fleet.everyKind();

    await fleet.start('this version');
    await fleet.stop(second);
    await fleet.everyKind();
    await fleet.start('this version');
    await fleet.stop(rolledBack);
    await fleet.everyKind();
    await fleet.finish();

    await assertNothingLost(fleet);
    assert.deepEqual(fleet.problems(), []);
  }),
);

test('a migration that the last release cannot live with is noticed', { skip, timeout }, () =>
  withFleet(async (fleet) => {
    await fleet.addShop(await fleet.start('last release'));
    await fleet.everyKind();
    await rowsOf(fleet.installation, 'alter table payments drop column refused_tries');
    await assert.rejects(fleet.everyKind(), /500/);
  }),
);

async function assertNothingLost(fleet: Fleet): Promise<void> {
  const { installation } = fleet;
  const database = await openDatabaseOf(installation);
  await assertConsistentAtRest(database);
  await database.close();
  for (const shop of fleet.shops) {
    const ended = fleet.ended.get(shop) ?? [];
    for (const one of ended) await assertStillEnded(shop, one);
    const payments = await rowsOf<{ id: string }>(
      installation,
      `select payment_id::text as id from payments
       where merchant_id = $1 and trans_kind <> 'VERIFICATION'`,
      [shop.merchantId],
    );
    assert.equal(payments.length, ended.length, 'one payment for each that was asked for');
    await assertAllDelivered(fleet, shop.merchantId);
  }
  await assertAuditLog(fleet);
}

/** Nodes of both versions have written to it; this version verifies it. */
async function assertAuditLog({ client }: Fleet): Promise<void> {
  for (let after: string | undefined = '1.0'; after !== undefined;) {
    const path: string = `/v1/admin/audit/verify?after=${after}`;
    const part: Json = bodyOf(await client.call('GET', path, { token: client.adminKey }));
    assert.equal(part['violation'], undefined);
    after = part['next'] as string | undefined;
  }
}

/** Every event once, the events of a payment in their order. */
async function assertAllDelivered(fleet: Fleet, merchantId: string): Promise<void> {
  const events = await storedEvents(fleet.installation, merchantId);
  const eventIds = new Set(events.map(({ eventId }) => eventId));
  const deliveries = () =>
    fleet.receiver.received
      .map((request) => deliveryOf(request, 'accepted'))
      .filter(({ eventId }) => eventIds.has(eventId));
  await until(() => findMissing(deliveries(), eventIds).length === 0, 'all events');
  assert.deepEqual(findViolations(deliveries()), []);
}
