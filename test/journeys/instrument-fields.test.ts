// Instruments without their type, which their fields tell, and the payload that every type may
// have. On both databases.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { cardOf, openPage } from '../support/customers/page.ts';
import { blikDevice } from '../support/life/blik.ts';
import {
  addMerchantClient,
  base,
  bodyOf,
  card,
  paymentIdOf,
  refusalOf,
  type MerchantClient,
} from '../support/life/payments.ts';
import { tokenizerClient } from '../support/life/tokens.ts';
import { addWalletShop } from '../support/life/wallets.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { rowsOf } from '../support/tables.ts';
import { cards } from '../support/threeds/challenge.ts';

const { type: _type, ...cardFields } = card;
const DECLINED = 'PENDING INSTRUMENT DO_NOT_HONOR';

for (const database of databasesOfTier) {
  describe(`fields of instruments on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let merchant: MerchantClient;
    before(async () => {
      gateway = await sharedGateway(database);
      merchant = await addMerchantClient(gateway, { recurringAllowed: true });
    });
    after(() => gateway?.release());
    const newPayment = async (extra: Json = {}): Promise<string> => {
      const reply = await merchant.create({}, { instrument: null, method: null, ...extra });
      return paymentIdOf(reply);
    };
    const put = (paymentId: string, instrument: Json): Promise<Reply> =>
      merchant.call('PUT', paymentId, '/instrument', { instrument, device: blikDevice });
    const typeOf = async (paymentId: string): Promise<unknown> =>
      ((await merchant.read(paymentId))['instrument'] as Json)['type'];
    const payloadOf = async (paymentId: string): Promise<unknown> => {
      const given = (await merchant.read(paymentId))['given'] as Json | undefined;
      return (given?.['instrument'] as Json | undefined)?.['payload'];
    };
    const fieldOf = (reply: Reply): unknown => {
      assert.deepEqual(refusalOf(reply), [400, 'INVALID_REQUEST'], reply.text);
      return (reply.body['details'] as Json[])[0]?.['field'];
    };

    test('PUT without a type: the fields tell it', async () => {
      const rows: [instrument: Json, type: string, extra?: Json][] = [
        [cardFields, 'CARD'],
        [{ ...cardFields, payload: 'any' }, 'CARD'],
        [{ code: '777123' }, 'BLIK_CODE'],
        [{ code: '777123', provider: 'blik', payload: 'any' }, 'BLIK_CODE'],
        [{ alias: 'one-click', app: '1' }, 'BLIK_UID'],
        [{ bank: '3' }, 'PBL'],
        [{ bankId: 3, payload: 'any' }, 'PBL'],
        [{ payload: 'any' }, 'C2P'],
        [{ token: 'dA==' }, 'APAY', { method: 'APAY' }],
        [{ token: 'dA==', payload: 'any' }, 'GPAY', { method: 'GPAY' }],
      ];
      const shop = await addWalletShop(gateway, {});
      await shop.instrument('APAY');
      const create = async (extra: Json = {}): Promise<string> =>
        paymentIdOf(await shop.create({}, { instrument: null, method: null, ...extra }));
      for (const [instrument, type, extra] of rows) {
        for (const body of [
          { ...instrument, ...blikDevice },
          { instrument, device: blikDevice },
        ]) {
          const paymentId = await create(extra);
          const reply = await shop.call('PUT', paymentId, '/instrument', body);
          assert.equal(reply.status, 200, reply.text);
          const shown = (await shop.read(paymentId))['instrument'] as Json;
          assert.equal(shown['type'], type, JSON.stringify(body));
        }
      }
    });

    test('PUT without a type: fields of several types, or of none together, need it', async () => {
      for (const instrument of [
        { token: 'dA==' },
        { instrumentRef: 'any' },
        { tokenId: 'any' },
        { alias: 'one-click' },
        { code: '777123', cvv: '123' },
      ]) {
        const paymentId = await newPayment();
        assert.equal(fieldOf(await put(paymentId, instrument)), 'instrument.type');
      }
      const incomplete = await put(await newPayment(), { instrumentNo: card.instrumentNo });
      assert.equal(fieldOf(incomplete), 'instrument.expDate', 'PUT needs the whole instrument');
    });

    test('the next try may be of another method, also without a type', async () => {
      const page = await openPage(gateway, merchant.token);
      await page.put(cardOf(cards.declined));
      await page.becomes(DECLINED);
      await page.put({ code: '777123' });
      await page.becomes('COMPLETED');
      assert.equal(await typeOf(page.paymentId), 'BLIK_CODE');
      const limited = await openPage(gateway, merchant.token, { method: 'CARD' });
      assert.equal(fieldOf(await limited.ask({ code: '777123' })), 'instrument.type');
    });

    test('a tokenization takes a card without its type', async () => {
      const tokens = tokenizerClient(gateway, merchant.token);
      const made = bodyOf(await tokens.call('POST', '', {}));
      const path = `/${String(made['tokenizerId'])}`;
      bodyOf(await tokens.call('PUT', `${path}/instrument`, cardFields));
      assert.equal((await tokens.ended(path.slice(1)))['status'], 'COMPLETED');
    });

    test('a payload is stored with every type and returned to the merchant only', async () => {
      const tokens = tokenizerClient(gateway, merchant.token);
      const cof = await tokens.tokenize();
      const vts = await tokens.tokenize(undefined, { kind: 'NETWORK' });
      const shop = await addWalletShop(gateway, {});
      const payload = '{"note": "gift", "to": "ż"}';
      const rows: Json[] = [
        card,
        { type: 'COF', instrumentNo: cof.instrumentNo, cvv: '123' },
        { type: 'VTS', instrumentRef: vts.instrumentRef },
        { type: 'BLIK_CODE', code: '777123' },
        { type: 'BLIK_UID', alias: 'one-click' },
        { type: 'BLIK_PAYID', alias: 'one-click' },
        { type: 'PBL', bank: '3' },
      ];
      for (const instrument of rows) {
        const extra = { method: null, instrument: { ...instrument, payload }, device: blikDevice };
        const made = await merchant.create({}, extra);
        assert.equal(made.status, 200, made.text);
        const paymentId = paymentIdOf(made);
        assert.equal(await payloadOf(paymentId), payload, String(instrument['type']));
        const shown = (await merchant.read(paymentId))['instrument'] as Json;
        assert.equal(shown['payload'], undefined);
      }
      for (const type of ['APAY', 'GPAY'] as const) {
        const instrument = { ...(await shop.instrument(type)), payload };
        const made = await shop.payWith(instrument);
        await gateway.waitForStatus(shop.token, paymentIdOf(made), 'COMPLETED');
        const given = (await shop.read(paymentIdOf(made)))['given'] as Json;
        assert.deepEqual(given['instrument'], { payload });
      }
      const page = await openPage(gateway, merchant.token);
      await page.put({ ...cardOf(cards.declined), payload });
      await page.becomes(DECLINED);
      const read = await gateway.call('GET', `${base}/${page.paymentId}`, {
        token: page.clientToken,
      });
      assert.ok(!read.text.includes('gift'));
    });

    test('a payload belongs to its instrument', async () => {
      const paymentId = await newPayment();
      const patch = (instrument: Json) =>
        merchant.call('PATCH', paymentId, '/instrument', instrument);
      bodyOf(await patch({ instrumentNo: card.instrumentNo, payload: 'first' }));
      bodyOf(await patch({ expDate: card.expDate }));
      assert.equal(await payloadOf(paymentId), 'first', 'the same instrument is completed');
      bodyOf(await patch({ payload: 'second' }));
      assert.equal(await payloadOf(paymentId), 'second');
      assert.equal(await typeOf(paymentId), 'CARD', 'it completes the card');
      bodyOf(await patch({ type: 'PBL' }));
      assert.equal(await payloadOf(paymentId), undefined, 'another type is another instrument');
      bodyOf(await patch({ type: 'CARD', payload: 'third' }));
      const { cvv: _cvv, ...withoutCode } = card;
      bodyOf(await merchant.call('PUT', paymentId, '/instrument', withoutCode));
      assert.equal(await payloadOf(paymentId), undefined, 'PUT replaces the whole instrument');
      bodyOf(await patch({ payload: 'fourth' }));
      bodyOf(await merchant.call('POST', paymentId, '/cancel'));
      const again = paymentIdOf(await merchant.call('POST', paymentId, '/retry'));
      assert.equal(await payloadOf(paymentId), 'fourth');
      assert.equal(await payloadOf(again), undefined, 'a new payment has no instrument');
    });

    test('a card number, and a checkout of Click to Pay, are not stored as a payload', async () => {
      for (const payload of ['4111111111111111', 'card 4111-1111 1111 1111.']) {
        const made = await merchant.create({}, { instrument: { ...card, payload } });
        assert.equal(fieldOf(made), 'instrument.payload');
        const later = await put(await newPayment(), { code: '777123', payload });
        assert.equal(fieldOf(later), 'instrument.payload');
      }
      const shop = await addWalletShop(gateway, {});
      const instrument = await shop.instrument('C2P');
      const reply = await shop.payWith(instrument);
      await gateway.waitForStatus(shop.token, paymentIdOf(reply), 'COMPLETED');
      assert.equal((await shop.read(paymentIdOf(reply)))['given'], undefined);
      const [row] = await rowsOf<{ details: string }>(
        gateway.installation,
        'select details::text as details from payment_details where payment_id = $1',
        [paymentIdOf(reply)],
      );
      assert.ok(!row?.details.includes(String(instrument['payload'])));
    });
  });
}
