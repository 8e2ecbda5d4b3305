// Instruments given attribute by attribute, device data alone, and what is refused when a payment
// is completed: empty bodies, mixed forms, and one field name in every form. On both databases.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import {
  base,
  card,
  bodyOf,
  paymentIdOf,
  addMerchantClient,
  refusalOf,
  type MerchantClient,
} from '../support/life/payments.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { assertErrorReply, assertReplyFits, operationsOf } from '../support/reply-check.ts';
import type { ApiOperation } from '../support/reply-check.ts';
import {
  browserDevice,
  cards,
  challengeAfter,
  passChallenge,
} from '../support/threeds/challenge.ts';
import { waitForDeviceRequest } from '../support/threeds/time/device-request.ts';

const { instrumentNo, expDate, cvv } = card;
const attributes = { instrumentNo, expDate, cvv };
type Attribute = keyof typeof attributes;

const orders: readonly Attribute[][] = [
  ['instrumentNo', 'expDate', 'cvv'],
  ['instrumentNo', 'cvv', 'expDate'],
  ['expDate', 'instrumentNo', 'cvv'],
  ['expDate', 'cvv', 'instrumentNo'],
  ['cvv', 'instrumentNo', 'expDate'],
  ['cvv', 'expDate', 'instrumentNo'],
];

/** What a payment with these attributes shows. */
function waitingFor(sent: readonly Attribute[]): unknown[] {
  const lacks = (['instrumentNo', 'expDate'] as const).filter((name) => !sent.includes(name));
  if (lacks.length > 0) return ['NEW', 'INSTRUMENT', lacks.map((name) => `instrument.${name}`)];
  return sent.includes('cvv')
    ? ['PENDING', undefined, undefined]
    : ['NEW', 'CARD_CVV', ['instrument.cvv']];
}

const state = ({ body }: Reply): unknown[] => [
  body['status'],
  body['dataRequest'],
  body['missingFields'],
];

const fieldsOf = (reply: Reply): unknown[] => {
  assertErrorReply(reply);
  return (reply.body['details'] as Json[]).map((one) => one['field']);
};

