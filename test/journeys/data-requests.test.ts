// dataRequest never requests an operation that would be refused with 409: every value is reached
// over HTTP and the requested operation is performed. While an operation is in progress nothing is
// requested.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { DataRequest } from '@bramka/gateway/methods/data-request.ts';
import { dataRequests } from '@bramka/gateway/methods/registry.ts';
import type { Json, Reply } from '../support/client.ts';
import { anyDatabase } from '../support/installation.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import {
  card,
  bodyOf,
  paymentIdOf,
  addMerchantClient,
  refusalOf,
  type MerchantClient,
} from '../support/life/payments.ts';
import { browserDevice, cards } from '../support/threeds/challenge.ts';
import { waitForDeviceRequest } from '../support/threeds/time/device-request.ts';

type Ask = (merchant: MerchantClient, paymentId: string) => Promise<Reply>;

/** What the guide says to send for each value. */
const asked: Readonly<Partial<Record<DataRequest, readonly Ask[]>>> = {
  INSTRUMENT: [
    (merchant, id) => merchant.call('PATCH', id, '/instrument', { expDate: card.expDate }),
    (merchant, id) => merchant.call('PUT', id, '/instrument', card),
  ],
  CARD_CVV: [(merchant, id) => merchant.call('PATCH', id, '/instrument', { cvv: card.cvv })],
  DEVICE: [(merchant, id) => merchant.call('PUT', id, '/instrument', { device: browserDevice() })],
  CARD_3DS: [(merchant, id) => merchant.call('GET', id, '/acsData')],
  CAPTURE: [(merchant, id) => merchant.call('POST', id, '/capture')],
};

const { cvv: _cvv, ...withoutCode } = card;
const device = { device: browserDevice() };
const soft = { card: cards.softDecline, currency: 'EUR' };

/** Each creates a payment; `wants` is the expected dataRequest. */
const situations: readonly { name: string; wants: DataRequest | null; stage: Stage }[] = [
  {
    name: 'no instrument',
    wants: 'INSTRUMENT',
    stage: async (merchant) => paymentIdOf(await merchant.createWithoutInstrument()),
  },
  {
    name: 'a part of an instrument',
    wants: 'INSTRUMENT',
    async stage(merchant) {
      const paymentId = paymentIdOf(await merchant.createWithoutInstrument());
      bodyOf(await merchant.call('PATCH', paymentId, '/instrument', { cvv: card.cvv }));
      return paymentId;
    },
  },
  {
    name: 'a new payment after a refused one',
    wants: 'INSTRUMENT',
    async stage(merchant) {
      const refused = await merchant.pay({ card: cards.declined }, 'REJECTED');
      return paymentIdOf(await merchant.call('POST', refused, '/retry'));
    },
  },
  {
    name: 'a card without its code',
    wants: 'CARD_CVV',
    stage: async (merchant) => paymentIdOf(await merchant.create({}, { instrument: withoutCode })),
  },
  {
    name: 'a card without its device',
    wants: 'DEVICE',
    stage: async (merchant) => paymentIdOf(await merchant.create({ card: cards.challenge })),
  },
  {
    name: 'declined softly without a device',
    wants: 'DEVICE',
    async stage(merchant, gateway) {
      const paymentId = paymentIdOf(await merchant.create(soft));
      await waitForDeviceRequest(gateway, merchant.token, paymentId);
      return paymentId;
    },
  },
  {
    name: 'in a challenge',
    wants: 'CARD_3DS',
    stage: async (merchant) =>
      paymentIdOf(await merchant.create({ card: cards.challenge }, device)),
  },
  {
    name: 'in the 3DS Method',
    wants: 'CARD_3DS',
    stage: async (merchant) =>
      paymentIdOf(await merchant.create({ card: cards.methodThenChallenge }, device)),
  },
  { name: 'preauthorized', wants: 'CAPTURE', stage: (merchant) => merchant.preauthorize() },
  {
    name: 'adjusted',
    wants: 'CAPTURE',
    async stage(merchant) {
      const paymentId = await merchant.preauthorize();
      await merchant.adjust(paymentId, 90);
      return paymentId;
    },
  },
  {
    name: 'adjusted and withdrawn',
    wants: 'CAPTURE',
    async stage(merchant) {
      const paymentId = await merchant.preauthorize();
      const transId = await merchant.adjust(paymentId, 90);
      bodyOf(await merchant.call('POST', paymentId, `/transactions/${transId}/cancel`));
      return paymentId;
    },
  },
  {
    name: 'captured',
    wants: null,
    async stage(merchant) {
      const paymentId = await merchant.preauthorize();
      bodyOf(await merchant.call('POST', paymentId, '/capture', { amount: 40 }));
      return paymentId;
    },
  },
  {
    name: 'released',
    wants: null,
    async stage(merchant) {
      const paymentId = await merchant.preauthorize();
      bodyOf(await merchant.call('POST', paymentId, '/cancel'));
      return paymentId;
    },
  },
  { name: 'paid', wants: null, stage: (merchant) => merchant.pay() },
  {
    name: 'declined',
    wants: null,
    stage: (merchant) => merchant.pay({ card: cards.declined }, 'REJECTED'),
  },
];
type Stage = (merchant: MerchantClient, gateway: BorrowedGateway) => Promise<string>;

