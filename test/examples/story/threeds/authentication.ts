// Strong customer authentication: the data for the customer's browser or app, the simulated
// issuer, and the messages that come back to the gateway.
import type { Json } from '../../../support/client.ts';
import {
  notificationPath as notifications,
  waitForChallenge,
  type PendingChallenge,
} from '../../../support/threeds/challenge.ts';
import {
  browser,
  card,
  cards,
  create,
  creation,
  onePayment,
  paid,
  payment,
  type Shop,
} from '../shop.ts';
import { recordAudit } from '../access.ts';
import { acs, recordApp } from './app.ts';

const acsData = `${onePayment}/acsData`;
const oneChallenge = `${acs}/challenges/{acsTransID}`;

async function challenged(
  shop: Shop,
  extOrderId: string,
  more: Json = {},
): Promise<PendingChallenge> {
  const body = creation(extOrderId, {
    instrument: card(cards.challenge),
    device: browser,
    ...more,
  });
  const paymentId = await create(shop, body);
  return waitForChallenge(shop.recorder.gateway, shop.token, paymentId);
}

export async function recordAuthentication(shop: Shop): Promise<void> {
  const { recorder, token } = shop;
  const merchant = { redirectURL: 'https://shop.example/back' };
  const first = await challenged(shop, 'order-3ds-1', { merchant });
  await recorder.record('GET', acsData, { token, params: { paymentId: first.paymentId } });
  await recordChallenge(shop, first);
  await recordResult(shop, first);
  await recordAudit(recorder, first.paymentId);
  await recordApp(shop);
  await recordFingerprint(shop);
  const plain = await paid(shop, 'order-3ds-none');
  await recorder.record('GET', acsData, {
    when: 'when no challenge is pending',
    token,
    params: { paymentId: plain },
    refusedWith: 'NO_CHALLENGE',
  });
  await recordPages(shop);
  await recordSeries(shop);
}

/** By the HTTP interface that replaces the page of the issuer. */
async function recordChallenge({ recorder }: Shop, { acsTxnId }: PendingChallenge): Promise<void> {
  const params = { acsTransID: acsTxnId };
  await recorder.record('GET', oneChallenge, { params });
  const wrong = { action: 'password', password: '0000' };
  const right = { action: 'password', password: '1234' };
  await recorder.send('POST', oneChallenge, { params, body: wrong });
  await recorder.record('POST', oneChallenge, { params, body: right });
  await recorder.record('POST', oneChallenge, {
    when: 'for an unknown challenge',
    params: { acsTransID: '019ca9a1-0000-7000-8000-000000000000' },
    body: right,
    refusedWith: 'CHALLENGE_NOT_FOUND',
  });
}

/** The browser comes back first and the result follows, as it can happen. */
async function recordResult(shop: Shop, { paymentId, acsData }: PendingChallenge): Promise<void> {
  const { recorder, token, directory } = shop;
  const { tdsServerTxnId, acsTxnId = '' } = acsData;
  const { key } = await directory.talk(tdsServerTxnId);
  const body = await directory.result(tdsServerTxnId);
  const view = await recorder.send('GET', oneChallenge, { params: { acsTransID: acsTxnId } });
  const { cres } = view.body['back'] as { cres: string };
  const { transStatus: _status, ...incomplete } = body;
  const finished = await recorder.send('POST', notifications, { body: { cres } });
  const erro = await recorder.send('POST', notifications, { query: { key }, body: incomplete });
  await recorder.record('POST', notifications, { query: { key }, body });
  recorder.keep(
    'POST',
    notifications,
    { when: 'to an RReq that lacks a required field', query: { key }, body: incomplete },
    erro,
  );
  recorder.keep(
    'POST',
    notifications,
    { when: 'to a CRes that is sent as JSON', body: { cres } },
    finished,
  );
  await recorder.record('POST', notifications, {
    when: 'to a CRes from a browser',
    form: { cres },
    status: 303,
  });
  await recorder.record('POST', notifications, {
    when: 'to an RReq with a wrong key',
    query: { key: 'wrong' },
    body,
    refusedWith: 'NOTIFICATION_NOT_AUTHENTIC',
  });
  await recorder.gateway.waitForStatus(token, paymentId, 'COMPLETED');
}

async function recordFingerprint(shop: Shop): Promise<void> {
  const { recorder, token } = shop;
  const paymentId = await create(
    shop,
    creation('order-3ds-fingerprint', { instrument: card(cards.fingerprint), device: browser }),
  );
  const params = { paymentId };
  const { body } = await recorder.record('GET', acsData, {
    when: 'while the browser has to be fingerprinted (3DS Method)',
    token,
    params,
  });
  const { tdsServerTxnId, threeDSMethodData } = body as Record<string, string>;
  await recorder.record('POST', `${acs}/method`, {
    form: { threeDSMethodData: threeDSMethodData ?? '' },
  });
  const done = Buffer.from(JSON.stringify({ threeDSServerTransID: tdsServerTxnId }));
  await recorder.record('POST', notifications, {
    when: 'after the 3DS Method, from a browser',
    form: { threeDSMethodData: done.toString('base64url') },
  });
}

/** The pages as a browser visits them. */
async function recordPages(shop: Shop): Promise<void> {
  const { recorder } = shop;
  const first = await challenged(shop, 'order-3ds-page');
  const { acsTxnId, acsData } = first;
  const params = { acsTransID: acsTxnId };
  const page = `${acs}/challenge/{acsTransID}`;
  const form = { creq: acsData.creqPayload ?? '' };
  await recorder.record('POST', `${acs}/challenge`, { form, status: 303 });
  await recorder.record('POST', oneChallenge, {
    when: 'with a wrong password',
    params,
    body: { action: 'password', password: '0000' },
  });
  await recorder.record('POST', oneChallenge, {
    when: 'to send the question to the app of the bank',
    params,
    body: { action: 'push' },
  });
  await recorder.record('POST', `${acs}/phone/{acsTransID}/act`, {
    params,
    form: { do: 'approve' },
    status: 303,
  });
  const second = await challenged(shop, 'order-3ds-page-2');
  await recorder.record('POST', `${page}/act`, {
    params: { acsTransID: second.acsTxnId },
    form: { do: 'password', password: '1234' },
    status: 303,
  });
}

/** A series: an authenticated first payment, then one without the customer. */
async function recordSeries(shop: Shop): Promise<void> {
  const { recorder, token, directory } = shop;
  const series = { recurring: 'INITIAL', recurringExpDate: '20301231', recurringCycle: '30' };
  const body = creation('order-series-1', {
    instrument: card(cards.challenge),
    device: browser,
    options: series,
  });
  const first = await waitForChallenge(recorder.gateway, token, await create(shop, body));
  const { tdsServerTxnId } = first.acsData;
  await recorder.send('POST', oneChallenge, {
    params: { acsTransID: first.acsTxnId },
    body: { action: 'password', password: '1234' },
  });
  const { key } = await directory.talk(tdsServerTxnId);
  await recorder.send('POST', notifications, {
    query: { key },
    body: await directory.result(tdsServerTxnId),
  });
  await recorder.gateway.waitForStatus(token, first.paymentId, 'COMPLETED');
  const { cvv: _cvv, ...kept } = card(cards.challenge);
  await recorder.record('POST', payment, {
    when: 'without the customer, in a series',
    token,
    body: creation('order-series-2', {
      instrument: kept,
      options: { recurring: 'SUBSEQUENT', refPaymentId: first.paymentId },
    }),
  });
}
