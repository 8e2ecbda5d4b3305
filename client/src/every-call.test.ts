// Every call of the client against a running gateway: each operation of the merchant API is called
// once and answers with a value.
import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { openLoopback, type LoopbackServer } from '@bramka/test/support/loopback-server.ts';
import { exclusiveGateway, type BorrowedGateway } from '@bramka/test/support/pool/borrow.ts';
import { anyDatabase } from '@bramka/test/support/installation.ts';
import { LONGEST_WAIT_MS, until } from '@bramka/test/support/waiting/until.ts';
import { createClient, unwrap, verifyNotification } from './client.ts';
import type { Client, CreatePayment, Payment, Settlement } from './client.ts';
import { operations } from './generated/operations.ts';

const card = {
  type: 'CARD',
  instrumentNo: '4111111111111111',
  expDate: '203912',
  cvv: '123',
} as const;
const challengeCard = { ...card, instrumentNo: '4917110020000007' } as const;
const device = {
  ip: '192.0.2.7',
  browserData: {
    javascriptEnabled: true,
    javaEnabled: false,
    language: 'pl-PL',
    colorDepth: 24,
    screenHeight: 1080,
    screenWidth: 1920,
    timezone: -60,
    userAgent: 'Mozilla/5.0',
    acceptHeader: 'text/html',
  },
} as const;

