// kill -9 of the delivering node at every failpoint of a delivery: every event is delivered,
// repeats have the same bytes, and the order of a payment is kept. On one node after its restart,
// on two nodes by the other one once the lease has passed. Deliveries are parked at their points
// and killed together.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startGateway, type Gateway } from '../support/gateway.ts';
import {
  createInstallation,
  databasesOfTier,
  skipOn,
  type Installation,
} from '../support/installation.ts';
import { accept, answer } from '../support/receivers/behaviours.ts';
import { deliveryOf, findMissing, findViolations } from '../support/receivers/delivery-check.ts';
import type { Delivery } from '../support/receivers/delivery-check.ts';
import { addNotifiedShop, type NotifiedShop } from '../support/receivers/notified-shop.ts';
import { queuedEvents, storedEvents } from '../support/receivers/queue.ts';
import { openReceiver, type Receiver } from '../support/receivers/receiver.ts';
import { exclusiveNodes } from '../support/pool/borrow.ts';
import { advance, moveClock } from '../support/sandbox.ts';
import { keepTablesOpen } from '../support/tables.ts';
import { Parking, parkingAt } from '../support/waiting/parking.ts';
import { until } from '../support/waiting/until.ts';

/** Those that a node reaches with an event that it has committed itself. */
const whileSending = ['delivery.sending', 'delivery.answered', 'delivery.recorded'];
/** With events of the queue, whoever committed them. */
const CLAIMED = 'delivery.claimed';
/** Of a payment that is COMPLETED. */
const EVENTS = 3;
/** Seconds; longer than a lease. */
const LEASE_PASSED = 61;

/** Due again before a lease has passed. */
const LATER = { 'Retry-After': '40' };
const LATER_PASSED = 55;

/** A receiver that knows what it answered. */
async function openRecording() {
  const deliveries: Delivery[] = [];
  const receiver = await openReceiver((socket, request) => {
    const isFirst = !deliveries.some(({ body }) => body === request.body.toString());
    const isSlow = recording.refusesFirst && isFirst;
    deliveries.push(deliveryOf(request, isSlow ? 'again' : 'accepted'));
    (isSlow ? answer(503, '', recording.headers) : accept)(socket, request);
  });
  const recording = { receiver, deliveries, refusesFirst: false, headers: {} };
  return recording;
}

type Recording = Awaited<ReturnType<typeof openRecording>>;

/** Moves the clock over leases until the events are delivered. */
async function deliverAll(gateway: Gateway, isOver: () => Promise<boolean>): Promise<void> {
  const isDone = async (): Promise<boolean> => {
    if (await isOver()) return true;
    await advance(gateway, LEASE_PASSED);
    return false;
  };
  await until(isDone, 'the events to be delivered');
}

/** All events were delivered as promised; the one in flight at the crash may have come twice. */
async function assertDelivered(
  installation: Installation,
  shop: NotifiedShop,
  { deliveries }: Recording,
): Promise<void> {
  assert.deepEqual(await queuedEvents(installation, shop.merchantId), []);
  const stored = await storedEvents(installation, shop.merchantId);
  assert.equal(stored.length, EVENTS);
  const bodies = new Map(stored.map(({ eventId, body }) => [eventId, body]));
  assert.deepEqual(findMissing(deliveries, bodies.keys()), []);
  assert.deepEqual(findViolations(deliveries, { isRepeatAllowed: true }), []);
  for (const one of deliveries) assert.equal(one.body, bodies.get(one.eventId));
  const accepted = deliveries.filter(({ result }) => result === 'accepted');
  assert.ok(accepted.length <= stored.length + 1, 'at most the event in flight came again');
}

const isOver =
  (installation: Installation, { merchantId }: NotifiedShop) =>
  async (): Promise<boolean> =>
    (await storedEvents(installation, merchantId)).length === EVENTS &&
    (await queuedEvents(installation, merchantId)).length === 0;

/** A payment whose first event is refused, and due again later. */
async function refuseFirst(
  installation: Installation,
  shop: NotifiedShop,
  recording: Recording,
): Promise<void> {
  recording.refusesFirst = true;
  recording.headers = LATER;
  await shop.pay();
  const isRefused = async (): Promise<boolean> => {
    const queued = await queuedEvents(installation, shop.merchantId);
    return queued.some(({ attempts, isLeased }) => attempts === 1 && !isLeased);
  };
  await until(isRefused, 'the first attempt');
  assert.equal(recording.deliveries.length, 1);
  recording.refusesFirst = false;
}