/** Operations on a hold while the acquirer is unreachable. */
const operations: Readonly<Record<string, { verb: string; begin: Ask }>> = {
  capture: { verb: 'capture', begin: (merchant, id) => merchant.call('POST', id, '/capture') },
  adjustment: {
    verb: 'adjust',
    begin: (merchant, id) => merchant.call('POST', id, '/adjustment', { amount: 90 }),
  },
  cancellation: { verb: 'reverse', begin: (merchant, id) => merchant.call('POST', id, '/cancel') },
  withdrawal: {
    verb: 'adjust',
    async begin(merchant, id) {
      const list = await merchant.transactions(id);
      const transId = list.find((one) => one['type'] === 'ADJUSTMENT')?.['transId'] as string;
      return merchant.call('POST', id, `/transactions/${transId}/cancel`);
    },
  },
};

describe('what a payment asks for', () => {
  let gateway: BorrowedGateway;
  let merchant: MerchantClient;
  before(async () => {
    gateway = await exclusiveGateway(anyDatabase);
    merchant = await addMerchantClient(gateway, { sca: { traLimits: { EUR: '500.00' } } });
  });
  after(() => gateway?.release());

  const requestOf = async (paymentId: string): Promise<unknown> =>
    (await gateway.statusOf(merchant.token, paymentId))['dataRequest'];
  const control = async (path: string, body: Json): Promise<void> =>
    void bodyOf(await gateway.call('POST', `/sandbox/${path}`, { body }));

  test('every value has a situation', () => {
    const wanted = new Set(situations.flatMap(({ wants }) => wants ?? []));
    const ofCards = Object.keys(dataRequests).filter((name) => !name.startsWith('BLIK_'));
    assert.deepEqual([...wanted].sort(), [...ofCards].sort());
  });

  for (const { name, wants, stage } of situations) {
    test(`${name}: ${wants ?? 'nothing'}`, async () => {
      const paymentId = await stage(merchant, gateway);
      assert.equal(await requestOf(paymentId), wants ?? undefined);
      for (const ask of wants === null ? [] : (asked[wants] ?? [])) {
        const reply = await ask(merchant, paymentId);
        assert.equal(reply.status, 200, reply.text);
      }
    });
  }

  for (const [name, { verb, begin }] of Object.entries(operations)) {
    test(`nothing while an operation is in progress: ${name}`, async () => {
      const paymentId = await merchant.preauthorize();
      if (name === 'withdrawal') await merchant.adjust(paymentId, 90);
      await control('faults', { provider: 'acquirer', outage: true, verbs: [verb, 'inquire'] });
      const begun = await begin(merchant, paymentId);
      assert.equal(begun.status, 200, begun.text);
      assert.equal(begun.body['dataRequest'], undefined, begun.text);
      assert.equal(await requestOf(paymentId), undefined);
      const capture = await merchant.call('POST', paymentId, '/capture');
      assert.deepEqual(refusalOf(capture), [409, 'OPERATION_IN_PROGRESS']);
      await control('faults', { provider: 'acquirer', clear: true });
      await control('clock', { advance: 3600 });
      // The operation was repeated and completed; a remaining hold waits for its capture again.
      const isHeld = verb === 'adjust';
      assert.equal(await requestOf(paymentId), isHeld ? 'CAPTURE' : undefined);
      if (isHeld) bodyOf(await merchant.call('POST', paymentId, '/capture'));
      assert.equal(await requestOf(paymentId), undefined);
    });
  }
});
