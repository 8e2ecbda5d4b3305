// dataRequest never asks for an operation that would be refused with 409: every value is reached
// over HTTP and what it asks for is done. While an operation is under way nothing is asked for.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { dataRequests, type DataRequest } from '@bramka/gateway/payments/payment.ts';
import type { Json, Reply } from '../support/client.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import {
  card,
  done,
  idOf,
  openDesk,
  refusal,
  unlimited,
  type Desk,
} from '../support/life/payments.ts';
import { browserDevice, cards } from '../support/threeds/challenge.ts';
import { waitForDeviceRequest } from '../support/threeds/time/device-request.ts';

type Ask = (desk: Desk, paymentId: string) => Promise<Reply>;

/** What the guide says to send for each value. */
const asked: Readonly<Record<DataRequest, readonly Ask[]>> = {
  INSTRUMENT: [
    (desk, id) => desk.call('PATCH', id, '/instrument', { expDate: card.expDate }),
    (desk, id) => desk.call('PUT', id, '/instrument', card),
  ],
  CARD_CVV: [(desk, id) => desk.call('PATCH', id, '/instrument', { cvv: card.cvv })],
  DEVICE: [(desk, id) => desk.call('PUT', id, '/instrument', { device: browserDevice() })],
  CARD_3DS: [(desk, id) => desk.call('GET', id, '/acsData')],
  CAPTURE: [(desk, id) => desk.call('POST', id, '/capture')],
};

const { cvv: _cvv, ...withoutCode } = card;
const device = { device: browserDevice() };
const soft = { card: cards.softDecline, currency: 'EUR' };

/** Each leads to a payment; `wants` is what that payment must ask for. */
const situations: readonly { name: string; wants: DataRequest | null; stage: Stage }[] = [
  { name: 'no instrument', wants: 'INSTRUMENT', stage: async (desk) => idOf(await desk.waiting()) },
  {
    name: 'a part of an instrument',
    wants: 'INSTRUMENT',
    async stage(desk) {
      const paymentId = idOf(await desk.waiting());
      done(await desk.call('PATCH', paymentId, '/instrument', { cvv: card.cvv }));
      return paymentId;
    },
  },
  {
    name: 'a new payment after a refused one',
    wants: 'INSTRUMENT',
    async stage(desk) {
      const refused = await desk.paid({ card: cards.declined }, 'REJECTED');
      return idOf(await desk.call('POST', refused, '/retry'));
    },
  },
  {
    name: 'a card without its code',
    wants: 'CARD_CVV',
    stage: async (desk) => idOf(await desk.create({}, { instrument: withoutCode })),
  },
  {
    name: 'a card without its device',
    wants: 'DEVICE',
    stage: async (desk) => idOf(await desk.create({ card: cards.challenge })),
  },
  {
    name: 'declined softly without a device',
    wants: 'DEVICE',
    async stage(desk, gateway) {
      const paymentId = idOf(await desk.create(soft));
      await waitForDeviceRequest(gateway, desk.token, paymentId);
      return paymentId;
    },
  },
  {
    name: 'in a challenge',
    wants: 'CARD_3DS',
    stage: async (desk) => idOf(await desk.create({ card: cards.challenge }, device)),
  },
  {
    name: 'in the 3DS Method',
    wants: 'CARD_3DS',
    stage: async (desk) => idOf(await desk.create({ card: cards.methodThenChallenge }, device)),
  },
  { name: 'preauthorized', wants: 'CAPTURE', stage: (desk) => desk.held() },
  {
    name: 'adjusted',
    wants: 'CAPTURE',
    async stage(desk) {
      const paymentId = await desk.held();
      await desk.adjust(paymentId, 90);
      return paymentId;
    },
  },
  {
    name: 'adjusted and withdrawn',
    wants: 'CAPTURE',
    async stage(desk) {
      const paymentId = await desk.held();
      const transId = await desk.adjust(paymentId, 90);
      done(await desk.call('POST', paymentId, `/transactions/${transId}/cancel`));
      return paymentId;
    },
  },
  {
    name: 'captured',
    wants: null,
    async stage(desk) {
      const paymentId = await desk.held();
      done(await desk.call('POST', paymentId, '/capture', { amount: 40 }));
      return paymentId;
    },
  },
  {
    name: 'released',
    wants: null,
    async stage(desk) {
      const paymentId = await desk.held();
      done(await desk.call('POST', paymentId, '/cancel'));
      return paymentId;
    },
  },
  { name: 'paid', wants: null, stage: (desk) => desk.paid() },
  {
    name: 'declined',
    wants: null,
    stage: (desk) => desk.paid({ card: cards.declined }, 'REJECTED'),
  },
];
type Stage = (desk: Desk, gateway: Gateway) => Promise<string>;

