// Card payments over the simulated Adyen: every operation, whose result comes by a message, and
// authorizations without an answer, ended by a message or by a stop.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { money } from '@bramka/gateway/core/money.ts';
import { referenceOf } from '@bramka/gateway/providers/adyen/reference.ts';
import { itemOf, messageOf } from '@bramka/gateway/providers/adyen/testing/requests.ts';
import { SANDBOX_HMAC_KEY } from '@bramka/sandbox/adyen/webhooks.ts';
import type { Json } from '../support/client.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { bodyOf, card, merchantClientOf, paymentIdOf } from '../support/life/payments.ts';
import type { MerchantClient } from '../support/life/payments.ts';
import { advance } from '../support/sandbox.ts';
import {
  cards,
  passChallenge,
  payToChallenge,
  payWithDevice,
} from '../support/threeds/challenge.ts';
import { funded, heardOf } from '../support/funding/funding.ts';
import { until } from '../support/waiting/until.ts';

const env = {
  BRAMKA_SANDBOX_PROVIDERS: 'adyen',
  BRAMKA_PROVIDER_TIMEOUT_MS: '1500',
  BRAMKA_LOG_LEVEL: 'warn',
};

describe('card payments over Adyen', () => {
  let gateway: Gateway;
  let merchant: MerchantClient;
  before(async () => {
    gateway = await startGateway({ env });
  });
  beforeEach(async () => {
    await setFaults({ clear: true });
    merchant = merchantClientOf(gateway, await gateway.authenticate());
  });
  after(() => gateway?.stop());

  const setFaults = async (...faults: Json[]): Promise<void> => {
    const all = faults.map((fault) => ({ provider: 'adyen', ...fault }));
    const body = faults[0]?.['clear'] ? all[0] : all;
    const reply = await gateway.call('POST', '/sandbox/faults', { body });
    assert.equal(reply.status, 200, reply.text);
  };
  const transactions = async (paymentId: string): Promise<string[]> =>
    (await merchant.transactions(paymentId)).map(
      ({ type, status }) => `${String(type)} ${String(status)}`,
    );
  const ends = (paymentId: string, ...expected: string[]): Promise<void> =>
    until(
      async () => String(await transactions(paymentId)) === String(expected),
      `${paymentId} to have ${String(expected)}`,
    );
  const charges = async (paymentId: string): Promise<string[]> =>
    (await gateway.chargesOf(paymentId)).map(({ verb, result }) => `${verb} ${result}`);
  const operate = async (paymentId: string, operation: string, body: Json = {}): Promise<Json> =>
    bodyOf(await merchant.call('POST', paymentId, `/${operation}`, body));

  test('a sale is charged at once, and refunded when the message comes', async () => {
    const paymentId = await merchant.pay({ amount: 100 });
    await operate(paymentId, 'refund', { amount: 40 });
    await ends(paymentId, 'AUTH COMPLETED', 'REFUND COMPLETED');
    assert.deepEqual(await charges(paymentId), ['authorize APPROVED', 'refund APPROVED']);
  });

  test('account funding tells the acquirer who receives the money', async () => {
    const paymentId = await funded(merchant);
    assert.deepEqual(await heardOf(gateway, paymentId), [
      {
        purposeCode: 'PP',
        fundSource: '02',
        recipientMask: '555555******4444',
        recipientName: 'Ewa Lis',
      },
    ]);
    assert.deepEqual(await charges(paymentId), ['authorize APPROVED']);
  });

  test('an issuer declines with its reason', async () => {
    const paymentId = await merchant.pay({ card: '4000000000009995' }, 'REJECTED');
    assert.equal((await merchant.read(paymentId))['rejectCode'], 'INSUFFICIENT_FUNDS');
  });

  test('a hold is changed and captured', async () => {
    const paymentId = await merchant.preauthorize(100);
    await operate(paymentId, 'adjustment', { amount: 110 });
    await ends(paymentId, 'PREAUTH COMPLETED', 'ADJUSTMENT COMPLETED');
    await operate(paymentId, 'capture', { amount: 105 });
    await ends(paymentId, 'PREAUTH COMPLETED', 'ADJUSTMENT COMPLETED', 'CAPTURE COMPLETED');
    const read = await merchant.read(paymentId);
    assert.equal(read['capturedAmount'], 105);
  });

  test('a hold is released by a cancellation', async () => {
    const paymentId = await merchant.preauthorize(100);
    await operate(paymentId, 'cancel', { reason: 'CLIENT' });
    await gateway.waitForStatus(merchant.token, paymentId, 'CANCELLED');
    assert.deepEqual(await charges(paymentId), ['authorize VOID', 'reverse APPROVED']);
  });

  test('the result of 3-D Secure is accepted by the issuer', async () => {
    const { token } = merchant;
    const smooth = await payWithDevice(gateway, { token, card: cards.frictionless });
    await gateway.waitForStatus(token, paymentIdOf(smooth), 'COMPLETED');
    const { paymentId, acsTxnId } = await payToChallenge(gateway, { token });
    await passChallenge(gateway, acsTxnId);
    await gateway.waitForStatus(token, paymentId, 'COMPLETED');
    const eci = (await gateway.chargesOf(paymentId)).map((one) => (one as unknown as Json)['eci']);
    assert.deepEqual(eci, ['05']);
  });

  test('a lost answer is replaced by the message', async () => {
    await setFaults({ dropAnswer: true, verbs: ['authorize'], remaining: 1 });
    const paymentId = await merchant.pay();
    const [fault] = (await gateway.call<Json[]>('GET', '/sandbox/faults')).body;
    assert.equal(fault?.['calls'], 1, 'it went to Adyen');
    assert.deepEqual(await charges(paymentId), ['authorize APPROVED']);
  });

  test('a request that never arrived: stopped when the payment expires', async () => {
    await setFaults({ timeout: true, verbs: ['authorize'], remaining: 1 });
    const paymentId = paymentIdOf(await merchant.create({ validTime: 900 }));
    await advance(gateway, 120);
    assert.equal((await merchant.read(paymentId))['status'], 'PENDING', 'never guessed');
    await advance(gateway, 900);
    const { status, rejectCode } = await merchant.read(paymentId);
    assert.deepEqual([status, rejectCode], ['CANCELLED', 'EXPIRED']);
    await ends(paymentId, 'AUTH CANCELLED');
  });

  test('a lost answer and late messages: cancelled at Adyen, never completed', async () => {
    await setFaults(
      { timeout: true, verbs: ['notify'] },
      { dropAnswer: true, verbs: ['authorize'], remaining: 1 },
    );
    const options = { validTime: 900, transKind: 'PREAUTH' } as const;
    const paymentId = paymentIdOf(await merchant.create(options));
    await advance(gateway, 1_000);
    assert.equal((await merchant.read(paymentId))['status'], 'CANCELLED');
    assert.deepEqual(await charges(paymentId), ['authorize VOID', 'reverse APPROVED']);
    await setFaults({ clear: true });
    await advance(gateway, 300);
    await ends(paymentId, 'PREAUTH COMPLETED', 'REVERSAL COMPLETED');
    assert.equal((await merchant.read(paymentId))['status'], 'CANCELLED');
    assert.equal((await charges(paymentId))[0], 'authorize VOID');
  });

  test('a capture whose answer and request are lost is sent again', async () => {
    const paymentId = await merchant.preauthorize(100);
    await setFaults({ timeout: true, verbs: ['capture'], remaining: 1 });
    await operate(paymentId, 'capture', { amount: 100 });
    await advance(gateway, 30);
    await ends(paymentId, 'PREAUTH COMPLETED', 'CAPTURE COMPLETED');
    assert.deepEqual(await charges(paymentId), ['authorize APPROVED', 'capture APPROVED']);
  });

  test('repeated and forged messages have no effect', async () => {
    await setFaults({ duplicateCallback: true, verbs: ['notify'] });
    const paymentId = await merchant.preauthorize(100);
    await operate(paymentId, 'capture', { amount: 60 });
    await ends(paymentId, 'PREAUTH COMPLETED', 'CAPTURE COMPLETED');
    const item = {
      pspReference: 'X',
      merchantAccountCode: 'BramkaSandbox',
      merchantReference: `10000001.${paymentId.replaceAll('-', '')}.${'0'.repeat(25)}.c`,
      amount: { value: 6_000, currency: 'PLN' },
      eventCode: 'CAPTURE',
      success: 'true',
      additionalData: { hmacSignature: 'A'.repeat(44) },
    };
    const body = { live: 'false', notificationItems: [{ NotificationRequestItem: item }] };
    const forged = await gateway.call('POST', '/v1/ecommerce/notifications/adyen', { body });
    assert.equal(forged.body['code'], 'NOTIFICATION_NOT_AUTHENTIC');
    assert.equal((await merchant.read(paymentId))['capturedAmount'], 60);
  });

  test('a merchant with its own account never pays with that of the gateway', async () => {
    const { merchantId, secret } = await gateway.addMerchant();
    const path = `/v1/admin/merchants/${merchantId}/credentials/adyen`;
    const set = (merchantAccount: string) => {
      const fields = { merchantAccount, apiKey: 'sandbox-adyen-key' };
      return gateway.call('PUT', path, { token: gateway.adminKey, body: { fields } });
    };
    const claimed = await set('BramkaSandbox');
    assert.equal(claimed.status, 409, claimed.text);
    const accepted = await set('OwnShop');
    assert.equal(accepted.status, 200, accepted.text);
    await advance(gateway, 10);
    const own = merchantClientOf(gateway, await gateway.authenticate(merchantId, secret));
    const reply = await own.create({}, { instrument: { ...card, provider: 'adyen' } });
    const { rejectCode } = await gateway.waitForStatus(own.token, paymentIdOf(reply), 'REJECTED');
    assert.equal(rejectCode, 'PROVIDER_UNAVAILABLE', 'the simulated Adyen does not know it');
    assert.deepEqual(await charges(paymentIdOf(reply)), []);
  });

  test('a chargeback is recorded as a dispute', async () => {
    const paymentId = await merchant.pay({ amount: 100 });
    const [{ attemptId } = { attemptId: '' }] = await gateway.chargesOf(paymentId);
    const item = itemOf({
      eventCode: 'CHARGEBACK',
      pspReference: 'DISPUTE1',
      merchantAccount: 'BramkaSandbox',
      merchantReference: referenceOf({ merchantId: '10000001', paymentId, attemptId }, 'authorize'),
      amount: money(10_000n, 'PLN'),
      additional: { chargebackReasonCode: '10.4' },
    });
    const body = messageOf([item], SANDBOX_HMAC_KEY);
    for (const _time of [1, 2]) {
      const told = await gateway.call('POST', '/v1/ecommerce/notifications/adyen', { body });
      assert.deepEqual([told.status, told.text], [200, '[accepted]']);
    }
    const listed = await gateway.call('GET', '/v1/admin/disputes', { token: gateway.adminKey });
    assert.equal(listed.status, 200, listed.text);
    assert.equal(listed.text.split('DISPUTE1').length, 2, listed.text);
    assert.match(listed.text, /CHARGED_BACK/);
  });
});
