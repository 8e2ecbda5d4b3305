// Card numbers cannot be recovered by guessing: answers that tell a right number from a wrong one
// have a budget, which two nodes share. Once it is used up, the right number is refused as well.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { passesLuhn } from '@bramka/gateway/core/iso/check-digit.ts';
import type { Json, Reply } from '../support/client.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { addMerchantClient, base, card, refusalOf } from '../support/life/payments.ts';
import { askSubsequent, beginSeries } from '../support/life/series.ts';
import { tokenizerClient } from '../support/life/tokens.ts';
import { createInstallation, skipOn, type Installation } from '../support/installation.ts';
import { rowsOf } from '../support/tables.ts';
import { cards } from '../support/threeds/challenge.ts';
import { until } from '../support/waiting/until.ts';

const TOO_MANY = [429, 'TOO_MANY_WRONG_CARDS'];
const OTHER_CARD = [422, 'REF_PAYMENT_OTHER_CARD'];

/** Other numbers with the mask of this card. */
function guessesFor(number: string): string[] {
  const start = number.slice(0, 6);
  const end = number.slice(-4);
  const all: string[] = [];
  for (let middle = 0; all.length < 200; middle += 1) {
    const guess = start + String(middle).padStart(6, '0') + end;
    if (guess !== number && passesLuhn(guess)) all.push(guess);
  }
  return all;
}

