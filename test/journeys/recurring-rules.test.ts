// The merchant's rules for payments without the customer, on both databases: amount, frequency and
// end of a series, and the network transaction id that connects its payments.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { bodyOf, paymentIdOf, refusalOf } from '../support/life/payments.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { advance, DAY_SECONDS, moveClock } from '../support/sandbox.ts';
import { askInitial, askSubsequent, beginSeries } from '../support/life/series.ts';
import { cards } from '../support/threeds/challenge.ts';

interface Shop {
  readonly merchantId: string;
  readonly secret: string;
}

for (const database of databasesOfTier) {
  describe(`rules of series on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    before(async () => {
      gateway = await exclusiveGateway(database);
      await moveClock(gateway, { freeze: true });
    });
    after(() => gateway?.release());

    const addShop = (recurringRules: Json): Promise<Shop> =>
      gateway.addMerchant({ recurringAllowed: true, recurringRules });
    const loginOf = ({ merchantId, secret }: Shop): Promise<string> =>
      gateway.authenticate(merchantId, secret);
    const hoursLater = async (hours: number): Promise<void> => {
      await advance(gateway, hours * 3600);
    };
    const detailsOf = ({ body }: Reply): unknown => body['details'];
    const completed = async (token: string, reply: Reply): Promise<string> => {
      const paymentId = paymentIdOf(reply);
      await gateway.waitForStatus(token, paymentId, 'COMPLETED');
      return paymentId;
    };

    test('every payment names the first one by its network transaction id', async () => {
      const token = await loginOf(await addShop({}));
      const initial = await beginSeries(gateway, { token });
      const [first] = (await gateway.chargesOf(initial)) as unknown as Json[];
      const id = first?.['networkTransactionId'] as string;
      assert.match(id, /^[0-9]{15}$/);
      assert.equal(first?.['initialTransactionId'], undefined);
      for (const amount of [40, 60]) {
        const reply = await askSubsequent(gateway, initial, { token, amount });
        const paymentId = await completed(token, reply);
        const [charge] = (await gateway.chargesOf(paymentId)) as unknown as Json[];
        assert.equal(charge?.['initialTransactionId'], id);
        assert.notEqual(charge?.['networkTransactionId'], id);
      }
    });

    test('the amount may be limited to that of the first payment', async () => {
      const token = await loginOf(await addShop({ amount: 'AT_MOST_INITIAL' }));
      const initial = await beginSeries(gateway, { token, amount: 50.5 });
      const ask = (amount: number, currency = 'PLN') =>
        askSubsequent(gateway, initial, { token }, { order: { amount, currency } });
      await completed(token, await ask(50.5));
      const above = await ask(50.51);
      assert.deepEqual(refusalOf(above), [422, 'RECURRING_AMOUNT_TOO_HIGH']);
      const message = 'is above the amount of the INITIAL payment';
      assert.deepEqual(detailsOf(above), [{ field: 'order.amount', message }]);
      const other = await ask(1, 'EUR');
      assert.deepEqual(refusalOf(other), [422, 'RECURRING_OTHER_CURRENCY']);
      assert.deepEqual(detailsOf(other), [{ field: 'order.currency', message: 'must be PLN' }]);
    });

    test('the frequency may be limited to the agreed cycle, which starts at once', async () => {
      const shop = await addShop({ frequency: 'BY_CYCLE' });
      const token = await loginOf(shop);
      const options = { recurringCycle: '2' };
      const initial = await beginSeries(gateway, { token, options });
      const ask = async () => askSubsequent(gateway, initial, { token: await loginOf(shop) });
      assert.deepEqual(refusalOf(await ask()), [422, 'RECURRING_TOO_SOON']);
      await hoursLater(25);
      await completed(await loginOf(shop), await ask());
      await hoursLater(23);
      const tooSoon = await ask();
      assert.deepEqual(refusalOf(tooSoon), [422, 'RECURRING_TOO_SOON']);
      assert.match(JSON.stringify(detailsOf(tooSoon)), /can be charged again from 20/);
      await hoursLater(2);
      await completed(await loginOf(shop), await ask());
    });

    test('a declined or cancelled payment does not use up the cycle', async () => {
      const shop = await addShop({ frequency: 'BY_CYCLE' });
      const token = await loginOf(shop);
      const options = { recurringCycle: '1' };
      const initial = await beginSeries(gateway, { token, options });
      await hoursLater(13);
      const card = { type: 'CARD', instrumentNo: cards.challenge, expDate: '203912' };
      const ask = (holder = 'JAN KOWALSKI') =>
        askSubsequent(gateway, initial, { token }, { instrument: { ...card, holder } });
      const declined = paymentIdOf(await ask('DECLINE INSUFFICIENT_FUNDS'));
      await gateway.waitForStatus(token, declined, 'REJECTED');
      const path = `/v1/ecommerce/payment/${await completed(token, await ask())}/cancel`;
      bodyOf(await gateway.call('POST', path, { token }));
      await completed(token, await ask());
      assert.deepEqual(refusalOf(await ask()), [422, 'RECURRING_TOO_SOON']);
    });

    test('a cycle must be agreed on where it is kept', async () => {
      const shop = await addShop({});
      const token = await loginOf(shop);
      const initial = await beginSeries(gateway, { token });
      const path = `/v1/admin/merchants/${shop.merchantId}`;
      const settings = { recurringRules: { frequency: 'BY_CYCLE' } };
      bodyOf(await gateway.call('PATCH', path, { token: gateway.adminKey, body: { settings } }));
      await advance(gateway, 2);
      const without = await askInitial(gateway, { token });
      assert.deepEqual(refusalOf(without), [400, 'INVALID_REQUEST']);
      assert.match(JSON.stringify(detailsOf(without)), /options\.recurringCycle/);
      const later = await askSubsequent(gateway, initial, { token });
      assert.deepEqual(refusalOf(later), [422, 'RECURRING_CYCLE_UNKNOWN']);
    });

    test('the agreed end of a series is kept by every merchant', async () => {
      const shop = await addShop({});
      const { now } = bodyOf(await gateway.call<{ now: string }>('GET', '/sandbox/clock'));
      const recurringExpDate = now.slice(0, 10).replaceAll('-', '');
      const options = { recurringExpDate };
      const initial = await beginSeries(gateway, { token: await loginOf(shop), options });
      const ask = async () => askSubsequent(gateway, initial, { token: await loginOf(shop) });
      await completed(await loginOf(shop), await ask());
      await moveClock(gateway, {
        at: new Date(Date.parse(now.slice(0, 10)) + 1.5 * DAY_SECONDS * 1000).toISOString(),
      });
      const late = await ask();
      assert.deepEqual(refusalOf(late), [422, 'RECURRING_EXPIRED']);
      assert.deepEqual(detailsOf(late), [
        {
          field: 'options.refPaymentId',
          message: `names a series that ended on ${recurringExpDate}`,
        },
      ]);
    });

    test('a rule is changed without the others, and unknown ones are refused', async () => {
      const { merchantId } = await addShop({ frequency: 'BY_CYCLE' });
      const change = (recurringRules: Json) =>
        gateway.call('PATCH', `/v1/admin/merchants/${merchantId}`, {
          token: gateway.adminKey,
          body: { settings: { recurringRules } },
        });
      const changed = bodyOf(await change({ amount: 'AT_MOST_INITIAL' }));
      assert.deepEqual((changed['settings'] as Json)['recurringRules'], {
        amount: 'AT_MOST_INITIAL',
        frequency: 'BY_CYCLE',
      });
      assert.deepEqual(refusalOf(await change({ amount: 'LESS' })), [400, 'INVALID_REQUEST']);
    });
  });
}
