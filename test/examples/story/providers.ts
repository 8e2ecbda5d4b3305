// The simulated acquirer and directory server, spoken to as the gateway does.
import type { Json } from '../../support/client.ts';
import { paid, type Shop } from './shop.ts';

const acquirer = '/sandbox/acquirer';
const PAYMENT_ID = '019ca9a1-1111-7000-8000-000000000001';
const attempt = (number: number): string => `019ca9a1-2222-7000-8000-00000000000${number}`;

const operation = (number: number, amountMinor: string): Json => ({
  attemptId: attempt(number),
  merchantId: '10000001',
  paymentId: PAYMENT_ID,
  amountMinor,
  currency: 'PLN',
});
const later = (number: number, amountMinor: string): Json => ({
  ...operation(number, amountMinor),
  originalAttemptId: attempt(1),
});

export async function recordProviders(shop: Shop): Promise<void> {
  const { recorder } = shop;
  const number = '4111111111111111';
  const authorize = {
    ...operation(1, '12345'),
    kind: 'hold',
    card: { number, expiry: '203912', cvv: '123' },
  };
  await recorder.record('POST', `${acquirer}/authorize`, { body: authorize });
  await recorder.record('POST', `${acquirer}/authorize`, {
    when: 'when the issuer declines',
    body: {
      ...authorize,
      attemptId: attempt(9),
      card: { ...authorize.card, number: '4000000000009995' },
    },
  });
  await recorder.record('POST', `${acquirer}/authorize`, {
    when: 'when the attemptId was used for another operation',
    body: { ...authorize, amountMinor: '99900' },
    refusedWith: 'ATTEMPT_REUSED',
  });
  await recorder.record('POST', `${acquirer}/adjust`, { body: later(2, '13000') });
  await recorder.record('POST', `${acquirer}/capture`, { body: later(3, '12000') });
  await recorder.record('POST', `${acquirer}/refund`, { body: later(4, '2000') });
  const { originalAttemptId: _one, ...sale } = { ...operation(5, '5000'), originalAttemptId: '' };
  await recorder.send('POST', `${acquirer}/authorize`, {
    body: { ...sale, kind: 'sale', card: authorize.card },
  });
  await recorder.record('POST', `${acquirer}/reverse`, {
    body: { ...operation(6, '5000'), originalAttemptId: attempt(5) },
  });
  await recorder.record('POST', `${acquirer}/inquire`, { body: { attemptId: attempt(3) } });
  await recorder.record('POST', `${acquirer}/inquire`, {
    when: 'about an attempt that never arrived',
    body: { attemptId: attempt(8) },
  });
  const paymentId = await paid(shop, 'order-charges');
  await recorder.record('GET', `${acquirer}/charges`, { query: { paymentId } });
  await recordDirectory(shop);
}

async function recordDirectory({ recorder }: Shop): Promise<void> {
  const path = '/sandbox/directory/{organization}';
  const request = {
    messageType: 'PReq',
    messageVersion: '2.2.0',
    threeDSServerTransID: '019ca9a1-3333-7000-8000-000000000001',
    threeDSServerRefNumber: 'MY-3DS-SERVER',
  };
  const params = { organization: 'visa' };
  await recorder.record('POST', path, { params, body: request, first: 2 });
  const { threeDSServerRefNumber: _missing, ...incomplete } = request;
  await recorder.record('POST', path, {
    when: 'to a message that lacks a required field',
    params,
    body: incomplete,
  });
  await recorder.record('POST', path, {
    when: 'for an organization that it does not have',
    params: { organization: 'nobody' },
    body: request,
    refusedWith: 'ROUTE_NOT_FOUND',
  });
  await recorder.record('GET', '/sandbox/directory/keys');
}
