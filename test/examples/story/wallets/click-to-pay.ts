// Click to Pay: the simulated system as a customer uses it, step by step and in one call, and what
// gateways send to it.
import { createPublicKey } from 'node:crypto';
import { makePrivateKey } from '@bramka/gateway/core/jose/p256.ts';
import { seededRandom } from '@bramka/gateway/core/testing/seeded-random.ts';
import type { Json } from '../../../support/client.ts';
import type { Shop } from '../shop.ts';

const c2p = '/sandbox/c2p';
const one = `${c2p}/sessions/{sessionId}`;
const order = { dpaId: 'sandbox-10000001', amount: 123.45, currency: 'PLN' };
const SHOWN_CODE = '294071';

export async function recordClickToPay(shop: Shop): Promise<void> {
  const { recorder } = shop;
  await recorder.record('GET', `${c2p}/keys`);
  const reply = await recorder.record('POST', `${c2p}/checkouts`, { body: order });
  await recorder.record('POST', `${c2p}/checkouts`, {
    when: 'for a customer without a profile',
    body: { ...order, email: 'unknown@example.com' },
    refusedWith: 'CONSUMER_NOT_RECOGNISED',
  });
  await recordConfirmation(shop, String(reply.body['srcCorrelationId']));
  await recordSteps(shop);
  const publicKey = createPublicKey(makePrivateKey(seededRandom(1)));
  const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const kid = '019ca9a1-2222-7000-8000-000000000081';
  await recorder.record('POST', `${c2p}/recipients`, { body: { kid, publicKey: spki } });
}

async function recordConfirmation({ recorder }: Shop, srcCorrelationId: string): Promise<void> {
  const { dpaId, amount, currency } = order;
  const body = (confirmationStatus: string): Json => ({
    srcCorrelationId,
    srcDpaId: dpaId,
    merchantOrderId: '019ca9a1-1111-7000-8000-000000000003',
    confirmationData: {
      checkoutEventType: '01',
      checkoutEventStatus: '02',
      confirmationStatus,
      transactionAmount: { transactionAmount: amount, transactionCurrencyCode: currency },
    },
  });
  await recorder.record('POST', `${c2p}/confirmations`, { body: body('01') });
  await recorder.record('POST', `${c2p}/confirmations`, {
    when: 'with another result than before',
    body: body('02'),
    refusedWith: 'CONFIRMATION_CONTRADICTS',
  });
  await recorder.record('GET', `${c2p}/confirmations`, { first: 1 });
}

async function recordSteps({ recorder }: Shop): Promise<void> {
  const start = { body: { ...order, email: 'anna@example.com' } };
  const begin = async () => {
    const begun = await recorder.send('POST', `${c2p}/sessions`, start);
    const { sessionId, code } = begun.body as Record<string, string>;
    return { begun, code, params: { sessionId: String(sessionId) } };
  };
  const { begun, code, params } = await begin();
  const shown = { ...begun, body: { ...begun.body, code: SHOWN_CODE } };
  recorder.keep('POST', `${c2p}/sessions`, start, shown);
  const read = await recorder.send('GET', one, { params });
  recorder.keep('GET', one, {}, { ...read, body: { ...read.body, code: SHOWN_CODE } });
  const entered = await recorder.send('POST', `${one}/code`, { params, body: { code } });
  recorder.keep('POST', `${one}/code`, { body: { code: SHOWN_CODE } }, entered);
  await recorder.record('GET', `${one}/cards`, { params });
  const art = { params: { ...params, cardId: '1' } };
  const picture = await recorder.send('GET', `${one}/cards/{cardId}/art`, art);
  recorder.keep('GET', `${one}/cards/{cardId}/art`, {}, { ...picture, body: undefined });
  await recorder.record('POST', `${one}/checkout`, { params, body: { cardId: '1' } });
  await recorder.record('POST', `${one}/checkout`, {
    when: 'of a checkout that has ended',
    params,
    body: { cardId: '1' },
    refusedWith: 'CHECKOUT_STEP_NOT_POSSIBLE',
  });
  const otherSession = await begin();
  await recorder.record('POST', `${one}/code`, {
    when: 'with a wrong code',
    params: otherSession.params,
    body: { code: '12345' },
    refusedWith: 'ONE_TIME_CODE_WRONG',
  });
  const press = async (path: string, form: Record<string, string>, params = {}): Promise<void> => {
    const reply = await recorder.send('POST', path, { params, form, status: 303 });
    recorder.keep('POST', path, { form }, { ...reply, body: undefined });
  };
  await press(`${c2p}/pay/{sessionId}/act`, { do: 'code', code: '12345' }, otherSession.params);
  await recorder.record('POST', `${one}/cancel`, { params: otherSession.params });
  const terms = { dpaId: order.dpaId, amount: '123.45', currency: 'PLN' };
  await press(`${c2p}/pay`, { ...terms, email: 'anna@example.com' });
  await recorder.record('GET', one, {
    when: 'when there is no such checkout',
    params: { sessionId: 'unknown' },
    refusedWith: 'CHECKOUT_NOT_FOUND',
  });
}
