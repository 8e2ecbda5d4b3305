// Routing: where a payment went and would go, and how often authorizations succeed.
import { advance, card, cards, paid, type Shop } from '../shop.ts';

const DAY_S = 24 * 3600;
const one = '/v1/admin/merchants/{merchantId}';

export async function recordRouting(shop: Shop): Promise<void> {
  const { recorder } = shop;
  const { gateway } = recorder;
  // Only the payments of this part are counted.
  await advance(shop, 2 * DAY_S);
  const owner = { token: gateway.adminKey, params: { merchantId: '10000001' } };
  const polish = { methods: ['CARD'], countries: ['PL'] };
  const routing = [
    { name: 'trial', when: { currencies: ['EUR'], percent: 30 }, providers: ['sandbox'] },
    { name: 'polish-cards', when: polish, providers: ['sandbox'], best: true },
  ];
  await recorder.send('PATCH', one, { ...owner, body: { settings: { routing } } });
  const later = { ...shop, token: await gateway.authenticate() };
  const paymentId = await paid(later, 'order-routed-1');
  await paid(later, 'order-routed-2', { instrument: card(cards.noFunds) });
  const params = { ...owner.params, paymentId };
  await recorder.record('GET', `${one}/payments/{paymentId}/routes`, { ...owner, params });
  await recorder.record('GET', `${one}/payments/{paymentId}/routes`, {
    when: 'for a payment of another merchant',
    ...owner,
    params: { merchantId: '10000002', paymentId },
    refusedWith: 'PAYMENT_NOT_FOUND',
  });
  const body = { method: 'CARD', bin: '41111111', currency: 'PLN', amount: 120.5 };
  await recorder.record('POST', `${one}/routes/explain`, { ...owner, body });
  await recorder.record('POST', `${one}/routes/explain`, {
    when: 'with a whole card number',
    ...owner,
    body: { ...body, bin: cards.plain },
    refusedWith: 'INVALID_REQUEST',
  });
  await advance(shop, 120);
  const { token } = owner;
  await recorder.record('GET', '/v1/admin/success-rates', { token, query: { by: 'COUNTRY' } });
}
