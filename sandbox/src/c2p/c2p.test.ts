// Tests of the simulated Click to Pay system on every kind of storage: the steps of a customer, the
// limits of codes and time, the response, and confirmations.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { compactDecrypt, compactVerify, importJWK, type JWK } from 'jose';
import { passesLuhn } from '@bramka/gateway/core/iso/check-digit.ts';
import { Refusal, type RefusalCode } from '@bramka/gateway/core/refusals.ts';
import { createTestDatabase } from '@bramka/test/support/database.ts';
import { backingsWith } from '../testing/backing.ts';
import { DEVICE, KID, openC2pFixture, type C2pFixture } from '../testing/c2p-fixture.ts';
import { c2pTriggers, cardsOf, organizationIn } from './consumers.ts';
import type { CheckoutRow } from './rows.ts';

const order = { dpaId: 'sandbox-10000001', amountMinor: 12_345n, currency: 'PLN' };
const customer = { email: 'anna@example.com', origin: null };
const choice = { card: '4111111111111111', expiry: '203012', form: 'CARD' } as const;
const LIFE_MS = 10 * 60_000;

const refusedWith = (code: RefusalCode) => (error: unknown) =>
  error instanceof Refusal && error.code === code;

const otherThan = (code: string | null): string => (code === '000000' ? '000001' : '000000');

for (const backing of backingsWith(process.env['BRAMKA_TEST_POSTGRES'])) {
  describe(`Click to Pay on ${backing}`, () => {
    let fixture: C2pFixture;
    before(async () => {
      fixture = await openC2pFixture(backing, createTestDatabase);
      await fixture.register();
    });
    after(() => fixture?.close());
    testSteps(() => fixture);
    testResponses(() => fixture);
    testConfirmations(() => fixture);
  });
}

