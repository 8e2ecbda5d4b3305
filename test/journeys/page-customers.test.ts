// Customers whom the shop knows, on the payment page: stored cards by their tokenId, BLIK without a
// code, and the consent to save the shop at BLIK. On both databases.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { cardOf, openPage, textOf, type Page } from '../support/customers/page.ts';
import { blikClient } from '../support/life/blik.ts';
import { addMerchantClient } from '../support/life/payments.ts';
import { tokenizerClient, type Token } from '../support/life/tokens.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { browserDevice, cards } from '../support/threeds/challenge.ts';
import { until } from '../support/waiting/until.ts';

const base = '/v1/ecommerce/payment';
/** The setting with which the page offers stored cards. */
const saving = { page: { savesCards: true } };

for (const database of databasesOfTier) {
  describe(`known customers on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let token: string;
    before(async () => {
      gateway = await sharedGateway(database);
      ({ token } = await addMerchantClient(gateway, { name: 'Flower shop', ...saving }));
    });
    after(() => gateway?.release());
    const customerOf = (extCustomerId: string): Json => ({ customer: { extCustomerId } });
    const listOf = async (page: Page, what: string): Promise<Json[]> => {
      const path = `${base}/${page.paymentId}/${what}`;
      const reply = await gateway.call<Json[]>('GET', path, { token: page.clientToken });
      assert.equal(reply.status, 200, reply.text);
      return reply.body;
    };
    const blikOf = async (page: Page): Promise<Json | undefined> => {
      const { methods } = (await listOf(page, 'methods')) as unknown as { methods: Json[] };
      return methods.find(({ method }) => method === 'BLIK');
    };
    /** Stores a card for this customer with a payment. */
    const storeCard = async (extCustomerId: string, owner = token): Promise<void> => {
      const body = {
        channel: 'WEBAPI',
        order: { amount: 1, currency: 'PLN' },
        instrument: cardOf(cards.notEnrolled),
        options: { tokenize: true },
        ...customerOf(extCustomerId),
      };
      const made = await gateway.call('POST', base, { token: owner, body });
      assert.equal(made.status, 200, made.text);
      const path = `/v1/ecommerce/tokenizer/${String(made.body['tokenizerId'])}/status`;
      const isStored = async () =>
        (await gateway.call('GET', path, { token: owner })).body['status'] === 'COMPLETED';
      await until(isStored, 'the token');
    };

    test('a stored card pays by its tokenId; only the own customer sees it', async () => {
      const id = `customer-${randomUUID()}`;
      await storeCard(id);
      const page = await openPage(gateway, token, customerOf(id));
      const [saved, ...more] = await listOf(page, 'cards');
      assert.ok(saved && more.length === 0);
      const { tokenId, ...shown } = saved;
      assert.deepEqual(shown, {
        type: 'COF',
        cardMask: '411111******1111',
        organization: 'VISA',
        expDate: '203512',
        codeRequired: false,
      });
      for (const extra of [{}, customerOf(`other-${id}`)]) {
        const other = await openPage(gateway, token, extra);
        assert.deepEqual(await listOf(other, 'cards'), []);
        const refused = await other.put({ type: 'COF', tokenId });
        assert.equal(textOf(refused), 'NEW INSTRUMENT TOKEN_NOT_ACTIVE');
      }
      const { token: foreign } = await addMerchantClient(gateway, saving);
      const stranger = await openPage(gateway, foreign, customerOf(id));
      assert.deepEqual(await listOf(stranger, 'cards'), []);
      for (const wrong of [
        { type: 'COF', tokenId },
        { type: 'VTS', tokenId },
        { type: 'COF', tokenId: randomUUID() },
        { type: 'COF', tokenId: 'x' },
      ]) {
        const to = wrong.type === 'COF' && wrong.tokenId === tokenId ? stranger : page;
        assert.equal(textOf(await to.put(wrong)), 'NEW INSTRUMENT TOKEN_NOT_ACTIVE');
      }
      const body = { instrument: { type: 'COF', tokenId, instrumentNo: '123' } };
      const path = `${base}/${page.paymentId}/instrument`;
      const both = await gateway.call('PUT', path, { token, body });
      const [detail] = both.body['details'] as Json[];
      assert.deepEqual([both.status, detail?.['field']], [400, 'instrument.tokenId']);
      await page.put({ type: 'COF', tokenId });
      await page.becomes('COMPLETED');
    });

    test('a merchant whose page saves no cards offers none, and none pays by tokenId', async () => {
      const { merchantId, secret } = await gateway.addMerchant(saving);
      const login = () => gateway.authenticate(merchantId, secret);
      const id = `customer-${randomUUID()}`;
      await storeCard(id, await login());
      const before = await openPage(gateway, await login(), customerOf(id));
      const [saved] = await listOf(before, 'cards');
      assert.ok(saved);
      const changed = await gateway.call('PATCH', `/v1/admin/merchants/${merchantId}`, {
        token: gateway.adminKey,
        body: { settings: { page: { savesCards: false } } },
      });
      assert.equal(changed.status, 200, changed.text);
      const page = await openPage(gateway, await login(), customerOf(id));
      assert.deepEqual(await listOf(page, 'cards'), []);
      const refused = await page.put({ type: 'COF', tokenId: saved['tokenId'] });
      assert.equal(textOf(refused), 'NEW INSTRUMENT TOKEN_NOT_ACTIVE');
    });

    /** What a customer could know of a stored card besides its id. */
    const byNumber = ({ type, instrumentNo, instrumentRef }: Token): Json =>
      type === 'COF' ? { type, instrumentNo } : { type, instrumentRef };
    const byId = ({ type, tokenId }: Token): Json => ({ type, tokenId });

    test('a customer names a stored card by its id only, a merchant also by number', async () => {
      const customerId = `customer-${randomUUID()}`;
      const cardsOf = tokenizerClient(gateway, token);
      const network = { kind: 'NETWORK', ...customerOf(customerId) };
      const stored = [
        await cardsOf.tokenize(undefined, customerOf(customerId)),
        await cardsOf.tokenize(undefined, network),
        await cardsOf.tokenize('5555555555554444', network),
      ];
      assert.deepEqual(
        stored.map(({ type }) => type),
        ['COF', 'VTS', 'SCOF'],
      );
      for (const one of stored) {
        for (const customer of [customerId, `other-${customerId}`, undefined]) {
          const extra = customer === undefined ? {} : customerOf(customer);
          const page = await openPage(gateway, token, extra);
          const field = one.type === 'COF' ? 'instrumentNo' : 'instrumentRef';
          for (const method of ['PUT', 'PATCH']) {
            const path = `${base}/${page.paymentId}/instrument`;
            const body = { instrument: byNumber(one), device: browserDevice() };
            const reply = await gateway.call(method, path, { token: page.clientToken, body });
            assert.deepEqual([reply.status, reply.body['code']], [403, 'TOKEN_NOT_FOR_THIS']);
            const [detail] = reply.body['details'] as Json[];
            assert.equal(detail?.['field'], `instrument.${field}`);
          }
          assert.equal(textOf(await page.status()), 'NEW INSTRUMENT');
          await page.put(byId(one));
          const isOwn = customer === customerId;
          await page.becomes(isOwn ? 'COMPLETED' : 'NEW INSTRUMENT TOKEN_NOT_ACTIVE');
        }
        const byMerchant = await openPage(gateway, token);
        const path = `${base}/${byMerchant.paymentId}/instrument`;
        const body = { instrument: byNumber(one), device: browserDevice() };
        const reply = await gateway.call('PUT', path, { token, body });
        assert.equal(reply.status, 200, reply.text);
        await byMerchant.becomes('COMPLETED');
      }
    });

    test('the fields of a stored card without its type are those of its number', async () => {
      const strict = await addMerchantClient(gateway, { storedCardCode: 'REQUIRED', ...saving });
      const cardsOf = tokenizerClient(gateway, strict.token);
      const { instrumentNo } = await cardsOf.tokenize(undefined, customerOf('a'));
      const { instrumentNo: otherNumber } = await cardsOf.tokenize(undefined, customerOf('b'));
      const instrument = { type: 'COF', instrumentNo };
      const page = await openPage(gateway, strict.token, { ...customerOf('a'), instrument });
      assert.equal(textOf(await page.status()), 'NEW CARD_CVV');
      const path = `${base}/${page.paymentId}/instrument`;
      const send = (body: Json) => gateway.call('PATCH', path, { token: page.clientToken, body });
      const swapped = await send({ instrumentNo: otherNumber, cvv: '123' });
      assert.deepEqual([swapped.status, swapped.body['code']], [403, 'TOKEN_NOT_FOR_THIS']);
      const sent = await send({ cvv: '123', ...browserDevice() });
      assert.equal(sent.status, 200, sent.text);
      await page.becomes('COMPLETED');
    });

    test('the merchant requires the code of stored cards: the payment waits for it', async () => {
      const settings = { storedCardCode: 'REQUIRED', ...saving };
      const { token: strict } = await addMerchantClient(gateway, settings);
      await storeCard('c', strict);
      const page = await openPage(gateway, strict, customerOf('c'));
      const [saved] = await listOf(page, 'cards');
      assert.equal(saved?.['codeRequired'], true);
      const { tokenId } = saved;
      assert.equal(textOf(await page.put({ type: 'COF', tokenId })), 'NEW CARD_CVV');
      await page.put({ type: 'COF', tokenId, cvv: '123' });
      await page.becomes('COMPLETED');
    });

    test('the shop is saved at BLIK with consent, and pays without a code afterwards', async () => {
      const id = `blik-${randomUUID()}`;
      const blik = blikClient(gateway, token);
      const first = await openPage(gateway, token, customerOf(id));
      const { oneClick, registerAlias } = (await blikOf(first)) ?? {};
      assert.deepEqual([oneClick, registerAlias], [undefined, true]);
      const code = { type: 'BLIK_CODE', code: await blik.code() };
      await first.put(code, { registerAlias: true });
      const { saves } = await blik.push({ paymentId: first.paymentId });
      assert.deepEqual([saves?.['type'], saves?.['alias'] ?? id], ['UID', id]);
      await blik.answer({ paymentId: first.paymentId }, 'accept');
      await first.becomes('COMPLETED');
      const second = await openPage(gateway, token, { ...customerOf(id), order: { amount: 49 } });
      await until(async () => (await blikOf(second))?.['oneClick'] === true, 'OneClick');
      await second.put({ type: 'BLIK_UID' });
      await second.becomes('COMPLETED');
      const unknown = await openPage(gateway, token);
      const refused = await unknown.ask({ type: 'BLIK_UID' });
      const [detail] = refused.body['details'] as Json[];
      assert.deepEqual([refused.status, detail?.['field']], [400, 'instrument.alias']);
      const path = `${base}/${unknown.paymentId}/methods`;
      const { text } = await gateway.call('GET', path, { token: unknown.clientToken });
      assert.ok(!text.includes('oneClick') && !text.includes('registerAlias'));
    });

    test('a customer pays with no alias of others, and not under an agreement', async () => {
      const blik = blikClient(gateway, token);
      const code = { type: 'BLIK_CODE', code: await blik.code() };
      const alias = `victim-${randomUUID()}`;
      const customerId = `own-${randomUUID()}`;
      const forMerchant = 'TOKEN_NOT_FOR_THIS instrument';
      const rows: [extra: Json, instrument: Json, expected: string][] = [
        [customerOf(customerId), { type: 'BLIK_UID', alias }, `403 ${forMerchant}.alias`],
        [{}, { type: 'BLIK_UID', alias }, `403 ${forMerchant}.alias`],
        [customerOf(customerId), { ...code, alias }, `403 ${forMerchant}.alias`],
        [
          customerOf(customerId),
          { type: 'BLIK_PAYID', alias: customerId },
          `403 ${forMerchant}.type`,
        ],
        [customerOf(customerId), { type: 'BLIK_PAYID' }, `403 ${forMerchant}.type`],
      ];
      for (const [extra, instrument, expected] of rows) {
        const page = await openPage(gateway, token, extra);
        const { status, body } = await page.ask(instrument);
        const [detail] = body['details'] as Json[];
        const found = [status, body['code'], detail?.['field']].map(String).join(' ');
        assert.equal(found, expected);
        assert.equal(textOf(await page.status()), 'NEW INSTRUMENT');
      }
      const page = await openPage(gateway, token, customerOf(customerId));
      const card = await page.ask(cardOf(cards.notEnrolled), { registerAlias: true });
      const [detail] = card.body['details'] as Json[];
      assert.deepEqual([card.status, detail?.['field']], [400, 'registerAlias']);
    });

    test('without consent nothing is saved', async () => {
      const blik = blikClient(gateway, token);
      const page = await openPage(gateway, token, customerOf(`plain-${randomUUID()}`));
      await page.put({ type: 'BLIK_CODE', code: await blik.code() }, { registerAlias: false });
      const { saves } = await blik.push({ paymentId: page.paymentId });
      assert.ok(saves === undefined || saves === null, JSON.stringify(saves));
      await blik.answer({ paymentId: page.paymentId }, 'accept');
      await page.becomes('COMPLETED');
    });
  });
}
