// Tests of the simulated token service on every kind of storage: what is stored, the use of
// cryptograms, changes with their news, and test cards.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { inspect } from 'node:util';
import type { TokenReply } from '@bramka/gateway/token-services/plain/messages.ts';
import { createTestDatabase } from '@bramka/test/support/database.ts';
import { backingsWith } from '../testing/backing.ts';
import { NEWS_URL, openTokensFixture, type TokensFixture } from '../testing/tokens-fixture.ts';
import { CRYPTOGRAM_LIFE_MS } from './cryptogram.ts';
import type { TokenView } from './http/views.ts';

const CARD = '4111111111111111';
const MERCHANT = '10000001';

for (const backing of backingsWith(process.env['BRAMKA_TEST_POSTGRES'])) {
  describe(`token service on ${backing}`, () => {
    let fixture: TokensFixture;
    before(async () => {
      fixture = await openTokensFixture(backing, createTestDatabase);
    });
    after(() => fixture?.close());
    testTokens(() => fixture);
  });
}

async function provision(fixture: TokensFixture, card = CARD, node = fixture.tokens) {
  const requestId = fixture.ids.next();
  const encCardInfo = await fixture.safe.encrypt({ requestId, number: card, expiry: '203012' });
  const message = { requestId, merchantId: MERCHANT, encCardInfo, notificationUrl: NEWS_URL };
  const send = () => node.handle('VTS', 'provision', message);
  return { message, send, answer: await send() };
}

async function issue(fixture: TokensFixture, card = CARD) {
  const { answer } = await provision(fixture, card);
  const { token } = answer?.body as TokenReply;
  assert.ok(token);
  const { number } = await fixture.safe.decrypt(token.encTokenInfo, 'encTokenInfo');
  return { ...token, number: String(number) };
}

async function cryptogramFor(fixture: TokensFixture, instrumentRef: string): Promise<string> {
  const terms = { instrumentRef, merchantId: MERCHANT, amountMinor: '500', currency: 'PLN' };
  const answer = await fixture.tokens.handle('VTS', 'cryptogram', terms);
  return (answer?.body as TokenReply).cryptogram ?? assert.fail();
}

