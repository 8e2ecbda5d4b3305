// Network tokens on both databases: provisioned, declined, repeated after lost answers, converted
// from stored cards, shown as a picture, expired and discarded.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { addMerchantClient, card, refusalOf } from '../support/life/payments.ts';
import { tokenizationEvents, tokenizerClient } from '../support/life/tokens.ts';
import type { Token, TokenizerClient } from '../support/life/tokens.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { advance, DAY_SECONDS, moveClock } from '../support/sandbox.ts';
import { rowsOf } from '../support/tables.ts';
import { until } from '../support/waiting/until.ts';

const network = { kind: 'NETWORK' };
const mastercard = '5555555555554444';

for (const database of databasesOfTier) {
  describe(`network tokens on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let token: string;
    let shop: [merchantId: string, secret: string];
    let tokens: TokenizerClient;
    before(async () => {
      gateway = await exclusiveGateway(database);
      await moveClock(gateway, { freeze: true });
      const { merchantId, secret } = await gateway.addMerchant();
      shop = [merchantId, secret];
      token = await gateway.authenticate(...shop);
      tokens = tokenizerClient(gateway, token);
    });
    after(() => gateway?.release());
    /** Tokens at the service that were requested by this tokenization. */
    const atService = (tokenizerId: string): Promise<Json[]> =>
      rowsOf<Json>(
        gateway.installation,
        'select instrument_ref, status from sandbox.network_tokens where request_id = $1',
        [tokenizerId],
      );
    const endedAfterChecks = async (tokenizerId: string): Promise<Json> => {
      for (let tries = 0; tries < 20; tries += 1) {
        const record = await tokens.read(tokenizerId);
        if (record['status'] !== 'NEW' && record['status'] !== 'PENDING') return record;
        await advance(gateway, 10);
      }
      return assert.fail('the tokenization did not end');
    };

    test('a Visa card becomes a VTS token, a Mastercard a SCOF token', async () => {
      const visa = await tokens.tokenize(card.instrumentNo, network);
      assert.deepEqual(
        [visa.type, visa.status, visa.cardMask],
        ['VTS', 'ACTIVE', '411111******1111'],
      );
      assert.ok(visa.instrumentRef && visa['visualId'] && visa['visualURL']);
      const other = await tokens.tokenize(mastercard, network);
      assert.equal(other.type, 'SCOF');
      const again = await tokens.tokenize(card.instrumentNo, network);
      assert.equal(again.tokenId, visa.tokenId, 'the same card is not provisioned twice');
    });

    test('cards without a token service, and cards it declines, are rejected', async () => {
      const amex = { ...card, instrumentNo: '371449635398431', cvv: '1234' };
      const reply = await tokens.call('POST', '', { ...network, instrument: amex });
      const unsupported = await tokens.ended(String(reply.body['tokenizerId']));
      assert.deepEqual(
        [unsupported['status'], unsupported['rejectCode']],
        ['REJECTED', 'TOKENIZATION_NOT_SUPPORTED'],
      );
      const declined = await tokens.create('4000000000030009', network);
      const record = await tokens.ended(String(declined.body['tokenizerId']));
      assert.deepEqual(
        [record['status'], record['rejectCode']],
        ['REJECTED', 'TOKENIZATION_DECLINED'],
      );
      const held = () =>
        rowsOf(gateway.installation, 'select 1 from held_cards where payment_id = $1', [
          declined.body['tokenizerId'],
        ]);
      await until(async () => (await held()).length === 0, 'the removal of the card');
    });

    for (const [what, number] of [
      ['an unreadable answer', '4000000000030033'],
      ['a server error', '4000000000030041'],
    ] as const) {
      test(`${what} of the token service is asked for again with the same request`, async () => {
        const reply = await tokens.create(number, network);
        const tokenizerId = String(reply.body['tokenizerId']);
        await until(
          async () => (await atService(tokenizerId)).length > 0,
          'the request at the token service',
        );
        const blocked = await tokens.call('POST', `/${tokenizerId}/cancel`);
        assert.deepEqual(refusalOf(blocked), [409, 'OPERATION_IN_PROGRESS'], blocked.text);
        const record = await endedAfterChecks(tokenizerId);
        assert.equal(record['status'], 'COMPLETED', JSON.stringify(record));
        const [issued, ...more] = await atService(tokenizerId);
        assert.equal(more.length, 0);
        const stored = record['token'] as Token;
        assert.equal(stored.instrumentRef, issued?.['instrument_ref']);
      });
    }

    test('a tokenization that nobody finishes is cancelled', async () => {
      const reply = await tokens.call('POST', '', { options: { validTime: 60 } });
      const tokenizerId = String(reply.body['tokenizerId']);
      await advance(gateway, 59);
      assert.equal((await tokens.read(tokenizerId))['status'], 'NEW');
      await advance(gateway, 2);
      const events = () => tokenizationEvents(gateway.installation, tokenizerId);
      await until(async () => (await events()).length === 2, 'the event of the expiry');
      const [, last] = await events();
      assert.deepEqual([last?.['status'], last?.['rejectCode']], ['CANCELLED', 'EXPIRED']);
    });

    test('the picture has an ETag and no card number or name', async () => {
      const stored = await tokens.tokenize('4000000000000077', network);
      const path = String(stored['visualURL']);
      const image = { accept: 'image/svg+xml,image/*' };
      const picture = await gateway.call('GET', path, { token, headers: image });
      assert.equal(picture.status, 200, picture.text);
      assert.match(picture.text, /^<svg[\s\S]*<\/svg>\s*$/);
      assert.doesNotMatch(picture.text, /4000000000000077|[0-9]{12}/);
      assert.match(String(picture.headers.get('content-security-policy')), /sandbox/);
      const etag = String(picture.headers.get('etag'));
      const known = { headers: { ...image, 'if-none-match': etag }, token };
      assert.equal((await gateway.call('GET', path, known)).status, 304);
      const json = await gateway.call('GET', path, { token });
      assert.equal(json.body['mimeType'], 'image/svg+xml');
      assert.equal(Buffer.from(String(json.body['data']), 'base64').toString(), picture.text);
      assert.notEqual(json.headers.get('etag'), etag, 'each form has its own tag');
      const other = path.replace(/[^/]+$/, 'other');
      assert.deepEqual(refusalOf(await gateway.call('GET', other, { token })), [
        404,
        'VISUAL_NOT_FOUND',
      ]);
      const { token: stranger } = await addMerchantClient(gateway);
      assert.deepEqual(refusalOf(await gateway.call('GET', path, { token: stranger })), [
        404,
        'TOKEN_NOT_FOUND',
      ]);
    });

    test('a discarded token has no picture, also for who knows its address and tag', async () => {
      const kept = await tokens.tokenize(mastercard, network);
      const gone = await tokens.tokenize('4000000000000085', network);
      const path = String(gone['visualURL']);
      const read = (headers: Record<string, string> = {}) =>
        gateway.call('GET', path, { token, headers });
      const before = await read();
      assert.equal(before.status, 200, before.text);
      const { instrumentRef } = gone;
      assert.equal((await tokens.call('POST', '/discard', { instrumentRef })).status, 200);
      const etag = String(before.headers.get('etag'));
      for (const headers of [{}, { accept: 'image/*' }, { 'if-none-match': etag }]) {
        assert.deepEqual(refusalOf(await read(headers)), [404, 'TOKEN_NOT_FOUND']);
      }
      const other = await gateway.call('GET', String(kept['visualURL']), { token });
      assert.equal(other.status, 200, 'other tokens keep theirs');
    });

    test('stored cards are converted, tried first and repeated without harm', async () => {
      const numbers = [card.instrumentNo, mastercard, '371449635398431'];
      const customer = { extCustomerId: 'convert' };
      const stored: Token[] = [];
      for (const number of numbers) {
        const cvv = number.startsWith('37') ? '1234' : '123';
        const instrument = { ...card, instrumentNo: number, cvv };
        stored.push(await tokens.tokenize(number, { customer, instrument }));
      }
      const wanted = [...stored.map(({ instrumentNo }) => instrumentNo), 'unknown'];
      const convert = async (body: Json): Promise<Json[]> => {
        const reply = await tokens.call<Json[]>('POST', '/convert', body);
        assert.equal(reply.status, 200, reply.text);
        assert.deepEqual(
          reply.body.map(({ instrumentNo }) => instrumentNo),
          body['tokens'],
        );
        return reply.body;
      };
      const outcomes = (results: Json[]) =>
        results.map(({ status, rejectCode }) => [status, rejectCode].join(' ').trim());
      const expected = [
        'CONVERTED',
        'CONVERTED',
        'REJECTED TOKENIZATION_NOT_SUPPORTED',
        'REJECTED TOKEN_NOT_ACTIVE',
      ];
      const tried = await convert({ tokens: wanted, dryRun: true });
      assert.deepEqual(outcomes(tried), expected);
      assert.ok(tried.every((one) => one['token'] === undefined));
      const search = { customer };
      const before = await tokens.call<Token[]>('POST', '/search', search);
      assert.equal(before.body.length, 3, 'a dry run stores nothing');
      const first = await convert({ tokens: wanted });
      assert.deepEqual(outcomes(first), expected);
      assert.deepEqual(
        first.map((one) => (one['token'] as Token | undefined)?.type),
        ['VTS', 'SCOF', undefined, undefined],
      );
      assert.deepEqual(await convert({ tokens: wanted }), first, 'repeated, not provisioned again');
      const found = await tokens.call<Token[]>('POST', '/search', search);
      assert.deepEqual(
        found.body.map(({ type, status }) => `${type} ${status}`).sort(),
        ['COF ACTIVE', 'COF ACTIVE', 'COF ACTIVE', 'SCOF ACTIVE', 'VTS ACTIVE'],
        'the originals stay',
      );
    });

    test('convert repeats no card number that was sent by mistake', async () => {
      const body = { tokens: ['unknown', card.instrumentNo] };
      const reply = await tokens.call('POST', '/convert', body);
      assert.deepEqual(refusalOf(reply), [400, 'INVALID_REQUEST']);
      const [first] = reply.body['details'] as Json[];
      assert.equal(first?.['field'], 'tokens[1]');
      assert.doesNotMatch(reply.text, /4111111111111111/);
    });

    test('a stored card is not discarded while its conversion is unanswered', async () => {
      const customer = { extCustomerId: 'unanswered' };
      const stored = await tokens.tokenize(card.instrumentNo, { customer });
      const setFault = async (fault: Json): Promise<void> => {
        const body = { provider: 'tokens', ...fault };
        assert.equal((await gateway.call('POST', '/sandbox/faults', { body })).status, 200);
      };
      await setFault({ outage: true });
      const number = { tokens: [stored.instrumentNo] };
      const [pending] = (await tokens.call<Json[]>('POST', '/convert', number)).body;
      assert.equal(pending?.['status'], 'PENDING');
      const discard = () => tokens.call('POST', '/discard', { instrumentNo: stored.instrumentNo });
      assert.deepEqual(refusalOf(await discard()), [409, 'OPERATION_IN_PROGRESS']);
      await setFault({ clear: true });
      await advance(gateway, 60);
      const discarded = await discard();
      assert.equal(discarded.body['status'], 'DISCARDED', discarded.text);
      const found = await tokens.call<Token[]>('POST', '/search', { customer });
      assert.deepEqual(found.body.map(({ type, status }) => `${type} ${status}`).sort(), [
        'COF DISCARDED',
        'VTS ACTIVE',
      ]);
    });

    test('a discarded network token is deleted at the token service', async () => {
      const customer = { extCustomerId: 'discard' };
      const stored = await tokens.tokenize(card.instrumentNo, { ...network, customer });
      const body = { instrumentRef: stored.instrumentRef };
      const discarded = await tokens.call('POST', '/discard', body);
      assert.equal(discarded.body['status'], 'DISCARDED', discarded.text);
      const [row] = await rowsOf<Json>(
        gateway.installation,
        'select status from sandbox.network_tokens where instrument_ref = $1',
        [stored.instrumentRef],
      );
      assert.equal(row?.['status'], 'DELETED');
      const fresh = await tokens.tokenize(card.instrumentNo, { ...network, customer });
      assert.notEqual(fresh.tokenId, stored.tokenId);
    });

    test('after three months the process is gone, and the token still works', async () => {
      const customer = { extCustomerId: 'purge' };
      const cards = ['4000000000000077', mastercard];
      const created: Json[] = [];
      for (const number of cards) {
        const reply = await tokens.create(number, { ...network, customer });
        created.push(await tokens.ended(String(reply.body['tokenizerId'])));
      }
      const [kept, dropped] = created.map((one) => one['token'] as Token);
      await tokens.call('POST', '/discard', { tokenId: dropped?.tokenId });
      await advance(gateway, 93 * DAY_SECONDS);
      const later = tokenizerClient(gateway, await gateway.authenticate(...shop));
      for (const { tokenizerId } of created) {
        const gone = await later.call('GET', `/${String(tokenizerId)}`);
        assert.deepEqual(refusalOf(gone), [404, 'TOKENIZATION_NOT_FOUND']);
        assert.deepEqual(await tokenizationEvents(gateway.installation, String(tokenizerId)), []);
      }
      const found = await later.call<Token[]>('POST', '/search', { customer });
      assert.deepEqual(
        found.body.map(({ tokenId, status }) => [tokenId, status]),
        [[kept?.tokenId, 'ACTIVE']],
      );
    });
  });
}
