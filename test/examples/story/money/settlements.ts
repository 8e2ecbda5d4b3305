// Settlement in the story of the examples: a merchant with one payment, its batch and report, and
// the run of the operator.
import { advance, creation, type Shop } from '../shop.ts';

const settlements = '/v1/ecommerce/settlements';
const merchant = '/v1/admin/merchants/{merchantId}';
const merchantId = '20000009';
const TWO_DAYS = 172_800;

export async function recordSettlements(shop: Shop): Promise<void> {
  const { recorder } = shop;
  const { gateway } = recorder;
  const operator = gateway.adminKey;
  const settings = { name: 'Bookshop', settlement: { account: 'PL61109010140000071219812874' } };
  const added = await recorder.send('POST', '/v1/admin/merchants', {
    token: operator,
    body: { merchantId, settings },
  });
  const secret = String(added.body['apiSecret']);
  const early = await gateway.authenticate(merchantId, secret);
  const paid = await recorder.send('POST', '/v1/ecommerce/payment', {
    token: early,
    body: creation('order-settled'),
  });
  await gateway.waitForStatus(early, String(paid.body['paymentId']), 'COMPLETED');
  await advance(shop, TWO_DAYS);

  const token = await gateway.authenticate(merchantId, secret);
  const { body } = await recorder.record<Record<string, unknown>[]>('GET', settlements, { token });
  const params = { batchId: String(body[0]?.['batchId']) };
  const unknown = { batchId: '01a1ddaa-94be-73d2-943c-8b7759934376' };
  for (const rest of ['/{batchId}', '/{batchId}/report']) {
    await recorder.record('GET', `${settlements}${rest}`, { token, params });
    await recorder.record('GET', `${settlements}${rest}`, {
      when: 'for an unknown batch',
      token,
      params: unknown,
      refusedWith: 'SETTLEMENT_NOT_FOUND',
    });
  }
  await recordOperator(shop, params.batchId);
}

async function recordOperator({ recorder }: Shop, batchId: string): Promise<void> {
  const token = recorder.gateway.adminKey;
  const ofMerchant = { token, params: { merchantId } };
  const runs = `${merchant}/settlement-runs`;
  const { body } = await recorder.record('POST', runs, { ...ofMerchant, body: {} });
  await recorder.record('POST', runs, {
    ...ofMerchant,
    when: 'for a date in the future',
    body: { date: '2999-12-31' },
    refusedWith: 'SETTLEMENT_DATE_IN_FUTURE',
  });
  await recorder.send('POST', '/sandbox/clock', { body: { advance: 0 } });
  const params = { merchantId, runId: String(body['runId']) };
  await recorder.record('GET', `${runs}/{runId}`, { token, params });
  await recorder.record('GET', `${merchant}/settlements`, ofMerchant);
  const one = { token, params: { merchantId, batchId } };
  await recorder.record('GET', `${merchant}/settlements/{batchId}`, one);
  await recorder.record('GET', `${merchant}/settlements/{batchId}/report`, one);
}
