// Answers of creation beyond the normal flow: the PAYWALL link, unusable methods, empty strings. On
// both databases.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import {
  base,
  card,
  bodyOf,
  paymentIdOf,
  addMerchantClient,
  type MerchantClient,
} from '../support/life/payments.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { assertErrorReply, assertReplyFits, operationsOf } from '../support/reply-check.ts';
import type { ApiOperation } from '../support/reply-check.ts';
import { browserDevice, cards } from '../support/threeds/challenge.ts';

const unchosen = { instrument: null, method: null };

const firstField = (reply: Reply): unknown => {
  assertErrorReply(reply);
  assert.equal(reply.status, 400, reply.text);
  return (reply.body['details'] as Json[])[0]?.['field'];
};

for (const database of databasesOfTier) {
  describe(`creation on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let operations: ApiOperation[];
    let merchant: MerchantClient;
    before(async () => {
      gateway = await sharedGateway(database);
      operations = await operationsOf(gateway);
      merchant = await addMerchantClient(gateway, { asyncNotifyAllowed: true });
    });
    after(() => gateway?.release());

    const paywall = { channel: 'PAYWALL' };
    const unfinished: Record<string, () => Promise<Reply>> = {
      'without an instrument': () => merchant.createWithoutInstrument(paywall),
      'with a complete card': () => merchant.create({ ...paywall, card: cards.silent }),
      'with a card that waits for its code': () =>
        merchant.create(paywall, { instrument: { ...card, cvv: null } }),
      'with a card that waits for its device': () =>
        merchant.create({ ...paywall, card: cards.challenge }),
      'with a card in a challenge': () =>
        merchant.create({ ...paywall, card: cards.challenge }, { device: browserDevice() }),
    };

    for (const [name, create] of Object.entries(unfinished)) {
      test(`on PAYWALL, ${name}: link and token`, async () => {
        const reply = await create();
        assertReplyFits(operations, 'POST', base, reply);
        const { redirectURL, clientToken, paymentId } = reply.body;
        assert.equal(typeof redirectURL, 'string', reply.text);
        assert.equal((await fetch(redirectURL as string)).status, 200);
        const status = await gateway.statusOf(clientToken as string, paymentId as string);
        assert.equal(status['redirectURL'], redirectURL, 'the same link while it is unfinished');
        assert.equal((await merchant.read(paymentId as string))['redirectURL'], redirectURL);
      });
    }

    test('other channels and finished payments have no link', async () => {
      const plain = await merchant.create();
      const once = { ...paywall, repeat: false };
      const refused = await merchant.create({ ...once, card: '9999999999999995' });
      assert.equal(refused.body['status'], 'REJECTED');
      for (const { body } of [plain, refused]) {
        assert.deepEqual([body['redirectURL'], body['clientToken']], [undefined, undefined]);
      }
      const paid = await merchant.pay(paywall);
      assert.equal((await gateway.statusOf(merchant.token, paid))['redirectURL'], undefined);
    });

    test('only creation and restore give a CLIENT token', async () => {
      const made = await merchant.create({ ...paywall, card: cards.challenge });
      const reply = await merchant.call('PATCH', paymentIdOf(made), '', {
        device: browserDevice(),
      });
      assert.equal(bodyOf(reply)['clientToken'], undefined);
    });

    test('a disabled or unsupported method is refused at once', async () => {
      const noCards = await addMerchantClient(gateway, { methods: ['APAY'] });
      const onlyCards = await addMerchantClient(gateway, { methods: ['CARD'] });
      const rows: [MerchantClient, Json][] = [
        [onlyCards, { method: 'GPAY' }],
        [merchant, { method: 'APAY' }],
        [merchant, { method: 'C2P' }],
        [noCards, { method: 'CARD' }],
        [noCards, { method: null }],
        [noCards, { method: 'CARD', instrument: card }],
        [merchant, { method: null, options: { methods: 'APAY,C2P' } }],
        [onlyCards, { method: 'GPAY', instrument: { type: 'GPAY', token: 'dA==' } }],
      ];
      for (const [of, extra] of rows) {
        const reply = await of.create({}, { instrument: null, ...extra });
        const { status, rejectCode, dataRequest } = reply.body;
        const told = JSON.stringify(extra) + reply.text;
        assert.deepEqual([reply.status, status], [200, 'REJECTED'], told);
        assert.deepEqual([rejectCode, dataRequest], ['METHOD_NOT_SUPPORTED', undefined], told);
      }
      const open = await merchant.create({}, { ...unchosen, options: { methods: 'BLIK, CARD' } });
      assert.deepEqual([open.body['status'], open.body['dataRequest']], ['NEW', 'INSTRUMENT']);
    });

    test("a list of methods must have known names and include the payment's method", async () => {
      for (const [methods, extra] of [
        ['CASH', unchosen],
        ['CARD,CASH', unchosen],
        ['card', unchosen],
        ['CARD,', unchosen],
        [',', unchosen],
        ['BLIK', {}],
        ['BLIK', { method: null }],
        ['BLIK', { instrument: null }],
      ] as const) {
        const reply = await merchant.create({}, { ...extra, options: { methods } });
        assert.equal(firstField(reply), 'options.methods', `${methods} ${reply.text}`);
      }
    });

    test('a commission may be zero but not negative', async () => {
      const order = { amount: 10, currency: 'PLN' };
      const zero = await merchant.create({}, { order: { ...order, commission: 0 } });
      assert.equal(zero.status, 200, zero.text);
      const negative = await merchant.create({}, { order: { ...order, commission: -0.01 } });
      assert.equal(negative.body['message'], 'order.commission must not be negative.');
      const fine = await merchant.create({}, { order: { ...order, commission: 0.001 } });
      assert.equal(firstField(fine), 'order.commission');
    });

    test('an empty string is absent where the document accepts it, else refused', async () => {
      const created = await merchant.create(
        {},
        {
          instrument: { ...card, cvv: '', holder: '', token: '', bank: '' },
          merchant: { redirectURL: '', location: { country: '' } },
          customer: { email: '', name: '', phone: { phoneNo: '' }, billing: { country: '' } },
          device: { ip: '', browserData: { colorDepth: '', language: '' } },
          order: { amount: 10, currency: 'PLN', description: '' },
          options: { language: '', asyncNotify: '' },
        },
      );
      assert.deepEqual([created.body['status'], created.body['dataRequest']], ['NEW', 'CARD_CVV']);
      const read = await merchant.read(paymentIdOf(created));
      assert.deepEqual(read['order'], { amount: 10, currency: 'PLN' });
      assert.deepEqual(read['given'], { merchant: { location: {} } });
      const code = await merchant.call('PATCH', paymentIdOf(created), '/instrument', {
        cvv: '123',
        holder: '',
      });
      assert.equal(code.body['status'], 'PENDING', code.text);

      const order = { amount: 10, currency: 'PLN' };
      for (const [extra, field] of [
        [{ order: { ...order, currency: '' } }, 'order.currency'],
        [{ order: { ...order, extOrderId: '' } }, 'order.extOrderId'],
        [{ channel: '' }, 'channel'],
        [{ method: '' }, 'method'],
        [{ instrument: { ...card, type: '' } }, 'instrument.type'],
        [{ instrument: { ...card, expDate: '' } }, 'instrument.expDate'],
        [{ instrument: { ...card, provider: '' } }, 'instrument.provider'],
        [{ instrument: { ...card, cardMask: '' } }, 'instrument.cardMask'],
        [{ merchant: { merchantId: '' } }, 'merchant.merchantId'],
        [{ agent: { merchantId: '' } }, 'agent.merchantId'],
        [{ options: { transKind: '' } }, 'options.transKind'],
        [{ options: { methods: '' } }, 'options.methods'],
        [{ options: { refPaymentId: '' } }, 'options.refPaymentId'],
      ] as const) {
        const reply = await merchant.create({}, extra);
        assert.deepEqual([reply.status, firstField(reply)], [400, field], reply.text);
      }
      const consents = [{ text: '', id: randomUUID() }];
      const kept = await merchant.read(paymentIdOf(await merchant.create({}, { consents })));
      assert.deepEqual((kept['given'] as Json)['consents'], consents, 'data of others stays');
    });
  });
}
