// Payments that wait for data, and the requests that complete them.
import type { Json } from '../../support/client.ts';
import { browser, card, cards, create, creation, onePayment, paid, type Shop } from './shop.ts';

const instrument = `${onePayment}/instrument`;

const withoutInstrument = (extOrderId: string): Json => {
  const { instrument: _card, method: _method, ...rest } = creation(extOrderId);
  return rest;
};

export async function recordCompleting(shop: Shop): Promise<void> {
  await recordPatch(shop);
  await recordPutInstrument(shop);
  await recordPatchInstrument(shop);
}

async function recordPatch(shop: Shop): Promise<void> {
  const { recorder, token } = shop;
  const awaitsDevice = { instrument: card(cards.challenge) };
  const paymentId = await create(shop, creation('order-patch-1', awaitsDevice));
  const params = { paymentId };
  await recorder.record('PATCH', onePayment, { token, params, body: { device: browser } });
  const secondId = await create(shop, creation('order-patch-2', awaitsDevice));
  const { userAgent, acceptHeader } = browser.browserData;
  await recorder.record('PATCH', onePayment, {
    when: 'when fields of the device are still missing',
    token,
    params: { paymentId: secondId },
    body: { device: { browserData: { userAgent, acceptHeader } } },
    refusedWith: 'INVALID_REQUEST',
  });
  await recorder.record('PATCH', onePayment, {
    when: 'with data of the customer only',
    token,
    params: { paymentId: secondId },
    body: { customer: { email: 'jan.kowalski@example.com' } },
  });
  const done = await paid(shop, 'order-patch-3');
  await recorder.record('PATCH', onePayment, {
    when: 'after the payment has ended',
    token,
    params: { paymentId: done },
    body: { device: browser },
    refusedWith: 'NOT_IN_THIS_STATE',
  });
  await recorder.record('PATCH', onePayment, {
    when: 'when the body has no known field',
    token,
    params: { paymentId: secondId },
    body: { ip: '203.0.113.7' },
    refusedWith: 'INVALID_REQUEST',
  });
}

async function recordPutInstrument(shop: Shop): Promise<void> {
  const { recorder, token } = shop;
  const first = await create(shop, withoutInstrument('order-put-1'));
  await recorder.record('PUT', instrument, { token, params: { paymentId: first }, body: card() });
  const second = await create(shop, withoutInstrument('order-put-2'));
  await recorder.record('PUT', instrument, {
    when: 'with the device, when the card needs a challenge',
    token,
    params: { paymentId: second },
    body: { instrument: card(cards.challenge), device: browser },
  });
  const third = await create(shop, withoutInstrument('order-put-3'));
  const { cvv: _cvv, ...noCode } = card();
  await recorder.record('PUT', instrument, {
    when: 'without the security code',
    token,
    params: { paymentId: third },
    body: noCode,
  });
  await recorder.record('PUT', instrument, {
    when: 'with an expiry date that is not valid',
    token,
    params: { paymentId: third },
    body: { ...card(), expDate: '12/39' },
    refusedWith: 'INVALID_REQUEST',
  });
}

async function recordPatchInstrument(shop: Shop): Promise<void> {
  const { recorder, token } = shop;
  const { cvv: _cvv, ...noCode } = card();
  const first = await create(shop, creation('order-code-1', { instrument: noCode }));
  const params = { paymentId: first };
  await recorder.record('PATCH', instrument, { token, params, body: { cvv: '123' } });
  const second = await create(shop, withoutInstrument('order-code-2'));
  await recorder.record('PATCH', instrument, {
    when: 'when attributes are still missing',
    token,
    params: { paymentId: second },
    body: { instrumentNo: cards.plain },
  });
  await recorder.record('PATCH', instrument, {
    when: 'with a field name that does not exist',
    token,
    params: { paymentId: second },
    body: { cvc: '123' },
    refusedWith: 'INVALID_REQUEST',
  });
}
