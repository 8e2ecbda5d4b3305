// Payments with stored cards (instrument type COF) on both databases: security code, 3-D Secure,
// series, and tokens that cannot be used, which all get the same answer.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { cardRequest, type Json, type Reply } from '../support/client.ts';
import {
  addMerchantClient,
  base,
  bodyOf,
  paymentIdOf,
  refusalOf,
  type MerchantClient,
} from '../support/life/payments.ts';
import { askSubsequent } from '../support/life/series.ts';
import { tokenizerClient, type Token, type TokenizerClient } from '../support/life/tokens.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { moveClock } from '../support/sandbox.ts';
import { rowsOf } from '../support/tables.ts';
import {
  browserDevice,
  cards,
  challengeAfter,
  passChallenge,
  pendingChallengeIn,
} from '../support/threeds/challenge.ts';
import { completedOutcome, outcomeOf, rejectedOutcome } from '../support/threeds/outcome.ts';

for (const database of databasesOfTier) {
  describe(`stored cards on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let merchant: MerchantClient;
    let tokens: TokenizerClient;
    before(async () => {
      gateway = await exclusiveGateway(database);
      merchant = await addMerchantClient(gateway, { recurringAllowed: true });
      tokens = tokenizerClient(gateway, merchant.token);
    });
    after(() => gateway?.release());

    const requestOf = (instrument: Json, extra: Json = {}): Json => ({
      ...cardRequest({ amount: 40 }),
      instrument: { type: 'COF', ...instrument },
      ...extra,
    });
    const pay = (instrument: Json, extra: Json = {}, { token } = merchant): Promise<Reply> =>
      gateway.call('POST', base, { token, body: requestOf(instrument, extra) });
    const ownOf = ({ instrumentNo }: Token): Json => ({ instrumentNo });
    const outcome = (reply: Reply, { token } = merchant) =>
      outcomeOf(gateway, token, paymentIdOf(reply));
    const storeAfterChallenge = async (number: string): Promise<Token> => {
      const reply = await tokens.create(number, { device: browserDevice() });
      await passChallenge(gateway, pendingChallengeIn(reply).acsTxnId);
      return (await tokens.ended(String(reply.body['tokenizerId'])))['token'] as Token;
    };

    test('a stored card pays without its number and code, again and again', async () => {
      const { instrumentNo } = await tokens.tokenize();
      for (const code of [{}, { cvv: '123' }]) {
        const reply = await pay({ instrumentNo, ...code });
        assert.deepEqual(await outcome(reply), completedOutcome());
        const { method, instrument } = await merchant.read(paymentIdOf(reply));
        const shown = { type: 'COF', cardMask: '411111******1111', organization: 'VISA' };
        assert.deepEqual([method, instrument], ['CARD', shown]);
        const [charge] = (await gateway.chargesOf(paymentIdOf(reply))) as unknown as Json[];
        assert.equal(charge?.['cardLastFour'], '1111');
      }
    });

    test('tokens that cannot be used have one answer, whatever the reason', async () => {
      const otherMerchant = await addMerchantClient(gateway);
      const foreign = await tokenizerClient(gateway, otherMerchant.token).tokenize();
      const discarded = await tokens.tokenize(cards.frictionless, { device: browserDevice() });
      bodyOf(await tokens.call('POST', '/discard', { tokenId: discarded.tokenId }));
      const never = foreign.instrumentNo.split('').reverse().join('');
      const texts = [
        foreign.instrumentNo,
        discarded.instrumentNo,
        never,
        discarded.tokenId,
        '4111111111111111',
        'x',
        "' or 1=1 --",
      ];
      const told = await Promise.all(
        texts.map(async (instrumentNo) => {
          const reply = await pay({ instrumentNo });
          const { paymentId, ...rest } = bodyOf(reply);
          assert.deepEqual(await outcome(reply), rejectedOutcome('TOKEN_NOT_ACTIVE'));
          const { instrument } = await merchant.read(String(paymentId));
          return { rest, instrument };
        }),
      );
      for (const one of told) assert.deepEqual(one, told[0]);
      assert.deepEqual(told[0]?.instrument, { type: 'COF' });
      assert.deepEqual(
        await outcome(await pay(ownOf(foreign), {}, otherMerchant), otherMerchant),
        completedOutcome(),
      );
    });

    test('fields of other types are refused by name, before the token is read', async () => {
      const wrong: [Json, string][] = [
        [{}, 'instrument.instrumentNo'],
        [{ instrumentNo: 'x', expDate: '203912' }, 'instrument.expDate'],
        [{ instrumentNo: 'x', holder: 'JAN' }, 'instrument.holder'],
        [{ instrumentNo: 'x', instrumentRef: 'y' }, 'instrument.instrumentRef'],
        [{ instrumentNo: 'x', cvv: '12' }, 'instrument.cvv'],
      ];
      for (const [instrument, field] of wrong) {
        const reply = await pay(instrument);
        assert.deepEqual(refusalOf(reply), [400, 'INVALID_REQUEST'], reply.text);
        const details = reply.body['details'] as Json[];
        assert.deepEqual(
          details.map((one) => one['field']),
          [field],
        );
      }
      const { instrumentNo } = await tokens.tokenize();
      for (const more of [{ cvv: '1234' }, { cardMask: '411111******1112' }]) {
        assert.deepEqual(refusalOf(await pay({ instrumentNo, ...more })), [400, 'INVALID_REQUEST']);
      }
    });

    test('the merchant may require the security code', async () => {
      const strict = await addMerchantClient(gateway, { storedCardCode: 'REQUIRED' });
      const { instrumentNo } = await tokenizerClient(gateway, strict.token).tokenize();
      const waiting = await pay({ instrumentNo }, {}, strict);
      assert.deepEqual(
        [waiting.body['status'], waiting.body['dataRequest'], waiting.body['missingFields']],
        ['NEW', 'CARD_CVV', ['instrument.cvv']],
      );
      const paymentId = paymentIdOf(waiting);
      const { instrument } = await strict.read(paymentId);
      assert.equal((instrument as Json)['type'], 'COF');
      bodyOf(await strict.call('PATCH', paymentId, '/instrument', { cvv: '123' }));
      assert.deepEqual(await outcome(waiting, strict), completedOutcome());
      const direct = await pay({ instrumentNo, cvv: '123' }, {}, strict);
      assert.deepEqual(await outcome(direct, strict), completedOutcome());
    });

    test('a token named later, and then replaced by a card, takes nothing over', async () => {
      const strict = await addMerchantClient(gateway, { storedCardCode: 'REQUIRED' });
      const { instrumentNo } = await tokenizerClient(gateway, strict.token).tokenize();
      const bare = await pay({}, { instrument: null }, strict);
      const put = (instrument: Json) =>
        strict.call('PUT', paymentIdOf(bare), '/instrument', instrument);
      const named = bodyOf(await put({ type: 'COF', instrumentNo }));
      assert.equal(named['dataRequest'], 'CARD_CVV');
      const number = { type: 'CARD', instrumentNo: '5555555555554444', expDate: '203912' };
      assert.equal(bodyOf(await put(number))['dataRequest'], 'CARD_CVV');
      bodyOf(await strict.call('PATCH', paymentIdOf(bare), '/instrument', { cvv: '321' }));
      assert.deepEqual(await outcome(bare, strict), completedOutcome());
      const { instrument } = await strict.read(paymentIdOf(bare));
      assert.deepEqual(instrument, {
        type: 'CARD',
        cardMask: '555555******4444',
        organization: 'MASTERCARD',
      });
    });

    test('the customer is authenticated with the stored card, which is not copied', async () => {
      const { instrumentNo, tokenId } = await storeAfterChallenge(cards.challenge);
      const reply = await pay({ instrumentNo, cvv: '123' }, { device: browserDevice() });
      const { acsTxnId, paymentId } = await challengeAfter(gateway, merchant.token, reply);
      const [row] = await rowsOf<{ token: string; length: number }>(
        gateway.installation,
        `select token_id as token, length(sealed_card) as length from held_cards
         where payment_id = $1`,
        [paymentId],
      );
      // Three times null and the id of the token, sealed: no room for a card number.
      assert.equal(row?.token, tokenId);
      assert.ok((row?.length ?? 0) < '[null,null,null,""]'.length + 36 + 40, String(row?.length));
      await passChallenge(gateway, acsTxnId);
      assert.deepEqual(await outcome(reply), completedOutcome('eci 05'));
    });

    test('a token discarded during the challenge does not pay', async () => {
      const { instrumentNo } = await storeAfterChallenge(cards.challenge);
      const reply = await pay({ instrumentNo }, { device: browserDevice() });
      const { acsTxnId } = await challengeAfter(gateway, merchant.token, reply);
      bodyOf(await tokens.call('POST', '/discard', { instrumentNo }));
      await passChallenge(gateway, acsTxnId);
      assert.deepEqual(await outcome(reply), rejectedOutcome('TOKEN_NOT_ACTIVE'));
      assert.deepEqual(await gateway.chargesOf(paymentIdOf(reply)), []);
    });

    test('a token discarded while the payment waits for the code does not pay', async () => {
      const strict = await addMerchantClient(gateway, { storedCardCode: 'REQUIRED' });
      const strictTokens = tokenizerClient(gateway, strict.token);
      const { instrumentNo } = await strictTokens.tokenize();
      const waiting = await pay({ instrumentNo }, {}, strict);
      bodyOf(await strictTokens.call('POST', '/discard', { instrumentNo }));
      bodyOf(await strict.call('PATCH', paymentIdOf(waiting), '/instrument', { cvv: '123' }));
      assert.deepEqual(await outcome(waiting, strict), rejectedOutcome('TOKEN_NOT_ACTIVE'));
    });

    test('a series may go on with the token of its card, and only with that', async () => {
      const visaToken = await storeAfterChallenge(cards.challenge);
      const mastercardToken = await storeAfterChallenge(cards.mastercardChallenge);
      const options = { recurring: 'INITIAL' };
      const first = await pay(
        { instrumentNo: visaToken.instrumentNo },
        { options, device: browserDevice() },
      );
      const { acsTxnId } = await challengeAfter(gateway, merchant.token, first);
      await passChallenge(gateway, acsTxnId);
      assert.deepEqual(await outcome(first), completedOutcome('eci 05'));
      const initial = paymentIdOf(first);
      const next = (instrument: Json) =>
        askSubsequent(gateway, initial, merchant, { instrument }, randomUUID());
      const byToken = await next({ type: 'COF', instrumentNo: visaToken.instrumentNo });
      assert.deepEqual(await outcome(byToken), completedOutcome('MIT'));
      const byNumber = await next({
        type: 'CARD',
        instrumentNo: cards.challenge,
        expDate: '203912',
      });
      assert.deepEqual(await outcome(byNumber), completedOutcome('MIT'));
      const foreign = await next({ type: 'COF', instrumentNo: mastercardToken.instrumentNo });
      assert.deepEqual(refusalOf(foreign), [422, 'REF_PAYMENT_OTHER_CARD']);
    });

    test('the card behind the token expires', async () => {
      const shop = await gateway.addMerchant({});
      const login = () => gateway.authenticate(shop.merchantId, shop.secret);
      const instrument = { type: 'CARD', instrumentNo: '4111111111111111', cvv: '123' };
      const own = tokenizerClient(gateway, await login());
      const { instrumentNo } = await own.tokenize(undefined, {
        instrument: { ...instrument, expDate: '203112' },
      });
      const paidAt = async (at: string) => {
        await moveClock(gateway, { at });
        return pay({ instrumentNo }, {}, { ...merchant, token: await login() });
      };
      const inTime = bodyOf(await paidAt('2032-01-01T11:59:00.000Z'));
      assert.equal(inTime['status'], 'PENDING');
      const { status, rejectCode } = bodyOf(await paidAt('2032-01-01T12:00:00.000Z'));
      assert.deepEqual([status, rejectCode], ['REJECTED', 'EXPIRED_CARD']);
    });
  });
}
