// Ways to bypass strong authentication that must not exist: invalid device data, a payment page
// that claims to be the merchant, a leftover device, an order paid meanwhile, a raised amount.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { anyDatabase } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import {
  base,
  card,
  merchantClientOf,
  bodyOf,
  paymentIdOf,
  refusalOf,
  type MerchantClient,
} from '../support/life/payments.ts';
import {
  browserDevice,
  cards,
  challengeAfter,
  payWithDevice,
} from '../support/threeds/challenge.ts';
import { appCustomer } from '../support/threeds/app-customer.ts';

const instrument = { ...card, instrumentNo: cards.challenge };

describe('bypasses of strong authentication', () => {
  let gateway: BorrowedGateway;
  let merchant: MerchantClient;
  before(async () => {
    gateway = await sharedGateway(anyDatabase);
    const sca = { whenUnavailable: 'AUTHORIZE' };
    const { merchantId, secret } = await gateway.addMerchant({ name: 'Shop', sca });
    merchant = merchantClientOf(gateway, await gateway.authenticate(merchantId, secret));
  });
  after(() => gateway?.release());

  async function nothingCharged(paymentId: string): Promise<void> {
    assert.deepEqual(await gateway.chargesOf(paymentId), []);
  }

  test('device data that the directory server refuses does not lead to the acquirer', async () => {
    const { token } = merchant;
    const honest = (await (await appCustomer(gateway, token)).sdkFor()).authenticationParameters();
    const sdk = { ...honest, encData: 'eyJhbGciOiJFQ0RILUVTIn0..aXY.Y2lwaGVy.dGFn' };
    const extra = { device: { sdk }, channel: 'MOBILE' };
    const reply = await gateway.payByCard({ token, card: cards.challenge, extra });
    const ended = await gateway.waitForStatus(token, paymentIdOf(reply));
    assert.deepEqual([ended['status'], ended['rejectCode']], ['REJECTED', 'SCA_UNAVAILABLE']);
    await nothingCharged(paymentIdOf(reply));
  });

  test('an exempt amount cannot be raised afterwards', async () => {
    const sca = { lowValueLimits: { PLN: '120.00' } };
    const { merchantId, secret } = await gateway.addMerchant({ name: 'Corner shop', sca });
    const shop = merchantClientOf(gateway, await gateway.authenticate(merchantId, secret));
    const paymentId = await shop.preauthorize(100, { card: cards.challenge });
    const adjust = (amount: number) => shop.call('POST', paymentId, '/adjustment', { amount });
    assert.deepEqual(refusalOf(await adjust(100.01)), [422, 'ADJUSTMENT_EXCEEDS_EXEMPTION']);
    bodyOf(await adjust(50));
    assert.deepEqual(refusalOf(await adjust(100.01)), [422, 'ADJUSTMENT_EXCEEDS_EXEMPTION']);
    bodyOf(await adjust(100));
  });

  test('an invalid language is requested again', async () => {
    const device = browserDevice({ language: '1' });
    const reply = await payWithDevice(gateway, {
      token: merchant.token,
      card: cards.challenge,
      extra: { device },
    });
    assert.deepEqual([reply.body['status'], reply.body['dataRequest']], ['NEW', 'DEVICE']);
  });

  test('a payment page can never act as the merchant', async () => {
    const payment = bodyOf(
      await gateway.call('POST', base, {
        token: merchant.token,
        body: {
          channel: 'PAYWALL',
          order: { amount: 20, currency: 'PLN', extOrderId: randomUUID() },
        },
      }),
    );
    const paymentId = payment['paymentId'] as string;
    const page = merchantClientOf(gateway, payment['clientToken'] as string);
    const customer = { email: 'somebody.else@example.com' };
    const forged = await page.call('PATCH', paymentId, '', { customer });
    assert.deepEqual(refusalOf(forged), [403, 'TOKEN_NOT_FOR_THIS']);
    const body = { instrument, device: browserDevice() };
    const given = await page.call('PUT', paymentId, '/instrument', body);
    await challengeAfter(gateway, page.token, given);
    await nothingCharged(paymentId);
  });

  test('a retry does not reuse the device of the failed payment', async () => {
    const { token } = merchant;
    const sdk = (await (await appCustomer(gateway, token)).sdkFor()).authenticationParameters();
    const extra = { device: { sdk }, channel: 'MOBILE' };
    const failed = await gateway.payByCard({ token, card: cards.failed, extra });
    await gateway.waitForStatus(token, paymentIdOf(failed), 'REJECTED');
    const again = bodyOf(await merchant.call('POST', paymentIdOf(failed), '/retry'));
    const paymentId = again['paymentId'] as string;
    const body = { instrument, device: browserDevice() };
    const given = await merchant.call('PUT', paymentId, '/instrument', body);
    const { acsData } = await challengeAfter(gateway, token, given);
    assert.ok(acsData.acsURL !== undefined && !('acsSignedContent' in acsData));
  });

  test('there is no challenge for a paid order', async () => {
    const orderId = randomUUID();
    const { token } = merchant;
    const paid = await gateway.payByCard({ token, orderId });
    await gateway.waitForStatus(token, paymentIdOf(paid), 'COMPLETED');
    const second = await payWithDevice(gateway, { token, orderId, card: cards.challenge });
    assert.deepEqual(refusalOf(second), [409, 'ORDER_ALREADY_PAID']);
  });
});
