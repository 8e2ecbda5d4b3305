// What the gateway knows about a card number, on both databases: binInfo in its three forms,
// cardInfo, and refused cards.
import assert from 'node:assert/strict';
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
import { tokenizerClient } from '../support/life/tokens.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { assertErrorReply, assertReplyFits, operationsOf } from '../support/reply-check.ts';
import type { ApiOperation } from '../support/reply-check.ts';
import { cards, passChallenge, payToChallenge } from '../support/threeds/challenge.ts';
import { untilRangesKnown } from '../support/threeds/known-ranges.ts';
import { testCard, withCheckDigit } from '../support/threeds/test-card.ts';

const binPath = `${base}/binInfo`;
const cardPath = `${base}/cardInfo`;
const tokenizerPath = '/v1/ecommerce/tokenizer/binInfo';

const instrumentOf = (instrumentNo: string): Json => ({ type: 'CARD', instrumentNo });

/** A number with this length and these first digits. */
const number = (start: string, length: number): string =>
  withCheckDigit(start.padEnd(length - 1, '1'));

/** First digits, lengths, and the organization; null: none. */
const numbers: readonly (readonly [
  start: string,
  lengths: number[],
  organization: string | null,
])[] = [
  ['45', [13, 16, 18, 19], 'VISA'],
  ['2720', [16], 'MASTERCARD'],
  ['2721', [16], null],
];

/** Card, SDK versions (a dash: not sent), and the common version; null: none. */
const versions: readonly (readonly [
  card: string,
  start: string,
  end: string,
  common: string | null,
])[] = [
  [cards.upToVersion210, '2.2.0', '2.3.1', null],
  [cards.upToVersion220, '2.1.0', '2.3.1', '2.2.0'],
  [testCard('MAESTRO', 'challenge'), '-', '-', '2.2.0'],
];

const directoryServers = {
  VISA: 'A000000003',
  MASTERCARD: 'A000000004',
  MAESTRO: 'A000000004',
  AMEX: 'A000000025',
  DISCOVER: 'A000000152',
  JCB: 'A000000065',
  UNIONPAY: 'A000000333',
} as const;

