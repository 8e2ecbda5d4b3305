// BLIK payments on both databases: codes, confirmations, aliases, agreements, wrong codes, cancel
// and expiry while the customer is asked, and every trigger of the catalogue.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { addMerchantClient } from '../support/life/payments.ts';
import { blikClient, type BlikClient } from '../support/life/blik.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { rowsOf } from '../support/tables.ts';
import { browserDevice } from '../support/threeds/challenge.ts';
import { until } from '../support/waiting/until.ts';

interface Trigger {
  readonly kind: string;
  readonly value: string;
  readonly provider: string;
  readonly outcome: string;
}

const base = '/v1/ecommerce/payment';

for (const database of databasesOfTier) {
  describe(`BLIK on the ${database} database`, { skip: skipOn(database) }, () => {
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
    const advance = async (seconds: number) => {
      const body = { advance: seconds };
      assert.equal((await gateway.call('POST', '/sandbox/clock', { body })).status, 200);
    };
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

    test('a code of the phone is confirmed, and the payment completes', async () => {
      const payment = await blik.pay(await blik.code());
      assert.equal(payment['status'], 'PENDING');
      const push = (await blik.push(payment)) as unknown as Json;
      assert.match(String(push['description']), /^Flower shop: order-/);
      assert.deepEqual([push['amount'], push['currency']], ['123.00', 'PLN']);
      await blik.answer(payment, 'accept');
      assert.equal(await ended(payment), 'COMPLETED');
      const [record] = await blik.records(payment);
      assert.deepEqual([record?.['state'], record?.['verb']], ['APPROVED', 'authorize']);
    });

    test('the customer refuses on the phone', async () => {
      const payment = await blik.pay(await blik.code());
      await blik.answer(payment, 'refuse');
      assert.equal(await ended(payment), 'REJECTED BLIK_USER_DECLINED');
    });

    test('a payment that is not confirmed in time ends, and the order is free', async () => {
      const order = { extOrderId: `late-${database}` };
      const payment = await blik.pay(await blik.code(), { order });
      await blik.push(payment);
      await advance(61);
      assert.equal(await ended(payment), 'REJECTED BLIK_USER_TIMEOUT');
      const again = await blik.pay('777123', { order });
      assert.equal(await ended(again), 'COMPLETED');
    });

    test('cancel while the customer is asked stops the operator', async () => {
      const order = { extOrderId: `cancelled-${database}` };
      const payment = await blik.pay(await blik.code(), { order });
      await blik.push(payment);
      await act(payment, 'cancel');
      assert.equal((await blik.status(payment, 'CANCELLED'))['status'], 'CANCELLED');
      await until(async () => (await blik.records(payment)).length === 2, 'the stop');
      assert.deepEqual(
        (await blik.records(payment)).map(({ verb, state }) => `${String(verb)} ${String(state)}`),
        ['authorize DECLINED', 'stop APPROVED'],
      );
      await until(async () => {
        const reply = await blik.ask({ type: 'BLIK_CODE', code: '777123' }, { order });
        return reply.status === 200 && (await ended(reply.body)) === 'COMPLETED';
      }, 'the order to be free');
    });

    test('a wrong code can be corrected twice, then the payment is rejected', async () => {
      const payment = await blik.pay('100001');
      await until(() => isAsked(payment), 'the first request for another code');
      await blik.patch(payment, { code: '100002' });
      await until(async () => (await blik.records(payment)).length === 2, 'the second code');
      await until(() => isAsked(payment), 'the second request for another code');
      await blik.patch(payment, { type: 'BLIK_CODE', code: '100003' });
      assert.equal(await ended(payment), 'REJECTED BLIK_TICKET_USED');
      const attempts = await blik.records(payment);
      assert.equal(attempts.length, 3);
    });

    test('a corrected code completes the payment', async () => {
      const payment = await blik.pay('500000');
      await until(() => isAsked(payment), 'the request for another code');
      await blik.patch(payment, { code: '777 123' });
      assert.equal(await ended(payment), 'COMPLETED');
    });

    test('an alias is registered with a code, pays alone, and is removed at the bank', async () => {
      const alias = `customer-${database}`;
      const instrument = { type: 'BLIK_CODE', code: await blik.code(), alias };
      const first = await blik.pay(instrument, { options: { registerAlias: true } });
      const { saves } = await blik.push(first);
      assert.deepEqual([saves?.['type'], saves?.['label']], ['UID', 'Flower shop']);
      await blik.answer(first, 'accept');
      assert.equal(await ended(first), 'COMPLETED');
      const uid = { type: 'BLIK_UID', alias };
      assert.equal(await ended(await blik.pay(uid, { order: { amount: 49 } })), 'COMPLETED');
      const large = await blik.pay(uid, { order: { amount: 51 } });
      await blik.answer(large, 'accept');
      assert.equal(await ended(large), 'COMPLETED');
      const saved = (await blik.aliases()).find((one) => one['alias'] === alias);
      await blik.unregister(String(saved?.['aliasId']));
      await blik.unregister(String(saved?.['aliasId'])).catch(() => undefined);
      const rows = await rowsOf<{ event: string; body: string }>(
        gateway.installation,
        `select event, body from events where payment_id = '${String(first['paymentId'])}'
         order by sequence`,
      );
      const news = rows.filter(({ event }) => event === 'ALIAS_STATUS');
      assert.deepEqual(
        news.map(({ body }) => (JSON.parse(body) as Json)['status']),
        ['REGISTERED', 'UNREGISTERED'],
      );
      const after = await blik.pay(uid);
      await until(() => isAsked(after), 'the request for a code');
      await blik.patch(after, { type: 'BLIK_CODE', code: '777123' });
      assert.equal(await ended(after), 'COMPLETED');
    });

    test('an agreement is registered with a payment and charged without the customer', async () => {
      const alias = `gym-${database}`;
      const instrument = { type: 'BLIK_CODE', code: await blik.code('2'), alias };
      const options = {
        registerAlias: true,
        recurring: 'INITIAL',
        recurringCycle: '30',
        recurringExpDate: '20991231',
      };
      const first = await blik.pay(instrument, { options });
      const { saves } = await blik.push(first);
      assert.equal(saves?.['type'], 'PAYID');
      const limits = saves['recurring'] as Json;
      assert.deepEqual(
        [limits['frequency'], limits['limitMinor'], limits['expiresOn']],
        ['30D', '200000', '20991231'],
      );
      await blik.answer(first, 'accept');
      assert.equal(await ended(first), 'COMPLETED');
      const payid = { type: 'BLIK_PAYID', alias };
      const other = blikClient(gateway, (await addMerchantClient(gateway, {})).token);
      const refused = await other.ask(payid, { device: undefined });
      assert.deepEqual([refused.status, refused.body['code']], [403, 'RECURRING_NOT_ALLOWED']);
      const charge = (amount: number) => blik.pay(payid, { order: { amount }, device: undefined });
      assert.equal(await ended(await charge(2000)), 'COMPLETED');
      assert.equal(await ended(await charge(2000.01)), 'REJECTED BLIK_LIMIT_EXCEEDED');
      const unknown = await blik.pay(
        { type: 'BLIK_PAYID', alias: 'nobody' },
        { device: undefined },
      );
      assert.equal(await ended(unknown), 'REJECTED BLIK_ALIAS_NOT_FOUND');
    });

    test('a completed payment is reversed by cancel', async () => {
      const payment = await blik.pay('777123');
      assert.equal(await ended(payment), 'COMPLETED');
      await act(payment, 'cancel');
      await until(async () => (await blik.records(payment)).length === 2, 'the reversal');
      assert.equal((await blik.records(payment))[0]?.['isReversed'], true);
    });

    test('only PLN, only without hold, and up to 50 000 PLN', async () => {
      const rows: [Json, string][] = [
        [{ order: { currency: 'EUR' } }, 'CURRENCY_NOT_SUPPORTED'],
        [{ options: { transKind: 'PREAUTH' } }, 'METHOD_NOT_SUPPORTED'],
        [{ order: { amount: 50_000.01 } }, 'BLIK_LIMIT_EXCEEDED'],
      ];
      for (const [extra, rejectCode] of rows) {
        const payment = await blik.pay('777123', extra);
        assert.deepEqual([payment['status'], payment['rejectCode']], ['REJECTED', rejectCode]);
      }
      const most = await blik.pay('777123', { order: { amount: 50_000 } });
      assert.equal(await ended(most), 'COMPLETED');
    });

    const code = { type: 'BLIK_CODE', code: '777123' };
    const order = () => ({ amount: 1, currency: 'PLN', extOrderId: randomUUID() });

    test('the address is asked for, and the code is not kept meanwhile', async () => {
      const payment = await blik.pay('777123', { device: undefined });
      assert.deepEqual([payment['status'], payment['dataRequest']], ['NEW', 'DEVICE']);
      assert.deepEqual(payment['missingFields'], ['device.ip']);
      const path = `${base}/${String(payment['paymentId'])}`;
      const body = { device: { ip: '192.0.2.7' } };
      const patched = await gateway.call('PATCH', path, { token, body });
      assert.equal(patched.body['dataRequest'], 'BLIK_CODE', patched.text);
      await blik.patch(payment, code);
      assert.equal(await ended(payment), 'COMPLETED');
    });

    test('a shop that knows no user agent completes a page payment from its server', async () => {
      const device = browserDevice({ userAgent: undefined });
      const body = { channel: 'PAYWALL', order: order(), device };
      const reply = await gateway.call('POST', base, { token, body });
      const path = `${base}/${String(reply.body['paymentId'])}/instrument`;
      const sent = await gateway.call('PUT', path, { token, body: { instrument: code } });
      assert.equal(sent.body['status'], 'PENDING', sent.text);
      assert.equal(await ended(reply.body), 'COMPLETED');
    });

    test("the customer's own browser needs no device data, a server does", async () => {
      const body = { channel: 'PAYWALL', order: order() };
      const reply = await gateway.call('POST', base, { token, body });
      const path = `${base}/${String(reply.body['paymentId'])}/instrument`;
      const server = await gateway.call('PUT', path, { token, body: { instrument: code } });
      assert.deepEqual(server.body['missingFields'], ['device.ip'], server.text);
      const clientToken = String(reply.body['clientToken']);
      const page = await gateway.call('PUT', path, { token: clientToken, body: code });
      assert.equal(page.body['status'], 'PENDING', page.text);
      assert.equal(await ended(reply.body), 'COMPLETED');
    });

    test('malformed instruments are refused by name', async () => {
      const code = { type: 'BLIK_CODE', code: '777123' };
      const rows: [instrument: Json, extra: Json, field: string][] = [
        [{ type: 'BLIK_CODE', code: '77712' }, {}, 'instrument.code'],
        [{ type: 'BLIK_CODE' }, {}, 'instrument.code'],
        [{ ...code, cvv: '123' }, {}, 'instrument.cvv'],
        [{ ...code, app: '1' }, {}, 'instrument.app'],
        [{ ...code, alias: 'abc' }, {}, 'instrument.alias'],
        [{ type: 'BLIK_UID' }, {}, 'instrument.alias'],
        [{ type: 'BLIK_UID', alias: 'ą' }, {}, 'instrument.alias'],
        [{ type: 'BLIK_UID', alias: 'abc', code: '777123' }, {}, 'instrument.code'],
        [code, { options: { registerAlias: true } }, 'instrument.alias'],
        [
          { type: 'BLIK_UID', alias: 'abc' },
          { options: { registerAlias: true } },
          'options.registerAlias',
        ],
      ];
      for (const [instrument, extra, field] of rows) {
        const reply = await blik.ask(instrument, extra);
        const [detail] = reply.body['details'] as { field: string }[];
        assert.deepEqual([reply.status, detail?.field], [400, field], reply.text);
      }
    });

    test('every trigger of the catalogue', async () => {
      const { body } = await gateway.call<Trigger[]>('GET', '/sandbox/triggers');
      const own = body.filter(({ provider, kind }) => provider === 'blik' && kind !== 'amount');
      const waiting = await Promise.all(
        own.map(async (trigger): Promise<[Trigger, Json]> => {
          const { kind, value } = trigger;
          const ticket =
            kind === 'code'
              ? { type: 'BLIK_CODE', code: value.padEnd(6, '1') }
              : { type: 'BLIK_UID', alias: value };
          return [trigger, await blik.pay(ticket)];
        }),
      );
      const stateOf = async (payment: Json): Promise<string> => {
        const { status, rejectCode, dataRequest } = await gateway.statusOf(
          token,
          String(payment['paymentId']),
        );
        const why = (rejectCode ?? dataRequest ?? '') as string;
        return `${status as string} ${why}`.trim();
      };
      for (const seconds of [4, 60, 60]) await advance(seconds);
      for (const [{ kind, value, outcome }, payment] of waiting) {
        const expected = expectedEnd(outcome, value);
        await until(
          async () => (await stateOf(payment)) === expected,
          `${kind} ${value} to be ${expected}, it is ${await stateOf(payment)}`,
        );
      }
    });

    test('no code and no alias is in clear in a table or in the log', async () => {
      const code = await blik.code();
      const alias = `secret-alias-${database}`;
      const instrument = { type: 'BLIK_CODE', code, alias };
      const payment = await blik.pay(instrument, { options: { registerAlias: true } });
      await blik.answer(payment, 'accept');
      assert.equal(await ended(payment), 'COMPLETED');
      // An alias that waits for its confirmation is held.
      await blik.push(await blik.pay({ type: 'BLIK_UID', alias }));
      const tables = await rowsOf<{ name: string }>(
        gateway.installation,
        `select table_name as name from information_schema.tables where table_schema = 'public'
         and table_type = 'BASE TABLE'`,
      );
      for (const { name } of tables) {
        const rows = await rowsOf<Json>(
          gateway.installation,
          `select t::text as row from "${name}" t`,
        );
        const text = JSON.stringify(rows);
        assert.ok(!text.includes(alias), name);
        assert.ok(!new RegExp(`\\b${code}\\b`).test(text), name);
      }
      assert.ok(!gateway.logs().includes(alias));
      assert.ok(!new RegExp(`"${code}"`).test(gateway.logs()));
    });
  });
}

function expectedEnd(outcome: string, value: string): string {
  if (value === '900001') return 'ERROR SYSTEM_ERROR';
  if (/^(APPROVED|.*_AFTER_APPROVAL)$/.test(outcome)) return 'COMPLETED';
  if (outcome === 'ALIAS_NONUNIQUE') return 'PENDING BLIK_APP';
  if (/^(WRONG_TICKET|TICKET_|ALIAS_)/.test(outcome)) return 'PENDING BLIK_CODE';
  return `REJECTED BLIK_${outcome}`;
}
