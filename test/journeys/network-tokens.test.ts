// Payments with network tokens (VTS, SCOF) on both databases: cryptogram, 3-D Secure, series, and a
// token service that is down.
import assert from 'node:assert/strict';
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
import { askInitial, askSubsequent, beginSeries } from '../support/life/series.ts';
import { tokenizerClient, type Token, type TokenizerClient } from '../support/life/tokens.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { rowsOf } from '../support/tables.ts';
import {
  browserDevice,
  cards,
  challengeAfter,
  passChallenge,
  pendingChallengeIn,
} from '../support/threeds/challenge.ts';
import { completedOutcome, outcomeOf, rejectedOutcome } from '../support/threeds/outcome.ts';

const network = { kind: 'NETWORK' };

for (const database of databasesOfTier) {
  describe(`paying with network tokens on ${database}`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let merchant: MerchantClient;
    let tokens: TokenizerClient;
    before(async () => {
      gateway = await exclusiveGateway(database);
      merchant = await addMerchantClient(gateway, { recurringAllowed: true });
      tokens = tokenizerClient(gateway, merchant.token);
    });
    after(() => gateway?.release());

    const store = async (number: string): Promise<Token> => {
      const reply = await tokens.create(number, { ...network, device: browserDevice() });
      if (reply.body['acsData']) {
        await passChallenge(gateway, pendingChallengeIn(reply).acsTxnId);
      }
      const record = await tokens.ended(String(reply.body['tokenizerId']));
      assert.equal(record['status'], 'COMPLETED', JSON.stringify(record));
      return record['token'] as Token;
    };
    const instrumentOf = ({ type, instrumentRef }: Token): Json => ({ type, instrumentRef });
    const pay = (instrument: Json, extra: Json = {}): Promise<Reply> => {
      const body = { ...cardRequest({ amount: 40 }), instrument, device: browserDevice() };
      return gateway.call('POST', base, { token: merchant.token, body: { ...body, ...extra } });
    };
    const outcome = (reply: Reply) => outcomeOf(gateway, merchant.token, paymentIdOf(reply));
    const chargeOf = async (reply: Reply): Promise<Json> =>
      ((await gateway.chargesOf(paymentIdOf(reply))) as unknown as Json[])[0] ?? {};
    const cryptogramsOf = async ({ instrumentRef }: Token): Promise<Json[]> =>
      rowsOf(
        gateway.installation,
        'select * from sandbox.token_cryptograms where instrument_ref = $1',
        [instrumentRef],
      );
    const setFault = async (fault: Json): Promise<void> => {
      const body = { provider: 'tokens', ...fault };
      bodyOf(await gateway.call('POST', '/sandbox/faults', { body }));
    };

    test('a token pays with a cryptogram of its own, which the acquirer checks', async () => {
      for (const [number, type] of [
        [cards.frictionless, 'VTS'],
        [cards.mastercardChallenge, 'SCOF'],
      ] as const) {
        const token = await store(number);
        assert.equal(token.type, type);
        const reply = await pay(instrumentOf(token));
        if (reply.body['acsData']) {
          assert.deepEqual(await cryptogramsOf(token), [], 'none before the challenge is passed');
          await passChallenge(gateway, pendingChallengeIn(reply).acsTxnId);
        }
        const eci = type === 'VTS' ? 'eci 05' : 'eci 02';
        assert.deepEqual(await outcome(reply), completedOutcome(eci));
        assert.equal((await cryptogramsOf(token)).length, 1);
        const { cardLastFour, tokenLastFour } = await chargeOf(reply);
        assert.equal(cardLastFour, number.slice(-4));
        assert.match(String(tokenLastFour), /^[0-9]{4}$/);
        const { instrument } = await merchant.read(paymentIdOf(reply));
        const { cardMask } = token;
        const organization = type === 'VTS' ? 'VISA' : 'MASTERCARD';
        assert.deepEqual(instrument, { type, cardMask, organization });
      }
    });

    test('a token of another type, merchant or a discarded one has one answer', async () => {
      const other = await addMerchantClient(gateway);
      const foreign = await tokenizerClient(gateway, other.token).tokenize(undefined, network);
      const ownToken = await store(cards.frictionless);
      const { instrumentRef } = await tokens.tokenize('5555555555554444', network);
      bodyOf(await tokens.call('POST', '/discard', { instrumentRef }));
      const refs: Json[] = [
        instrumentOf(foreign),
        { type: 'SCOF', instrumentRef },
        { type: 'SCOF', instrumentRef: ownToken.instrumentRef },
        { type: 'VTS', instrumentRef: 'never-was' },
        { type: 'COF', instrumentNo: ownToken.instrumentNo },
      ];
      for (const instrument of refs) {
        const reply = await pay(instrument);
        assert.deepEqual(await outcome(reply), rejectedOutcome('TOKEN_NOT_ACTIVE'));
        const { cardMask } = (await merchant.read(paymentIdOf(reply)))['instrument'] as Json;
        assert.equal(cardMask, undefined);
      }
      assert.deepEqual(refusalOf(await pay({ type: 'VTS' })), [400, 'INVALID_REQUEST']);
      const withCode = await pay({ ...instrumentOf(ownToken), cvv: '123' });
      assert.deepEqual(refusalOf(withCode), [400, 'INVALID_REQUEST']);
    });

    test('a series of the card goes on with its token, without a cryptogram', async () => {
      const initial = await beginSeries(gateway, merchant);
      const token = await store(cards.challenge);
      const reply = await askSubsequent(gateway, initial, merchant, {
        instrument: instrumentOf(token),
      });
      assert.deepEqual(await outcome(reply), completedOutcome('MIT'));
      const [first] = (await gateway.chargesOf(initial)) as unknown as Json[];
      const { initialTransactionId, tokenLastFour } = await chargeOf(reply);
      assert.equal(initialTransactionId, first?.['networkTransactionId']);
      assert.match(String(tokenLastFour), /^[0-9]{4}$/);
      assert.deepEqual(await cryptogramsOf(token), []);
    });

    test('a series that began with the token goes on with the card', async () => {
      const token = await store(cards.challenge);
      const first = await pay(instrumentOf(token), { options: { recurring: 'INITIAL' } });
      const { acsTxnId } = await challengeAfter(gateway, merchant.token, first);
      await passChallenge(gateway, acsTxnId);
      assert.deepEqual(await outcome(first), completedOutcome('eci 05'));
      const reply = await askSubsequent(gateway, paymentIdOf(first), merchant);
      assert.deepEqual(await outcome(reply), completedOutcome('MIT'));
    });

    test('a payment by token stores no card, whatever options.tokenize says', async () => {
      const token = await store(cards.frictionless);
      const options = { tokenize: true };
      const reply = await gateway.call('POST', base, {
        token: merchant.token,
        body: { order: { amount: 40, currency: 'PLN' }, options, device: browserDevice() },
      });
      const put = await gateway.call('PUT', `${base}/${paymentIdOf(reply)}/instrument`, {
        token: merchant.token,
        body: { instrument: instrumentOf(token) },
      });
      assert.equal(put.status, 200, put.text);
      assert.equal((await outcome(reply)).end, 'COMPLETED');
      const record = await tokens.ended(String(reply.body['tokenizerId']));
      assert.deepEqual(
        [record['status'], record['rejectCode']],
        ['REJECTED', 'METHOD_NOT_SUPPORTED'],
      );
      const masks = 'select 1 from card_tokens where type = $1 and card_mask like $2';
      assert.deepEqual(await rowsOf(gateway.installation, masks, ['COF', '489537%']), []);
    });

    test('without the token service nothing is charged', async () => {
      const token = await store(cards.frictionless);
      await setFault({ verbs: ['cryptogram'], outage: true });
      const reply = await pay(instrumentOf(token));
      const { end, acquirer } = await outcome(reply);
      assert.equal(end, 'REJECTED PROVIDER_UNAVAILABLE');
      assert.deepEqual(acquirer, []);
      await setFault({ clear: true });
      assert.equal((await outcome(await pay(instrumentOf(token)))).end, 'COMPLETED');
    });

    const change = async ({ instrumentRef = '' }: Token, verb: string, body: Json = {}) =>
      bodyOf(
        await gateway.call('POST', `/sandbox/tokens/api/tokens/${instrumentRef}/${verb}`, { body }),
      );
    const shown = async ({ instrumentRef }: Token): Promise<Token> => {
      const found = bodyOf(await tokens.call<Token[]>('POST', '/search', { instrumentRef }));
      return found[0] ?? assert.fail('the token is not found');
    };

    test('a suspended token is rejected, and pays again when it is resumed', async () => {
      const token = await store(cards.frictionless);
      await change(token, 'suspend');
      assert.equal((await shown(token)).status, 'SUSPENDED');
      const rejected = await pay(instrumentOf(token));
      assert.deepEqual(await outcome(rejected), rejectedOutcome('TOKEN_SUSPENDED'));
      await change(token, 'resume');
      assert.equal((await outcome(await pay(instrumentOf(token)))).end, 'COMPLETED');
    });

    test('the card behind a token is replaced: the token pays with the new one', async () => {
      const first = await askInitial(gateway, { ...merchant, card: cards.frictionless });
      const initial = paymentIdOf(first);
      assert.equal((await outcome(first)).end, 'COMPLETED');
      const token = await store(cards.frictionless);
      const cardNumber = cards.attempt;
      await change(token, 'update', { cardNumber, cardExpiry: '204006' });
      const { cardMask, expDate } = await shown(token);
      const lastFour = cardNumber.slice(-4);
      assert.deepEqual([cardMask, expDate], [token.cardMask.slice(0, -4) + lastFour, '204006']);
      const paid = await pay(instrumentOf(token));
      assert.equal((await outcome(paid)).end, 'COMPLETED');
      assert.equal((await chargeOf(paid))['cardLastFour'], lastFour);
      const { instrument } = await merchant.read(paymentIdOf(paid));
      assert.equal((instrument as Json)['cardMask'], cardMask);
      const next = await askSubsequent(gateway, initial, merchant, {
        instrument: instrumentOf(token),
      });
      assert.deepEqual(await outcome(next), completedOutcome('MIT'));
    });

    test('a deleted token is unknown from then on', async () => {
      const token = await store(cards.frictionless);
      await change(token, 'delete');
      const reply = await pay(instrumentOf(token));
      assert.deepEqual(await outcome(reply), rejectedOutcome('TOKEN_NOT_ACTIVE'));
    });

    test('what changed during the challenge counts, also before the news arrive', async () => {
      const token = await store(cards.challenge);
      const begin = async () => {
        const reply = await pay(instrumentOf(token));
        return { reply, ...(await challengeAfter(gateway, merchant.token, reply)) };
      };
      const first = await begin();
      await change(token, 'suspend');
      await passChallenge(gateway, first.acsTxnId);
      assert.deepEqual(await outcome(first.reply), rejectedOutcome('TOKEN_SUSPENDED'));
      await change(token, 'resume');
      const second = await begin();
      await setFault({ verbs: ['notify'], outage: true });
      await change(token, 'suspend');
      assert.equal((await shown(token)).status, 'ACTIVE', 'the news are lost');
      await passChallenge(gateway, second.acsTxnId);
      const { end, acquirer } = await outcome(second.reply);
      assert.deepEqual([end, acquirer], ['REJECTED TOKEN_SUSPENDED', []]);
      await setFault({ clear: true });
    });
  });
}