/** Operations on a hold whose acquirer is out of reach. */
const operations: Readonly<Record<string, { verb: string; begin: Ask }>> = {
  capture: { verb: 'capture', begin: (desk, id) => desk.call('POST', id, '/capture') },
  adjustment: {
    verb: 'adjust',
    begin: (desk, id) => desk.call('POST', id, '/adjustment', { amount: 90 }),
  },
  cancellation: { verb: 'reverse', begin: (desk, id) => desk.call('POST', id, '/cancel') },
  withdrawal: {
    verb: 'adjust',
    async begin(desk, id) {
      const list = await desk.transactions(id);
      const transId = list.find((one) => one['type'] === 'ADJUSTMENT')?.['transId'] as string;
      return desk.call('POST', id, `/transactions/${transId}/cancel`);
    },
  },
};

describe('what a payment asks for', () => {
  let gateway: Gateway;
  let desk: Desk;
  before(async () => {
    gateway = await startGateway({ env: unlimited });
    desk = await openDesk(gateway, { sca: { traLimits: { EUR: '500.00' } } });
  });
  after(() => gateway?.stop());

  const requestOf = async (paymentId: string): Promise<unknown> =>
    (await gateway.statusOf(desk.token, paymentId))['dataRequest'];
  const control = async (path: string, body: Json): Promise<void> =>
    void done(await gateway.call('POST', `/sandbox/${path}`, { body }));

  test('every value has a situation', () => {
    const wanted = new Set(situations.flatMap(({ wants }) => wants ?? []));
    assert.deepEqual([...wanted].sort(), [...dataRequests].sort());
  });

  for (const { name, wants, stage } of situations) {
    test(`${name}: ${wants ?? 'nothing'}`, async () => {
      const paymentId = await stage(desk, gateway);
      assert.equal(await requestOf(paymentId), wants ?? undefined);
      for (const ask of wants === null ? [] : asked[wants]) {
        const reply = await ask(desk, paymentId);
        assert.equal(reply.status, 200, reply.text);
      }
    });
  }

  for (const [name, { verb, begin }] of Object.entries(operations)) {
    test(`nothing while an operation is under way: ${name}`, async () => {
      const paymentId = await desk.held();
      if (name === 'withdrawal') await desk.adjust(paymentId, 90);
      await control('faults', { provider: 'acquirer', outage: true, verbs: [verb, 'inquire'] });
      const begun = await begin(desk, paymentId);
      assert.equal(begun.status, 200, begun.text);
      assert.equal(begun.body['dataRequest'], undefined, begun.text);
      assert.equal(await requestOf(paymentId), undefined);
      const capture = await desk.call('POST', paymentId, '/capture');
      assert.deepEqual(refusal(capture), [409, 'OPERATION_IN_PROGRESS']);
      await control('faults', { provider: 'acquirer', clear: true });
      await control('clock', { advance: 3600 });
      // The operation was repeated and is done; a hold that is left waits for its capture again.
      const isHeld = verb === 'adjust';
      assert.equal(await requestOf(paymentId), isHeld ? 'CAPTURE' : undefined);
      if (isHeld) done(await desk.call('POST', paymentId, '/capture'));
      assert.equal(await requestOf(paymentId), undefined);
    });
  }
});
