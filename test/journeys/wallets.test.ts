// Payments with Apple Pay, Google Pay and Click to Pay on both databases, with tokens of the
// simulated wallets: approved, declined, challenged, preauthorized, cancelled.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { addMerchantClient, base, bodyOf, paymentIdOf } from '../support/life/payments.ts';
import { addWalletShop, type WalletShop, type WalletType } from '../support/life/wallets.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import {
  browserDevice,
  cards,
  challengeAfter,
  passChallenge,
  waitForChallenge,
} from '../support/threeds/challenge.ts';
import { completedOutcome, outcomeOf } from '../support/threeds/outcome.ts';
import { until } from '../support/waiting/until.ts';

const insufficientFunds = '4000000000009995';
const softDeclineInWallet = '4917110031000004';

/** Tokens with a cryptogram: the customer was authenticated by the wallet. */
const proven: readonly [name: string, type: WalletType, given: Json][] = [
  ['Apple Pay EC_v1', 'APAY', {}],
  ['Apple Pay RSA_v1', 'APAY', { version: 'RSA_v1' }],
  ['Google Pay', 'GPAY', {}],
  ['Click to Pay with a token', 'C2P', { form: 'TOKEN' }],
];
/** The card number itself: strong authentication decides. */
const plain: readonly [name: string, type: WalletType, given: Json][] = [
  ['Google Pay PAN_ONLY', 'GPAY', { authMethod: 'PAN_ONLY' }],
  ['Click to Pay with a card', 'C2P', { form: 'CARD' }],
];

