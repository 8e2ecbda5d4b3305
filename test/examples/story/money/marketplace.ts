// Payments that are divided between merchants.
import { creation, held, idIn, onePayment, order, payment, type Shop } from '../shop.ts';

const shares = [
  {
    merchant: { merchantId: '10000002' },
    amount: 100,
    commission: 8.5,
    description: 'Concert ticket',
    extSubpaymentId: 'ticket-1',
  },
  { merchant: { merchantId: '10000001' }, amount: 23.45, description: 'Service' },
];
const options = { transType: 'MARKETPLACE' };

export async function recordMarketplace(shop: Shop): Promise<void> {
  const { recorder, token } = shop;
  const split = { ...order('order-split'), subpayments: shares };
  const body = creation('order-split', { order: split, options });
  const reply = await recorder.record('POST', payment, {
    when: 'divided between merchants (MARKETPLACE)',
    token,
    body,
  });
  const params = { paymentId: idIn(reply) };
  await recorder.gateway.waitForStatus(token, params.paymentId, 'COMPLETED');
  await recorder.record('GET', `${onePayment}/subpayments`, { token, params });
  const stranger = [{ ...shares[0], merchant: { merchantId: '99999999' } }, shares[1]];
  await recorder.record('POST', payment, {
    when: 'when a share is for a merchant that is not a submerchant',
    token,
    body: creation('order-stranger', {
      order: { ...order('order-stranger'), subpayments: stranger },
      options,
    }),
    refusedWith: 'SUBMERCHANT_NOT_ALLOWED',
  });
  const hold = { order: { ...order('order-split-hold'), subpayments: shares } };
  const paymentId = await held(shop, 'order-split-hold', {
    ...hold,
    options: { ...options, transKind: 'PREAUTH' },
  });
  await recorder.record('POST', `${onePayment}/capture`, {
    when: 'of a part of a MARKETPLACE payment',
    token,
    params: { paymentId },
    body: { amount: 100 },
    refusedWith: 'CAPTURE_NOT_IN_FULL',
  });
  await recorder.record('POST', `${onePayment}/adjustment`, {
    when: 'of a MARKETPLACE payment',
    token,
    params: { paymentId },
    body: { amount: 100 },
    refusedWith: 'SPLIT_NOT_ADJUSTABLE',
  });
}