describe('a delivering node killed', () => {
  const receivers: Receiver[] = [];
  after(() => Promise.all(receivers.map((one) => one.close())));

  async function shopOn(gateway: Gateway): Promise<[NotifiedShop, Recording]> {
    const recording = await openRecording();
    receivers.push(recording.receiver);
    return [await addNotifiedShop(gateway, recording.receiver.url), recording];
  }
  const parkingNode = (installation: Installation, points: readonly string[]): Promise<Gateway> =>
    startGateway({ installation, env: { BRAMKA_FAILPOINTS: parkingAt(points) } });

  const twoNodes = (): void => {
    const killed = new Map<string, [NotifiedShop, Recording]>();
    let installation: Installation;
    let node: Gateway | undefined;
    before(async () => {
      installation = await createInstallation('postgres');
      const victim = await parkingNode(installation, [...whileSending, CLAIMED]);
      // No lease passes before the clock is moved.
      await moveClock(victim, { freeze: true });
      const parking = new Parking(victim);
      for (const at of whileSending) {
        const [shop, recording] = await shopOn(victim);
        killed.set(at, [shop, recording]);
        await parking.park(at, shop.pay());
      }
      const [shop, recording] = await shopOn(victim);
      killed.set(CLAIMED, [shop, recording]);
      await refuseFirst(installation, shop, recording);
      await parking.park(CLAIMED, advance(victim, LATER_PASSED));
      node = await startGateway({ installation });
      await parking.kill9();
    });
    after(async () => {
      await node?.stop();
      await installation?.remove();
    });
    for (const at of [...whileSending, CLAIMED]) {
      test(`at ${at}, the other one delivers`, async () => {
        const [shop, recording] = killed.get(at) ?? assert.fail();
        assert.ok(node);
        await deliverAll(node, isOver(installation, shop));
        await assertDelivered(installation, shop, recording);
      });
    }
  };

  const onlyNode = async (): Promise<void> => {
    const installation = await createInstallation('embedded');
    const at = 'delivery.answered';
    const victim = await parkingNode(installation, [at]);
    const [shop, recording] = await shopOn(victim);
    const parking = new Parking(victim);
    await parking.park(at, shop.pay());
    await parking.kill9();
    const gateway = await startGateway({ installation });
    // The tables cannot be read while the gateway runs.
    const accepted = () => new Set(recording.deliveries.map(({ eventId }) => eventId)).size;
    await deliverAll(gateway, () => Promise.resolve(accepted() === EVENTS));
    await gateway.stop();
    await keepTablesOpen(installation, () => assertDelivered(installation, shop, recording));
    await installation.remove();
  };

  for (const database of databasesOfTier) {
    if (database === 'embedded') test('the only node on the embedded database', onlyNode);
    else describe('of two nodes', { skip: skipOn(database) }, twoNodes);
  }
});

const isOnPostgres = databasesOfTier.includes('postgres');
test(
  'two nodes deliver the events of both without doubling',
  { skip: skipOn('postgres') || (!isOnPostgres && 'ran in the main tier') },
  async () => {
    const nodes = await exclusiveNodes('postgres', 2);
    const [one, two] = nodes;
    assert.ok(one && two);
    const { installation } = one;
    const recording = await openRecording();
    recording.refusesFirst = true;
    const shop = await addNotifiedShop(one, recording.receiver.url);
    await Promise.all(
      Array.from({ length: 10 }, async (_, count) => {
        const at = shop.atNode(count % 2 === 0 ? one : two);
        const paymentId = await at.pay({ transKind: 'PREAUTH' });
        // The other node commits the next events of the payment.
        await shop.atNode(count % 2 === 0 ? two : one).call('POST', paymentId, '/capture', {});
      }),
    );
    const isDone = async (): Promise<boolean> => {
      if ((await queuedEvents(installation, shop.merchantId)).length === 0) return true;
      // Together less than half of a lease, after which the other node would take the events over.
      await Promise.all(nodes.map((node) => advance(node, 14)));
      return false;
    };
    await until(isDone, 'the events to be delivered');
    const stored = await storedEvents(installation, shop.merchantId);
    assert.equal(stored.length, 50);
    const ids = stored.map(({ eventId }) => eventId);
    assert.deepEqual(findMissing(recording.deliveries, ids), []);
    assert.deepEqual(findViolations(recording.deliveries), []);
    assert.equal(recording.deliveries.length, 100, 'each once refused and once accepted');
    await recording.receiver.close();
    await one.release();
  },
);
