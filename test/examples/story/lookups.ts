// What can be asked about cards and payment methods before a payment.
import type { Json } from '../../support/client.ts';
import { cards, create, creation, onePayment, paid, payment, type Shop } from './shop.ts';

const sdk = { channel: 'MOBILE', sdkStartProtocol: '2.1.0', sdkEndProtocol: '2.2.0' };
const lookup = (instrumentNo: string): Json => ({ type: 'CARD', instrumentNo });
const NOT_ENROLLED = 'for a card that is not enrolled in 3-D Secure';

export async function recordLookups(shop: Shop): Promise<void> {
  const { recorder, token } = shop;
  for (const path of [`${payment}/binInfo`, '/v1/ecommerce/tokenizer/binInfo']) {
    const body = { ...sdk, instrument: lookup(cards.challenge) };
    await recorder.record('POST', path, { token, body });
    await recorder.record('POST', path, {
      when: NOT_ENROLLED,
      token,
      body: { instrument: lookup(cards.plain) },
    });
    await recorder.record('POST', path, {
      when: 'with too few digits',
      token,
      body: { instrument: lookup('411111') },
      refusedWith: 'INVALID_REQUEST',
    });
  }
  await recordCardInfo(shop);
  await recordPaymentBinInfo(shop);
  await recordMethods(shop);
}

async function recordCardInfo({ recorder, token }: Shop): Promise<void> {
  const path = `${payment}/cardInfo`;
  await recorder.record('POST', path, { token, body: { instrument: lookup(cards.plain) } });
  await recorder.record('POST', path, {
    when: 'for the first eight digits of a number',
    token,
    body: { instrument: lookup('41111111') },
  });
  await recorder.record('POST', path, {
    when: 'for a card that the BIN table does not list',
    token,
    body: { instrument: lookup('4511111111111117') },
  });
  await recorder.record('POST', path, {
    when: 'with another type of instrument',
    token,
    body: { instrument: { type: 'BLIK_CODE', code: '123456' } },
    refusedWith: 'INVALID_REQUEST',
  });
}

async function recordPaymentBinInfo(shop: Shop): Promise<void> {
  const { recorder, token } = shop;
  const path = `${onePayment}/binInfo`;
  const instrument = { type: 'CARD', instrumentNo: cards.challenge, expDate: '203912' };
  const body = creation('order-app-lookup', { channel: 'MOBILE', instrument });
  const paymentId = await create(shop, body);
  await recorder.record('POST', path, { token, params: { paymentId }, body: sdk });
  const done = await paid(shop, 'order-lookup-too-late');
  await recorder.record('POST', path, {
    when: 'after the payment has ended',
    token,
    params: { paymentId: done },
    refusedWith: 'NOT_IN_THIS_STATE',
  });
}

async function recordMethods(shop: Shop): Promise<void> {
  const { recorder, token } = shop;
  const methods = `${payment}/methods`;
  await recorder.record('GET', methods, { token, first: 3 });
  await recorder.record('GET', methods, {
    when: 'without an access token',
    refusedWith: 'TOKEN_MISSING',
  });
  const options = { methods: 'CARD,BLIK' };
  const { instrument: _none, method: _open, ...open } = creation('order-methods', { options });
  const paymentId = await create(shop, { ...open, channel: 'PAYWALL' });
  await recorder.record('GET', `${onePayment}/methods`, { token, params: { paymentId } });
  await recorder.record('GET', `${onePayment}/cards`, { token, params: { paymentId } });
  await recorder.record('GET', `${methods}/PBL`, { token, first: 2 });
  await recorder.record('GET', `${methods}/CARD`, { token, first: 2 });
  await recorder.record('GET', `${methods}/C2P`, { token });
}
