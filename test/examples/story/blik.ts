// BLIK: a payment with a code, the simulated phones as a customer uses them, and the simulated
// operator spoken to as the gateway does.
import { createHmac } from 'node:crypto';
import type { Json } from '../../support/client.ts';
import { browser, onePayment, order, payment, type Shop } from './shop.ts';

const blik = '/sandbox/blik';
/** Codes are random. */
const SHOWN_CODE = '482913';
const attempt = (number: number): string => `019ca9a1-2222-7000-8000-00000000004${number}`;

export async function recordBlik(shop: Shop): Promise<void> {
  const { recorder, token } = shop;
  const api = `${blik}/api`;
  await recorder.record('GET', `${api}/phones`);
  const issue = { body: { phone: '1' } };
  const issued = await recorder.send('POST', `${api}/codes`, issue);
  const { code } = issued.body;
  const shownIssue = { ...issued, body: { ...issued.body, code: SHOWN_CODE } };
  recorder.keep('POST', `${api}/codes`, issue, shownIssue);
  const body = (extOrderId: string, instrument: Json, more: Json = {}) => ({
    method: 'BLIK',
    order: order(extOrderId),
    device: browser,
    instrument: { type: 'BLIK_CODE', ...instrument },
    ...more,
  });
  const saving = (shown: unknown) => ({
    when: 'with a BLIK code',
    token,
    body: body(
      'order-blik',
      { alias: 'customer-7', code: shown },
      { options: { registerAlias: true } },
    ),
  });
  const reply = await recorder.send('POST', payment, saving(code));
  recorder.keep('POST', payment, saving(SHOWN_CODE), reply);
  const pushes = await recorder.record<Json[]>('GET', `${api}/pushes`);
  const pushId = String(pushes.body[0]?.['pushId']);
  await recorder.record('POST', `${api}/pushes/{pushId}`, {
    params: { pushId },
    body: { action: 'accept', save: true },
  });
  const paymentId = String(reply.body['paymentId']);
  await recorder.record('GET', `${api}/payments`, { query: { paymentId } });
  const saved = await recorder.record<Json[]>('GET', `${api}/aliases`);
  const aliasId = String(saved.body[0]?.['aliasId']);
  await recorder.record('POST', `${api}/aliases/{aliasId}/unregister`, { params: { aliasId } });
  const press = `${blik}/phone/{phone}/act`;
  const form = { do: 'code' };
  const pressed = await recorder.send('POST', press, { params: { phone: '1' }, form, status: 303 });
  recorder.keep('POST', press, { form }, { ...pressed, body: undefined });
  await recorder.record('POST', `${api}/codes/cancel`, { body: { phone: '1' } });
  const wrong = body('order-blik-wrong', { code: '100001' });
  const asked = await recorder.record('POST', payment, {
    when: 'with a wrong BLIK code',
    token,
    body: wrong,
  });
  const params = { paymentId: String(asked.body['paymentId']) };
  await recorder.send('POST', `${onePayment}/cancel`, { token, params });
  await recordNotification(shop);
  await recordOperator(shop);
}

/** The key of the simulated operator is public. */
async function recordNotification({ recorder }: Shop): Promise<void> {
  const alias = { type: 'UID', value: 'customer-8', status: 'DECLINED' };
  const body = JSON.stringify({ merchantId: '10000001', alias });
  const signature = createHmac('sha256', 'sandbox-blik-key').update(body).digest('hex');
  const headers = { 'content-type': 'application/json', signature };
  for (const place of ['blikweb/status', '{provider}']) {
    const path = `/v1/ecommerce/notifications/${place}`;
    const params = { provider: 'blik' };
    const reply = await recorder.send('POST', path, { body, headers, params });
    recorder.keep('POST', path, { body: JSON.parse(body) as Json }, reply);
  }
}

async function recordOperator({ recorder }: Shop): Promise<void> {
  const operation = (number: number): Json => ({
    attemptId: attempt(number),
    merchantId: '10000001',
    paymentId: '019ca9a1-1111-7000-8000-000000000003',
    amountMinor: '1250',
    currency: 'PLN',
  });
  const original = (number: number): Json => ({ originalAttemptId: attempt(number) });
  const ticket = { type: 'CODE', code: '777123' };
  const payer = { ip: '203.0.113.7', userAgent: 'Mozilla/5.0' };
  const notificationUrl = `${recorder.gateway.url}/v1/ecommerce/notifications/blikweb/status`;
  const order = { ticket, payer, description: 'Two tickets', notificationUrl };
  await recorder.record('POST', `${blik}/authorize`, { body: { ...operation(1), ...order } });
  await recorder.record('POST', `${blik}/inquire`, { body: { attemptId: attempt(1) } });
  await recorder.record('POST', `${blik}/stop`, { body: { ...operation(2), ...original(1) } });
  await recorder.record('POST', `${blik}/refund`, { body: { ...operation(3), ...original(1) } });
  await recorder.send('POST', `${blik}/authorize`, { body: { ...operation(4), ...order } });
  await recorder.record('POST', `${blik}/reverse`, { body: { ...operation(5), ...original(4) } });
}