function testTokens(current: () => TokensFixture): void {
  test('stores neither card nor token number, and finds a token by its number', async () => {
    const fixture = current();
    const token = await issue(fixture);
    const row = await fixture.store.token(token.instrumentRef);
    const stored = inspect(row, { depth: null, maxArrayLength: null, maxStringLength: null });
    for (const number of [CARD, token.number]) assert.ok(!stored.includes(number));
    const bytes = Buffer.from(row?.sealedNumbers ?? []).toString('latin1');
    for (const number of [CARD, token.number]) assert.ok(!bytes.includes(number));
    const storedToken = await fixture.tokens.tokenOf(token.number);
    assert.deepEqual(storedToken, {
      merchantId: MERCHANT,
      status: 'ACTIVE',
      expiry: storedToken?.expiry,
      card: CARD,
      cardExpiry: '203012',
    });
    assert.equal(await fixture.tokens.tokenOf(CARD), undefined);
  });

  test('a cryptogram is used up by one attempt, also when two use it at once', async () => {
    const fixture = current();
    const { instrumentRef, number } = await issue(fixture);
    const cryptogram = await cryptogramFor(fixture, instrumentRef);
    const use = { cryptogram, merchantId: MERCHANT, amountMinor: 500n, currency: 'PLN' };
    const otherNode = fixture.node();
    const [one, two] = [fixture.ids.next(), fixture.ids.next()];
    const used = await Promise.all([
      fixture.tokens.useCryptogram(number, { ...use, attemptId: one }),
      otherNode.useCryptogram(number, { ...use, attemptId: two }),
    ]);
    assert.equal(used.filter(Boolean).length, 1);
    const winner = used[0] ? one : two;
    assert.equal(await otherNode.useCryptogram(number, { ...use, attemptId: winner }), true);
  });

  test('a cryptogram is valid for its token, merchant, amount and time only', async () => {
    const fixture = current();
    const { instrumentRef, number } = await issue(fixture);
    const another = await issue(fixture);
    const cryptogram = await cryptogramFor(fixture, instrumentRef);
    await cryptogramFor(fixture, another.instrumentRef);
    const attemptId = fixture.ids.next();
    const use = { cryptogram, merchantId: MERCHANT, amountMinor: 500n, currency: 'PLN', attemptId };
    const flipped = Buffer.from(cryptogram, 'base64');
    flipped[19] = (flipped[19] ?? 0) ^ 1;
    const huge = Buffer.alloc(20, 0xff).toString('base64');
    const wrong = [
      [another.number, use],
      [CARD, use],
      [number, { ...use, merchantId: '10000002' }],
      [number, { ...use, amountMinor: 501n }],
      [number, { ...use, currency: 'EUR' }],
      [number, { ...use, cryptogram: flipped.toString('base64') }],
      [number, { ...use, cryptogram: cryptogram.slice(0, 24) }],
      [number, { ...use, cryptogram: huge }],
      [number, { ...use, cryptogram: '' }],
    ] as const;
    for (const [token, claim] of wrong) {
      assert.equal(await fixture.tokens.useCryptogram(token, claim), false, inspect(claim));
    }
    fixture.clock.advance(CRYPTOGRAM_LIFE_MS + 1);
    assert.equal(await fixture.tokens.useCryptogram(number, use), false, 'expired');
    fixture.clock.advance(-1);
    assert.equal(await fixture.tokens.useCryptogram(number, use), true, 'in time');
  });

  test('every change has a number and is news; nothing new is none', async () => {
    const fixture = current();
    const { instrumentRef, number, visualId } = await issue(fixture);
    fixture.sent.length = 0;
    const change = async (what: object) =>
      (await fixture.tokens.change(instrumentRef, what)) as TokenView;
    await change({ status: 'SUSPENDED' });
    await change({ status: 'SUSPENDED' });
    await change({ status: 'ACTIVE' });
    const replaced = await change({ card: '4000000000009995', cardExpiry: '203105' });
    await change({ expiry: '203306' });
    const drawn = await change({ newArt: true });
    const about = { scheme: 'VTS', instrumentRef };
    const news = fixture.sent.map(({ eventId: _, ...message }) => message);
    assert.deepEqual(news, [
      { ...about, sequence: 1, status: 'SUSPENDED' },
      { ...about, sequence: 2, status: 'ACTIVE' },
      {
        ...about,
        sequence: 3,
        status: 'ACTIVE',
        cardLastFour: '9995',
        cardExpiry: '203105',
        visualId: replaced.visualId,
      },
      { ...about, sequence: 4, status: 'ACTIVE', expiry: '203306' },
      { ...about, sequence: 5, status: 'ACTIVE', visualId: drawn.visualId },
    ]);
    assert.equal(new Set([visualId, replaced.visualId, drawn.visualId]).size, 3);
    const known = await fixture.tokens.tokenOf(number);
    assert.deepEqual([known?.card, known?.expiry], ['4000000000009995', '203306']);
  });

  test('a deleted token stays deleted; a card of another organization is refused', async () => {
    const fixture = current();
    const { instrumentRef, number } = await issue(fixture);
    const other = { card: '5555555555554444' };
    assert.equal(await fixture.tokens.change(instrumentRef, other), 'other-organization');
    await fixture.tokens.change(instrumentRef, { status: 'DELETED' });
    assert.equal(await fixture.tokens.change(instrumentRef, { status: 'ACTIVE' }), 'deleted');
    assert.equal(
      await fixture.tokens.change(fixture.ids.next(), { status: 'ACTIVE' }),
      'not-found',
    );
    assert.equal((await fixture.tokens.tokenOf(number))?.status, 'DELETED');
  });

  test('news that the gateway does not accept are sent again, unchanged', async () => {
    const fixture = current();
    const { instrumentRef } = await issue(fixture);
    fixture.sent.length = 0;
    fixture.answer = () => Promise.resolve({ status: 404, body: undefined });
    await fixture.tokens.change(instrumentRef, { status: 'SUSPENDED' });
    assert.equal(await fixture.tokens.runDue(), 0);
    fixture.clock.advance(2_000);
    fixture.answer = () => Promise.resolve({ status: 200, body: undefined });
    assert.equal(await fixture.tokens.runDue(), 1);
    assert.equal(fixture.sent.length, 2);
    assert.deepEqual(fixture.sent[1], fixture.sent[0]);
    fixture.clock.advance(120_000);
    assert.equal(await fixture.tokens.runDue(), 0);
  });

  test('a token expires at the end of its month', async () => {
    const fixture = current();
    const { instrumentRef, number } = await issue(fixture);
    const month = new Date(fixture.clock.now()).toISOString().slice(0, 7).replace('-', '');
    await fixture.tokens.change(instrumentRef, { expiry: month });
    assert.equal((await fixture.tokens.tokenOf(number))?.status, 'ACTIVE');
    await fixture.tokens.change(instrumentRef, { expiry: String(Number(month) - 100) });
    assert.equal((await fixture.tokens.tokenOf(number))?.status, 'EXPIRED');
  });
}
