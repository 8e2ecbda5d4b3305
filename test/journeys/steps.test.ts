// A payment completed step by step as dataRequest says, with bare and wrapped bodies; and the lists
// of methods that a merchant or a payment can use. On both databases.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import {
  base,
  card,
  merchantClientOf,
  bodyOf,
  paymentIdOf,
  addMerchantClient,
  refusalOf,
  type MerchantClient,
} from '../support/life/payments.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { assertReplyFits, operationsOf, type ApiOperation } from '../support/reply-check.ts';

const { cvv, ...withoutCode } = card;
const device = { ip: '192.0.2.7' };

/** The two steps, in every form a client may send. */
const forms: readonly { name: string; instrument: Json; code: Json; whole: string }[] = [
  { name: 'bare', whole: 'PUT /instrument', instrument: withoutCode, code: { cvv } },
  {
    name: 'wrapped',
    whole: 'PUT /instrument',
    instrument: { instrument: withoutCode, device },
    code: { instrument: { cvv }, device },
  },
  {
    name: 'in the payment',
    whole: 'PATCH ',
    instrument: { instrument: withoutCode, customer: { email: 'jan@example.org' } },
    code: { instrument: { cvv } },
  },
  {
    name: 'with nulls and unknown fields',
    whole: 'PUT /instrument',
    instrument: { ...withoutCode, cvv: null, shoeSize: 44 },
    code: { cvv, expDate: null, extra: {} },
  },
];

