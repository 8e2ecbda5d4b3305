// Bank transfers: a payment by transfer, the simulated banks as a customer uses them, and both
// simulated providers spoken to as the gateway does.
import { createHash } from 'node:crypto';
import type { Json } from '../../support/client.ts';
import { onePayment, order, payment, type Shop } from './shop.ts';

const ORDER_ID = '019ca9a1222270008000000000000021';
const MESSAGE_ID = '019ca9a1222270008000000000000022';
const SERVICE_ID = '100047';
/** Longer than the clock is advanced while the examples are recorded. */
const VALID_MS = 60 * 86_400_000;
const bank = '/sandbox/bank';
const autopay = '/sandbox/autopay';
const pa = '/sandbox/pa';

/** The key of the simulated operator is public. */
function hashOf(...values: string[]): string {
  return createHash('sha256')
    .update([...values, 'sandbox-autopay-key'].join('|'))
    .digest('hex');
}

export async function recordTransfers(shop: Shop): Promise<void> {
  const { recorder, token } = shop;
  const body = {
    method: 'PBL',
    order: order('order-transfer'),
    instrument: { type: 'PBL', bankId: 3 },
    merchant: { redirectURL: 'https://shop.example/thanks' },
  };
  const when = 'by bank transfer';
  const made = await recorder.record('POST', payment, { when, token, body });
  const { paymentId = '', redirectURL = '' } = made.body as Record<string, string>;
  const [remoteID = '', key = ''] = redirectURL.split('/').slice(-2);
  await recorder.record('GET', `${bank}/transfers`, { first: 1 });
  const params = { remoteID };
  await recorder.record('GET', `${bank}/transfers/{remoteID}`, { params });
  await recorder.record('POST', `${bank}/pay/{remoteID}/{token}/act`, {
    params: { remoteID, token: key },
    form: { do: 'login', password: '1234' },
    status: 303,
  });
  await recorder.record('POST', `${bank}/transfers/{remoteID}`, {
    params,
    body: { action: 'refuse' },
  });
  await recorder.record('POST', `${bank}/transfers/{remoteID}`, {
    when: 'for a transfer that does not exist',
    params: { remoteID: 'NOSUCHONE1' },
    body: { action: 'pay' },
    refusedWith: 'TRANSFER_NOT_FOUND',
  });
  await recorder.send('POST', `${onePayment}/cancel`, { token, params: { paymentId } });
  await recordAutopay(shop);
  await recordPlainRedirect(shop);
}

/** Autopay's messages are forms with a hash, and most of its answers XML. */
async function recordAutopay({ recorder }: Shop): Promise<void> {
  const post = async (path: string, names: Record<string, string>, header: string) => {
    const hash = hashOf(...Object.values(names));
    recorder.stable.showAs(hash, hash);
    const form = { ...names, Hash: hash };
    const request = { form, headers: { BmHeader: header } };
    const reply = await recorder.send('POST', `${autopay}${path}`, request);
    recorder.keep('POST', `${autopay}${path}`, { form }, { ...reply, body: undefined });
    return reply.text;
  };
  const ids = { ServiceID: SERVICE_ID, OrderID: ORDER_ID };
  const start = { ...ids, Amount: '12.50', Description: 'Two tickets', GatewayID: '3' };
  const currency = { Currency: 'PLN' };
  const link = 'pay-bm-continue-transaction-url';
  const started = await post('/payment', { ...start, ...currency }, link);
  const [, remoteId = ''] = /<remoteID>(\w+)</.exec(started) ?? [];
  await recorder.send('POST', `${bank}/transfers/{remoteID}`, {
    params: { remoteID: remoteId },
    body: { action: 'pay' },
  });
  await post('/webapi/transactionStatus', ids, 'pay-bm');
  const cancel = { ServiceID: SERVICE_ID, MessageID: MESSAGE_ID, OrderID: ORDER_ID };
  await post('/webapi/transactionCancel', cancel, 'pay-bm');
  const message = { serviceId: Number(SERVICE_ID), messageId: MESSAGE_ID };
  await recorder.record('POST', `${autopay}/settlementapi/transactionRefund/v3`, {
    body: { ...message, remoteId, hash: hashOf(SERVICE_ID, MESSAGE_ID, remoteId) },
  });
  const method = 'TRANSACTION_REFUND';
  await recorder.record('POST', `${autopay}/settlementapi/outDetails/v2`, {
    body: { ...message, method, hash: hashOf(SERVICE_ID, MESSAGE_ID, method) },
  });
  const listHash = hashOf(SERVICE_ID, MESSAGE_ID, 'PLN');
  recorder.stable.showAs(listHash, listHash);
  await recorder.record('POST', `${autopay}/gatewayList/v3`, {
    body: {
      ServiceID: Number(SERVICE_ID),
      MessageID: MESSAGE_ID,
      Currencies: 'PLN',
      Hash: listHash,
    },
    first: 1,
  });
  const path = '/v1/ecommerce/notifications/bmweb/status';
  const transactions = Buffer.from('<transactionList/>').toString('base64');
  const form = { transactions };
  await recorder.record('POST', path, { form, refusedWith: 'NOTIFICATION_NOT_AUTHENTIC' });
}

async function recordPlainRedirect({ recorder }: Shop): Promise<void> {
  const attempt = (number: number): string => `019ca9a1-2222-7000-8000-00000000003${number}`;
  const operation = (number: number): Json => ({
    attemptId: attempt(number),
    merchantId: '10000001',
    paymentId: '019ca9a1-1111-7000-8000-000000000002',
    amountMinor: '1250',
    currency: 'PLN',
  });
  const original = { originalAttemptId: attempt(1) };
  const { body } = await recorder.record<{ banks: { bankId: number }[] }>('POST', `${pa}/banks`, {
    body: {},
    first: 1,
  });
  await recorder.record('POST', `${pa}/start`, {
    body: {
      ...operation(1),
      bankId: body.banks[0]?.bankId,
      description: 'Two tickets',
      validUntil: new Date(recorder.stable.clockMs() + VALID_MS).toISOString(),
      returnUrl: `${recorder.gateway.url}/v1/ecommerce/notifications/bmweb/status`,
    },
  });
  await recorder.record('POST', `${pa}/inquire`, { body: { attemptId: attempt(1) } });
  await recorder.record('POST', `${pa}/stop`, { body: { ...operation(2), ...original } });
  await recorder.record('POST', `${pa}/refund`, { body: { ...operation(3), ...original } });
}