describe('every call of the client', () => {
  let gateway: BorrowedGateway;
  let plain: Client;
  let client: Client;
  let notificationSecret = '';
  let receiver: LoopbackServer;
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const called = new Set<string>();

  before(async () => {
    gateway = await exclusiveGateway(anyDatabase);
    receiver = await openLoopback();
    receiver.behave = ({ headers }, response, body) => {
      received.push({ headers, body });
      response.end();
    };
    const settings = { notificationUrl: receiver.url };
    const { merchantId, secret, ...made } = await gateway.addMerchant(settings);
    notificationSecret = made.notificationSecret;
    const limits = { timeoutMs: LONGEST_WAIT_MS, totalTimeoutMs: LONGEST_WAIT_MS, maxRetries: 10 };
    const credentials = { merchantId, secret };
    plain = createClient({ baseUrl: gateway.url, credentials, ...limits });
    client = noting(plain, called);
    await unwrap(client.auth.createToken({ merchant: { merchantId }, secret }));
  });
  after(async () => {
    receiver?.close();
    await gateway?.release();
  });

  const create = (more: Partial<CreatePayment> = {}): Promise<Payment> => {
    const order = { amount: '100.50', currency: 'PLN', ...more.order };
    return unwrap(client.payments.create({ channel: 'WEBAPI', ...more, order }));
  };
  const waitFor = async (paymentId: string, status: string): Promise<string> => {
    await until(
      async () => (await unwrap(client.payments.getStatus(paymentId))).status === status,
      `the payment to be ${status}`,
    );
    return paymentId;
  };
  const pay = async (more: Partial<CreatePayment> = {}): Promise<string> =>
    waitFor((await create({ instrument: card, ...more })).paymentId, 'COMPLETED');
  const preauthorize = (): Promise<string> => pay({ options: { transKind: 'PREAUTH' } });

  test('pays, reads and refunds', async () => {
    const extOrderId = `order-${crypto.randomUUID()}`;
    const paymentId = await pay({ order: { amount: '100.50', currency: 'PLN', extOrderId } });
    const read = await unwrap(client.payments.get(paymentId));
    assert.equal(read.order.amount, '100.50');
    assert.equal(read.capturedAmount, '100.50');
    const [transaction] = await unwrap(client.payments.listTransactions(paymentId));
    assert.equal(transaction?.amount, '100.50');
    assert.deepEqual(await unwrap(client.payments.search({ extOrderId })), [paymentId]);
    const refund = await unwrap(client.refunds.create(paymentId, { amount: '0.10' }));
    assert.equal(refund.amount, '0.10');
    const again = await unwrap(client.refunds.get(paymentId, refund.refundId));
    assert.equal(again.refundId, refund.refundId);
    const list = await unwrap(client.refunds.list(paymentId));
    assert.deepEqual(
      list.map(({ refundId }) => refundId),
      [refund.refundId],
    );
    const balance = await unwrap(client.refunds.getBalance());
    assert.match(balance.available, /^\d+\.\d\d$/);
  });

  test('completes a payment step by step', async () => {
    const { paymentId, status, dataRequest } = await create();
    assert.deepEqual([status, dataRequest], ['NEW', 'INSTRUMENT']);
    await unwrap(client.payments.listMethods(paymentId));
    assert.deepEqual(await unwrap(client.payments.listCards(paymentId)), []);
    await unwrap(client.payments.update(paymentId, { customer: { email: 'a@shop.example' } }));
    const { cvv, ...withoutCode } = card;
    const waiting = await unwrap(client.payments.setInstrument(paymentId, withoutCode));
    assert.equal(waiting.dataRequest, 'CARD_CVV');
    await unwrap(client.payments.getBinInfo(paymentId));
    await unwrap(client.payments.updateInstrument(paymentId, { cvv }));
    await waitFor(paymentId, 'COMPLETED');
  });

  test('operates on preauthorizations', async () => {
    const first = await preauthorize();
    const adjusted = await unwrap(client.payments.adjust(first, { amount: '60.00' }));
    assert.equal(adjusted.authorizedAmount, '60.00');
    await unwrap(client.payments.cancelTransaction(first, adjusted.transId ?? ''));
    const captured = await unwrap(client.payments.capture(first, { amount: '40.00' }));
    assert.equal(captured.capturedAmount, '40.00');
    const second = await preauthorize();
    await unwrap(client.payments.cancel(second, { reason: 'CLIENT' }));
    await waitFor(second, 'CANCELLED');
    const { paymentId } = await unwrap(client.payments.retry(second));
    assert.notEqual(paymentId, second);
    const onPage = await create({ channel: 'PAYWALL' });
    const restored = await unwrap(client.payments.restore(onPage.paymentId));
    assert.ok(restored.redirectURL);
  });

  test('reads what a challenge, a tokenization and a split need', async () => {
    const { paymentId } = await create({ instrument: challengeCard, device });
    await until(async () => (await client.payments.getAcsData(paymentId)).ok, 'a challenge');
    const kept = await pay({ options: { tokenize: true } });
    await unwrap(client.payments.getTokenization(kept));
    assert.ok(Array.isArray(await unwrap(client.payments.listSubpayments(kept))));
  });

  test('looks up cards and methods', async () => {
    const info = await unwrap(client.cards.getInfo({ instrument: card }));
    assert.equal(info.organization, 'VISA');
    await unwrap(client.cards.getBinInfo({ instrument: card }));
    await unwrap(client.tokenizations.getBinInfo({ instrument: card }));
    const { methods } = await unwrap(client.methods.list());
    assert.ok(methods.some(({ method }) => method === 'CARD'));
    const [bank] = await unwrap(client.methods.listBanks());
    assert.match(bank?.minAmount ?? '', /^\d+\.\d\d$/);
    await unwrap(client.methods.listCardOrganizations());
    await unwrap(client.methods.listClickToPay());
    assert.ok((await unwrap(client.keys.list())).keys.length > 0);
  });

  const tokenize = async (kind: 'COF' | 'NETWORK') => {
    const { tokenizerId } = await unwrap(client.tokenizations.create({ kind, instrument: card }));
    await until(
      async () =>
        (await unwrap(client.tokenizations.getStatus(tokenizerId))).status === 'COMPLETED',
      'the tokenization',
    );
    const { token } = await unwrap(client.tokenizations.get(tokenizerId));
    return { tokenizerId, token: token ?? assert.fail('no token') };
  };

  test('tokenizes cards', async () => {
    const waiting = await unwrap(client.tokenizations.create({ kind: 'COF' }));
    await unwrap(client.tokenizations.update(waiting.tokenizerId, { device }));
    const { cvv: _cvv, ...withoutCode } = card;
    await unwrap(client.tokenizations.setInstrument(waiting.tokenizerId, withoutCode));
    const open = await unwrap(client.tokenizations.create({ kind: 'COF' }));
    await unwrap(client.tokenizations.updateInstrument(open.tokenizerId, { expDate: '203912' }));
    await unwrap(client.tokenizations.cancel(open.tokenizerId));
    const stored = await tokenize('COF');
    const { instrumentNo } = stored.token;
    assert.equal((await unwrap(client.tokens.search({ instrumentNo }))).length, 1);
    const [converted] = await unwrap(client.tokens.convert({ tokens: [instrumentNo] }));
    assert.equal(converted?.status, 'CONVERTED');
    await unwrap(client.tokens.discard({ instrumentNo }));
    const network = await tokenize('NETWORK');
    const { instrumentRef = '', visualId = '' } = network.token;
    const visual = await unwrap(client.tokens.getVisual(instrumentRef, visualId));
    const image = await unwrap(client.tokens.getVisualImage(instrumentRef, visualId));
    assert.equal(image.mediaType, visual.mimeType);
    assert.equal(Buffer.from(image.bytes).toString('base64'), visual.data);
    await unwrap(client.tokenizations.discard(network.tokenizerId));
  });

  test('reads settlements', async () => {
    await pay();
    const body = { advance: 3 * 86_400 };
    assert.equal((await gateway.call('POST', '/sandbox/clock', { body })).status, 200);
    let list: readonly Settlement[] = [];
    await until(async () => {
      list = await unwrap(client.settlements.list());
      return list.length > 0;
    }, 'a settlement');
    const { batchId = '', settlementDate = '' } = list[0] ?? {};
    const batch = await unwrap(client.settlements.get(batchId));
    assert.match(batch.net, /^-?\d+\.\d\d$/);
    const sameDay = await unwrap(client.settlements.list({ date: settlementDate }));
    assert.ok(sameDay.some((one) => one.batchId === batchId));
    const report = await unwrap(client.settlements.getReport(batchId));
    assert.ok(report.items.length > 0);
    const csv = await unwrap(client.settlements.getReportCsv(batchId));
    assert.match(csv, /,/);
  });

  test('reads events', async () => {
    const paymentId = await pay();
    await until(async () => {
      const { events } = await unwrap(client.events.list({ paymentId, event: 'PAYMENT_STATUS' }));
      return events.some(({ payload }) => payload.status === 'COMPLETED');
    }, 'the events of the payment');
    const first = await unwrap(client.events.list({ limit: 1 }));
    const second = await unwrap(client.events.list({ limit: 1, after: first.next }));
    assert.notEqual(first.events[0]?.eventId, second.events[0]?.eventId);
  });

  test('receives events as they happen, signed as deliveries are', async () => {
    const { next } = await unwrap(client.events.list({ limit: 1 }));
    const stream = plain.events.stream({ after: next, event: 'PAYMENT_STATUS' });
    const { value } = await stream.next();
    await stream.return();
    assert.ok(value);
    const { event, headers, body, path, cursor } = value;
    assert.equal(path, 'payment');
    const secrets = notificationSecret;
    const now = new Date(Number(headers['webhook-timestamp']) * 1000);
    const verified = await verifyNotification({ body, headers, secrets, now });
    assert.ok(verified.ok, JSON.stringify(verified));
    assert.deepEqual(verified.event, event);
    const listed = await unwrap(client.events.list({ limit: 1, after: cursor }));
    assert.notEqual(listed.events[0]?.eventId, event.eventId);
    const ids: string[] = [];
    for await (const one of plain.events.each({ limit: 5 })) ids.push(one.eventId);
    assert.ok(ids.length > 5 && new Set(ids).size === ids.length);
  });

  test('sends, verifies and repeats notifications', async () => {
    const { eventId } = await unwrap(client.events.sendTest());
    const isAccepted = async (): Promise<boolean> => {
      const { delivery } = await unwrap(client.events.get(eventId));
      return delivery.state === 'ACCEPTED';
    };
    await until(isAccepted, 'the delivery of the test event');
    const { headers, body } = received.find((one) => one.body.includes(eventId)) ?? assert.fail();
    const now = new Date(Number(headers['webhook-timestamp']) * 1000);
    const options = { body, headers, secrets: notificationSecret, now };
    const verified = await verifyNotification(options);
    assert.ok(verified.ok && verified.event.event === 'TEST', JSON.stringify(verified));
    const again = await unwrap(client.events.replay(eventId));
    assert.equal(again.eventId, eventId);
    const from = '2020-01-01T00:00:00.000Z';
    const { replayed } = await unwrap(client.events.replayMany({ from, states: ['REFUSED'] }));
    assert.equal(replayed, 0);
    await unwrap(client.events.getHealth());
  });

  test('every operation was called', () => {
    const left = Object.keys(operations).filter((name) => !called.has(name));
    assert.deepEqual(left, []);
  });
});

/** The same client, which notes the name of each call that succeeds. */
function noting(client: Client, called: Set<string>): Client {
  type Method = (...values: unknown[]) => Promise<{ readonly ok: boolean }>;
  const groups = Object.entries(client as unknown as Record<string, Record<string, Method>>);
  const noted: Record<string, Record<string, Method>> = {};
  for (const [group, methods] of groups) {
    const own = (noted[group] = {} as Record<string, Method>);
    for (const [name, method] of Object.entries(methods)) {
      own[name] = async (...values) => {
        const result = await method(...values);
        if (result.ok) called.add(`${group}.${name}`);
        return result;
      };
    }
  }
  return noted as unknown as Client;
}
