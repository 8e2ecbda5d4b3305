// BLIK aliases and agreements that belong to several bank apps: the payment asks for the app, and
// the alias is held until then.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { addMerchantClient } from '../support/life/payments.ts';
import { blikClient, type BlikClient } from '../support/life/blik.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { rowsOf } from '../support/tables.ts';
import { until } from '../support/waiting/until.ts';

const base = '/v1/ecommerce/payment';
const idOf = (payment: Json): string => String(payment['paymentId']);

for (const database of databasesOfTier) {
  describe(`BLIK in several apps on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let token: string;
    let blik: BlikClient;
    before(async () => {
      gateway = await exclusiveGateway(database);
      const settings = { name: 'Flower shop', recurringAllowed: true };
      ({ token } = await addMerchantClient(gateway, settings));
      blik = blikClient(gateway, token);
    });
    after(() => gateway?.release());
    const act = async (payment: Json, verb: string, body?: Json): Promise<Json> => {
      const path = `${base}/${String(payment['paymentId'])}/${verb}`;
      const reply = await gateway.call('POST', path, { token, ...(body ? { body } : {}) });
      assert.equal(reply.status, 200, reply.text);
      return reply.body;
    };
    const isAsked = async (payment: Json): Promise<boolean> => {
      const read = await gateway.statusOf(token, String(payment['paymentId']));
      return read['dataRequest'] === 'BLIK_CODE';
    };
    const ended = async (payment: Json): Promise<string> => {
      const { status, rejectCode } = await blik.status(payment);
      return `${status as string} ${(rejectCode as string | undefined) ?? ''}`.trim();
    };

    test('an alias in several apps asks for the app', async () => {
      const uid = { type: 'BLIK_UID', alias: 'ambiguous' };
      const payment = await blik.pay(uid);
      const path = `${base}/${String(payment['paymentId'])}`;
      const read = async () => (await gateway.call('GET', path, { token })).body;
      await until(async () => (await read())['dataRequest'] === 'BLIK_APP', 'BLIK_APP');
      const asked = await read();
      assert.deepEqual(asked['apps'] ?? asked, [
        { key: '1', label: 'Bank Zielony' },
        { key: '2', label: 'Bank Niebieski' },
      ]);
      const held = () =>
        rowsOf(
          gateway.installation,
          `select 1 from held_cards where payment_id = '${idOf(payment)}'`,
        );
      assert.equal((await held()).length, 1, 'the alias is held');
      for (const app of ['3', '22', ' 2']) {
        for (const body of [{ app }, { ...uid, app }]) {
          const wrong = await gateway.call('PATCH', `${path}/instrument`, { token, body });
          const [detail] = wrong.body['details'] as { field: string }[];
          assert.deepEqual([wrong.status, detail?.field], [400, 'instrument.app'], wrong.text);
        }
      }
      assert.equal((await read())['dataRequest'], 'BLIK_APP', 'it still waits');
      await blik.patch(payment, { app: '2' });
      assert.equal(await ended(payment), 'COMPLETED');
      assert.deepEqual(await held(), []);
      const [, record] = await blik.records(payment);
      assert.equal(record?.['phone'], '2', 'the chosen app');
    });

    test('with the alias again, a code, or wrapped, the app can be sent too', async () => {
      const waiting = async (instrument: Json): Promise<Json> => {
        const payment = await blik.pay(instrument);
        const isAsking = async () =>
          (await gateway.statusOf(token, idOf(payment)))['dataRequest'] === 'BLIK_APP';
        await until(isAsking, 'BLIK_APP');
        return payment;
      };
      const uid = { type: 'BLIK_UID', alias: 'ambiguous' };
      for (const answer of [
        { ...uid, app: '1' },
        { instrument: { app: '1' } },
        { type: 'BLIK_UID', app: '1' },
        { code: '777123' },
      ]) {
        const payment = await waiting(uid);
        await blik.patch(payment, answer);
        assert.equal(await ended(payment), 'COMPLETED');
      }
      const payment = await waiting(uid);
      const path = `${base}/${idOf(payment)}`;
      const refused = await gateway.call('PUT', `${path}/instrument`, {
        token,
        body: { app: '1' },
      });
      const [detail] = refused.body['details'] as { field: string }[];
      assert.deepEqual([refused.status, detail?.field], [400, 'instrument.alias'], refused.text);
      await act(payment, 'cancel');
      const rest = `select 1 from held_cards where payment_id = '${idOf(payment)}'`;
      assert.deepEqual(
        await rowsOf(gateway.installation, rest),
        [],
        'a cancelled payment holds nothing',
      );
    });

    test('an alias that cannot be used is not held while a code is asked for', async () => {
      const payment = await blik.pay({ type: 'BLIK_UID', alias: 'alias-declined' });
      await until(() => isAsked(payment), 'the request for a code');
      const rest = `select 1 from held_cards where payment_id = '${idOf(payment)}'`;
      assert.deepEqual(await rowsOf(gateway.installation, rest), []);
    });

    test('an agreement in several apps asks for the app, which can be sent at once', async () => {
      const alias = `club-${database}`;
      for (const phone of ['1', '2']) {
        const instrument = { type: 'BLIK_CODE', code: await blik.code(phone), alias };
        const options = { registerAlias: true, recurring: 'INITIAL' };
        const first = await blik.pay(instrument, { options });
        await blik.answer(first, 'accept');
        assert.equal(await ended(first), 'COMPLETED');
      }
      const payid = { type: 'BLIK_PAYID', alias };
      const charge = await blik.pay(payid, { device: undefined });
      const read = () => gateway.statusOf(token, idOf(charge));
      await until(async () => (await read())['dataRequest'] === 'BLIK_APP', 'BLIK_APP');
      assert.deepEqual(
        ((await read())['apps'] as Json[]).map(({ key }) => key),
        ['1', '2'],
      );
      await blik.patch(charge, { app: '2' });
      assert.equal(await ended(charge), 'COMPLETED');
      assert.equal((await blik.records(charge))[1]?.['phone'], '2');
      const named = await blik.pay({ ...payid, app: '1' }, { device: undefined });
      assert.equal(await ended(named), 'COMPLETED');
      assert.equal((await blik.records(named))[0]?.['phone'], '1');
      const other = await blik.pay({ ...payid, app: '3' }, { device: undefined });
      assert.equal(await ended(other), 'REJECTED BLIK_ALIAS_NOT_FOUND');
    });
  });
}