for (const database of databasesOfTier) {
  describe(`payments in steps on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let operations: ApiOperation[];
    let merchant: MerchantClient;
    before(async () => {
      gateway = await sharedGateway(database);
      operations = await operationsOf(gateway);
      merchant = await addMerchantClient(gateway);
    });
    after(() => gateway?.release());

    const state = (reply: Reply): unknown[] => [reply.body['status'], reply.body['dataRequest']];

    for (const { name, instrument, code, whole } of forms) {
      test(`instrument, then security code, ${name}`, async () => {
        const made = await merchant.createWithoutInstrument();
        assert.deepEqual(state(made), ['NEW', 'INSTRUMENT']);
        const paymentId = paymentIdOf(made);
        const [method = '', rest = ''] = whole.split(' ');
        const given = await merchant.call(method, paymentId, rest, instrument);
        assertReplyFits(operations, method, `${base}/{paymentId}${rest}`, given);
        assert.deepEqual(state(given), ['NEW', 'CARD_CVV']);
        const read = await merchant.call('GET', paymentId);
        assert.deepEqual(bodyOf(read)['instrument'], {
          type: 'CARD',
          cardMask: '411111******1111',
          organization: 'VISA',
        });
        assert.deepEqual(await gateway.chargesOf(paymentId), [], 'nothing is charged yet');
        const secondPath = method === 'PATCH' ? '' : '/instrument';
        const last = await merchant.call('PATCH', paymentId, secondPath, code);
        assertReplyFits(operations, 'PATCH', `${base}/{paymentId}${secondPath}`, last);
        assert.deepEqual(state(last), ['PENDING', undefined]);
        await gateway.waitForStatus(merchant.token, paymentId, 'COMPLETED');
        assert.equal((await gateway.chargesOf(paymentId)).length, 1);
        const again = await merchant.call('PATCH', paymentId, '/instrument', { cvv });
        assert.deepEqual(refusalOf(again), [409, 'NOT_IN_THIS_STATE']);
      });
    }

    test('an instrument without its code at creation waits only for the code', async () => {
      const made = await merchant.create({}, { instrument: withoutCode });
      assert.deepEqual(state(made), ['NEW', 'CARD_CVV']);
      const paymentId = paymentIdOf(made);
      const other = { ...withoutCode, instrumentNo: '5555555555554444' };
      const replaced = await merchant.call('PUT', paymentId, '/instrument', other);
      assert.deepEqual(state(replaced), ['NEW', 'CARD_CVV']);
      const bad = await merchant.call('PATCH', paymentId, '/instrument', { cvv: '12' });
      assert.deepEqual(refusalOf(bad), [400, 'INVALID_REQUEST']);
      bodyOf(await merchant.call('PATCH', paymentId, '/instrument', { cvv }));
      await gateway.waitForStatus(merchant.token, paymentId, 'COMPLETED');
      const { instrument } = (await merchant.read(paymentId)) as { instrument: Json };
      assert.deepEqual(instrument['cardMask'], '555555******4444', 'the last instrument counts');
    });

    test('device and customer data alone do not start the payment', async () => {
      const paymentId = paymentIdOf(await merchant.createWithoutInstrument());
      const body = { device, customer: { email: 'anna@example.org' } };
      const reply = await merchant.call('PATCH', paymentId, '', body);
      assert.deepEqual(state(reply), ['NEW', 'INSTRUMENT']);
      const read = await merchant.read(paymentId);
      assert.match(JSON.stringify(read['customer']), /\*.*@/, 'masked, but there');
      const typeless = await merchant.call('PUT', paymentId, '/instrument', { cvv });
      assert.deepEqual(refusalOf(typeless), [400, 'INVALID_REQUEST']);
      const refused = await merchant.call('PUT', paymentId, '/instrument', {
        ...card,
        instrumentNo: '9999999999999995',
      });
      assert.deepEqual(
        [refused.body['status'], refused.body['rejectCode']],
        ['REJECTED', 'UNSUPPORTED_BIN'],
      );
    });

    test("methods are the merchant's enabled ones, in the documented format", async () => {
      const few = await addMerchantClient(gateway, { methods: ['CARD', 'BLIK'] });
      const list = async (of: MerchantClient, rest: string): Promise<Reply<unknown>> => {
        const reply = await gateway.call('GET', `${base}/${rest}`, { token: of.token });
        const path = rest.replace(/^[0-9a-f-]{36}/, '{paymentId}');
        assertReplyFits(operations, 'GET', `${base}/${path}`, reply);
        return reply;
      };
      const statuses = async (of: MerchantClient, rest: string): Promise<Json> => {
        const { methods } = (await list(of, rest)).body as { methods: Json[] };
        return Object.fromEntries(methods.map((one) => [one['method'], one['status']])) as Json;
      };
      const all = await statuses(merchant, 'methods');
      assert.deepEqual(Object.keys(all), ['CARD', 'BLIK', 'PBL', 'GPAY', 'APAY', 'C2P']);
      assert.deepEqual(
        Object.values(all),
        ['ENABLED', 'ENABLED', 'ENABLED', 'ENABLED', 'DISABLED', 'DISABLED'],
        'without certificates for Apple Pay and without a dpaId',
      );
      const gatewayIds = async (of: MerchantClient): Promise<unknown[]> => {
        const { methods } = (await list(of, 'methods')).body as { methods: Json[] };
        return methods.flatMap(({ gateway: id }) => (id === undefined ? [] : [id]));
      };
      assert.deepEqual(await gatewayIds(merchant), ['bramka-sandbox'], 'for Google Pay');
      assert.deepEqual(await gatewayIds(few), [], 'without Google Pay');
      const some = await statuses(few, 'methods');
      const off = ['PBL', 'GPAY', 'APAY', 'C2P'].map((name) => some[name]);
      assert.deepEqual(off, ['DISABLED', 'DISABLED', 'DISABLED', 'DISABLED']);
      assert.notEqual(some['BLIK'], 'DISABLED');

      const shop = await gateway.addMerchant({ channels: ['WEBAPI'] });
      const ofChannel = async (channel: string): Promise<Json> => {
        const token = await gateway.authenticate(shop.merchantId, shop.secret, { channel });
        return statuses(merchantClientOf(gateway, token), 'methods');
      };
      assert.equal((await ofChannel('WEBAPI'))['CARD'], 'ENABLED');
      assert.equal((await ofChannel('MOBILE'))['CARD'], 'DISABLED', 'the channel is off');

      const unchosen = { instrument: null, method: null };
      const order = { amount: 5, currency: 'EUR' };
      const euro = paymentIdOf(await merchant.create({}, { ...unchosen, order }));
      const inEuro = await statuses(merchant, `${euro}/methods`);
      assert.deepEqual([inEuro['CARD'], inEuro['BLIK']], ['ENABLED', 'DISABLED'], 'BLIK is PLN');
      const options = { methods: 'CARD, PBL' };
      const limited = paymentIdOf(await merchant.create({}, { ...unchosen, options }));
      const inLimits = await statuses(merchant, `${limited}/methods`);
      assert.deepEqual(
        ['CARD', 'BLIK', 'PBL'].map((name) => inLimits[name]),
        ['ENABLED', 'DISABLED', 'ENABLED'],
      );

      const banks = (await list(merchant, 'methods/PBL')).body as Json[];
      assert.ok(banks.length > 3);
      for (const bank of banks) assert.ok(['BM', 'PA'].includes(bank['provider'] as string));
      const organizations = (await list(merchant, 'methods/CARD')).body as Json[];
      const visa = organizations.find((one) => one['organization'] === 'VISA');
      const icon = await fetch(visa?.['iconURL'] as string);
      assert.equal(icon.headers.get('content-type'), 'image/svg+xml', 'a whole address');
      const click = (await list(merchant, 'methods/C2P')).body as Json[];
      assert.deepEqual(click, [], 'no dpaId');
      const dpaId = 'shop~1';
      const taking = await addMerchantClient(gateway, { dpaId });
      assert.equal((await statuses(taking, 'methods'))['C2P'], 'ENABLED');
      const clickable = (await list(taking, 'methods/C2P')).body as Json[];
      assert.deepEqual(
        clickable.map((one) => [one['provider'], one['organization'], one['dpaId']]),
        [
          ['C2P', 'VISA', dpaId],
          ['C2P', 'MASTERCARD', dpaId],
        ],
      );
      const sdk = `${gateway.url}/sandbox/c2p/sdk.js?dpaId=shop%7E1`;
      assert.deepEqual([...new Set(clickable.map((one) => one['sdkURL']))], [sdk]);
      const without = await addMerchantClient(gateway, { dpaId, methods: ['CARD'] });
      assert.deepEqual((await list(without, 'methods/C2P')).body, []);
      assert.deepEqual((await list(few, 'methods/C2P')).body, []);
    });

    test('a method that is off in the list is off in its own list, too', async () => {
      const list = async (token: string, path: string): Promise<Json | Json[]> =>
        bodyOf(await gateway.call<Json | Json[]>('GET', `${base}/${path}`, { token }));
      const all = async (token: string, own = 'methods') => {
        const { methods } = (await list(token, own)) as { methods: Json[] };
        const status = Object.fromEntries(
          methods.map((one) => [String(one['method']), one['status']]),
        );
        const of = async (name: string) => (await list(token, `methods/${name}`)) as Json[];
        const banks = (await of('PBL')).map((one) => one['status']);
        const [cards, click] = [await of('CARD'), await of('C2P')];
        return { status, banks, isCard: cards.length > 0, isClick: click.length > 0 };
      };
      const shop = await gateway.addMerchant({ channels: ['WEBAPI', 'PAYWALL'], dpaId: 'shop~1' });
      const tokenFor = (channel: string): Promise<string> =>
        gateway.authenticate(shop.merchantId, shop.secret, { channel });
      const webapi = await tokenFor('WEBAPI');
      const open = await all(webapi);
      assert.deepEqual([open.status['PBL'], open.isCard, open.isClick], ['ENABLED', true, true]);
      assert.ok(open.banks.includes('ENABLED'));
      const closed = await all(await tokenFor('MOBILE'));
      assert.deepEqual([...new Set(Object.values(closed.status))], ['DISABLED']);
      assert.deepEqual([...new Set(closed.banks)], ['DISABLED']);
      assert.deepEqual([closed.isCard, closed.isClick], [false, false]);

      const pageOf = async (options: Json) => {
        const order = { amount: 5, currency: 'PLN' };
        const body = { channel: 'PAYWALL', order, options };
        const made = bodyOf(await gateway.call('POST', base, { token: webapi, body }));
        const path = `${String(made['paymentId'])}/methods`;
        return all(String(made['clientToken']), path);
      };
      const cards = await pageOf({ methods: 'CARD' });
      assert.deepEqual([cards.status['CARD'], cards.isCard], ['ENABLED', true]);
      assert.deepEqual([cards.status['C2P'], cards.isClick], ['DISABLED', false]);
      assert.deepEqual([cards.status['PBL'], ...new Set(cards.banks)], ['DISABLED', 'DISABLED']);
      const banks = await pageOf({ methods: 'PBL,C2P' });
      assert.deepEqual([banks.status['CARD'], banks.isCard], ['DISABLED', false]);
      assert.deepEqual([banks.status['C2P'], banks.isClick], ['ENABLED', true]);
      assert.ok(banks.banks.includes('ENABLED'));
    });
  });
}
