// Security codes: stored sealed for minutes, deleted on time even if the customer never returns,
// and never used afterwards. PostgreSQL only, because the tables are read beside the gateway.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { startGateway, type Gateway } from '../support/gateway.ts';
import {
  base,
  merchantClientOf,
  bodyOf,
  paymentIdOf,
  addMerchantClient,
  withoutRateLimits,
} from '../support/life/payments.ts';
import type { MerchantClient } from '../support/life/payments.ts';
import { createInstallation, skipOn, type Installation } from '../support/installation.ts';
import { advance, moveClock, reset } from '../support/sandbox.ts';
import { rowsOf } from '../support/tables.ts';
import {
  browserDevice,
  cards,
  challengeAfter,
  passChallenge,
  payWithDevice,
} from '../support/threeds/challenge.ts';

const LIFE_SECONDS = 120;
const env = {
  ...withoutRateLimits,
  BRAMKA_SECURITY_CODE_SECONDS: String(LIFE_SECONDS),
};

describe('security codes', { skip: skipOn('postgres') }, () => {
  let installation: Installation;
  let gateway: Gateway;
  let otherNode: Gateway;
  let merchant: MerchantClient;
  before(async () => {
    installation = await createInstallation('postgres');
    [gateway, otherNode] = await Promise.all([
      startGateway({ installation, env }),
      startGateway({ installation, env }),
    ]);
    merchant = await addMerchantClient(gateway);
    await moveClock(gateway, { freeze: true });
  });
  beforeEach(() => moveClock(gateway, { freeze: true }));
  after(async () => {
    if (gateway) await reset(gateway, { keepMerchants: true });
    await Promise.all([gateway?.stop(), otherNode?.stop()]);
    await installation?.remove();
  });

  /** Whether the vault has a code and a card of this payment. */
  const heldOf = async (paymentId: string): Promise<unknown[]> => {
    const rows = await rowsOf<{ code: boolean; until: boolean }>(
      installation,
      `select sealed_cvv is not null as code, cvv_until is not null as until
       from held_cards where payment_id = $1`,
      [paymentId],
    );
    return rows.map(({ code, until }) => [code, until]);
  };
  const withCode = [[true, true]];
  const withoutCode = [[false, false]];
  const statusOf = async (paymentId: string): Promise<unknown[]> => {
    const { status, dataRequest } = await gateway.statusOf(merchant.token, paymentId);
    return [status, dataRequest];
  };
  const waiting = async (validTime: number): Promise<string> => {
    const extra = { options: { validTime } };
    return paymentIdOf(
      await gateway.payByCard({ token: merchant.token, card: cards.challenge, extra }),
    );
  };

  test('a code is deleted on time, not before, and requested again', async () => {
    const paymentId = await waiting(7200);
    assert.deepEqual(await statusOf(paymentId), ['NEW', 'DEVICE']);
    await advance(gateway, LIFE_SECONDS - 1);
    assert.deepEqual(await heldOf(paymentId), withCode);
    await advance(gateway, 1);
    assert.deepEqual(await heldOf(paymentId), withoutCode);
    assert.deepEqual(await statusOf(paymentId), ['NEW', 'CARD_CVV']);
    bodyOf(await merchant.call('PATCH', paymentId, '', { device: browserDevice() }));
    assert.deepEqual(await statusOf(paymentId), ['NEW', 'CARD_CVV']);
    const given = await merchant.call('PATCH', paymentId, '/instrument', { cvv: '123' });
    const { acsTxnId } = await challengeAfter(gateway, merchant.token, given);
    assert.deepEqual(await heldOf(paymentId), withCode);
    await passChallenge(gateway, acsTxnId);
    await gateway.waitForStatus(merchant.token, paymentId, 'COMPLETED');
    assert.deepEqual(await heldOf(paymentId), []);
  });

  test('only a new code extends the time', async () => {
    const [kept, renewed] = [await waiting(7200), await waiting(7200)];
    await advance(gateway, LIFE_SECONDS / 2);
    const customer = { email: 'jan@example.com' };
    bodyOf(await merchant.call('PATCH', kept, '', { customer }));
    bodyOf(await merchant.call('PATCH', renewed, '/instrument', { cvv: '456' }));
    await advance(gateway, LIFE_SECONDS / 2);
    assert.deepEqual([await heldOf(kept), await heldOf(renewed)], [withoutCode, withCode]);
    await advance(gateway, LIFE_SECONDS / 2);
    assert.deepEqual(await heldOf(renewed), withoutCode);
  });

  test('a longer challenge is followed by an authorization without the code', async () => {
    const extra = { device: browserDevice(), options: { validTime: 7200 } };
    const asked = { token: merchant.token, card: cards.challenge, extra };
    const reply = await payWithDevice(gateway, asked);
    const { paymentId, acsTxnId } = await challengeAfter(gateway, merchant.token, reply);
    await advance(gateway, LIFE_SECONDS);
    assert.deepEqual(await heldOf(paymentId), withoutCode);
    assert.deepEqual(await statusOf(paymentId), ['PENDING', 'CARD_3DS']);
    await passChallenge(gateway, acsTxnId);
    await gateway.waitForStatus(merchant.token, paymentId, 'COMPLETED');
    assert.equal((await gateway.chargesOf(paymentId)).length, 1);
  });

  test('on two nodes: a payment page requests the code again', async () => {
    const payment = bodyOf(
      await gateway.call('POST', base, {
        token: merchant.token,
        body: {
          channel: 'PAYWALL',
          order: { amount: 20, currency: 'PLN' },
          options: { validTime: 7200 },
        },
      }),
    );
    const paymentId = payment['paymentId'] as string;
    const page = merchantClientOf(otherNode, payment['clientToken'] as string);
    const instrument = { type: 'CARD', instrumentNo: cards.challenge, expDate: '203912' };
    bodyOf(await page.call('PUT', paymentId, '/instrument', { ...instrument, cvv: '123' }));
    // The other node may see the frozen clock a moment later.
    await advance(otherNode, LIFE_SECONDS + 5);
    assert.deepEqual(await heldOf(paymentId), withoutCode);
    assert.deepEqual(await statusOf(paymentId), ['NEW', 'CARD_CVV']);
  });
});
