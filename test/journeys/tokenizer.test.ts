// Tokenizations on both databases: cards with and without 3-D Secure, step by step, by the CLIENT
// token, with a payment; tokens that are read, searched and discarded.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { addMerchantClient, card, refusalOf } from '../support/life/payments.ts';
import {
  tokenizationEvents,
  tokenizerClient,
  tokenizerPath,
  type Token,
  type TokenizerClient,
} from '../support/life/tokens.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { rowsOf } from '../support/tables.ts';
import { until } from '../support/waiting/until.ts';
import {
  browserDevice,
  cards,
  passChallenge,
  pendingChallengeIn,
  returnFromChallenge,
} from '../support/threeds/challenge.ts';

for (const database of databasesOfTier) {
  describe(`tokenizer on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let token: string;
    let tokens: TokenizerClient;
    before(async () => {
      gateway = await sharedGateway(database);
      ({ token } = await addMerchantClient(gateway));
      tokens = tokenizerClient(gateway, token);
    });
    after(() => gateway?.release());
    const statusesOf = async (tokenizerId: string): Promise<unknown[]> =>
      (await tokenizationEvents(gateway.installation, tokenizerId)).map(({ status }) => status);

    test('a card is stored as a token without its number', async () => {
      const reply = await tokens.create();
      assert.equal(reply.status, 200, reply.text);
      const tokenizerId = String(reply.body['tokenizerId']);
      assert.equal(reply.body['kind'], 'COF');
      const record = await tokens.ended(tokenizerId);
      const { tokenId, instrumentNo, createdAt, ...rest } = record['token'] as Token;
      assert.deepEqual(rest, {
        type: 'COF',
        cardMask: '411111******1111',
        expDate: '203912',
        organization: 'VISA',
        status: 'ACTIVE',
      });
      assert.match(instrumentNo, /^[B-V]{32}$/);
      assert.match(tokenId, /^[0-9a-f-]{36}$/);
      assert.ok(createdAt);
      assert.deepEqual(await statusesOf(tokenizerId), ['NEW', 'PENDING', 'COMPLETED']);
      const [first] = await tokenizationEvents(gateway.installation, tokenizerId);
      assert.deepEqual(Object.keys(first ?? {}), [
        ...['event', 'eventId', 'occurredAt', 'merchantId', 'status', 'channel'],
        ...['tokenizerId', 'sequence'],
      ]);
      const status = await tokens.call('GET', `/${tokenizerId}/status`);
      assert.deepEqual(status.body, { tokenizerId, status: 'COMPLETED', kind: 'COF' });
      const held = await rowsOf(
        gateway.installation,
        'select 1 from held_cards where payment_id = $1',
        [tokenizerId],
      );
      assert.equal(held.length, 0);
    });

    test('the verification is no payment of the merchant', async () => {
      const reply = await tokens.create();
      const tokenizerId = String(reply.body['tokenizerId']);
      await tokens.ended(tokenizerId);
      for (const rest of ['', '/status', '/transactions', '/methods', '/acsData', '/tokenizer']) {
        const read = await gateway.call('GET', `/v1/ecommerce/payment/${tokenizerId}${rest}`, {
          token,
        });
        assert.deepEqual(refusalOf(read), [404, 'PAYMENT_NOT_FOUND'], rest);
      }
      for (const verb of ['cancel', 'capture', 'retry', 'restore', 'binInfo']) {
        const path = `/v1/ecommerce/payment/${tokenizerId}/${verb}`;
        const reply = await gateway.call('POST', path, { token });
        assert.deepEqual(refusalOf(reply), [404, 'PAYMENT_NOT_FOUND'], verb);
      }
      const sums = await rowsOf<{ count: number }>(
        gateway.installation,
        'select count(*)::integer as count from ledger_transfers where payment_id = $1',
        [tokenizerId],
      );
      assert.deepEqual(sums, [{ count: 0 }]);
    });

    test('the customer is challenged, whatever the amount', async () => {
      const reply = await tokens.create(cards.challenge, { device: browserDevice() });
      assert.equal(reply.body['dataRequest'], 'CARD_3DS', reply.text);
      const tokenizerId = String(reply.body['tokenizerId']);
      const { acsTxnId } = pendingChallengeIn(reply);
      await passChallenge(gateway, acsTxnId);
      const record = await tokens.ended(tokenizerId);
      assert.equal(record['status'], 'COMPLETED');
      assert.deepEqual(await statusesOf(tokenizerId), ['NEW', 'PENDING', 'COMPLETED']);
    });

    test('a declined card is not stored', async () => {
      const reply = await tokens.create(cards.declined);
      const tokenizerId = String(reply.body['tokenizerId']);
      const { status, rejectCode, token: none } = await tokens.ended(tokenizerId);
      assert.deepEqual([status, rejectCode, none], ['REJECTED', 'DO_NOT_HONOR', undefined]);
      const events = await tokenizationEvents(gateway.installation, tokenizerId);
      assert.equal(events.at(-1)?.['rejectCode'], 'DO_NOT_HONOR');
    });

    test('an unsupported card is rejected at once; a repeated request says the same', async () => {
      const instrument = { ...card, instrumentNo: '9999999999999995' };
      const request = { token, body: { instrument }, headers: { 'idempotency-key': randomUUID() } };
      const [first, again] = [
        await gateway.call('POST', tokenizerPath, request),
        await gateway.call('POST', tokenizerPath, request),
      ];
      const { status, rejectCode, rejectInfo } = first.body;
      assert.deepEqual([status, rejectCode], ['REJECTED', 'UNSUPPORTED_BIN'], first.text);
      assert.ok(rejectInfo);
      assert.deepEqual(again.body, first.body);
      assert.deepEqual(await statusesOf(String(first.body['tokenizerId'])), ['NEW', 'REJECTED']);
    });

    test('the customer returns to the shop with the tokenizerId', async () => {
      const shop = await addMerchantClient(gateway, { redirectOrigins: ['https://shop.example'] });
      const own = tokenizerClient(gateway, shop.token);
      const reply = await own.create(cards.challenge, {
        device: browserDevice(),
        merchant: { redirectURL: 'https://shop.example/cards' },
      });
      const { acsTxnId } = pendingChallengeIn(reply);
      const back = await passChallenge(gateway, acsTxnId);
      const returned = await returnFromChallenge(gateway, back);
      const location = new URL(String(returned.headers.get('location')));
      assert.equal(location.origin + location.pathname, 'https://shop.example/cards');
      assert.deepEqual([...location.searchParams], [['tokenizerId', reply.body['tokenizerId']]]);
    });

    test('data follows step by step', async () => {
      const bare = await tokens.call('POST', '', { customer: { extCustomerId: 'c-1' } });
      assert.equal(bare.body['dataRequest'], 'INSTRUMENT', bare.text);
      const tokenizerId = String(bare.body['tokenizerId']);
      const { cvv, ...withoutCode } = { ...card, instrumentNo: cards.frictionless };
      const put = await tokens.call('PUT', `/${tokenizerId}/instrument`, withoutCode);
      assert.equal(put.body['dataRequest'], 'CARD_CVV', put.text);
      const patch = await tokens.call('PATCH', `/${tokenizerId}/instrument`, { cvv });
      assert.equal(patch.body['dataRequest'], 'DEVICE', patch.text);
      const device = await tokens.call('PATCH', `/${tokenizerId}`, { device: browserDevice() });
      assert.equal(device.status, 200, device.text);
      assert.equal((await tokens.ended(tokenizerId))['status'], 'COMPLETED');
    });

    test('an unfinished tokenization is cancelled; a finished one is not', async () => {
      const bare = await tokens.call('POST', '', {});
      const tokenizerId = String(bare.body['tokenizerId']);
      const cancelled = await tokens.call('POST', `/${tokenizerId}/cancel`);
      assert.equal(cancelled.body['status'], 'CANCELLED', cancelled.text);
      assert.deepEqual(await statusesOf(tokenizerId), ['NEW', 'CANCELLED']);
      const again = await tokens.call('POST', `/${tokenizerId}/cancel`);
      assert.deepEqual(refusalOf(again), [409, 'NOT_IN_THIS_STATE']);
      const late = await tokens.call('PUT', `/${tokenizerId}/instrument`, card);
      assert.deepEqual(refusalOf(late), [409, 'NOT_IN_THIS_STATE']);
    });

    test('the same card of the same customer keeps its token; others get their own', async () => {
      const customer = (extCustomerId: string) => ({ customer: { extCustomerId } });
      const number = '4242424242424242';
      const [first, again, otherToken] = [
        await tokens.tokenize(number, customer('same')),
        await tokens.tokenize(number, {
          ...customer('same'),
          instrument: { ...card, instrumentNo: number, expDate: '204001' },
        }),
        await tokens.tokenize(number, customer('other')),
      ];
      assert.equal(again.tokenId, first.tokenId);
      assert.equal(again['expDate'], '204001');
      assert.notEqual(otherToken.tokenId, first.tokenId);
    });

    test('tokens are found by number, card, mask and customer', async () => {
      const number = '4000056655665556';
      const stored = await tokens.tokenize(number, { customer: { extCustomerId: 'search' } });
      const search = async (body: Json): Promise<unknown[]> => {
        const reply = await tokens.call<Token[]>('POST', '/search', body);
        assert.equal(reply.status, 200, reply.text);
        return reply.body.map(({ tokenId }) => tokenId);
      };
      assert.deepEqual(await search({ instrumentNo: stored.instrumentNo }), [stored.tokenId]);
      assert.deepEqual(await search({ instrumentNo: number }), [stored.tokenId]);
      assert.deepEqual(await search({ cardMask: stored.cardMask }), [stored.tokenId]);
      const customer = { extCustomerId: 'search' };
      assert.deepEqual(await search({ customer }), [stored.tokenId]);
      assert.deepEqual(await search({ customer, cardMask: '411111******1111' }), []);
      assert.equal((await tokens.call('POST', '/search', {})).status, 400);
    });

    test('a search refuses an empty filter instead of dropping it', async () => {
      const { cardMask } = await tokens.tokenize('4000056655665556', {
        customer: { extCustomerId: 'not-asked-for' },
      });
      for (const [body, field] of [
        [{ cardMask, customer: { extCustomerId: '' } }, 'customer.extCustomerId'],
        [{ cardMask, instrumentRef: '' }, 'instrumentRef'],
        [{ cardMask, instrumentNo: '' }, 'instrumentNo'],
        [{ cardMask: '', customer: { extCustomerId: 'not-asked-for' } }, 'cardMask'],
      ] as const) {
        const { status, body: refusal } = await tokens.call<Json>('POST', '/search', body);
        const details = [{ field, message: 'must not be empty' }];
        assert.deepEqual([status, refusal['details']], [400, details]);
      }
    });

    test('a discarded token keeps nothing of its card', async () => {
      const reply = await tokens.create('4000000000000077');
      const tokenizerId = String(reply.body['tokenizerId']);
      const record = await tokens.ended(tokenizerId);
      const { tokenId } = record['token'] as Token;
      const discarded = await tokens.call('POST', `/${tokenizerId}/discard`);
      assert.equal(discarded.body['status'], 'DISCARDED', discarded.text);
      const [row] = await rowsOf<Json>(
        gateway.installation,
        `select status, key_version, sealed_row_key, sealed_card, fingerprint
         from card_tokens where token_id = $1`,
        [tokenId],
      );
      assert.deepEqual(row, {
        status: 'DISCARDED',
        key_version: null,
        sealed_row_key: null,
        sealed_card: null,
        fingerprint: null,
      });
      assert.deepEqual((await statusesOf(tokenizerId)).slice(-1), ['DISCARDED']);
      const again = await tokens.call('POST', '/discard', { tokenId });
      assert.equal(again.body['status'], 'DISCARDED', again.text);
    });

    test('a payment with options.tokenize stores its card', async () => {
      const reply = await gateway.payByCard({
        token,
        extra: { options: { tokenize: true }, customer: { extCustomerId: 'with-payment' } },
      });
      const { paymentId, tokenizerId } = reply.body as Record<string, string>;
      assert.ok(paymentId && tokenizerId, reply.text);
      const record = await tokens.ended(tokenizerId);
      assert.equal(record['status'], 'COMPLETED');
      const path = `/v1/ecommerce/payment/${paymentId}/tokenizer`;
      const ofPayment = await gateway.call('GET', path, { token });
      assert.deepEqual(ofPayment.body, record);
      const events = await tokenizationEvents(gateway.installation, tokenizerId);
      assert.deepEqual(
        events.map((event) => [event['status'], event['paymentId']]),
        [
          ['NEW', paymentId],
          ['PENDING', paymentId],
          ['COMPLETED', paymentId],
        ],
      );
      const plain = await gateway.payByCard({ token });
      const none = `/v1/ecommerce/payment/${String(plain.body['paymentId'])}/tokenizer`;
      assert.deepEqual(refusalOf(await gateway.call('GET', none, { token })), [
        404,
        'TOKENIZATION_NOT_FOUND',
      ]);
    });

    test('options.tokenize needs a card number and the customer', async () => {
      const order = { amount: 1, currency: 'PLN' };
      const options = { tokenize: true };
      for (const body of [
        { order, options, method: 'BLIK' },
        { order, options, instrument: { type: 'BLIK_CODE', code: '777123' } },
        { order, options, instrument: { type: 'COF', instrumentNo: 'B'.repeat(32) } },
        {
          order,
          instrument: card,
          options: { ...options, recurring: 'SUBSEQUENT', refPaymentId: crypto.randomUUID() },
        },
      ]) {
        const reply = await gateway.call('POST', '/v1/ecommerce/payment', { token, body });
        assert.equal(reply.status, 400, reply.text);
        const [first] = reply.body['details'] as Json[];
        assert.equal(first?.['field'], 'options.tokenize');
      }
    });

    test('a payment that the customer pays by BLIK stores nothing', async () => {
      const body = { order: { amount: 1, currency: 'PLN' }, options: { tokenize: true } };
      const made = await gateway.call('POST', '/v1/ecommerce/payment', { token, body });
      const { paymentId, tokenizerId } = made.body as Record<string, string>;
      const blik = { instrument: { type: 'BLIK_CODE', code: '777123' }, device: browserDevice() };
      const path = `/v1/ecommerce/payment/${String(paymentId)}/instrument`;
      const put = await gateway.call('PUT', path, { token, body: blik });
      assert.equal(put.status, 200, put.text);
      await gateway.waitForStatus(token, String(paymentId), 'COMPLETED');
      const record = await tokens.ended(String(tokenizerId));
      assert.deepEqual(
        [record['status'], record['rejectCode']],
        ['REJECTED', 'METHOD_NOT_SUPPORTED'],
      );
    });

    test('a cancelled tokenization leaves its payment alone, and keeps no card', async () => {
      const reply = await gateway.payByCard({
        token,
        card: cards.challenge,
        extra: { options: { tokenize: true }, device: browserDevice() },
      });
      const { paymentId, tokenizerId } = reply.body as Record<string, string>;
      const cancelled = await tokens.call('POST', `/${String(tokenizerId)}/cancel`);
      assert.equal(cancelled.body['status'], 'CANCELLED', cancelled.text);
      const text = 'select 1 from tokenization_checks where tokenizer_id = $1';
      const checks = await rowsOf(gateway.installation, text, [tokenizerId]);
      assert.equal(checks.length, 1, 'a job releases the card if this process ends');
      await passChallenge(gateway, pendingChallengeIn(reply).acsTxnId);
      await gateway.waitForStatus(token, String(paymentId), 'COMPLETED');
      const held = () =>
        rowsOf(gateway.installation, 'select 1 from held_cards where payment_id = $1', [paymentId]);
      await until(async () => (await held()).length === 0, 'the removal of the held card');
      assert.equal((await tokens.read(String(tokenizerId)))['status'], 'CANCELLED');
    });

    test('a declined payment with options.tokenize stores nothing', async () => {
      const reply = await gateway.payByCard({
        token,
        card: cards.declined,
        extra: { options: { tokenize: true } },
      });
      const record = await tokens.ended(String(reply.body['tokenizerId']));
      assert.deepEqual([record['status'], record['rejectCode']], ['REJECTED', 'DO_NOT_HONOR']);
    });

    test('another merchant finds nothing', async () => {
      const stored = await tokens.tokenize();
      const reply = await tokens.create();
      const tokenizerId = String(reply.body['tokenizerId']);
      const otherTokens = tokenizerClient(gateway, (await addMerchantClient(gateway)).token);
      const unknown = crypto.randomUUID();
      for (const [method, rest, body] of [
        ['GET', ''],
        ['GET', '/status'],
        ['PATCH', '', { device: browserDevice() }],
        ['PUT', '/instrument', card],
        ['PATCH', '/instrument', { cvv: '123' }],
        ['POST', '/cancel'],
        ['POST', '/discard'],
      ] as const) {
        const [real, reply] = [
          await otherTokens.call(method, `/${tokenizerId}${rest}`, body),
          await otherTokens.call(method, `/${unknown}${rest}`, body),
        ];
        assert.deepEqual(refusalOf(real), [404, 'TOKENIZATION_NOT_FOUND'], `${method} ${rest}`);
        assert.deepEqual(withoutTrace(real.body), withoutTrace(reply.body));
      }
      for (const body of [{ instrumentNo: stored.instrumentNo }, { tokenId: stored.tokenId }]) {
        assert.deepEqual(refusalOf(await otherTokens.call('POST', '/discard', body)), [
          404,
          'TOKEN_NOT_FOUND',
        ]);
      }
      const searched = await otherTokens.call<Json[]>('POST', '/search', {
        instrumentNo: card.instrumentNo,
      });
      assert.deepEqual(searched.body, []);
    });

    test('the page of a tokenization completes it, but does not get the token', async () => {
      const reply = await tokens.call('POST', '', { channel: 'PAYWALL' });
      const { clientToken, tokenizerId, redirectURL } = reply.body as Record<string, string>;
      assert.ok(clientToken && tokenizerId && redirectURL, reply.text);
      const shown = await fetch(redirectURL);
      const text = await shown.text();
      assert.equal(shown.status, 200);
      assert.doesNotMatch(text, /\D0\.00/, 'no amount');
      assert.match(text, /<title>Save your card for /);
      const page = tokenizerClient(gateway, clientToken);
      const put = await page.call('PUT', `/${tokenizerId}/instrument`, card);
      assert.equal(put.status, 200, put.text);
      const seen = await page.ended(tokenizerId);
      assert.deepEqual(seen, { tokenizerId, status: 'COMPLETED', kind: 'COF' });
      const all = await tokens.read(tokenizerId);
      assert.equal((all['token'] as Token).status, 'ACTIVE');
      const path = `${tokenizerPath}/${tokenizerId}/discard`;
      const refused = await gateway.call('POST', path, { token: clientToken });
      assert.equal(refused.status, 403, refused.text);
    });
  });
}

function withoutTrace({ traceId: _traceId, ...rest }: Json): Json {
  return rest;
}
