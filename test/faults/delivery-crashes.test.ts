// kill -9 of the delivering node at every failpoint of a delivery: every event is delivered,
// repeats have the same bytes, and the order of a payment is kept. On one node after its restart,
// on two nodes by the other one once the lease has passed.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { createPlace, skipOn, type Place } from '../support/place.ts';
import { accept, answer } from '../support/receivers/behaviours.ts';
import { deliveryOf, findMissing, findViolations } from '../support/receivers/delivery-check.ts';
import type { Delivery } from '../support/receivers/delivery-check.ts';
import { addNotifiedShop, type NotifiedShop } from '../support/receivers/notified-shop.ts';
import { queuedEvents, storedEvents } from '../support/receivers/queue.ts';
import { openReceiver, type Receiver } from '../support/receivers/receiver.ts';
import { advance } from '../support/sandbox.ts';
import { until } from '../support/waiting/until.ts';

/** Those that a node reaches with an event that it has committed itself. */
const whileSending = ['delivery.sending', 'delivery.answered', 'delivery.recorded'];
/** Seconds; longer than a lease. */
const LEASE_PASSED = 61;

/** Due again before the clock has moved over a lease, but not while a node starts. */
const LATER = { 'Retry-After': '50' };

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
  await until(isDone, 'the events to be delivered', 90_000);
}

/** All events were delivered as promised; the one in flight at the crash may have come twice. */
async function assertDelivered(
  place: Place,
  shop: NotifiedShop,
  { deliveries }: Recording,
): Promise<void> {
  assert.deepEqual(await queuedEvents(place, shop.merchantId), []);
  const stored = await storedEvents(place, shop.merchantId);
  const bodies = new Map(stored.map(({ eventId, body }) => [eventId, body]));
  assert.deepEqual(findMissing(deliveries, bodies.keys()), []);
  assert.deepEqual(findViolations(deliveries, { isRepeatAllowed: true }), []);
  for (const one of deliveries) assert.equal(one.body, bodies.get(one.eventId));
  const accepted = deliveries.filter(({ verdict }) => verdict === 'accepted');
  assert.ok(accepted.length <= stored.length + 1, 'at most the event in flight came again');
}

const isEmpty = (place: Place, shop: NotifiedShop) => async (): Promise<boolean> =>
  (await queuedEvents(place, shop.merchantId)).length === 0;

describe('a delivering node killed', () => {
  const receivers: Receiver[] = [];
  after(() => Promise.all(receivers.map((one) => one.close())));

  async function shopOn(gateway: Gateway): Promise<[NotifiedShop, Recording]> {
    const recording = await openRecording();
    receivers.push(recording.receiver);
    return [await addNotifiedShop(gateway, recording.receiver.url), recording];
  }
  const dying = (place: Place, at: string): Promise<Gateway> =>
    startGateway({ place, env: { BRAMKA_FAILPOINTS: `${at}=kill` } });

  test('one of two nodes, at every step', { skip: skipOn('postgres') }, async () => {
    const place = await createPlace('postgres');
    const node = await startGateway({ place });
    for (const at of whileSending) {
      const [shop, recording] = await shopOn(node);
      const victim = await dying(place, at);
      await shop
        .atNode(victim)
        .create()
        .catch(() => undefined);
      assert.equal(await victim.exited(), null, `killed at ${at}`);
      await deliverAll(node, isEmpty(place, shop));
      await assertDelivered(place, shop, recording);
    }
    await node.stop();
    await place.remove();
  });

  test('of two nodes, with events that it has claimed', { skip: skipOn('postgres') }, async () => {
    const place = await createPlace('postgres');
    const node = await startGateway({ place });
    const [shop, recording] = await shopOn(node);
    recording.refusesFirst = true;
    recording.headers = LATER;
    await shop.pay();
    await until(() => recording.deliveries.length > 0, 'the first attempt');
    await node.kill9();
    recording.refusesFirst = false;
    const victim = await dying(place, 'delivery.claimed');
    await advance(victim, LEASE_PASSED).catch(() => undefined);
    assert.equal(await victim.exited(), null, 'killed at delivery.claimed');
    const other = await startGateway({ place });
    await deliverAll(other, isEmpty(place, shop));
    await assertDelivered(place, shop, recording);
    await other.stop();
    await place.remove();
  });

  test('the only node on the embedded database', async () => {
    const place = await createPlace('embedded');
    const first = await startGateway({ place });
    const [shop, recording] = await shopOn(first);
    await first.stop();
    const victim = await dying(place, 'delivery.answered');
    await shop
      .atNode(victim)
      .create()
      .catch(() => undefined);
    assert.equal(await victim.exited(), null, 'killed at delivery.answered');
    const gateway = await startGateway({ place });
    // The tables cannot be read while the gateway runs.
    const accepted = () => new Set(recording.deliveries.map(({ eventId }) => eventId)).size;
    await deliverAll(gateway, () => Promise.resolve(accepted() === 3));
    await gateway.stop();
    await assertDelivered(place, shop, recording);
    await place.remove();
  });
});

test(
  'two nodes deliver the events of both without doubling',
  { skip: skipOn('postgres') },
  async () => {
    const place = await createPlace('postgres');
    const nodes = [await startGateway({ place }), await startGateway({ place })] as const;
    const recording = await openRecording();
    recording.refusesFirst = true;
    const shop = await addNotifiedShop(nodes[0], recording.receiver.url);
    await Promise.all(
      Array.from({ length: 20 }, async (_, count) => {
        const at = shop.atNode(nodes[count % 2] as Gateway);
        const paymentId = await at.pay({ transKind: 'PREAUTH' });
        // The other node commits the next events of the payment.
        await shop
          .atNode(nodes[(count + 1) % 2] as Gateway)
          .call('POST', paymentId, '/capture', {});
      }),
    );
    const isDone = async (): Promise<boolean> => {
      if ((await queuedEvents(place, shop.merchantId)).length === 0) return true;
      await Promise.all(nodes.map((node) => advance(node, 6)));
      return false;
    };
    await until(isDone, 'the events to be delivered');
    const stored = await storedEvents(place, shop.merchantId);
    assert.equal(stored.length, 100);
    const ids = stored.map(({ eventId }) => eventId);
    assert.deepEqual(findMissing(recording.deliveries, ids), []);
    assert.deepEqual(findViolations(recording.deliveries), []);
    assert.equal(recording.deliveries.length, 200, 'each once refused and once accepted');
    for (const node of nodes) await node.stop();
    await recording.receiver.close();
    await place.remove();
  },
);