function testSteps(fixtureOf: () => C2pFixture): void {
  const start = () => fixtureOf().system.start(order, customer);
  const recognised = async (): Promise<CheckoutRow> => {
    const { sessionId, code } = await start();
    return fixtureOf().system.enterCode(sessionId, code ?? '');
  };

  test('the signing key is made once and stored sealed', async () => {
    const { key, store } = fixtureOf();
    const [first, second] = [await key(), await key()];
    assert.deepEqual(second.jwk, first.jwk);
    assert.match(first.kid, /^sandbox-[0-9a-f]{16}$/);
    const stored = Buffer.from(await store.signingKey(() => assert.fail('it is made again')));
    const { d } = first.privateKey.export({ format: 'jwk' });
    assert.equal(stored.includes(Buffer.from(d ?? '', 'base64url')), false);
    assert.equal('d' in first.jwk, false);
  });

  test('the code leads on, once', async () => {
    const { system } = fixtureOf();
    const { sessionId, code, state, triesLeft } = await start();
    assert.match(code ?? '', /^\d{6}$/);
    assert.deepEqual([state, triesLeft], ['CODE_SENT', 3]);
    const row = await system.enterCode(sessionId, code ?? '');
    assert.deepEqual([row.state, row.code], ['RECOGNISED', null]);
    const again = system.enterCode(sessionId, code ?? '');
    await assert.rejects(again, refusedWith('CHECKOUT_STEP_NOT_POSSIBLE'));
  });

  test('the third wrong code ends the checkout', async () => {
    const { system } = fixtureOf();
    const { sessionId, code } = await start();
    for (const left of [2, 1, 0]) {
      const entered = system.enterCode(sessionId, otherThan(code));
      await assert.rejects(entered, refusedWith('ONE_TIME_CODE_WRONG'));
      assert.equal((await system.find(sessionId)).triesLeft, left);
    }
    assert.equal((await system.find(sessionId)).state, 'CANCELLED');
    const late = system.enterCode(sessionId, code ?? '');
    await assert.rejects(late, refusedWith('CHECKOUT_STEP_NOT_POSSIBLE'));
  });

  test('wrong codes at the same time are all counted', async () => {
    const { system } = fixtureOf();
    const { sessionId, code } = await start();
    const entered = [1, 2, 3, 4].map(() => system.enterCode(sessionId, otherThan(code)));
    const codes = (await Promise.allSettled(entered)).map(
      (one) => one.status === 'rejected' && (one.reason as Refusal).code,
    );
    assert.equal(codes.filter((one) => one === 'ONE_TIME_CODE_WRONG').length, 3);
    assert.equal((await system.find(sessionId)).state, 'CANCELLED');
  });

  test('a card needs the code first, and a response is issued once', async () => {
    const { system } = fixtureOf();
    const notPossible = refusedWith('CHECKOUT_STEP_NOT_POSSIBLE');
    const { sessionId } = await start();
    await assert.rejects(system.checkout(sessionId, choice), notPossible);
    const row = await recognised();
    const issuing = [1, 2].map(() => system.checkout(row.sessionId, choice));
    const ended = await Promise.allSettled(issuing);
    assert.deepEqual(ended.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    await assert.rejects(system.cancel(row.sessionId), notPossible);
  });

  test('it ends after ten minutes, exactly', async () => {
    const { system, clock } = fixtureOf();
    const { sessionId, code } = await start();
    clock.advance(LIFE_MS - 1);
    await system.enterCode(sessionId, code ?? '');
    clock.advance(1);
    const late = system.checkout(sessionId, choice);
    await assert.rejects(late, refusedWith('CHECKOUT_STEP_NOT_POSSIBLE'));
  });

  test('a cancelled checkout and an unknown one lead nowhere', async () => {
    const { system } = fixtureOf();
    const { sessionId } = await recognised();
    assert.equal((await system.cancel(sessionId)).state, 'CANCELLED');
    const late = system.checkout(sessionId, choice);
    await assert.rejects(late, refusedWith('CHECKOUT_STEP_NOT_POSSIBLE'));
    await assert.rejects(system.find('unknown'), refusedWith('CHECKOUT_NOT_FOUND'));
  });

  test('an address without a profile is not recognised', async () => {
    const unknown = { email: 'Unknown@example.com', origin: null };
    const started = fixtureOf().system.start(order, unknown);
    await assert.rejects(started, refusedWith('CONSUMER_NOT_RECOGNISED'));
  });
}

function testResponses(fixtureOf: () => C2pFixture): void {
  async function opened(checkoutResponse: string) {
    const { key, privateKey } = fixtureOf();
    const jwk = await importJWK((await key()).jwk as JWK);
    const { payload, protectedHeader } = await compactVerify(checkoutResponse, jwk);
    const body = JSON.parse(Buffer.from(payload).toString()) as Record<string, unknown>;
    const inner = await compactDecrypt(String(body['encryptedPayload']), privateKey);
    const content = JSON.parse(Buffer.from(inner.plaintext).toString()) as Record<string, unknown>;
    return { body, content, kids: [protectedHeader['kid'], inner.protectedHeader.kid] };
  }

  test('with a card contains its number and the amount, signed and encrypted', async () => {
    const { system, clock, key } = fixtureOf();
    const { row, checkoutResponse } = await system.issueAtOnce(order, customer, choice);
    const { body, content, kids } = await opened(checkoutResponse);
    assert.deepEqual(kids, [(await key()).kid, KID]);
    assert.deepEqual([body['srcCorrelationId'], body['dpaId']], [row.correlationId, order.dpaId]);
    assert.equal(body['iat'], Math.floor(clock.now() / 1000));
    assert.deepEqual(content, {
      card: {
        primaryAccountNumber: '4111111111111111',
        panExpirationMonth: '12',
        panExpirationYear: '2030',
        cardholderFullName: 'ANNA KOWALSKA',
      },
      transactionAmount: { transactionAmount: 123.45, transactionCurrencyCode: 'PLN' },
    });
    assert.equal(checkoutResponse.includes('4111'), false);
  });

  test('with a token contains the device number and its cryptogram', async () => {
    const { system, tokenOrders } = fixtureOf();
    const issued = await system.issueAtOnce(order, customer, { ...choice, form: 'TOKEN' });
    const { content } = await opened(issued.checkoutResponse);
    assert.deepEqual(content, {
      token: {
        paymentToken: DEVICE.number,
        tokenExpirationMonth: '12',
        tokenExpirationYear: '2031',
      },
      dynamicData: {
        dynamicDataType: 'CARD_APPLICATION_CRYPTOGRAM_LONG_FORM',
        dynamicDataValue: DEVICE.cryptogram,
        eci: '07',
      },
      transactionAmount: { transactionAmount: 123.45, transactionCurrencyCode: 'PLN' },
    });
    const [ordered, chosen] = tokenOrders.at(-1) ?? assert.fail();
    assert.deepEqual([ordered.dpaId, ordered.amountMinor], [order.dpaId, 12_345n]);
    assert.equal(chosen.card, choice.card);
    assert.deepEqual([issued.row.form, issued.row.cardLastFour], ['TOKEN', '1111']);
  });

  test('can be issued for another time', async () => {
    const issuedAt = Date.UTC(2020, 0, 1);
    const given = { ...choice, issuedAt };
    const { checkoutResponse } = await fixtureOf().system.issueAtOnce(order, customer, given);
    assert.equal((await opened(checkoutResponse)).body['iat'], issuedAt / 1000);
  });
}

function testConfirmations(fixtureOf: () => C2pFixture): void {
  const issue = async () => (await fixtureOf().system.issueAtOnce(order, customer, choice)).row;
  const confirmation = ({ correlationId }: CheckoutRow) =>
    ({ ...order, correlationId, paymentId: 'payment-1', result: 'SUCCESS' }) as const;

  test('the first confirmation counts, the same may be repeated', async () => {
    const { system, clock } = fixtureOf();
    const row = await issue();
    const at = clock.now();
    assert.equal((await system.confirm(confirmation(row))).confirmations, 1);
    clock.advance(1000);
    const again = await system.confirm(confirmation(row));
    const { confirmations, result, confirmedMinor, confirmedAt, paymentId } = again;
    assert.deepEqual(
      [confirmations, result, confirmedMinor, confirmedAt, paymentId],
      [2, 'SUCCESS', 12_345n, at, 'payment-1'],
    );
    const [listed] = await system.confirmations();
    assert.equal(listed?.correlationId, row.correlationId);
  });

  test('one that contradicts the checkout or the first one is refused', async () => {
    const { system } = fixtureOf();
    const contradicts = refusedWith('CONFIRMATION_CONTRADICTS');
    const row = await issue();
    const good = confirmation(row);
    await assert.rejects(system.confirm({ ...good, dpaId: 'sandbox-2' }), contradicts);
    await assert.rejects(system.confirm({ ...good, currency: 'EUR' }), contradicts);
    await system.confirm(good);
    await assert.rejects(system.confirm({ ...good, result: 'FAILURE' }), contradicts);
    await assert.rejects(system.confirm({ ...good, amountMinor: 1n }), contradicts);
    await assert.rejects(system.confirm({ ...good, paymentId: 'payment-2' }), contradicts);
    const open = await system.start(order, customer);
    await assert.rejects(system.confirm(confirmation(open)), contradicts);
    const unknown = { ...good, correlationId: '019ca9a1-2222-7000-8000-000000000000' };
    await assert.rejects(system.confirm(unknown), refusedWith('CHECKOUT_NOT_FOUND'));
  });
}

test('without a key of the gateway nothing is issued, and the checkout can go on', async () => {
  const fixture = await openC2pFixture('memory');
  const { system } = fixture;
  const { sessionId, code } = await system.start(order, customer);
  await system.enterCode(sessionId, code ?? '');
  const missing = refusedWith('RECIPIENT_KEY_MISSING');
  await assert.rejects(system.checkout(sessionId, choice), missing);
  await assert.rejects(system.issueAtOnce(order, customer, choice), missing);
  await fixture.register();
  assert.equal((await system.checkout(sessionId, choice)).row.state, 'COMPLETED');
  await fixture.close();
});

test('profiles have valid cards of the accepted organizations', () => {
  for (const { value, outcome } of c2pTriggers) {
    const cards = cardsOf(value);
    assert.equal(cards.length, outcome === 'NOT_RECOGNISED' ? 0 : 2);
    for (const { number, organization } of cards) {
      assert.ok(passesLuhn(number), number);
      assert.equal(organizationIn(number), organization);
    }
  }
  assert.deepEqual(cardsOf('someone@else.example'), cardsOf('anna@example.com'));
  for (const other of ['378282246310005', '6011111111111117', '6759649826438453']) {
    assert.equal(organizationIn(other), undefined);
  }
});
