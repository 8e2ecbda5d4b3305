// Tests of the test cards of the token service, of the requests it declines, and of the picture.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { passesLuhn } from '@bramka/gateway/core/iso/check-digit.ts';
import { secret } from '@bramka/gateway/core/secret.ts';
import { seededRandom } from '@bramka/gateway/core/testing/seeded-random.ts';
import type { TokenReply } from '@bramka/gateway/token-services/plain/messages.ts';
import { until } from '@bramka/test/support/waiting/until.ts';
import { NEWS_URL, openTokensFixture, type TokensFixture } from '../../testing/tokens-fixture.ts';
import { createSafe, tokenRanges } from '../numbers.ts';
import type { Scheme } from '../rows.ts';
import { drawCard, visualIdOf } from './art.ts';
import { DELAY_MS, tokenTriggers } from './triggers.ts';

let fixture: TokensFixture;
before(async () => {
  fixture = await openTokensFixture('memory');
});
after(() => fixture?.close());

const requestFor = async (number: string, change: object = {}, expiry = '203012') => {
  const requestId = fixture.ids.next();
  return {
    requestId,
    merchantId: '10000001',
    encCardInfo: await fixture.safe.encrypt({ requestId, number, expiry }),
    notificationUrl: NEWS_URL,
    ...change,
  };
};
const send = (request: object, scheme: Scheme = 'VTS') =>
  fixture.tokens.handle(scheme, 'provision', request);
const cardOf = (outcome: string): string =>
  tokenTriggers.find((one) => one.outcome === outcome)?.value ?? assert.fail(outcome);

test('test cards pass the check digit and are no tokens', () => {
  for (const { value } of tokenTriggers) {
    assert.ok(passesLuhn(value), value);
    for (const range of Object.values(tokenRanges)) assert.ok(!value.startsWith(range));
  }
});

test('every test card does what the catalogue says', async () => {
  const outcomes: Record<string, unknown> = {};
  for (const { outcome, value } of tokenTriggers) {
    const request = await requestFor(value);
    const scheme = value.startsWith('4') ? 'VTS' : 'SCOF';
    const sending = send(request, scheme);
    if (outcome === 'SLOW') {
      await until(() => fixture.clock.sleeping() > 0, 'the service to sleep');
      fixture.clock.advance(DELAY_MS);
    }
    const first = await sending;
    const again = await send(request, scheme);
    const body = again?.body as TokenReply;
    const second = body.token?.status ?? body.rejectCode;
    outcomes[outcome] = [first?.status ?? 'none', typeof first?.body, second];
  }
  assert.deepEqual(outcomes, {
    TOKENIZATION_DECLINED: [200, 'object', 'TOKENIZATION_DECLINED'],
    SLOW: [200, 'object', 'ACTIVE'],
    ANSWER_LOST: ['none', 'undefined', 'ACTIVE'],
    GARBAGE_ANSWER: [200, 'string', 'ACTIVE'],
    PROVIDER_ERROR: [503, 'object', 'ACTIVE'],
    ARRIVES_SUSPENDED: [200, 'object', 'SUSPENDED'],
  });
});

const declined: [what: string, scheme: Scheme, card: string, expiry: string, code: string][] = [
  ['a Mastercard at VTS', 'VTS', '5555555555554444', '203012', 'INVALID_CARD'],
  ['a Visa card at SCOF', 'SCOF', '4111111111111111', '203012', 'INVALID_CARD'],
  ['a wrong check digit', 'VTS', '4111111111111112', '203012', 'INVALID_CARD'],
  ['a card of last month', 'VTS', '4111111111111111', '202001', 'EXPIRED_CARD'],
];
for (const [what, scheme, card, expiry, rejectCode] of declined) {
  test(`declines ${what}`, async () => {
    const answer = await send(await requestFor(card, {}, expiry), scheme);
    const { result, ...body } = answer?.body as TokenReply;
    assert.deepEqual([result, body.rejectCode], ['DECLINED', rejectCode]);
  });
}

test('malformed requests are refused by the name of the field', async () => {
  const changed = (change: object) => requestFor('4111111111111111', change);
  const { encCardInfo: stolen } = await changed({});
  const otherKey = createSafe(secret(Buffer.alloc(32, 6)), seededRandom(1));
  const requestId = fixture.ids.next();
  const card = { requestId, number: '4111111111111111', expiry: '203012' };
  const rows: [request: object, field: string][] = [
    [await changed({ requestId: 'x' }), 'requestId'],
    [await changed({ merchantId: '' }), 'merchantId'],
    [await changed({ encCardInfo: 'x' }), 'encCardInfo'],
    [await changed({ encCardInfo: stolen }), 'encCardInfo'],
    [await changed({ requestId, encCardInfo: await otherKey.encrypt(card) }), 'encCardInfo'],
    [await requestFor('41'), 'number'],
    [await requestFor('4111111111111111', {}, '2030'), 'expiry'],
    [await changed({ notificationUrl: 'mailto:x' }), 'notificationUrl'],
    [await changed({ notificationUrl: 'https://elsewhere.example/news' }), 'notificationUrl'],
  ];
  for (const [request, field] of rows) {
    const answer = await send(request);
    const { details } = answer?.body as { details?: { field: string }[] };
    assert.deepEqual([answer?.status, details?.[0]?.field], [400, field]);
  }
});

test('a token of one scheme is unknown to the other', async () => {
  const answer = await send(await requestFor('4111111111111111'));
  const { instrumentRef } = (answer?.body as TokenReply).token ?? assert.fail();
  const read = await fixture.tokens.handle('SCOF', 'read', { instrumentRef });
  assert.equal((read?.body as TokenReply).result, 'NOT_FOUND');
});

test('the picture is landscape, names the organization, and has no number, name or script', () => {
  for (const scheme of ['VTS', 'SCOF'] as const) {
    const svg = drawCard(scheme, cardOf('SLOW'));
    assert.match(svg, /^<svg [^>]*width="1536" height="969"/);
    assert.match(svg, scheme === 'VTS' ? /VISA/ : /mastercard/);
    assert.doesNotMatch(svg, /script|href| on\w+=| style=|\d{12}/);
    assert.doesNotMatch(svg, /0017/);
  }
});

test('the same seed has the same picture, another one another id', () => {
  assert.equal(drawCard('VTS', 'a'), drawCard('VTS', 'a'));
  assert.equal(visualIdOf('VTS', 'a'), visualIdOf('VTS', 'a'));
  const ids = [visualIdOf('VTS', 'a'), visualIdOf('VTS', 'b'), visualIdOf('SCOF', 'a')];
  assert.equal(new Set(ids).size, 3);
});