for (const database of databasesOfTier) {
  describe(`wallets on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let shop: WalletShop;
    before(async () => {
      gateway = await sharedGateway(database);
      shop = await addWalletShop(gateway, { url: 'https://shop.example/' });
      // The first token sets up the merchant's certificates.
      await shop.instrument('APAY');
    });
    after(() => gateway?.release());
    const outcome = (reply: Reply) => outcomeOf(gateway, shop.token, paymentIdOf(reply));
    const pay = async (type: WalletType, given: Json, extra: Json = {}): Promise<Reply> =>
      shop.payWith(await shop.instrument(type, given), extra);

    for (const [name, type, options] of proven) {
      test(`${name}: approved without a challenge, even if the card has one`, async () => {
        for (const card of [cards.notEnrolled, cards.challenge]) {
          const reply = await pay(type, { ...options, card });
          const { end, transactions, acquirer } = await outcome(reply);
          assert.deepEqual([end, transactions], ['COMPLETED', ['AUTH COMPLETED']]);
          assert.match(acquirer.join(), /^APPROVED( eci 0[0-7])?$/);
          const { method, instrument } = await shop.read(paymentIdOf(reply));
          assert.equal(method, type);
          const shown = instrument as Json;
          assert.deepEqual([shown['type'], shown['organization']], [type, 'VISA']);
          assert.match(String(shown['cardMask']), /^\d{6}\*+\d{4}$/);
          assert.ok(!String(shown['cardMask']).startsWith(card.slice(0, 6)), 'not the card itself');
          const [charge] = (await gateway.chargesOf(paymentIdOf(reply))) as unknown as Json[];
          assert.equal(charge?.['cardLastFour'], card.slice(-4));
        }
      });

      test(`${name}: declined by the issuer`, async () => {
        const reply = await pay(type, { ...options, card: insufficientFunds });
        assert.equal((await outcome(reply)).end, 'REJECTED INSUFFICIENT_FUNDS');
      });

      test(`${name}: a soft decline is final, because there is nothing left to prove`, async () => {
        const device = { device: browserDevice() };
        const reply = await pay(type, { ...options, card: softDeclineInWallet }, device);
        const { end, transactions } = await outcome(reply);
        assert.equal(end, 'REJECTED SCA_REQUIRED');
        assert.deepEqual(transactions, ['AUTH REJECTED SCA_REQUIRED']);
      });

      test(`${name}: preauthorized, captured in part`, async () => {
        const reply = await pay(type, options, { options: { transKind: 'PREAUTH' } });
        await gateway.waitForStatus(shop.token, paymentIdOf(reply), 'COMPLETED');
        bodyOf(await shop.call('POST', paymentIdOf(reply), '/capture', { amount: 100.01 }));
        const captured = async () => (await shop.read(paymentIdOf(reply)))['capturedAmount'];
        await until(async () => (await captured()) === 100.01, 'the capture');
      });

      test(`${name}: cancelled after it has completed`, async () => {
        const reply = await pay(type, options);
        await gateway.waitForStatus(shop.token, paymentIdOf(reply), 'COMPLETED');
        bodyOf(await shop.call('POST', paymentIdOf(reply), '/cancel'));
        await gateway.waitForStatus(shop.token, paymentIdOf(reply), 'CANCELLED');
        const types = (await shop.transactions(paymentIdOf(reply))).map((one) => one['type']);
        assert.deepEqual(types, ['AUTH', 'REVERSAL']);
      });
    }

    for (const [name, type, options] of plain) {
      test(`${name}: waits for device data, then for the challenge`, async () => {
        const reply = await pay(type, { ...options, card: cards.challenge });
        const { status, dataRequest } = bodyOf(reply);
        assert.deepEqual([status, dataRequest], ['NEW', 'DEVICE']);
        const paymentId = paymentIdOf(reply);
        const sent = await shop.call('PATCH', paymentId, '', { device: browserDevice() });
        const { acsTxnId } = await challengeAfter(gateway, shop.token, sent);
        await passChallenge(gateway, acsTxnId);
        assert.deepEqual(await outcome(reply), completedOutcome('eci 05'));
        const { instrument } = await shop.read(paymentId);
        const shown = { type, cardMask: '491711******0007', organization: 'VISA' };
        assert.deepEqual(instrument, shown);
      });

      test(`${name}: a soft decline leads to a challenge`, async () => {
        const exempt = await addWalletShop(gateway, { sca: { lowValueLimits: { PLN: '130.00' } } });
        const instrument = await exempt.instrument(type, { ...options, card: cards.softDecline });
        const reply = await exempt.payWith(instrument, { device: browserDevice() });
        const paymentId = paymentIdOf(reply);
        const { acsTxnId } = await waitForChallenge(gateway, exempt.token, paymentId);
        await passChallenge(gateway, acsTxnId);
        const { end, acquirer } = await outcomeOf(gateway, exempt.token, paymentId);
        assert.equal(end, 'COMPLETED');
        assert.deepEqual(acquirer, ['DECLINED LOW_VALUE', 'APPROVED eci 05']);
      });
    }

    test('the ECI is sent to the acquirer only if the wallet gave one', async () => {
      for (const type of ['APAY', 'GPAY'] as const) {
        const without = await outcome(await pay(type, { eci: false }));
        assert.deepEqual(without, completedOutcome());
      }
    });

    test('amounts without decimals and with three decimals are compared exactly', async () => {
      for (const type of ['APAY', 'C2P'] as const) {
        for (const order of [
          { amount: 500, currency: 'JPY' },
          { amount: 1.234, currency: 'KWD' },
        ]) {
          const instrument = await shop.instrument(type, { ...order, form: undefined });
          const reply = await shop.payWith(instrument, { order });
          await gateway.waitForStatus(shop.token, paymentIdOf(reply), 'COMPLETED');
        }
      }
    });

    test('a page gets an Apple Pay session, another one if it asks, then pays', async () => {
      const body = { method: 'APAY', order: { amount: 123.45, currency: 'PLN' } };
      const created = bodyOf(await gateway.call('POST', base, { token: shop.token, body }));
      assert.deepEqual([created['status'], created['dataRequest']], ['NEW', 'INSTRUMENT']);
      const paymentId = String(created['paymentId']);
      const first = created['apaySession'] as Json | undefined;
      assert.equal(first?.['domainName'], 'shop.example');
      const again = bodyOf(
        await shop.call('PATCH', paymentId, '', { instrument: { type: 'APAY' } }),
      );
      assert.deepEqual(
        [again['dataRequest'], again['missingFields']],
        ['INSTRUMENT', ['instrument.token']],
      );
      const second = again['apaySession'] as Json;
      assert.notEqual(second['merchantSessionIdentifier'], first['merchantSessionIdentifier']);
      const { token } = await shop.instrument('APAY');
      const sent = await shop.call('PATCH', paymentId, '/instrument', { token });
      assert.equal(bodyOf(sent)['apaySession'], undefined);
      await gateway.waitForStatus(shop.token, paymentId, 'COMPLETED');
    });

    test('the session is for the page to which the customer returns, if it is named', async () => {
      const redirectOrigins = ['https://other.example'];
      const change = { token: gateway.adminKey, body: { settings: { redirectOrigins } } };
      bodyOf(await gateway.call('PATCH', `/v1/admin/merchants/${shop.merchantId}`, change));
      const merchant = { redirectURL: 'https://other.example/back' };
      const body = { method: 'APAY', merchant, order: { amount: 123.45, currency: 'PLN' } };
      const created = bodyOf(await gateway.call('POST', base, { token: shop.token, body }));
      const session = created['apaySession'] as Json | undefined;
      assert.equal(session?.['domainName'], 'other.example');
    });

    test('without a session the answer says what to set', async () => {
      const read = async (settings: Json) => {
        const change = { token: gateway.adminKey, body: { settings } };
        bodyOf(await gateway.call('PATCH', `/v1/admin/merchants/${shop.merchantId}`, change));
        const body = { method: 'APAY', order: { amount: 123.45, currency: 'PLN' } };
        const { apaySession, apaySessionInfo } = bodyOf(
          await gateway.call('POST', base, { token: shop.token, body }),
        );
        const domain = (apaySession as Json | undefined)?.['domainName'];
        assert.equal(domain === undefined, apaySessionInfo !== undefined, 'one of the two');
        return domain ?? apaySessionInfo;
      };
      const unknown =
        'The domain of your page is not known: send merchant.redirectURL with the payment, or ' +
        'let the operator set the url of the merchant.';
      const origins = ['https://one.example', 'https://two.example'];
      assert.equal(await read({ url: '', redirectOrigins: [] }), unknown);
      assert.equal(await read({ redirectOrigins: origins }), unknown, 'two are no answer');
      assert.equal(await read({ redirectOrigins: ['*'] }), unknown);
      assert.equal(await read({ redirectOrigins: ['https://one.example:8443'] }), 'one.example');
      assert.equal(await read({ url: 'https://shop.example/' }), 'shop.example', 'the url first');
    });

    test('the payment page has its own domain', async () => {
      const order = { amount: 123.45, currency: 'PLN' };
      const body = { channel: 'PAYWALL', method: 'APAY', order };
      const created = bodyOf(await gateway.call('POST', base, { token: shop.token, body }));
      const session = created['apaySession'] as Json | undefined;
      assert.equal(session?.['domainName'], new URL(gateway.url).hostname);
    });

    test('methods are offered to merchants that have what they need', async () => {
      await shop.instrument('APAY');
      const statuses = async ({ token }: { token: string }) => {
        const reply = await gateway.call('GET', `${base}/methods`, { token });
        const list = bodyOf(reply)['methods'] as { method: string; status: string }[];
        return Object.fromEntries(list.map(({ method, status }) => [method, status]));
      };
      const own = await statuses(shop);
      assert.deepEqual([own['APAY'], own['GPAY'], own['C2P']], ['ENABLED', 'ENABLED', 'ENABLED']);
      const bare = await statuses(await addMerchantClient(gateway));
      assert.deepEqual([bare['APAY'], bare['C2P']], ['DISABLED', 'DISABLED']);
    });

    test('a wallet payment is neither stored nor the first of a series', async () => {
      const instrument = await shop.instrument('GPAY');
      const refused = await shop.payWith(instrument, { options: { tokenize: true } });
      assert.equal(refused.status, 400);
      assert.match(refused.text, /options\.tokenize/);
      const series = await shop.payWith(instrument, { options: { recurring: 'INITIAL' } });
      assert.equal((await outcome(series)).end, 'REJECTED METHOD_NOT_SUPPORTED');
    });

    test('a card of one type is not used for another type', async () => {
      const typed = { type: 'CARD', instrumentNo: cards.frictionless, expDate: '203012' };
      const reply = await shop.payWith(typed);
      assert.equal(bodyOf(reply)['dataRequest'], 'CARD_CVV');
      const change = (id: string, body: Json) => shop.call('PATCH', id, '', body);
      const needs = async (id: string, body: Json) => {
        const { status, dataRequest, missingFields } = bodyOf(await change(id, body));
        return [status, dataRequest, missingFields];
      };
      const wallet = { instrument: { type: 'GPAY' } };
      // Twice: the first one changes the type of the payment.
      for (const body of [wallet, wallet, { ...wallet, device: browserDevice() }]) {
        const wanted = ['NEW', 'INSTRUMENT', ['instrument.token']];
        assert.deepEqual(await needs(paymentIdOf(reply), body), wanted);
      }
      const given = { authMethod: 'PAN_ONLY', card: cards.challenge };
      const second = await pay('GPAY', given);
      assert.equal(bodyOf(second)['dataRequest'], 'DEVICE');
      for (const cvv of ['123', '124']) {
        assert.deepEqual(await needs(paymentIdOf(second), { instrument: { type: 'CARD', cvv } }), [
          'NEW',
          'INSTRUMENT',
          ['instrument.instrumentNo', 'instrument.expDate'],
        ]);
      }
    });

    test('Click to Pay learns how each checkout ended', async () => {
      const paid = await pay('C2P', { form: 'TOKEN' });
      const declined = await pay('C2P', { form: 'TOKEN', card: insufficientFunds });
      const results = new Map([
        [paymentIdOf(paid), 'SUCCESS'],
        [paymentIdOf(declined), 'FAILURE'],
      ]);
      const isOwn = (one: Json) => results.has(String(one['paymentId']));
      let charges: Json[] = [];
      await until(async () => {
        const path = '/sandbox/c2p/confirmations';
        charges = bodyOf(await gateway.call<Json[]>('GET', path)).filter(isOwn);
        return charges.length === 2;
      }, 'two confirmations');
      for (const one of charges) {
        assert.equal(one['result'], results.get(String(one['paymentId'])));
        assert.deepEqual([one['dpaId'], one['amount']], [shop.dpaId, 123.45]);
      }
    });
  });
}
