// The start page of the sandbox: a test payment, the latest payments, and the receiver of
// notifications.
import { createHmac } from 'node:crypto';
import type { Shop } from '../shop.ts';

/** Signed anew it would have another signature in every run. */
const message = {
  event: 'PAYMENT_STATUS',
  eventId: '0199b1c6-7a52-7c1e-8f43-5d0b6a2e9c10',
  occurredAt: '2026-03-01T12:00:00.000Z',
  merchantId: '10000001',
  paymentId: '0199b1c6-7a4f-7d20-9b1f-0e6c8d3a4b55',
  status: 'COMPLETED',
};

export async function recordStartPage({ recorder }: Shop): Promise<void> {
  const payments = '/sandbox/payments';
  await recorder.record('POST', payments, { body: { amount: 19.99, method: 'CARD' } });
  await recorder.record('POST', payments, {
    when: 'for an unknown merchant',
    body: { amount: 19.99, merchantId: '99999999' },
    refusedWith: 'INVALID_REQUEST',
  });
  await recorder.record('GET', payments, { first: 1 });
  const press = async (button: string, form: Record<string, string>): Promise<void> => {
    await recorder.record('POST', `/sandbox/start/${button}`, { form, status: 303 });
  };
  await press('pay', { amount: '19.99', method: 'BLIK', merchant: '10000001' });
  await press('clock', { do: 'freeze' });
  const notifications = '/sandbox/notifications';
  const id = message.eventId;
  const text = `${id}.1772366400.${JSON.stringify(message)}`;
  const hash = createHmac('sha256', 'notify-secret-10000001').update(text).digest('base64');
  const signed = { 'webhook-id': id, 'webhook-timestamp': '1772366400' };
  const headers = { ...signed, 'webhook-signature': `v1,${hash}` };
  await recorder.record('POST', notifications, { body: message, headers });
  await recorder.record('POST', notifications, {
    when: 'with another signature',
    body: { ...message, status: 'REJECTED' },
    headers,
    refusedWith: 'NOTIFICATION_NOT_AUTHENTIC',
  });
  const { paymentId } = message;
  await recorder.record('GET', notifications, { query: { paymentId } });
}