describe('guessing card numbers', { skip: skipOn('postgres') }, () => {
  let installation: Installation;
  let nodes: Gateway[] = [];
  before(async () => {
    installation = await createInstallation('postgres');
    const env = {
      BRAMKA_CARD_GUESSES_PER_MERCHANT: '12',
      BRAMKA_CARD_GUESSES_PER_ADDRESS: '0',
      BRAMKA_CARD_LOOKUPS_PER_SECOND: '0',
    };
    nodes = [await startGateway({ installation, env }), await startGateway({ installation, env })];
  });
  after(async () => {
    for (const node of nodes) await node.stop();
    await installation.remove();
  });
  const node = (number: number): Gateway => nodes[number % 2] ?? assert.fail();
  const shop = async () => {
    const merchant = await node(0).addMerchant({ recurringAllowed: true });
    const token = await node(0).authenticate(merchant.merchantId, merchant.secret);
    return { ...merchant, token };
  };
  const alarmsOf = (alarm: string): number =>
    nodes.flatMap((one) => one.logs().split('\n')).filter((line) => line.includes(`"${alarm}"`))
      .length;
  const audited = async (query: string): Promise<Json[]> => {
    const headers = { authorization: `Bearer ${node(0).adminKey}` };
    const reply = await node(0).call('GET', `/v1/admin/audit?${query}`, { headers });
    const rows = reply.body['uses'] as Json[];
    return rows.filter(({ reason }) => reason === 'CARD_GUESSES_USED_UP');
  };

  test('after five wrong cards for a series the right one is refused as well', async () => {
    const { token, merchantId } = await shop();
    const [one, otherSeries] = [
      await beginSeries(node(0), { token }),
      await beginSeries(node(0), { token }),
    ];
    const before = alarmsOf('card-guessing');
    const replies: Reply[] = [];
    for (const [index, guess] of guessesFor(cards.challenge).slice(0, 7).entries()) {
      replies.push(await askSubsequent(node(index), one, { token, card: guess }));
    }
    const expected = [...Array<unknown>(5).fill(OTHER_CARD), TOO_MANY, TOO_MANY];
    assert.deepEqual(replies.map(refusalOf), expected);
    for (const index of [0, 1]) {
      const right = await askSubsequent(node(index), one, { token });
      assert.deepEqual(refusalOf(right), TOO_MANY);
      assert.deepEqual(
        { ...right.body, traceId: '' },
        { ...replies[6]?.body, traceId: '' },
        'the same answer',
      );
      assert.equal(right.headers.get('retry-after') !== null, true);
    }
    const elsewhere = await askSubsequent(node(1), otherSeries, { token });
    assert.equal(elsewhere.status, 200, 'other series go on');
    await until(() => alarmsOf('card-guessing') > before, 'the alarm');
    assert.equal(alarmsOf('card-guessing') - before, 1, 'one alarm');
    const rows = await audited(`paymentId=${one}`);
    assert.deepEqual(
      rows.map(({ actor, subjectId }) => [actor, subjectId]),
      [[`merchant:${merchantId}`, 'AGREEMENT_GUESSES']],
    );
    assert.equal((await audited(`merchantId=${merchantId}`)).length, 1);
  });

  test('a burst on both nodes does not tell more than the budget', async () => {
    const { token } = await shop();
    const initial = await beginSeries(node(0), { token });
    const wrong = guessesFor(cards.challenge).slice(0, 40);
    const replies = await Promise.all(
      wrong.map((guess, index) => askSubsequent(node(index), initial, { token, card: guess })),
    );
    const told = replies.filter(({ body }) => body['code'] === 'REF_PAYMENT_OTHER_CARD');
    assert.equal(told.length, 5);
    assert.equal(replies.filter(({ status }) => status === 429).length, 35);
  });

  test('the right card never uses up a budget, also in parallel', async () => {
    const { token } = await shop();
    const initial = await beginSeries(node(0), { token });
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) => askSubsequent(node(index), initial, { token })),
    );
    const codes = replies.map(({ body }) => body['code']);
    assert.equal(codes.includes('TOO_MANY_WRONG_CARDS'), false);
  });

  test('the series of a merchant have a budget together; tokens are no guesses', async () => {
    const { token } = await shop();
    const guesses = guessesFor(cards.challenge);
    const series = [];
    for (let count = 0; count < 4; count += 1) series.push(await beginSeries(node(0), { token }));
    const stored = await tokenizerClient(node(0), token).tokenize(card.instrumentNo);
    const codes: unknown[] = [];
    for (let count = 0; count < 14; count += 1) {
      const initial = series[Math.floor(count / 4)];
      const guess = { token, card: guesses[count] ?? '' };
      codes.push((await askSubsequent(node(0), initial, guess)).body['code']);
    }
    assert.equal(codes.filter((code) => code === 'REF_PAYMENT_OTHER_CARD').length, 12);
    assert.deepEqual(codes.slice(12), ['TOO_MANY_WRONG_CARDS', 'TOO_MANY_WRONG_CARDS']);
    assert.deepEqual(refusalOf(await askSubsequent(node(0), series[3], { token })), TOO_MANY);
    const instrument = { type: 'COF', instrumentNo: stored.instrumentNo };
    const byToken = await askSubsequent(node(0), series[3], { token }, { instrument });
    assert.deepEqual(refusalOf(byToken), OTHER_CARD, 'a token is no guess');
  });

  test('a search by card number has a small budget, and none while suspended', async () => {
    const { token, merchantId } = await shop();
    const at = (index: number) => tokenizerClient(node(index), token);
    const stored = await at(0).tokenize(card.instrumentNo);
    const search = (index: number, body: Json) => at(index).call<Json[]>('POST', '/search', body);
    const right = { instrumentNo: card.instrumentNo };
    for (let count = 0; count < 25; count += 1) {
      assert.equal((await search(count, right)).body.length, 1, 'hits are not counted');
    }
    const guesses = guessesFor(card.instrumentNo);
    const answers: unknown[] = [];
    for (let count = 0; count < 22; count += 1) {
      const reply = await search(count, { instrumentNo: guesses[count] });
      answers.push(reply.status === 200 ? reply.body.length : reply.status);
    }
    assert.deepEqual(answers, [...Array<number>(20).fill(0), 429, 429]);
    assert.deepEqual(refusalOf(await search(0, right)), TOO_MANY);
    assert.deepEqual(refusalOf(await search(1, right)), TOO_MANY);
    const others = [{ instrumentNo: stored.instrumentNo }, { cardMask: stored.cardMask }];
    for (const body of others) assert.equal((await search(0, body)).body.length, 1);
    const rows = await audited(`merchantId=${merchantId}`);
    assert.deepEqual(
      rows.map(({ subjectId }) => subjectId),
      ['SEARCH_MISSES'],
    );
    const headers = { authorization: `Bearer ${node(0).adminKey}` };
    const second = await shop();
    const suspended = `/v1/admin/merchants/${second.merchantId}`;
    const body = { status: 'SUSPENDED' };
    await node(0).call('PATCH', suspended, { headers, body });
    const again = await node(0).authenticate(second.merchantId, second.secret);
    const asSuspended = tokenizerClient(node(0), again);
    const refused = await asSuspended.call('POST', '/search', right);
    assert.deepEqual(refusalOf(refused), [403, 'MERCHANT_SUSPENDED']);
    const byMask = await asSuspended.call<Json[]>('POST', '/search', { cardMask: '411111******1' });
    assert.deepEqual([byMask.status, byMask.body], [200, []]);
  });

  test('a mask does not reveal the held number digit by digit', async () => {
    const merchant = await addMerchantClient(node(0));
    const made = await merchant.createWithoutInstrument();
    const paymentId = String(made.body['paymentId']);
    const patch = (body: Json) => merchant.call('PATCH', paymentId, '/instrument', body);
    const number = '4012888888881881';
    assert.equal((await patch({ instrumentNo: number })).status, 200);
    const right = await patch({ cardMask: `${number.slice(0, 7)}*****1881` });
    const wrong = await patch({ cardMask: `${number.slice(0, 6)}0*****1881` });
    assert.deepEqual(refusalOf(right), refusalOf(wrong));
    assert.deepEqual(refusalOf(right), [400, 'INVALID_REQUEST']);
    assert.equal((await patch({ cardMask: '401288******1881' })).status, 200);
    const sent = { ...card, instrumentNo: number, cardMask: '40128888****1881' };
    const complete = await merchant.call('PUT', paymentId, '/instrument', sent);
    assert.equal(complete.status, 200, 'a mask beside the number tells nothing');
  });

  test('a used Idempotency-Key is no oracle for the card of its request', async () => {
    const { token } = await shop();
    const initial = await beginSeries(node(0), { token });
    const key = randomUUID();
    const body = {
      order: { amount: 40, currency: 'PLN', extOrderId: `order-${key}` },
      options: { recurring: 'SUBSEQUENT', refPaymentId: initial },
    };
    const send = (index: number, number: string) => {
      const instrument = { type: 'CARD', instrumentNo: number, expDate: '203912' };
      const headers = { 'idempotency-key': key };
      return node(index).call('POST', base, { token, headers, body: { ...body, instrument } });
    };
    assert.equal((await send(0, cards.challenge)).status, 200);
    const guesses = guessesFor(cards.challenge);
    for (let count = 0; count < 4; count += 1) {
      const reply = await send(count, guesses[count] ?? '');
      assert.deepEqual(refusalOf(reply), [409, 'IDEMPOTENCY_KEY_REUSED']);
    }
    assert.equal((await send(0, cards.challenge)).headers.get('idempotency-replayed'), 'true');
    await send(0, guesses[5] ?? '');
    for (const index of [0, 1]) {
      const right = await send(index, cards.challenge);
      assert.deepEqual(refusalOf(right), [409, 'IDEMPOTENCY_KEY_REUSED'], 'on every node at once');
    }
    const [row] = await rowsOf<Json>(
      installation,
      `select used, used >= most as "isListed" from budgets
       where kind = 'KEY_REUSES' and subject = $1`,
      [key],
    );
    assert.deepEqual(row, { used: 5, isListed: false });
  });
});
