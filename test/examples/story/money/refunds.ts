// Refunds and the balance that covers them.
import { held, onePayment, paid, type Shop } from '../shop.ts';

const refund = `${onePayment}/refund`;

export async function recordRefunds(shop: Shop): Promise<void> {
  const { recorder, token } = shop;
  const paymentId = await paid(shop, 'order-refund-1');
  const params = { paymentId };
  const part = { amount: 20, description: 'One item returned', extRefundId: 'return-1' };
  const { body } = await recorder.record('POST', refund, { token, params, body: part });
  await recorder.record('POST', refund, {
    when: 'with the extRefundId of another refund',
    token,
    params,
    body: { ...part, amount: 30 },
    refusedWith: 'REFUND_ID_USED',
  });
  await recorder.record('POST', refund, {
    when: 'when the acquirer has not decided yet',
    token,
    params,
    body: { amount: 1.81 },
  });
  await recorder.record('POST', refund, {
    when: 'when the acquirer declines',
    token,
    params,
    body: { amount: 1.83 },
  });
  await recorder.record('POST', refund, {
    when: 'of more than is left',
    token,
    params,
    body: { amount: 5000 },
    refusedWith: 'REFUND_EXCEEDS_PAYMENT',
  });
  await recorder.record('POST', refund, {
    when: 'of a preauthorization that is not captured',
    token,
    params: { paymentId: await held(shop, 'order-refund-2') },
    refusedWith: 'NOT_CAPTURED',
  });
  const refundId = String(body['refundId']);
  await recorder.record('GET', `${onePayment}/refund/{refundId}`, {
    token,
    params: { paymentId, refundId },
  });
  await recorder.record('GET', `${onePayment}/refund/{refundId}`, {
    when: 'for an unknown refund',
    token,
    params: { paymentId, refundId: paymentId },
    refusedWith: 'REFUND_NOT_FOUND',
  });
  await recorder.record('GET', `${onePayment}/refunds`, { token, params });
  await recorder.record('GET', '/v1/ecommerce/payment/refunds/balance', { token });
}
