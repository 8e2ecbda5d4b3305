// Merchant-initiated payments (`options.recurring` SUBSEQUENT), on both databases: they need an
// authenticated initial payment with the same card, and the operator's permission.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import {
  base,
  bodyOf,
  paymentIdOf,
  addMerchantClient,
  refusalOf,
} from '../support/life/payments.ts';
import type { MerchantClient } from '../support/life/payments.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { rowsOf } from '../support/tables.ts';
import { advance, moveClock, readClock, reset } from '../support/sandbox.ts';
import {
  cards,
  passChallenge,
  payWithDevice,
  waitForChallenge,
} from '../support/threeds/challenge.ts';
import { completedOutcome, outcomeOf } from '../support/threeds/outcome.ts';
import { atOwnRisk } from '../support/threeds/policy-cases.ts';
import { askInitial, askSubsequent, beginSeries } from '../support/life/series.ts';

const allowed = { recurringAllowed: true };

for (const database of databasesOfTier) {
  describe(`series on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let merchant: MerchantClient;
    let first: string;
    before(async () => {
      gateway = await exclusiveGateway(database);
      merchant = await addMerchantClient(gateway, allowed);
      first = await beginSeries(gateway, merchant);
    });
    after(() => gateway?.release());

    const fieldsOf = ({ body }: Reply): unknown =>
      (body['details'] as Json[]).map(({ field }) => field);

    test('a card is charged again without the customer, more than once', async () => {
      for (const amount of [40, 60]) {
        const reply = await askSubsequent(gateway, first, { ...merchant, amount });
        assert.equal(reply.body['acsData'], undefined);
        assert.deepEqual(
          await outcomeOf(gateway, merchant.token, paymentIdOf(reply)),
          completedOutcome('MIT'),
        );
      }
    });

    test('a frictionless authentication also starts a series', async () => {
      for (const card of [cards.frictionless, cards.attempt]) {
        const initial = paymentIdOf(await askInitial(gateway, { ...merchant, card }));
        await gateway.waitForStatus(merchant.token, initial, 'COMPLETED');
        const reply = await askSubsequent(gateway, initial, { ...merchant, card });
        assert.deepEqual(
          await outcomeOf(gateway, merchant.token, paymentIdOf(reply)),
          completedOutcome('MIT'),
        );
      }
    });

    test('a reference is required', async () => {
      const reply = await askSubsequent(gateway, undefined, merchant);
      assert.deepEqual(refusalOf(reply), [400, 'INVALID_REQUEST']);
      assert.deepEqual(fieldsOf(reply), ['options.refPaymentId']);
    });

    test('unknown payments and those of another merchant are answered alike', async () => {
      const otherSeries = await beginSeries(gateway, await addMerchantClient(gateway, allowed));
      const told = await Promise.all(
        [otherSeries, randomUUID(), 'no id at all'].map(async (reference) => {
          const reply = await askSubsequent(gateway, reference, merchant);
          assert.deepEqual(refusalOf(reply), [404, 'REF_PAYMENT_NOT_FOUND']);
          return { ...reply.body, traceId: '' };
        }),
      );
      assert.deepEqual(told[0], told[1]);
      assert.deepEqual(told[0], told[2]);
      const ownOnly = await merchant.call('GET', otherSeries);
      assert.deepEqual(refusalOf(ownOnly), [404, 'PAYMENT_NOT_FOUND']);
    });

    test('a payment that starts no series cannot be referenced', async () => {
      const plain = await payWithDevice(gateway, {
        token: merchant.token,
        card: cards.frictionless,
      });
      await gateway.waitForStatus(merchant.token, paymentIdOf(plain), 'COMPLETED');
      const next = await askSubsequent(gateway, first, merchant);
      await gateway.waitForStatus(merchant.token, paymentIdOf(next), 'COMPLETED');
      for (const reference of [paymentIdOf(plain), paymentIdOf(next)]) {
        const options = { ...merchant, card: cards.frictionless };
        const reply = await askSubsequent(gateway, reference, options);
        assert.deepEqual(refusalOf(reply), [422, 'REF_PAYMENT_NOT_INITIAL']);
        assert.deepEqual(fieldsOf(reply), ['options.refPaymentId']);
      }
    });

    test('an initial payment without authentication starts no series', async () => {
      const risky = await addMerchantClient(gateway, { ...allowed, sca: atOwnRisk });
      const cases = [
        { token: merchant.token, card: cards.notEnrolled },
        { token: risky.token, card: cards.unavailable },
      ];
      for (const series of cases) {
        const initial = paymentIdOf(await askInitial(gateway, series));
        await gateway.waitForStatus(series.token, initial, 'COMPLETED');
        const reply = await askSubsequent(gateway, initial, series);
        assert.deepEqual(refusalOf(reply), [422, 'REF_PAYMENT_NOT_AUTHENTICATED']);
      }
    });

    test('the initial payment must be completed; a refusal before that is not kept', async () => {
      const asked = paymentIdOf(await askInitial(gateway, merchant));
      const { acsTxnId } = await waitForChallenge(gateway, merchant.token, asked);
      const key = randomUUID();
      const order = { amount: 40, currency: 'PLN', extOrderId: randomUUID() };
      const ask = () => askSubsequent(gateway, asked, merchant, { order }, key);
      assert.deepEqual(refusalOf(await ask()), [409, 'REF_PAYMENT_NOT_COMPLETED']);
      await passChallenge(gateway, acsTxnId);
      await gateway.waitForStatus(merchant.token, asked, 'COMPLETED');
      assert.deepEqual(
        await outcomeOf(gateway, merchant.token, paymentIdOf(await ask())),
        completedOutcome('MIT'),
      );
    });

    test('a first payment that was cancelled, rejected or taken back does not count', async () => {
      const cancelled = await beginSeries(gateway, merchant);
      bodyOf(await merchant.call('POST', cancelled, '/cancel'));
      const held = { ...merchant, options: { transKind: 'PREAUTH' } };
      const released = await beginSeries(gateway, held);
      bodyOf(await merchant.call('POST', released, '/cancel'));
      const rejected = paymentIdOf(await askInitial(gateway, { ...merchant, card: cards.failed }));
      await gateway.waitForStatus(merchant.token, rejected, 'REJECTED');
      for (const reference of [cancelled, released, rejected]) {
        const reply = await askSubsequent(gateway, reference, merchant);
        assert.deepEqual(refusalOf(reply), [409, 'REF_PAYMENT_NOT_COMPLETED']);
      }
    });

    test('another card is refused, also when it is sent later', async () => {
      const other = await askSubsequent(gateway, first, { ...merchant, card: cards.frictionless });
      assert.deepEqual(refusalOf(other), [422, 'REF_PAYMENT_OTHER_CARD']);
      assert.deepEqual(fieldsOf(other), ['instrument.instrumentNo']);
      const waiting = await askSubsequent(gateway, first, merchant, { instrument: null });
      assert.equal(waiting.body['dataRequest'], 'INSTRUMENT');
      const put = (instrumentNo: string): Promise<Reply> =>
        merchant.call('PUT', paymentIdOf(waiting), '/instrument', {
          type: 'CARD',
          instrumentNo,
          expDate: '203912',
        });
      const refused = await put(cards.frictionless);
      assert.deepEqual(refusalOf(refused), [422, 'REF_PAYMENT_OTHER_CARD']);
      assert.deepEqual(await gateway.chargesOf(paymentIdOf(waiting)), []);
      bodyOf(await put(cards.challenge));
      const outcome = await outcomeOf(gateway, merchant.token, paymentIdOf(waiting));
      assert.deepEqual(outcome, completedOutcome('MIT'));
    });

    test('a retry uses the same agreement while it is in force', async () => {
      const initial = await beginSeries(gateway, merchant);
      const failed = await askSubsequent(gateway, initial, merchant, { instrument: null });
      bodyOf(await merchant.call('POST', paymentIdOf(failed), '/cancel'));
      const again = paymentIdOf(await merchant.call('POST', paymentIdOf(failed), '/retry'));
      const card = { type: 'CARD', instrumentNo: cards.challenge, expDate: '203912' };
      bodyOf(await merchant.call('PUT', again, '/instrument', card));
      assert.deepEqual(await outcomeOf(gateway, merchant.token, again), completedOutcome('MIT'));
      const late = paymentIdOf(await merchant.call('POST', paymentIdOf(failed), '/retry'));
      bodyOf(await merchant.call('POST', initial, '/cancel'));
      for (const reply of [
        await merchant.call('PUT', late, '/instrument', card),
        await merchant.call('POST', paymentIdOf(failed), '/retry'),
      ]) {
        assert.deepEqual(refusalOf(reply), [409, 'REF_PAYMENT_NOT_COMPLETED']);
      }
      assert.deepEqual(await gateway.chargesOf(late), []);
    });

    test('a merchant-initiated payment has no payment page', async () => {
      const reply = await askSubsequent(gateway, first, merchant, { channel: 'PAYWALL' });
      assert.deepEqual(refusalOf(reply), [400, 'INVALID_REQUEST']);
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
      assert.deepEqual(refusalOf(await ask()), [403, 'RECURRING_NOT_ALLOWED']);
      bodyOf(await operate('PATCH', { settings: allowed }));
      assert.equal(await shown(), true);
      assert.deepEqual(
        await outcomeOf(gateway, token, paymentIdOf(await ask())),
        completedOutcome('MIT'),
      );
      bodyOf(await operate('PATCH', { settings: { recurringAllowed: false } }));
      assert.deepEqual(refusalOf(await ask()), [403, 'RECURRING_NOT_ALLOWED']);
    });

    test('an agent can charge in a series of the merchant it acts for', async () => {
      const agent = await gateway.addMerchant({});
      const shop = await gateway.addMerchant({ ...allowed, agents: [agent.merchantId] });
      const shopToken = await gateway.authenticate(shop.merchantId, shop.secret);
      const token = await gateway.authenticate(shop.merchantId, agent.secret, {
        agent: { merchantId: agent.merchantId },
      });
      const initial = await beginSeries(gateway, { token: shopToken });
      const reply = await askSubsequent(gateway, initial, { token });
      assert.deepEqual(
        await outcomeOf(gateway, shopToken, paymentIdOf(reply)),
        completedOutcome('MIT'),
      );
      const foreign = await askSubsequent(gateway, first, { token });
      assert.deepEqual(refusalOf(foreign), [404, 'REF_PAYMENT_NOT_FOUND']);
    });

    test('a card fingerprint is specific to its merchant', async (context) => {
      if (database === 'embedded') return context.skip('its tables are read after its end only');
      const shops = [
        await addMerchantClient(gateway, allowed),
        await addMerchantClient(gateway, allowed),
      ];
      for (const shop of shops) await beginSeries(gateway, shop);
      await beginSeries(gateway, shops[0] as MerchantClient);
      const rows = await rowsOf<{ print: string; written: string }>(
        gateway.installation,
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

    test('demo merchants have permission, and a series outlives its first payment', async () => {
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
      assert.deepEqual(refusalOf(gone), [404, 'PAYMENT_NOT_FOUND']);
      const used = bodyOf(await ask());
      await gateway.waitForStatus(await login(), used['paymentId'] as string, 'COMPLETED');
      await monthsLater(13, -1000);
      bodyOf(await ask());
      await monthsLater(13, 1000);
      assert.deepEqual(refusalOf(await ask()), [404, 'REF_PAYMENT_NOT_FOUND']);
      await advance(gateway, 1);
      await reset(gateway, { keepMerchants: true });
    });
  });
}
