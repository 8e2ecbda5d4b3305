// The consent to save a card on the payment page (`saveCard`): the card of the try that succeeds
// becomes a token of the customer, and nothing else does. On both databases.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { cardOf, openPage, pageOf, textOf, type Page } from '../support/customers/page.ts';
import { blikClient } from '../support/life/blik.ts';
import { addMerchantClient } from '../support/life/payments.ts';
import { tokenizationEvents, tokenizerClient, type Token } from '../support/life/tokens.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { rowsOf } from '../support/tables.ts';
import { cards, passChallenge, waitForChallenge } from '../support/threeds/challenge.ts';
import { until } from '../support/waiting/until.ts';

const base = '/v1/ecommerce/payment';
const saves = { saveCard: true };
const MASTERCARD = '5555555555554444';
const refused = 'PENDING INSTRUMENT DO_NOT_HONOR';

for (const database of databasesOfTier) {
  describe(`saved cards on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let token: string;
    before(async () => {
      gateway = await sharedGateway(database);
      ({ token } = await addMerchantClient(gateway, { page: { savesCards: true } }));
    });
    after(() => gateway?.release());
    const newCustomer = (): Json => ({ customer: { extCustomerId: `c-${randomUUID()}` } });
    const read = async (paymentId: string, owner = token): Promise<Json> => {
      const reply = await gateway.call('GET', `${base}/${paymentId}`, { token: owner });
      assert.equal(reply.status, 200, reply.text);
      return reply.body;
    };
    const agreedAt = async (page: Page): Promise<string | undefined> => {
      const { saveCard } = (await read(page.paymentId))['given'] as { saveCard?: Json };
      return saveCard?.['agreedAt'] as string | undefined;
    };
    const listOf = async (page: Page, what: string): Promise<Json[]> => {
      const path = `${base}/${page.paymentId}/${what}`;
      return (await gateway.call<Json[]>('GET', path, { token: page.clientToken })).body;
    };
    /** What the page of the next payment of the customer offers. */
    const masksOf = async (customer: Json): Promise<unknown[]> => {
      const next = await openPage(gateway, token, customer);
      return (await listOf(next, 'cards')).map(({ cardMask }) => cardMask);
    };
    const offersToSave = async (page: Page): Promise<unknown> => {
      const { methods } = (await listOf(page, 'methods')) as unknown as { methods: Json[] };
      const [first, ...more] = methods.filter((one) => one['savesCards'] !== undefined);
      assert.equal(more.length, 0);
      return first && [first['method'], first['savesCards']];
    };
    const rowsFor = (page: Page, table: string): Promise<object[]> =>
      rowsOf(gateway.installation, `select 1 from ${table} where payment_id = $1`, [
        page.paymentId,
      ]);
    /** The token of a paid payment, once it is stored. */
    const savedBy = async (page: Page): Promise<Token> => {
      await page.becomes('COMPLETED');
      const tokenizerId = String((await read(page.paymentId))['tokenizerId']);
      const record = await tokenizerClient(gateway, token).ended(tokenizerId);
      assert.equal(record['status'], 'COMPLETED');
      const events = await tokenizationEvents(gateway.installation, tokenizerId);
      assert.deepEqual(
        events.map((event) => [event['status'], event['paymentId'], event['sequence']]),
        ['NEW', 'PENDING', 'COMPLETED'].map((status, index) => [status, page.paymentId, index + 1]),
      );
      await until(async () => (await rowsFor(page, 'held_cards')).length === 0, 'no held card');
      return record['token'] as Token;
    };
    const assertNothingSaved = async (page: Page): Promise<void> => {
      await page.becomes('COMPLETED');
      assert.equal((await read(page.paymentId))['tokenizerId'], undefined);
      for (const table of ['tokenizations', 'held_cards']) {
        assert.equal((await rowsFor(page, table)).length, 0, table);
      }
    };

    test('with consent the card becomes a token, which pays next time', async () => {
      const customer = newCustomer();
      const page = await openPage(gateway, token, customer);
      assert.deepEqual(await offersToSave(page), ['CARD', true]);
      const earliest = String((await read(page.paymentId))['createdAt']);
      await page.put(cardOf(cards.notEnrolled), saves);
      const { tokenId, instrumentNo } = await savedBy(page);
      const latest = String((await read(page.paymentId))['updatedAt']);
      const at = String(await agreedAt(page));
      assert.ok(earliest < at && at <= latest, [earliest, at, latest].join(' '));
      const seen = JSON.stringify([
        await read(page.paymentId, page.clientToken),
        await page.status(),
      ]);
      assert.ok(![instrumentNo, tokenId, 'agreedAt'].some((one) => seen.includes(one)), seen);
      const next = await openPage(gateway, token, customer);
      assert.deepEqual(
        (await listOf(next, 'cards')).map((one) => [one['tokenId'], one['cardMask']]),
        [[tokenId, '411111******1111']],
      );
      await next.put({ type: 'COF', tokenId });
      await assertNothingSaved(next);
    });

    for (const [what, number] of [
      ['a challenge', cards.challenge],
      ['a soft decline and a challenge', cards.softDecline],
    ] as const) {
      test(`the card is saved after ${what}`, async () => {
        const page = await openPage(gateway, token, newCustomer());
        await page.put(cardOf(number), saves);
        const { acsTxnId } = await waitForChallenge(gateway, page.clientToken, page.paymentId);
        await passChallenge(gateway, acsTxnId);
        assert.equal((await savedBy(page)).cardMask.slice(-4), number.slice(-4));
      });
    }

    test('a refused try saves nothing, and its consent is not used for the next card', async () => {
      const customer = newCustomer();
      const page = await openPage(gateway, token, customer);
      await page.put(cardOf(cards.declined), saves);
      await page.becomes(refused);
      assert.equal((await rowsFor(page, 'held_cards')).length, 0);
      assert.equal((await read(page.paymentId))['tokenizerId'], undefined);
      await page.put(cardOf(cards.notEnrolled), { saveCard: false });
      await assertNothingSaved(page);
      assert.equal(await agreedAt(page), undefined);
      assert.deepEqual(await masksOf(customer), []);
    });

    test('after a refused try only the card with a consent of its own is saved', async () => {
      const customer = newCustomer();
      const page = await openPage(gateway, token, customer);
      await page.put(cardOf(cards.declined), saves);
      await page.becomes(refused);
      await page.put(cardOf(MASTERCARD), saves);
      assert.equal((await savedBy(page)).cardMask, '555555******4444');
      assert.deepEqual(await masksOf(customer), ['555555******4444']);
    });

    test('after a refused try with consent BLIK pays, and nothing is saved', async () => {
      const blik = blikClient(gateway, token);
      const page = await openPage(gateway, token, newCustomer());
      await page.put(cardOf(cards.declined), saves);
      await page.becomes(refused);
      await page.put({ type: 'BLIK_CODE', code: await blik.code() });
      await blik.push({ paymentId: page.paymentId });
      await blik.answer({ paymentId: page.paymentId }, 'accept');
      await assertNothingSaved(page);
    });

    test('the code completes the card with its consent; another card needs its own', async () => {
      const incomplete = cardOf(MASTERCARD);
      delete incomplete['cvv'];
      const path = (page: Page) => `${base}/${page.paymentId}/instrument`;
      const page = await openPage(gateway, token, newCustomer());
      assert.equal(textOf(await page.put(incomplete, saves)), 'NEW CARD_CVV');
      const body = { cvv: '123' };
      await gateway.call('PATCH', path(page), { token: page.clientToken, body });
      assert.equal((await savedBy(page)).cardMask, '555555******4444');
      const otherPage = await openPage(gateway, token, newCustomer());
      assert.equal(textOf(await otherPage.put(incomplete, saves)), 'NEW CARD_CVV');
      await otherPage.put(cardOf(cards.notEnrolled));
      await assertNothingSaved(otherPage);
    });

    test('with options.tokenize the consent changes nothing: one token', async () => {
      const customer = newCustomer();
      const page = await openPage(gateway, token, { ...customer, options: { tokenize: true } });
      assert.equal(await offersToSave(page), undefined);
      await page.put(cardOf(cards.notEnrolled), saves);
      await page.becomes('COMPLETED');
      assert.equal((await rowsFor(page, 'tokenizations')).length, 1);
      await until(async () => (await masksOf(customer)).length === 1, 'the token');
    });

    test('a consent that cannot be used is refused, and the payment goes on', async () => {
      const { token: plain } = await addMerchantClient(gateway, {});
      const customer = newCustomer();
      const card = cardOf(cards.notEnrolled);
      const cof = { type: 'COF', instrumentNo: 'abc' };
      const blik = { type: 'BLIK_CODE', code: '777123' };
      const onlyCard = 'is possible only together with a card number';
      const cases: [owner: string, extra: Json, instrument: Json | undefined, message: string][] = [
        [token, customer, cof, onlyCard],
        [token, customer, blik, onlyCard],
        [token, customer, undefined, onlyCard],
        [token, { ...customer, options: { tokenize: true } }, cof, onlyCard],
        [token, {}, card, 'needs customer.extCustomerId in the payment'],
        [plain, customer, card, 'needs the merchant setting page.savesCards'],
      ];
      for (const [owner, extra, instrument, message] of cases) {
        const page = await openPage(gateway, owner, extra);
        if (owner === plain || extra === cases[4]?.[1]) {
          assert.equal(await offersToSave(page), undefined);
        }
        const reply = await page.ask(instrument as Json, saves);
        assert.equal(reply.status, 400, reply.text);
        assert.deepEqual(reply.body['details'], [{ field: 'saveCard', message }]);
        assert.equal(textOf(await page.status()), 'NEW INSTRUMENT');
        await page.put(card, { saveCard: false });
        await page.becomes('COMPLETED');
      }
    });

    test('other channels cannot save by consent', async () => {
      const order = { amount: 1, currency: 'PLN' };
      const body = { channel: 'WEBAPI', order, ...newCustomer() };
      const made = await gateway.call('POST', base, { token, body });
      const page = pageOf(gateway, String(made.body['paymentId']), token);
      const reply = await page.ask(cardOf(cards.notEnrolled), saves);
      const message = 'is possible only on the payment page (channel PAYWALL)';
      assert.deepEqual(
        [reply.status, reply.body['details']],
        [400, [{ field: 'saveCard', message }]],
      );
    });

    test('a retried payment does not repeat the consent', async () => {
      const customer = newCustomer();
      const page = await openPage(gateway, token, { ...customer, options: { repeat: false } });
      await page.put(cardOf(cards.declined), saves);
      await page.becomes('REJECTED DO_NOT_HONOR');
      assert.notEqual(await agreedAt(page), undefined);
      const path = `${base}/${page.paymentId}/retry`;
      const again = (await gateway.call('POST', path, { token })).body;
      const next = pageOf(gateway, String(again['paymentId']), String(again['clientToken']));
      assert.equal(await agreedAt(next), undefined);
      await next.put(cardOf(cards.notEnrolled));
      await assertNothingSaved(next);
    });
  });
}