for (const database of databasesOfTier) {
  describe(`attributes one by one on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let operations: ApiOperation[];
    let merchant: MerchantClient;
    before(async () => {
      gateway = await sharedGateway(database);
      operations = await operationsOf(gateway);
      merchant = await addMerchantClient(gateway);
    });
    after(() => gateway?.release());

    const patch = (paymentId: string, body: unknown): Promise<Reply> =>
      merchant.call('PATCH', paymentId, '/instrument', body);

    for (const [index, order] of orders.entries()) {
      test(`${order.join(', then ')}`, async () => {
        const paymentId = paymentIdOf(await merchant.createWithoutInstrument());
        const sentNames: Attribute[] = [];
        for (const name of order) {
          sentNames.push(name);
          const attribute = { [name]: attributes[name] };
          const reply = await patch(paymentId, index % 2 ? attribute : { instrument: attribute });
          assertReplyFits(operations, 'PATCH', `${base}/{paymentId}/instrument`, reply);
          assert.deepEqual(state(reply), waitingFor(sentNames), name);
          const charges = await gateway.chargesOf(paymentId);
          if (sentNames.length < 3) assert.deepEqual(charges, [], 'nothing is charged yet');
        }
        await gateway.waitForStatus(merchant.token, paymentId, 'COMPLETED');
        assert.equal((await gateway.chargesOf(paymentId)).length, 1);
        const { instrument } = await merchant.read(paymentId);
        const cardMask = '411111******1111';
        assert.deepEqual(instrument, { type: 'CARD', cardMask, organization: 'VISA' });
      });
    }

    test('attributes that arrive concurrently are all kept', async () => {
      const paymentId = paymentIdOf(await merchant.createWithoutInstrument());
      const bodies = Object.entries(attributes).map(([name, value]) => ({ [name]: value }));
      const replies = await Promise.all(bodies.map((body) => patch(paymentId, body)));
      for (const reply of replies) assert.equal(reply.status, 200, reply.text);
      await gateway.waitForStatus(merchant.token, paymentId, 'COMPLETED');
    });

    test('accepts the type alone, and device data beside a partial instrument', async () => {
      const paymentId = paymentIdOf(await merchant.createWithoutInstrument());
      const both = ['instrument.instrumentNo', 'instrument.expDate'];
      assert.deepEqual(state(await patch(paymentId, { type: 'CARD' })), [
        'NEW',
        'INSTRUMENT',
        both,
      ]);
      assert.deepEqual(state(await patch(paymentId, { cvv })), ['NEW', 'INSTRUMENT', both]);
      const device = browserDevice();
      const put = await merchant.call('PUT', paymentId, '/instrument', { device });
      assert.deepEqual(state(put), ['NEW', 'INSTRUMENT', both], 'the code is still held');
      const rest = { instrumentNo: cards.challenge, expDate };
      const reply = await patch(paymentId, rest);
      const { acsTxnId } = await challengeAfter(gateway, merchant.token, reply);
      await passChallenge(gateway, acsTxnId);
      await gateway.waitForStatus(merchant.token, paymentId, 'COMPLETED');
    });

    test('another card number replaces the card', async () => {
      const paymentId = paymentIdOf(
        await merchant.create({}, { instrument: { ...card, cvv: null } }),
      );
      const other = await patch(paymentId, { instrumentNo: '5555 5555 5555 4444' });
      assert.deepEqual(state(other), ['NEW', 'INSTRUMENT', ['instrument.expDate']]);
      const same = await patch(paymentId, { instrumentNo: '5555555555554444', expDate });
      assert.deepEqual(state(same), ['NEW', 'CARD_CVV', ['instrument.cvv']]);
      const again = await patch(paymentId, { instrumentNo: '5555-5555-5555-4444' });
      assert.deepEqual(state(again), ['NEW', 'CARD_CVV', ['instrument.cvv']], 'the same card');
      bodyOf(await patch(paymentId, { cvv }));
      await gateway.waitForStatus(merchant.token, paymentId, 'COMPLETED');
    });

    test('the security code must match the card, in either order', async () => {
      const amex = '378282246310005';
      const rows: [Json, Json, number][] = [
        [{ instrumentNo: amex }, { cvv: '123' }, 400],
        [{ instrumentNo: amex }, { cvv: '1234' }, 200],
        [{ instrumentNo }, { cvv: '1234' }, 400],
        [{ instrumentNo }, { cvv: '123' }, 200],
        [{ cvv: '123' }, { instrumentNo: amex }, 400],
        [{ cvv: '1234' }, { instrumentNo: amex }, 200],
      ];
      for (const [first, second, status] of rows) {
        const paymentId = paymentIdOf(await merchant.createWithoutInstrument());
        bodyOf(await patch(paymentId, first));
        const reply = await patch(paymentId, second);
        assert.equal(reply.status, status, reply.text);
        if (status === 400) assert.deepEqual(fieldsOf(reply), ['instrument.cvv']);
      }
    });

    test('refuses a body without a known field and names some known fields', async () => {
      const paymentId = paymentIdOf(await merchant.createWithoutInstrument());
      const before = JSON.stringify(await merchant.read(paymentId));
      const empty = [{}, { shoeSize: 44 }, { cvv: null }, { instrument: {} }, { device: {} }];
      const more = [{ instrument: { shoeSize: 44 } }, { device: { shoeSize: 44 }, cvv: '' }];
      for (const [method, rest] of [
        ['PUT', '/instrument'],
        ['PATCH', '/instrument'],
        ['PATCH', ''],
      ] as const) {
        for (const body of [...empty, ...more]) {
          const reply = await merchant.call(method, paymentId, rest, body);
          const told = `${method} ${rest} ${JSON.stringify(body)} ${reply.text}`;
          assert.deepEqual(refusalOf(reply), [400, 'INVALID_REQUEST'], told);
          const fieldPattern =
            rest === ''
              ? /instrument\.cvv, device\.browserData or customer\.email/
              : /instrumentNo, expDate or cvv\) .*\(such as browserData/;
          assert.match(reply.body['message'] as string, fieldPattern);
        }
      }
      const bare = await merchant.call('PATCH', paymentId, '', { cvv });
      assert.deepEqual(
        refusalOf(bare),
        [400, 'INVALID_REQUEST'],
        'PATCH payment accepts no bare instrument',
      );
      assert.equal(JSON.stringify(await merchant.read(paymentId)), before, 'nothing has changed');
    });

    test('names an invalid field the same way in bare and wrapped bodies', async () => {
      const paymentId = paymentIdOf(await merchant.createWithoutInstrument());
      const rows: [Json, string][] = [
        [{ cvv: 123 }, 'instrument.cvv'],
        [{ cvv: '12' }, 'instrument.cvv'],
        [{ expDate: '1230' }, 'instrument.expDate'],
        [{ type: 'CASH' }, 'instrument.type'],
        [{ instrumentNo: '4111111111111112' }, 'instrument.instrumentNo'],
        [{ token: 'dA==' }, 'instrument.type'],
        [{ type: 'CARD', code: '777123' }, 'instrument.code'],
      ];
      for (const [instrument, field] of rows) {
        const path = '/instrument';
        for (const body of [instrument, { instrument }]) {
          assert.deepEqual(fieldsOf(await patch(paymentId, body)), [field], JSON.stringify(body));
        }
        const inPayment = await merchant.call('PATCH', paymentId, '', { instrument });
        assert.deepEqual(fieldsOf(inPayment), [field]);
        if (!('type' in instrument)) {
          const put = await merchant.call('PUT', paymentId, path, { type: 'CARD', ...instrument });
          assert.equal(put.status, 400, put.text);
          for (const one of fieldsOf(put)) assert.match(String(one), /^instrument\./);
        }
      }
      const device = { browserData: { javaEnabled: 'no' } };
      for (const body of [device, { device }]) {
        const reply = await patch(paymentId, body);
        assert.deepEqual(fieldsOf(reply), ['device.browserData.javaEnabled']);
      }
      for (const [body, field] of [
        [{ cvv, instrument: { expDate } }, 'instrument.cvv'],
        [{ ip: '192.0.2.7', device: { name: 'phone' } }, 'device.ip'],
      ] as const) {
        const mixed = await patch(paymentId, body);
        assert.deepEqual(fieldsOf(mixed), [field], 'bare and wrapped at once');
      }
      const nowhere = await patch(paymentId, { device: { ip: 'unknown' } });
      assert.deepEqual(fieldsOf(nowhere), ['device.ip']);
    });

    for (const form of ['bare', 'wrapped'] as const) {
      test(`PUT accepts device data alone, ${form}`, async () => {
        const device = browserDevice();
        const body = form === 'bare' ? device : { device };
        const early = paymentIdOf(await merchant.createWithoutInstrument());
        const kept = await merchant.call('PUT', early, '/instrument', body);
        assertReplyFits(operations, 'PUT', `${base}/{paymentId}/instrument`, kept);
        assert.deepEqual(state(kept), ['NEW', 'INSTRUMENT', undefined]);
        const instrument = { ...card, instrumentNo: cards.challenge };
        const complete = await merchant.call('PUT', early, '/instrument', instrument);
        await challengeAfter(gateway, merchant.token, complete);

        const made = await merchant.create({ card: cards.challenge });
        const late = await merchant.call('PUT', paymentIdOf(made), '/instrument', body);
        await challengeAfter(gateway, merchant.token, late);
        const half = await merchant.call(
          'PUT',
          paymentIdOf(await merchant.create({ card: cards.challenge })),
          '/instrument',
          form === 'bare' ? { ip: '192.0.2.7' } : { device: { ip: '192.0.2.7' } },
        );
        assert.equal(half.status, 400);
        assert.ok(fieldsOf(half).includes('device.browserData.userAgent'));

        const exempt = await addMerchantClient(gateway, { sca: { traLimits: { EUR: '500.00' } } });
        const soft = { card: cards.softDecline, currency: 'EUR' };
        const declined = paymentIdOf(await exempt.create(soft));
        await waitForDeviceRequest(gateway, exempt.token, declined);
        const last = await exempt.call('PUT', declined, '/instrument', body);
        await challengeAfter(gateway, exempt.token, last);
      });
    }

    test('creation names the missing device fields', async () => {
      const rows: [Json | null, string[]][] = [
        [null, ['userAgent', 'acceptHeader', 'language']],
        [browserDevice({ userAgent: '', screenWidth: null }), ['userAgent', 'screenWidth']],
      ];
      for (const [device, names] of rows) {
        const reply = await merchant.create({ card: cards.challenge }, { device });
        assertReplyFits(operations, 'POST', base, reply);
        const missing = names.map((name) => `device.browserData.${name}`);
        assert.deepEqual(state(reply), ['NEW', 'DEVICE', missing]);
      }
      const { cvv: _cvv, ...withoutCode } = card;
      const noCode = await merchant.create({}, { instrument: withoutCode });
      assert.deepEqual(state(noCode), ['NEW', 'CARD_CVV', ['instrument.cvv']]);
    });
  });
}
