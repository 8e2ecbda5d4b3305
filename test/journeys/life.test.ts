// Operations after creation, on both databases: holds adjusted, captured and released, payments
// reversed, links replaced, failed payments retried, orders searched.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Json } from '../support/client.ts';
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
import { cards } from '../support/threeds/challenge.ts';

for (const database of databasesOfTier) {
  describe(`the life of payments on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let operations: ApiOperation[];
    let merchant: MerchantClient;
    before(async () => {
      gateway = await sharedGateway(database);
      operations = await operationsOf(gateway);
      merchant = await addMerchantClient(gateway);
    });
    after(() => gateway?.release());

    const amounts = async (paymentId: string): Promise<unknown[]> => {
      const { status, authorizedAmount, capturedAmount } = await merchant.read(paymentId);
      return [status, authorizedAmount, capturedAmount];
    };
    /** The acquirer's record: result, authorized and captured amount of the authorization. */
    const charged = async (paymentId: string): Promise<unknown[]> => {
      const all = (await gateway.chargesOf(paymentId)) as unknown as Json[];
      const first = all.find((one) => one['verb'] === 'authorize');
      return [first?.['result'], first?.['authorizedMinor'], first?.['capturedMinor']];
    };
    const withdraw = (paymentId: string, transId: string) =>
      merchant.call('POST', paymentId, `/transactions/${transId}/cancel`, { reason: 'CLIENT' });

    test('a hold is adjusted up and down as often as needed, then captured in part', async () => {
      const paymentId = await merchant.preauthorize(100);
      for (const amount of [150, 120.5, 300, 80]) {
        const reply = await merchant.call('POST', paymentId, '/adjustment', { amount });
        assertReplyFits(operations, 'POST', `${base}/{paymentId}/adjustment`, reply);
        assert.equal(reply.body['authorizedAmount'], amount);
        assert.equal(reply.body['transactionStatus'], 'COMPLETED');
        assert.equal(reply.body['dataRequest'], 'CAPTURE');
      }
      const tooMuch = await merchant.call('POST', paymentId, '/capture', { amount: 80.01 });
      assert.deepEqual(refusalOf(tooMuch), [422, 'CAPTURE_EXCEEDS_AUTHORIZATION']);
      const body = { amount: 30, description: 'first night' };
      const captured = await merchant.call('POST', paymentId, '/capture', body);
      assertReplyFits(operations, 'POST', `${base}/{paymentId}/capture`, captured);
      assert.deepEqual(
        [captured.body['capturedAmount'], captured.body['dataRequest']],
        [30, undefined],
      );
      assert.deepEqual(await amounts(paymentId), ['COMPLETED', 30, 30]);
      assert.deepEqual(await charged(paymentId), ['APPROVED', '8000', '3000']);
      const list = await merchant.transactions(paymentId);
      assert.deepEqual(
        list.map((one) => [one['type'], one['status'], one['amount']]),
        [
          ['PREAUTH', 'COMPLETED', 100],
          ...[150, 120.5, 300, 80].map((amount) => ['ADJUSTMENT', 'COMPLETED', amount]),
          ['CAPTURE', 'COMPLETED', 30],
        ],
      );
      const again = await merchant.call('POST', paymentId, '/capture', { amount: 50 });
      assert.deepEqual(refusalOf(again), [409, 'ALREADY_CAPTURED'], 'the rest is released');
    });

    test('an adjustment is withdrawn, and the one before it is the latest', async () => {
      const paymentId = await merchant.preauthorize(100);
      const first = await merchant.adjust(paymentId, 150);
      const second = await merchant.adjust(paymentId, 90);
      const older = await withdraw(paymentId, first);
      assert.deepEqual(refusalOf(older), [409, 'NOT_THE_LATEST_ADJUSTMENT']);
      const reply = await withdraw(paymentId, second);
      assertReplyFits(
        operations,
        'POST',
        `${base}/{paymentId}/transactions/{transId}/cancel`,
        reply,
      );
      assert.deepEqual([reply.body['transId'], reply.body['status']], [second, 'CANCELLED']);
      assert.deepEqual(await amounts(paymentId), ['COMPLETED', 150, 0]);
      const twice = await withdraw(paymentId, second);
      assert.deepEqual(refusalOf(twice), [409, 'NOT_THE_LATEST_ADJUSTMENT']);
      bodyOf(await withdraw(paymentId, first));
      assert.deepEqual(await amounts(paymentId), ['COMPLETED', 100, 0]);
      assert.deepEqual(await charged(paymentId), ['APPROVED', '10000', '0']);
      const third = await merchant.adjust(paymentId, 70);
      bodyOf(await merchant.call('POST', paymentId, '/capture'));
      assert.deepEqual(await amounts(paymentId), ['COMPLETED', 70, 70]);
      assert.deepEqual(refusalOf(await withdraw(paymentId, third)), [409, 'ALREADY_CAPTURED']);
      const [preauth] = await merchant.transactions(paymentId);
      const hold = await withdraw(paymentId, preauth?.['transId'] as string);
      assert.deepEqual(refusalOf(hold), [409, 'NOT_AN_ADJUSTMENT']);
      const unknown = await withdraw(paymentId, randomUUID());
      assert.deepEqual(refusalOf(unknown), [404, 'TRANSACTION_NOT_FOUND']);
    });

    test('cancelling releases a hold, reverses a sale and is refused after a capture', async () => {
      const cases = [
        { paymentId: await merchant.preauthorize(40), reason: 'FRAUD' },
        { paymentId: await merchant.pay({ amount: 40 }), reason: 'CLIENT' },
      ];
      for (const { paymentId, reason } of cases) {
        const reply = await merchant.call('POST', paymentId, '/cancel', { reason });
        assertReplyFits(operations, 'POST', `${base}/{paymentId}/cancel`, reply);
        const code = reason === 'CLIENT' ? 'CANCELLED_BY_CUSTOMER' : undefined;
        assert.deepEqual([reply.body['status'], reply.body['rejectCode']], ['CANCELLED', code]);
        assert.deepEqual(await amounts(paymentId), ['CANCELLED', 0, 0]);
        assert.deepEqual(await charged(paymentId), ['VOID', '0', '0']);
        const last = (await merchant.transactions(paymentId)).at(-1);
        assert.deepEqual(
          [last?.['type'], last?.['status'], last?.['amount']],
          ['REVERSAL', 'COMPLETED', 40],
        );
      }
      const captured = await merchant.preauthorize(40);
      bodyOf(await merchant.call('POST', captured, '/capture', { amount: 10 }));
      const refused = await merchant.call('POST', captured, '/cancel');
      assert.deepEqual(refusalOf(refused), [409, 'ALREADY_CAPTURED']);
      assert.deepEqual(await charged(captured), ['APPROVED', '4000', '1000']);
    });

    test('a PAYWALL payment has link and CLIENT token; a new pair ends the old one', async () => {
      const created = await merchant.createWithoutInstrument({ channel: 'PAYWALL' });
      assertReplyFits(operations, 'POST', base, created);
      const paymentId = paymentIdOf(created);
      const link = created.body['redirectURL'] as string;
      const client = merchantClientOf(gateway, created.body['clientToken'] as string);
      assert.ok(link.startsWith(`${gateway.url}/`) && link.includes(paymentId), link);
      assert.equal((await client.read(paymentId))['status'], 'NEW');
      const restored = await merchant.call('POST', paymentId, '/restore');
      assertReplyFits(operations, 'POST', `${base}/{paymentId}/restore`, restored);
      assert.equal(restored.body['paymentId'], paymentId);
      assert.notEqual(restored.body['redirectURL'], link);
      const old = [
        await client.call('GET', paymentId),
        await client.call('GET', paymentId, '/status'),
        await client.call('GET', paymentId, '/methods'),
        await client.call('PUT', paymentId, '/instrument', card),
        await client.call('POST', paymentId, '/cancel'),
      ];
      for (const reply of old) assert.deepEqual(refusalOf(reply), [401, 'CLIENT_TOKEN_INVALID']);
      const fresh = merchantClientOf(gateway, restored.body['clientToken'] as string);
      bodyOf(await fresh.call('PUT', paymentId, '/instrument', card));
      await gateway.waitForStatus(fresh.token, paymentId, 'COMPLETED');
      const late = await merchant.call('POST', paymentId, '/restore');
      assert.deepEqual(refusalOf(late), [409, 'NOT_IN_THIS_STATE']);
      const back = await fresh.call('POST', paymentId, '/cancel');
      assert.deepEqual(refusalOf(back), [403, 'TOKEN_NOT_FOR_THIS'], 'paid: only for the merchant');
    });

    test('only the latest link shows the payment', async () => {
      const created = await merchant.createWithoutInstrument({ channel: 'PAYWALL', amount: 77 });
      const link = created.body['redirectURL'] as string;
      const reply = await fetch(link);
      const text = await reply.text();
      assert.equal(reply.status, 200);
      assert.match(text, /PLN\s77\.00/);
      const restored = await merchant.call('POST', paymentIdOf(created), '/restore');
      const old = await fetch(link);
      assert.equal(old.status, 404);
      assert.doesNotMatch(await old.text(), /77\.00/);
      assert.equal((await fetch(restored.body['redirectURL'] as string)).status, 200);
    });

    test('a retry is a new payment of the same order; the old one does not change', async () => {
      const orderId = randomUUID();
      const onPage = { channel: 'PAYWALL', repeat: false };
      const wanted = { orderId, amount: 77, card: cards.declined, ...onPage };
      const failed = await merchant.pay(wanted, 'REJECTED');
      const [first, rows] = [await merchant.read(failed), await merchant.transactions(failed)];
      const reply = await merchant.call('POST', failed, '/retry');
      assertReplyFits(operations, 'POST', `${base}/{paymentId}/retry`, reply);
      const { paymentId, status, dataRequest, clientToken } = reply.body;
      assert.notEqual(paymentId, failed);
      assert.deepEqual([status, dataRequest], ['NEW', 'INSTRUMENT']);
      assert.ok(clientToken, 'a PAYWALL payment is retried with a link of its own');
      const fresh = await merchant.read(paymentId as string);
      assert.deepEqual(fresh['order'], first['order']);
      bodyOf(await merchant.call('PUT', paymentId as string, '/instrument', card));
      await gateway.waitForStatus(merchant.token, paymentId as string, 'COMPLETED');
      assert.deepEqual(
        [await merchant.read(failed), await merchant.transactions(failed)],
        [first, rows],
      );
      const third = paymentIdOf(await merchant.call('POST', failed, '/retry'));
      const second = await merchant.call('PUT', third, '/instrument', card);
      assert.deepEqual(refusalOf(second), [409, 'ORDER_ALREADY_PAID']);
      assert.deepEqual(await gateway.chargesOf(third), [], 'no provider was asked');
      const searched = await gateway.call<string[]>('POST', `${base}/search`, {
        token: merchant.token,
        body: { extOrderId: orderId },
      });
      assertReplyFits(operations, 'POST', `${base}/search`, searched);
      assert.deepEqual(searched.body, [paymentId, third, failed], 'the paid one, then the newest');
    });

    test("search finds exact order ids of the caller's own payments only", async () => {
      const otherMerchant = await addMerchantClient(gateway);
      const orderId = `A-${randomUUID()}`;
      const mine = paymentIdOf(await merchant.createWithoutInstrument({ orderId }));
      const theirs = paymentIdOf(await otherMerchant.createWithoutInstrument({ orderId }));
      await merchant.createWithoutInstrument({ orderId: `${orderId}-2` });
      const search = async (of: MerchantClient, body: Json): Promise<unknown> =>
        bodyOf(await gateway.call('POST', `${base}/search`, { token: of.token, body }));
      assert.deepEqual(await search(merchant, { extOrderId: orderId }), [mine]);
      assert.deepEqual(await search(otherMerchant, { extOrderId: orderId }), [theirs]);
      assert.deepEqual(await search(merchant, { extOrderId: orderId.toLowerCase() }), []);
      assert.deepEqual(await search(merchant, { extOrderId: orderId.slice(0, -1) }), []);
      assert.deepEqual(await search(merchant, { extOrderId: '%' }), []);
    });

    test('search filters by every field of merchant and agent', async () => {
      const shop = await addMerchantClient(gateway, { redirectOrigins: ['https://shop.example'] });
      const extOrderId = `parties-${randomUUID()}`;
      const party = {
        merchantName: 'Flowers',
        name: 'Flower shop',
        mcc: '5992',
        url: 'https://shop.example/a',
        terminalId: 'T-1',
        location: {
          street: 'Prosta 1',
          postal: '00-001',
          city: 'Warszawa',
          state: 'PL-14',
          country: 'PL',
          countryOfOrigin: 'POL',
        },
        taxId: '5250000000',
        amexMerchantId: '123456789012345',
        dpaId: 'dpa-1',
        organizationId: 'org-1',
        redirectURL: 'https://shop.example/back',
        acsNotificationURL: 'https://shop.example/3ds',
      };
      const order = { amount: 10, currency: 'PLN', extOrderId };
      const make = async (extra: Json): Promise<string> => {
        const body = { order, ...extra };
        return paymentIdOf(await gateway.call('POST', base, { token: shop.token, body }));
      };
      const paymentIds = {
        merchant: await make({ merchant: party }),
        agent: await make({ agent: party }),
        bare: await make({}),
      };
      const all = [paymentIds.bare, paymentIds.agent, paymentIds.merchant];
      const search = async (extra: Json): Promise<unknown> => {
        const body = { extOrderId, ...extra };
        return bodyOf(await gateway.call('POST', `${base}/search`, { token: shop.token, body }));
      };
      for (const name of ['merchant', 'agent'] as const) {
        for (const [field, value] of Object.entries(party)) {
          // A payment has one of each address, whoever named it.
          const found = field.endsWith('URL')
            ? [paymentIds.agent, paymentIds.merchant]
            : [paymentIds[name]];
          const asked = { [name]: { [field]: value } };
          assert.deepEqual(await search(asked), found, `${name}.${field}`);
          if (field === 'location') continue;
          const other = field === 'mcc' ? '5993' : `${(value as string).slice(-14)}x`;
          assert.deepEqual(await search({ [name]: { [field]: other } }), [], `${name}.${field}`);
        }
        for (const [field, value] of Object.entries(party.location)) {
          const asked = (text: string) => ({ [name]: { location: { [field]: text } } });
          assert.deepEqual(await search(asked(value)), [paymentIds[name]], `${name} ${field}`);
          const other = field.startsWith('country') ? 'DE' : `${value}x`;
          assert.deepEqual(await search(asked(other)), [], `${name} ${field}`);
        }
        assert.deepEqual(await search({ [name]: party }), [paymentIds[name]]);
        const mixed = { ...party, terminalId: 'T-2' };
        assert.deepEqual(await search({ [name]: mixed }), [], 'every field counts');
        assert.deepEqual(await search({ [name]: {} }), all);
        assert.deepEqual(await search({ [name]: { location: {}, taxId: null } }), all);
      }
      const { redirectURL } = party;
      const two = { merchant: { redirectURL }, agent: { redirectURL: 'https://shop.example/b' } };
      assert.deepEqual(await search(two), []);
    });

    test('an agent acts and searches only for the merchant of its token', async () => {
      const agent = await gateway.addMerchant();
      const named = { agent: { merchantId: agent.merchantId } };
      const bound = { agents: [agent.merchantId] };
      const [left, right, stranger] = [
        await gateway.addMerchant(bound),
        await gateway.addMerchant(bound),
        await gateway.addMerchant(),
      ];
      const tokenFor = (merchantId: string) =>
        gateway.authenticate(merchantId, agent.secret, named);
      const [forLeft, forRight] = [
        merchantClientOf(gateway, await tokenFor(left.merchantId)),
        merchantClientOf(gateway, await tokenFor(right.merchantId)),
      ];
      const unbound = { merchant: { merchantId: stranger.merchantId }, secret: agent.secret };
      const refused = await gateway.call('POST', '/v1/ecommerce/auth', {
        body: { ...unbound, ...named },
      });
      assert.deepEqual(refusalOf(refused), [401, 'CREDENTIALS_INVALID']);
      const orderId = randomUUID();
      const paid = await forLeft.pay({ orderId });
      const waits = paymentIdOf(await forRight.createWithoutInstrument({ orderId }));
      const own = await gateway.authenticate(stranger.merchantId, stranger.secret);
      paymentIdOf(await merchantClientOf(gateway, own).createWithoutInstrument({ orderId }));
      assert.deepEqual(refusalOf(await forRight.call('GET', paid)), [404, 'PAYMENT_NOT_FOUND']);
      const cancelled = await forRight.call('POST', paid, '/cancel');
      assert.deepEqual(refusalOf(cancelled), [404, 'PAYMENT_NOT_FOUND']);
      const search = (extra: Json) =>
        gateway.call('POST', `${base}/search`, {
          token: forRight.token,
          body: { extOrderId: orderId, ...extra },
        });
      assert.deepEqual(bodyOf(await search({})), [waits]);
      const ofShop = await gateway.authenticate(right.merchantId, right.secret);
      const shops = paymentIdOf(
        await merchantClientOf(gateway, ofShop).createWithoutInstrument({ orderId }),
      );
      assert.deepEqual(bodyOf(await search({})), [shops, waits], 'whoever made them');
      assert.deepEqual(bodyOf(await search(named)), [waits], 'made through the agent');
      const searchAsShop = (extra: Json) =>
        gateway.call('POST', `${base}/search`, {
          token: ofShop,
          body: { extOrderId: orderId, ...extra },
        });
      assert.deepEqual(bodyOf(await searchAsShop({})), [shops, waits]);
      assert.deepEqual(bodyOf(await searchAsShop(named)), [waits]);
      const empty = { merchantId: '' };
      const invalid = [400, 'INVALID_REQUEST'];
      assert.deepEqual(refusalOf(await searchAsShop({ agent: empty })), invalid);
      assert.deepEqual(refusalOf(await searchAsShop({ merchant: empty })), invalid);
      const one = { merchant: { merchantId: left.merchantId } };
      assert.deepEqual(
        refusalOf(await search(one)),
        [403, 'MERCHANT_MISMATCH'],
        'bound to it, too',
      );
      const foreign = await search({ merchant: { merchantId: stranger.merchantId } });
      assert.deepEqual(refusalOf(foreign), [403, 'MERCHANT_MISMATCH']);
      const asStranger = await search({ agent: { merchantId: stranger.merchantId } });
      assert.deepEqual(refusalOf(asStranger), [403, 'MERCHANT_MISMATCH']);
    });
  });
}
