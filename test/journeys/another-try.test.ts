// A refused try on the payment page leaves the payment open: any allowed method can be used next,
// nothing of the refused try is used again, and the order is free meanwhile. On both databases.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { cardOf, openPage, textOf } from '../support/customers/page.ts';
import { blikClient, blikDevice } from '../support/life/blik.ts';
import { addMerchantClient, refusalOf } from '../support/life/payments.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { advance } from '../support/sandbox.ts';
import { rowsOf } from '../support/tables.ts';
import { actAtBank, remoteIdOf } from '../support/transfers/bank.ts';
import { cards } from '../support/threeds/challenge.ts';

const base = '/v1/ecommerce/payment';
const DECLINED = 'PENDING INSTRUMENT DO_NOT_HONOR';
const code = (digits: string): Json => ({ type: 'BLIK_CODE', code: digits });

for (const database of databasesOfTier) {
  describe(`another try on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let token: string;
    before(async () => {
      gateway = await exclusiveGateway(database);
      ({ token } = await addMerchantClient(gateway, { name: 'Flower shop' }));
    });
    after(() => gateway?.release());
    const open = (extra: Json = {}) => openPage(gateway, token, extra);
    const eventsOf = async (paymentId: string): Promise<string[]> => {
      const rows = await rowsOf<{ event: string; body: string }>(
        gateway.installation,
        `select event, body from events where payment_id = '${paymentId}' order by sequence`,
      );
      return rows.map(
        ({ event, body }) => `${event} ${String((JSON.parse(body) as Json)['status'])}`,
      );
    };
    const heldOf = (paymentId: string) =>
      rowsOf(gateway.installation, `select 1 from held_cards where payment_id = '${paymentId}'`);
    const attemptsOf = (paymentId: string) =>
      rowsOf(gateway.installation, `select state from attempts where payment_id = '${paymentId}'`);

    test('a declined card, then BLIK: one payment, one transaction for each try', async () => {
      const page = await open();
      await page.put(cardOf(cards.declined));
      const declined = await page.becomes(DECLINED);
      assert.match(String(declined['redirectURL']), /\/pay\//);
      assert.equal(declined['statusPresentation'], false);
      assert.match(String(declined['rejectInfo']), /declined/);
      assert.deepEqual(await heldOf(page.paymentId), []);
      const path = `${base}/${page.paymentId}`;
      const listed = await gateway.call('GET', `${path}/methods`, { token: page.clientToken });
      const blik = (listed.body['methods'] as Json[]).find(({ method }) => method === 'BLIK');
      assert.equal(blik?.['status'], 'ENABLED');
      const restored = await gateway.call('POST', `${path}/restore`, { token });
      assert.deepEqual(refusalOf(restored), [409, 'NOT_IN_THIS_STATE']);
      await page.put(code('777123'));
      const paid = await page.becomes('COMPLETED');
      assert.equal(paid['rejectCode'], undefined);
      const { body } = await gateway.call('GET', path, { token });
      assert.deepEqual([body['method'], body['rejectCode']], ['BLIK', undefined]);
      assert.deepEqual(await eventsOf(page.paymentId), [
        'PAYMENT_STATUS NEW',
        'PAYMENT_STATUS PENDING',
        'TRANSACTION_STATUS REJECTED',
        'TRANSACTION_STATUS PENDING',
        'PAYMENT_STATUS COMPLETED',
      ]);
    });

    test('a card that is refused early leaves the payment NEW, without an event', async () => {
      const page = await open();
      const refused = await page.put(cardOf(cards.notEnrolled, { expDate: '202001' }));
      assert.equal(textOf(refused), 'NEW INSTRUMENT DO_NOT_HONOR', 'a customer learns no reason');
      assert.deepEqual(await heldOf(page.paymentId), []);
      assert.deepEqual(await eventsOf(page.paymentId), ['PAYMENT_STATUS NEW']);
      assert.equal(textOf(await page.put(cardOf(cards.notEnrolled))), 'PENDING');
      await page.becomes('COMPLETED');
    });

    const early: [what: string, instrument: Json, code: string][] = [
      ['an unsupported card range', cardOf('9999999999999995'), 'UNSUPPORTED_BIN'],
      ['an expired card', cardOf(cards.notEnrolled, { expDate: '202001' }), 'EXPIRED_CARD'],
      ['a disabled bank', { type: 'PBL', bank: '202' }, 'BANK_UNAVAILABLE'],
      ['a disabled method', { type: 'GPAY', token: 'dA==' }, 'METHOD_NOT_SUPPORTED'],
    ];
    for (const [what, instrument, rejectCode] of early) {
      test(`${what} in the creation request is final; on the page it is not`, async () => {
        const settings = { methods: ['CARD', 'BLIK', 'PBL'] };
        const shop = await addMerchantClient(gateway, settings);
        const order = { amount: 1, currency: 'PLN', extOrderId: randomUUID() };
        for (const channel of ['PAYWALL', 'WEBAPI', 'MOBILE']) {
          const body = { channel, order, instrument };
          const reply = await gateway.call('POST', base, { token: shop.token, body });
          assert.equal(textOf(reply.body), `REJECTED ${rejectCode}`, reply.text);
          assert.equal(reply.body['redirectURL'] ?? reply.body['clientToken'], undefined);
          const paymentId = String(reply.body['paymentId']);
          assert.deepEqual(await eventsOf(paymentId), [
            'PAYMENT_STATUS NEW',
            'PAYMENT_STATUS REJECTED',
          ]);
          assert.deepEqual(await heldOf(paymentId), []);
        }
        const page = await openPage(gateway, shop.token);
        // What an issuer may say about a card is not told to customers.
        const told = rejectCode === 'EXPIRED_CARD' ? 'DO_NOT_HONOR' : rejectCode;
        assert.equal(textOf(await page.put(instrument)), `NEW INSTRUMENT ${told}`);
        await page.put(code('777123'));
        await page.becomes('COMPLETED');
      });
    }

    test('BLIK: a wrong code, the no on the phone and the time-out leave it open', async () => {
      const page = await open();
      const blik = blikClient(gateway, token);
      const of = { paymentId: page.paymentId };
      await page.put(code('100001'));
      await page.becomes('PENDING INSTRUMENT BLIK_WRONG_TICKET');
      await page.put(code(await blik.code()));
      await blik.answer(of, 'refuse');
      await page.becomes('PENDING INSTRUMENT BLIK_USER_DECLINED');
      const late = await open();
      await late.put(code(await blik.code()));
      await blik.push({ paymentId: late.paymentId });
      await advance(gateway, 61);
      await late.becomes('PENDING INSTRUMENT BLIK_USER_TIMEOUT');
      await late.put(cardOf(cards.notEnrolled));
      await late.becomes('COMPLETED');
      await page.put(code('777123'));
      await page.becomes('COMPLETED');
    });

    test('three wrong BLIK codes: no fourth one reaches the operator, a card pays', async () => {
      const page = await open();
      for (const [wrong, reason] of [
        ['100001', 'BLIK_WRONG_TICKET'],
        ['100002', 'BLIK_TICKET_EXPIRED'],
        ['100003', 'BLIK_TICKET_USED'],
      ] as const) {
        await page.put(code(wrong));
        await page.becomes(`PENDING INSTRUMENT ${reason}`);
      }
      const fourth = await page.put(code('777123'));
      assert.equal(textOf(fourth), 'PENDING INSTRUMENT BLIK_LIMIT_EXCEEDED');
      assert.equal((await attemptsOf(page.paymentId)).length, 3);
      await page.put(cardOf(cards.notEnrolled));
      await page.becomes('COMPLETED');
    });

    test('an alias in several apps asks for the app, and a card can be used instead', async () => {
      const page = await open({ customer: { extCustomerId: 'ambiguous' } });
      await page.put({ type: 'BLIK_UID' });
      const asked = await page.becomes('PENDING BLIK_APP BLIK_ALIAS_NONUNIQUE');
      assert.equal((asked['apps'] as Json[]).length, 2);
      const path = `${base}/${page.paymentId}/instrument`;
      const body = { type: 'CARD', instrumentNo: cards.notEnrolled, expDate: '203912' };
      const card = await gateway.call('PATCH', path, { token: page.clientToken, body });
      assert.equal(card.body['dataRequest'], 'CARD_CVV', card.text);
      const { apps } = (await gateway.call('GET', `${base}/${page.paymentId}/status`, { token }))
        .body;
      assert.equal(apps, undefined, 'no app is asked for any more');
      await page.put(cardOf(cards.notEnrolled));
      await page.becomes('COMPLETED');
    });

    test('the app alone is enough on the page, whoever named the alias', async () => {
      const patch = (page: { paymentId: string; clientToken: string }, body: Json) =>
        gateway.call('PATCH', `${base}/${page.paymentId}/instrument`, {
          token: page.clientToken,
          body,
        });
      const ownPage = await open({ customer: { extCustomerId: 'ambiguous' } });
      await ownPage.put({ type: 'BLIK_UID' });
      await ownPage.becomes('PENDING BLIK_APP BLIK_ALIAS_NONUNIQUE');
      assert.equal((await heldOf(ownPage.paymentId)).length, 1);
      const wrong = await patch(ownPage, { app: '3' });
      assert.deepEqual(refusalOf(wrong), [400, 'INVALID_REQUEST']);
      assert.equal((await patch(ownPage, { app: '1' })).status, 200);
      await ownPage.becomes('COMPLETED');
      assert.deepEqual(await heldOf(ownPage.paymentId), []);
      const named = await open({ customer: { extCustomerId: 'somebody' } });
      const path = `${base}/${named.paymentId}/instrument`;
      const body = { instrument: { type: 'BLIK_UID', alias: 'ambiguous' }, device: blikDevice };
      assert.equal((await gateway.call('PUT', path, { token, body })).status, 200);
      await named.becomes('PENDING BLIK_APP BLIK_ALIAS_NONUNIQUE');
      assert.equal((await patch(named, { app: '2' })).status, 200);
      await named.becomes('COMPLETED');
      const refused = await open({ customer: { extCustomerId: 'ambiguous' } });
      await refused.put({ type: 'BLIK_UID' });
      await refused.becomes('PENDING BLIK_APP BLIK_ALIAS_NONUNIQUE');
      await refused.put(cardOf(cards.declined));
      await refused.becomes(DECLINED);
      assert.deepEqual(await heldOf(refused.paymentId), [], 'nothing of the alias is left');
    });

    test('a failed authentication leaves it open; the next try has its own', async () => {
      const page = await open();
      await page.put(cardOf(cards.failed));
      await page.becomes('PENDING INSTRUMENT SCA_FAILED');
      assert.deepEqual(await heldOf(page.paymentId), []);
      assert.deepEqual(await attemptsOf(page.paymentId), []);
      // A challenge that times out, then a soft decline: its challenge is not the second one.
      await page.put(cardOf(cards.challenge));
      await page.becomes('PENDING CARD_3DS');
      await advance(gateway, 601);
      await page.becomes('PENDING INSTRUMENT SCA_TIMEOUT');
      await page.put(cardOf(cards.softDecline));
      await page.becomes('PENDING CARD_3DS');
      await advance(gateway, 601);
      await page.becomes('PENDING INSTRUMENT SCA_TIMEOUT');
      await page.put(cardOf(cards.softDecline));
      await page.becomes('PENDING CARD_3DS');
      const events = await eventsOf(page.paymentId);
      assert.equal(events.filter((one) => one.startsWith('PAYMENT_STATUS')).length, 2);
    });

    test('the code and the card of a refused try are never used again', async () => {
      const page = await open();
      await page.put(cardOf(cards.declined));
      await page.becomes(DECLINED);
      const path = `${base}/${page.paymentId}/instrument`;
      const body = { cvv: '123' };
      const patched = await gateway.call('PATCH', path, { token: page.clientToken, body });
      assert.deepEqual(patched.body['missingFields'], [
        'instrument.instrumentNo',
        'instrument.expDate',
      ]);
      // A card without its code waits for it; another type drops it.
      const { cvv: _cvv, ...bare } = cardOf(cards.notEnrolled);
      assert.equal(textOf(await page.put(bare)), 'PENDING CARD_CVV DO_NOT_HONOR');
      assert.equal((await heldOf(page.paymentId)).length, 1);
      await page.put(code('100001'));
      await page.becomes('PENDING INSTRUMENT BLIK_WRONG_TICKET');
      assert.deepEqual(await heldOf(page.paymentId), []);
      await page.put(bare);
      const paid = await gateway.call('PATCH', path, { token: page.clientToken, body });
      assert.equal(textOf(paid.body), 'PENDING', paid.text);
      await page.becomes('COMPLETED');
    });

    test('exactly ten authorizations: the tenth decline ends the payment', async () => {
      const page = await open();
      for (let tries = 1; tries <= 9; tries += 1) {
        await page.put(cardOf(cards.declined));
        await page.becomes(DECLINED);
      }
      await page.put(cardOf(cards.declined));
      await page.becomes('REJECTED DO_NOT_HONOR');
      assert.equal((await attemptsOf(page.paymentId)).length, 10);
      const more = await page.ask(cardOf(cards.notEnrolled));
      assert.deepEqual(refusalOf(more), [409, 'NOT_IN_THIS_STATE']);
    });

    test('the order is free between the tries, and the payment expires at its time', async () => {
      const order = { extOrderId: `free-${database}` };
      const page = await open({ order, options: { validTime: 120 } });
      await page.put(cardOf(cards.declined));
      await page.becomes(DECLINED);
      const other = await open({ order });
      await other.put(cardOf(cards.notEnrolled));
      await other.becomes('COMPLETED');
      const again = await page.ask(cardOf(cards.notEnrolled));
      assert.deepEqual(refusalOf(again), [409, 'ORDER_ALREADY_PAID']);
      await advance(gateway, 121);
      const ended = await gateway.waitForStatus(token, page.paymentId, 'CANCELLED');
      assert.equal(textOf(ended), 'CANCELLED EXPIRED');
    });

    test('it ends with the first refusal: repeat false, other channels, no way left', async () => {
      const once = await open({ options: { repeat: false } });
      await once.put(cardOf(cards.declined));
      await once.becomes('REJECTED DO_NOT_HONOR');
      const body = {
        channel: 'WEBAPI',
        order: { amount: 1, currency: 'PLN' },
        instrument: cardOf(cards.declined),
        options: { repeat: true },
      };
      const made = await gateway.call('POST', base, { token, body });
      const ended = await gateway.waitForStatus(token, String(made.body['paymentId']));
      assert.equal(textOf(ended), 'REJECTED DO_NOT_HONOR');
      const foreign = {
        channel: 'PAYWALL',
        method: 'BLIK',
        order: { amount: 1, currency: 'EUR' },
        instrument: code('777123'),
      };
      const euro = await gateway.call('POST', base, { token, body: foreign });
      assert.equal(textOf(euro.body), 'REJECTED CURRENCY_NOT_SUPPORTED', euro.text);
    });

    test('a method that the merchant names stays the only one', async () => {
      const page = await open({ method: 'CARD' });
      await page.put(cardOf(cards.declined));
      await page.becomes(DECLINED);
      const other = await page.ask(code('777123'));
      const [detail] = other.body['details'] as Json[];
      assert.deepEqual([other.status, detail?.['field']], [400, 'instrument.type']);
      await page.put(cardOf(cards.notEnrolled));
      await page.becomes('COMPLETED');
    });

    test('a transfer that the bank refuses, then another bank', async () => {
      const page = await open();
      const first = await page.ask({ type: 'PBL', bank: '106' });
      await actAtBank(gateway, remoteIdOf(first), 'refuse');
      await page.becomes('PENDING INSTRUMENT CANCELLED_BY_CUSTOMER');
      const second = await page.ask({ type: 'PBL', bank: '106' });
      await actAtBank(gateway, remoteIdOf(second), 'pay');
      await page.becomes('COMPLETED');
    });
  });
}
