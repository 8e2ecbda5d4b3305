// Payments without the customer (`options.recurring` SUBSEQUENT), on both databases: they rely on
// an authenticated first payment with the same card, and on the operator's permission.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { base, done, idOf, openDesk, refusal, unlimited } from '../support/life/payments.ts';
import type { Desk } from '../support/life/payments.ts';
import { databaseKinds, skipOn } from '../support/place.ts';
import { rowsOf } from '../support/tables.ts';
import { advance, moveClock, readClock, reset } from '../support/sandbox.ts';
import {
  cards,
  passChallenge,
  payWithDevice,
  waitForChallenge,
} from '../support/threeds/challenge.ts';
import { completed, outcomeOf } from '../support/threeds/outcome.ts';
import { atOwnRisk } from '../support/threeds/policy-cases.ts';
import { askInitial, askSubsequent, beginSeries } from '../support/life/series.ts';

const allowed = { recurringAllowed: true };

for (const database of databaseKinds) {
  describe(`series on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: Gateway;
    let desk: Desk;
    let first: string;
    before(async () => {
      gateway = await startGateway({ database, env: unlimited });
      desk = await openDesk(gateway, allowed);
      first = await beginSeries(gateway, desk);
    });
    after(() => gateway?.stop());

    const fieldsOf = ({ body }: Reply): unknown =>
      (body['details'] as Json[]).map(({ field }) => field);

    test('a card is charged again as the merchant’s own payment, more than once', async () => {
      for (const amount of [40, 60]) {
        const reply = await askSubsequent(gateway, first, { ...desk, amount });
        assert.equal(reply.body['acsData'], undefined);
        assert.deepEqual(await outcomeOf(gateway, desk.token, idOf(reply)), completed('MIT'));
      }
    });

    test('a proof without a challenge begins a series, too', async () => {
      for (const card of [cards.frictionless, cards.attempt]) {
        const initial = idOf(await askInitial(gateway, { ...desk, card }));
        await gateway.waitForStatus(desk.token, initial, 'COMPLETED');
        const reply = await askSubsequent(gateway, initial, { ...desk, card });
        assert.deepEqual(await outcomeOf(gateway, desk.token, idOf(reply)), completed('MIT'));
      }
    });

    test('a reference is required', async () => {
      const reply = await askSubsequent(gateway, undefined, desk);
      assert.deepEqual(refusal(reply), [400, 'INVALID_REQUEST']);
      assert.deepEqual(fieldsOf(reply), ['options.refPaymentId']);
    });

    test('what is not there and what is another merchant’s are told alike', async () => {
      const other = await beginSeries(gateway, await openDesk(gateway, allowed));
      const told = await Promise.all(
        [other, randomUUID(), 'no id at all'].map(async (reference) => {
          const reply = await askSubsequent(gateway, reference, desk);
          assert.deepEqual(refusal(reply), [404, 'REF_PAYMENT_NOT_FOUND']);
          return { ...reply.body, traceId: '' };
        }),
      );
      assert.deepEqual(told[0], told[1]);
      assert.deepEqual(told[0], told[2]);
      const ownOnly = await desk.call('GET', other);
      assert.deepEqual(refusal(ownOnly), [404, 'PAYMENT_NOT_FOUND']);
    });

    test('a payment that begins no series cannot be relied on', async () => {
      const plain = await payWithDevice(gateway, { token: desk.token, card: cards.frictionless });
      await gateway.waitForStatus(desk.token, idOf(plain), 'COMPLETED');
      const next = await askSubsequent(gateway, first, desk);
      await gateway.waitForStatus(desk.token, idOf(next), 'COMPLETED');
      for (const reference of [idOf(plain), idOf(next)]) {
        const options = { ...desk, card: cards.frictionless };
        const reply = await askSubsequent(gateway, reference, options);
        assert.deepEqual(refusal(reply), [422, 'REF_PAYMENT_NOT_INITIAL']);
        assert.deepEqual(fieldsOf(reply), ['options.refPaymentId']);
      }
    });

    test('a customer who was not authenticated has agreed to nothing', async () => {
      const risky = await openDesk(gateway, { ...allowed, sca: atOwnRisk });
      const cases = [
        { token: desk.token, card: cards.notEnrolled },
        { token: risky.token, card: cards.unavailable },
      ];
      for (const series of cases) {
        const initial = idOf(await askInitial(gateway, series));
        await gateway.waitForStatus(series.token, initial, 'COMPLETED');
        const reply = await askSubsequent(gateway, initial, series);
        assert.deepEqual(refusal(reply), [422, 'REF_PAYMENT_NOT_AUTHENTICATED']);
      }
    });

    test('the first payment has to be completed; a refusal before that is not kept', async () => {
      const asked = idOf(await askInitial(gateway, desk));
      const { acsTxnId } = await waitForChallenge(gateway, desk.token, asked);
      const key = randomUUID();
      const order = { amount: 40, currency: 'PLN', extOrderId: randomUUID() };
      const ask = () => askSubsequent(gateway, asked, desk, { order }, key);
      assert.deepEqual(refusal(await ask()), [409, 'REF_PAYMENT_NOT_COMPLETED']);
      await passChallenge(gateway, acsTxnId);
      await gateway.waitForStatus(desk.token, asked, 'COMPLETED');
      assert.deepEqual(await outcomeOf(gateway, desk.token, idOf(await ask())), completed('MIT'));
    });

    test('a first payment that was cancelled, rejected or taken back does not count', async () => {
      const cancelled = await beginSeries(gateway, desk);
      done(await desk.call('POST', cancelled, '/cancel'));
      const held = { ...desk, options: { transKind: 'PREAUTH' } };
      const released = await beginSeries(gateway, held);
      done(await desk.call('POST', released, '/cancel'));
      const rejected = idOf(await askInitial(gateway, { ...desk, card: cards.failed }));
      await gateway.waitForStatus(desk.token, rejected, 'REJECTED');
      for (const reference of [cancelled, released, rejected]) {
        const reply = await askSubsequent(gateway, reference, desk);
        assert.deepEqual(refusal(reply), [409, 'REF_PAYMENT_NOT_COMPLETED']);
      }
    });

    test('another card is refused, also when it comes later', async () => {
      const other = await askSubsequent(gateway, first, { ...desk, card: cards.frictionless });
      assert.deepEqual(refusal(other), [422, 'REF_PAYMENT_OTHER_CARD']);
      assert.deepEqual(fieldsOf(other), ['instrument.instrumentNo']);
      const waiting = await askSubsequent(gateway, first, desk, { instrument: null });
      assert.equal(waiting.body['dataRequest'], 'INSTRUMENT');
      const put = (instrumentNo: string): Promise<Reply> =>
        desk.call('PUT', idOf(waiting), '/instrument', {
          type: 'CARD',
          instrumentNo,
          expDate: '203912',
        });
      const refused = await put(cards.frictionless);
      assert.deepEqual(refusal(refused), [422, 'REF_PAYMENT_OTHER_CARD']);
      assert.deepEqual(await gateway.chargesOf(idOf(waiting)), []);
      done(await put(cards.challenge));
      const outcome = await outcomeOf(gateway, desk.token, idOf(waiting));
      assert.deepEqual(outcome, completed('MIT'));
    });

    test('a retry relies on the same agreement, as long as there is one', async () => {
      const initial = await beginSeries(gateway, desk);
      const failed = await askSubsequent(gateway, initial, desk, { instrument: null });
      done(await desk.call('POST', idOf(failed), '/cancel'));
      const again = idOf(await desk.call('POST', idOf(failed), '/retry'));
      const card = { type: 'CARD', instrumentNo: cards.challenge, expDate: '203912' };
      done(await desk.call('PUT', again, '/instrument', card));
      assert.deepEqual(await outcomeOf(gateway, desk.token, again), completed('MIT'));
      const late = idOf(await desk.call('POST', idOf(failed), '/retry'));
      done(await desk.call('POST', initial, '/cancel'));
      for (const reply of [
        await desk.call('PUT', late, '/instrument', card),
        await desk.call('POST', idOf(failed), '/retry'),
      ]) {
        assert.deepEqual(refusal(reply), [409, 'REF_PAYMENT_NOT_COMPLETED']);
      }
      assert.deepEqual(await gateway.chargesOf(late), []);
    });

    test('a payment without the customer has no payment page', async () => {
      const reply = await askSubsequent(gateway, first, desk, { channel: 'PAYWALL' });
      assert.deepEqual(refusal(reply), [400, 'INVALID_REQUEST']);
      assert.deepEqual(fieldsOf(reply), ['options.recurring']);
    });

    test('the operator allows it: off by default, for the merchant alone', async () => {
      const shop = await gateway.addMerchant({});
      const token = await gateway.authenticate(shop.merchantId, shop.secret);
      const operate = (method: string, body?: Json): Promise<Reply> =>
        gateway.call(method, `/v1/admin/merchants/${shop.merchantId}`, {
          token: gateway.adminKey,
          body,
        });
      const shown = async (): Promise<unknown> =>
        ((await operate('GET')).body['settings'] as Json)['recurringAllowed'];
      assert.equal(await shown(), false);
      const initial = await beginSeries(gateway, { token });
      const ask = (): Promise<Reply> => askSubsequent(gateway, initial, { token });
      assert.deepEqual(refusal(await ask()), [403, 'RECURRING_NOT_ALLOWED']);
      done(await operate('PATCH', { settings: allowed }));
      assert.equal(await shown(), true);
      assert.deepEqual(await outcomeOf(gateway, token, idOf(await ask())), completed('MIT'));
      done(await operate('PATCH', { settings: { recurringAllowed: false } }));
      assert.deepEqual(refusal(await ask()), [403, 'RECURRING_NOT_ALLOWED']);
    });

    test('an agent charges within the series of the merchant it acts for', async () => {
      const agent = await gateway.addMerchant({});
      const shop = await gateway.addMerchant({ ...allowed, agents: [agent.merchantId] });
      const own = await gateway.authenticate(shop.merchantId, shop.secret);
      const token = await gateway.authenticate(shop.merchantId, agent.secret, {
        agent: { merchantId: agent.merchantId },
      });
      const initial = await beginSeries(gateway, { token: own });
      const reply = await askSubsequent(gateway, initial, { token });
      assert.deepEqual(await outcomeOf(gateway, own, idOf(reply)), completed('MIT'));
      const foreign = await askSubsequent(gateway, first, { token });
      assert.deepEqual(refusal(foreign), [404, 'REF_PAYMENT_NOT_FOUND']);
    });

    test('a card is recognised by a fingerprint of its merchant alone', async (context) => {
      if (database === 'embedded') return context.skip('its tables are read after its end only');
      const shops = [await openDesk(gateway, allowed), await openDesk(gateway, allowed)];
      for (const shop of shops) await beginSeries(gateway, shop);
      await beginSeries(gateway, shops[0] as Desk);
      const rows = await rowsOf<{ print: string; written: string }>(
        gateway.place,
        `select encode(a.card_fingerprint, 'hex') as print,
           encode(b.card_fingerprint, 'hex') as written
         from recurring_agreements a join authentications b using (merchant_id, payment_id)
         order by a.created_at desc limit 3`,
      );
      const prints = rows.map(({ print }) => print);
      assert.deepEqual(
        rows.map(({ written }) => written),
        prints,
      );
      assert.equal(prints[0], prints[2], 'the same card of the same merchant');
      assert.notEqual(prints[0], prints[1], 'the same card of another merchant');
      const plain = createHash('sha256').update(cards.challenge).digest('hex');
      assert.ok(prints.every((print) => print.length === 64 && print !== plain));
    });

    test('the demo merchants may, and a series outlives its first payment', async () => {
      const login = (): Promise<string> => gateway.authenticate();
      const initial = await beginSeries(gateway, { token: await login() });
      await moveClock(gateway, { freeze: true });
      const monthsLater = async (months: number, ms = 0): Promise<void> => {
        const at = new Date(Date.parse((await readClock(gateway)).now) + ms);
        at.setUTCMonth(at.getUTCMonth() + months);
        await moveClock(gateway, { at: at.toISOString() });
      };
      const ask = async (): Promise<Reply> =>
        askSubsequent(gateway, initial, { token: await login() });
      await monthsLater(4);
      const gone = await gateway.call('GET', `${base}/${initial}`, { token: await login() });
      assert.deepEqual(refusal(gone), [404, 'PAYMENT_NOT_FOUND']);
      const used = done(await ask());
      await gateway.waitForStatus(await login(), used['paymentId'] as string, 'COMPLETED');
      await monthsLater(13, -1000);
      done(await ask());
      await monthsLater(13, 1000);
      assert.deepEqual(refusal(await ask()), [404, 'REF_PAYMENT_NOT_FOUND']);
      await advance(gateway, 1);
      await reset(gateway, { keepMerchants: true });
    });
  });
}