for (const database of databasesOfTier) {
  describe(`card knowledge on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let operations: ApiOperation[];
    let merchant: MerchantClient;
    let token: string;
    before(async () => {
      gateway = await sharedGateway(database);
      await untilRangesKnown(gateway);
      operations = await operationsOf(gateway);
      merchant = await addMerchantClient(gateway);
      ({ token } = merchant);
    });
    after(() => gateway?.release());

    const ask = async (path: string, instrumentNo: string, more: Json = {}): Promise<Json> => {
      const body = { instrument: instrumentOf(instrumentNo), ...more };
      const reply = await gateway.call('POST', path, { token, body });
      assertReplyFits(operations, 'POST', path, reply);
      return reply.body;
    };

    test('distinguishes organizations by range and length', async () => {
      await Promise.all(
        numbers.flatMap(([start, lengths, organization]) =>
          lengths.map(async (length) => {
            const digits = number(start, length);
            const [bin, cardInfo] = await Promise.all([
              ask(binPath, digits),
              ask(cardPath, digits),
            ]);
            const found = [bin['organization'] ?? null, cardInfo['organization'] ?? null];
            assert.deepEqual(found, [organization, organization], digits);
            assert.match(String(cardInfo['cardMask']), /^\d{6}\*{2,9}\d{4}$/);
          }),
        ),
      );
    });

    test('binInfo returns the highest common version', async () => {
      for (const [digits, start, end, common] of versions) {
        const binInfo = await ask(binPath, digits, {
          channel: 'MOBILE',
          ...(start === '-' ? {} : { sdkStartProtocol: start }),
          ...(end === '-' ? {} : { sdkEndProtocol: end }),
        });
        assert.equal(binInfo['protocolVersion'] ?? null, common, `${digits} ${start} ${end}`);
      }
    });

    test('binInfo returns everything about an enrolled card, and little about others', async () => {
      assert.deepEqual(await ask(binPath, cards.methodThenChallenge), {
        organization: 'VISA',
        protocolVersion: '2.3.1',
        acsStartProtocol: '2.1.0',
        acsEndProtocol: '2.3.1',
        dsStartProtocol: '2.1.0',
        dsEndProtocol: '2.3.1',
        directoryServerId: 'A000000003',
        threeDSMethodURL: `${gateway.url}/sandbox/acs/method`,
        cardType: 'CREDIT',
        issuerCountry: 'PL',
      });
      assert.deepEqual(await ask(binPath, cards.notEnrolled), {
        organization: 'VISA',
        cardType: 'CREDIT',
        issuerCountry: 'PL',
      });
      for (const [organization, id] of Object.entries(directoryServers)) {
        const digits = testCard(organization as keyof typeof directoryServers, 'yes');
        assert.equal((await ask(binPath, digits))['directoryServerId'], id, organization);
      }
    });

    test('cardInfo returns what the table contains about the card', async () => {
      assert.deepEqual(await ask(cardPath, '4111-1111 1111 1111'), {
        organization: 'VISA',
        cardType: 'CREDIT',
        issuerName: 'Bramka Test Bank',
        issuerCountry: 'PL',
        currency: 'PLN',
        cardMask: '411111******1111',
        fundsTransfer: true,
      });
      assert.equal((await ask(cardPath, '378282246310005'))['fundsTransfer'], false);
      const unknown = await ask(cardPath, number('45', 16));
      assert.deepEqual(unknown, { organization: 'VISA', cardMask: '451111******1117' });
    });

    test('the first eight digits are enough, in a table or not', async () => {
      const known = await ask(binPath, '49171101');
      assert.deepEqual(known, await ask(binPath, cards.methodThenChallenge));
      const { cardMask, ...rest } = await ask(cardPath, cards.methodThenChallenge);
      assert.equal(cardMask, '491711******0006');
      assert.deepEqual(await ask(cardPath, '49171101'), rest, 'there is nothing to mask');
      assert.equal((await ask(binPath, '49171102'))['protocolVersion'], '2.1.0');
      assert.equal((await ask(binPath, '371449001'))['organization'], 'AMEX');
      for (const [digits, organization] of [
        ['45320000', 'VISA'],
        ['55000000', 'MASTERCARD'],
        ['34000000', 'AMEX'],
        ['3528000000', 'JCB'],
        ['99999999', undefined],
      ] as const) {
        for (const path of [binPath, cardPath]) {
          assert.equal((await ask(path, digits))['organization'], organization, digits);
        }
      }
    });

    test('refuses an invalid card number without echoing it', async () => {
      const refused: Json[] = [
        ...['4111111111111112', '4917110020000008', '411111', '4111111', '41111111x'].map(
          instrumentOf,
        ),
        ...['41111111111111111111111', '', '4917110a'].map(instrumentOf),
        { type: 'CARD' },
        { type: 'BLIK_CODE', code: '777123' },
        { type: 'CARD', encInstrumentNo: 'c2VjcmV0' },
      ];
      const paths = [binPath, cardPath, tokenizerPath];
      const check = async (path: string, body: Json): Promise<void> => {
        const reply = await gateway.call('POST', path, { token, body });
        assert.deepEqual(refusalOf(reply), [400, 'INVALID_REQUEST'], JSON.stringify(body));
        assertErrorReply(reply);
        const { traceId: _chance, ...told } = reply.body;
        assert.doesNotMatch(JSON.stringify(told), /4111|4917/);
      };
      const bodies = [{}, ...refused.map((instrument) => ({ instrument }))];
      await Promise.all(paths.flatMap((path) => bodies.map((body) => check(path, body))));
      await check(binPath, { instrument: instrumentOf(cards.challenge), sdkStartProtocol: 'two' });
    });

    test('binInfo of a payment describes its card while the payment has one', async () => {
      const sdk = { channel: 'MOBILE', sdkStartProtocol: '2.1.0', sdkEndProtocol: '2.2.0' };
      const binInfo = await ask(binPath, cards.challenge, sdk);
      assert.equal(binInfo['protocolVersion'], '2.2.0');
      const ofPayment = async (
        of: MerchantClient,
        paymentId: string,
        body?: Json,
      ): Promise<Json> => {
        const reply = await of.call('POST', paymentId, '/binInfo', body);
        assertReplyFits(operations, 'POST', `${base}/{paymentId}/binInfo`, reply);
        return reply.body;
      };
      const waiting = paymentIdOf(await merchant.create({ card: cards.challenge }));
      assert.deepEqual(await ofPayment(merchant, waiting, sdk), binInfo);
      assert.equal((await ofPayment(merchant, waiting))['protocolVersion'], '2.3.1');
      const { paymentId, acsTxnId } = await payToChallenge(gateway, { token });
      assert.deepEqual(await ofPayment(merchant, paymentId, sdk), binInfo, 'also in a challenge');
      await passChallenge(gateway, acsTxnId);
      await gateway.waitForStatus(token, paymentId, 'COMPLETED');
      const empty = await merchant.createWithoutInstrument({ channel: 'PAYWALL' });
      for (const without of [paymentId, paymentIdOf(empty)]) {
        const reply = await merchant.call('POST', without, '/binInfo', sdk);
        assert.deepEqual(refusalOf(reply), [409, 'NOT_IN_THIS_STATE']);
      }
      const page = merchantClientOf(gateway, bodyOf(empty)['clientToken'] as string);
      const { cvv: _, ...withoutCode } = { ...card, instrumentNo: cards.challenge };
      bodyOf(await page.call('PUT', paymentIdOf(empty), '/instrument', withoutCode));
      assert.deepEqual(await ofPayment(page, paymentIdOf(empty), sdk), binInfo);
      const strange = await page.call('POST', waiting, '/binInfo', sdk);
      assert.deepEqual(refusalOf(strange), [404, 'PAYMENT_NOT_FOUND']);
    });

    test('binInfo for tokenization is the same, for tokens of its own kind', async () => {
      const sdk = { sdkStartProtocol: '2.1.0', sdkEndProtocol: '2.1.0' };
      assert.deepEqual(
        await ask(tokenizerPath, cards.challenge, sdk),
        await ask(binPath, cards.challenge, sdk),
      );
      const body = { instrument: instrumentOf(cards.challenge) };
      for (const [resource, path] of [
        ['PAYMENT', tokenizerPath],
        ['TOKENIZER', binPath],
        ['TOKENIZER', cardPath],
      ] as const) {
        const narrow = await gateway.authenticate('10000001', undefined, { resource });
        const reply = await gateway.call('POST', path, { token: narrow, body });
        assert.deepEqual(refusalOf(reply), [403, 'TOKEN_NOT_FOR_THIS'], `${resource} ${path}`);
      }
    });

    test('a stored card of the merchant is looked up like its number, and is audited', async () => {
      const shop = await gateway.addMerchant();
      const owner = await gateway.authenticate(shop.merchantId, shop.secret);
      const tokens = tokenizerClient(gateway, owner);
      const lookUp = (path: string, instrument: Json, of = owner) =>
        gateway.call('POST', path, { token: of, body: { instrument } });
      const digits = '4111111111111111';
      const cof = await tokens.tokenize(digits);
      const byNumber = { type: 'COF', instrumentNo: cof.instrumentNo };
      for (const path of [binPath, cardPath, tokenizerPath]) {
        const plain = bodyOf(await lookUp(path, instrumentOf(digits)));
        const named = await lookUp(path, byNumber);
        assertReplyFits(operations, 'POST', path, named);
        assert.deepEqual(named.body, plain, path);
        const byId = await lookUp(path, { type: 'COF', tokenId: cof.tokenId });
        assert.deepEqual(bodyOf(byId), plain, path);
      }
      const networks = [
        ['VTS', digits, 'VISA', '411111******1111'],
        ['SCOF', '5555555555554444', 'MASTERCARD', '555555******4444'],
      ] as const;
      const stored: Json[] = [byNumber];
      for (const [type, number, organization, cardMask] of networks) {
        const token = await tokens.tokenize(number, { kind: 'NETWORK' });
        assert.equal(token.type, type);
        const instrument = { type, instrumentRef: token.instrumentRef };
        stored.push(instrument);
        const info = bodyOf(await lookUp(cardPath, instrument));
        assert.deepEqual([info['organization'], info['cardMask']], [organization, cardMask]);
        const bin = await lookUp(binPath, instrument);
        assertReplyFits(operations, 'POST', binPath, bin);
        assert.equal(bin.body['organization'], organization);
        const other = { type: type === 'VTS' ? 'SCOF' : 'VTS', instrumentRef: token.instrumentRef };
        assert.deepEqual(refusalOf(await lookUp(binPath, other)), [404, 'TOKEN_NOT_FOUND']);
        const asCof = { type: 'COF', instrumentNo: token.instrumentNo };
        assert.deepEqual(refusalOf(await lookUp(cardPath, asCof)), [404, 'TOKEN_NOT_FOUND']);
      }
      const uses = await gateway.call('GET', `/v1/admin/audit?tokenId=${cof.tokenId}`, {
        token: gateway.adminKey,
      });
      const rows = (bodyOf(uses)['uses'] as Json[]).filter(({ reason }) => reason === 'LOOK_UP');
      assert.equal(rows.length, 6);
      assert.ok(rows.every(({ actor }) => actor === `merchant:${shop.merchantId}`));
      for (const instrument of [
        ...stored.map((one) => ({ ...one, of: token })),
        { type: 'COF', instrumentNo: 'NOBODY', of: owner },
        { type: 'COF', tokenId: 'no-id', of: owner },
        { type: 'COF', tokenId: cof.tokenId, of: token },
        { type: 'VTS', tokenId: cof.tokenId, of: owner },
        { type: 'VTS', instrumentRef: 'nobody', of: owner },
      ]) {
        const { of, ...fields } = instrument as Json & { of: string };
        for (const path of [binPath, cardPath]) {
          const reply = await lookUp(path, fields, of);
          assert.deepEqual(refusalOf(reply), [404, 'TOKEN_NOT_FOUND'], JSON.stringify(fields));
        }
      }
      for (const [instrument, field] of [
        [{ type: 'COF' }, 'instrument.instrumentNo'],
        [{ type: 'VTS' }, 'instrument.instrumentRef'],
        [{ type: 'CARD', instrumentNo: cof.instrumentNo }, 'instrument.instrumentNo'],
      ] as const) {
        const reply = await lookUp(cardPath, instrument);
        assert.deepEqual(refusalOf(reply), [400, 'INVALID_REQUEST']);
        assert.equal((reply.body['details'] as Json[])[0]?.['field'], field);
      }
      bodyOf(await tokens.call('POST', '/discard', { tokenId: cof.tokenId }));
      assert.deepEqual(refusalOf(await lookUp(cardPath, byNumber)), [404, 'TOKEN_NOT_FOUND']);
    });

    test('customers look up nothing but the card of their payment', async () => {
      const made = await merchant.createWithoutInstrument({ channel: 'PAYWALL' });
      const client = String(made.body['clientToken']);
      for (const path of [binPath, cardPath, tokenizerPath]) {
        const body = { instrument: instrumentOf(cards.challenge) };
        const reply = await gateway.call('POST', path, { token: client, body });
        assert.deepEqual(refusalOf(reply), [403, 'TOKEN_NOT_FOR_THIS'], path);
      }
    });

    test('a card of an unsupported range is refused at creation and later', async () => {
      const digits = number('49171104', 16);
      assert.equal((await ask(cardPath, digits))['issuerName'], 'Voucher Test');
      const created = await merchant.create({ card: digits });
      const later = paymentIdOf(await merchant.createWithoutInstrument());
      const given = { ...card, instrumentNo: digits };
      const put = await merchant.call('PUT', later, '/instrument', given);
      for (const reply of [created, put]) {
        const { status, rejectCode } = bodyOf(reply);
        assert.deepEqual([status, rejectCode], ['REJECTED', 'UNSUPPORTED_BIN']);
        assert.deepEqual(await gateway.chargesOf(paymentIdOf(reply)), []);
      }
      const tooShort = await merchant.create({ card: number('45', 15) });
      assert.equal(tooShort.body['rejectCode'], 'UNSUPPORTED_BIN', 'Visa has no 15 digits');
    });
  });
}
