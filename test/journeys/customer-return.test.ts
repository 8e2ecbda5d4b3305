// Where customers continue after a challenge, and the return address that the payment page reads:
// the page of the payment on channel PAYWALL, and never an address that is not registered now.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import {
  base,
  bodyOf,
  card,
  merchantClientOf,
  paymentIdOf,
  type MerchantClient,
} from '../support/life/payments.ts';
import { tokenizerPath } from '../support/life/tokens.ts';
import { anyDatabase } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import {
  browserDevice,
  cards,
  notificationPath,
  passChallenge,
  payToChallenge,
  waitForChallenge,
} from '../support/threeds/challenge.ts';

const shop = 'https://shop.example';
const redirectURL = `${shop}/thanks?a=1`;

describe('the way back of customers', () => {
  let gateway: BorrowedGateway;
  let merchantId: string;
  let merchant: MerchantClient;
  before(async () => {
    gateway = await sharedGateway(anyDatabase);
    const added = await gateway.addMerchant({ redirectOrigins: [shop], url: `${shop}/home` });
    ({ merchantId } = added);
    const token = await gateway.authenticate(merchantId, added.secret);
    merchant = merchantClientOf(gateway, token);
  });
  after(() => gateway?.release());

  const register = async (...redirectOrigins: string[]): Promise<void> => {
    const body = { settings: { redirectOrigins } };
    const at = `/v1/admin/merchants/${merchantId}`;
    bodyOf(await gateway.call('PATCH', at, { token: gateway.adminKey, body }));
  };
  const locationAfter = async (cres: string, session?: string, destination?: string) => {
    const form = new URLSearchParams({
      cres,
      ...(session === undefined ? {} : { threeDSSessionData: session }),
    });
    const reply = await gateway.call('POST', notificationPath, {
      body: form.toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(destination === undefined ? {} : { 'sec-fetch-dest': destination }),
      },
    });
    assert.equal(reply.status, 303, reply.text);
    return reply.headers.get('location');
  };
  const create = (extra: Json = {}): Promise<Reply> => {
    const page = { instrument: null, method: null, channel: 'PAYWALL' };
    return merchant.create({}, { ...page, merchant: { redirectURL }, ...extra });
  };

  test('on channel PAYWALL a challenge ends at the payment page or in its frame', async () => {
    const reply = await create();
    const paymentId = paymentIdOf(reply);
    const instrument = { ...card, instrumentNo: cards.challenge };
    const body = { instrument, device: browserDevice() };
    bodyOf(await merchant.call('PUT', paymentId, '/instrument', body));
    const { acsTxnId } = await waitForChallenge(gateway, merchant.token, paymentId);
    const { cres } = await passChallenge(gateway, acsTxnId);
    const page = reply.body['redirectURL'];
    const frame = `${gateway.url}/pay/returned`;
    const cases: [session: string | undefined, destination: string | undefined, to: unknown][] = [
      [undefined, undefined, page],
      [undefined, 'document', page],
      [undefined, 'iframe', frame],
      ['frame', undefined, frame],
      ['page', undefined, page],
      ['frame', 'document', page],
      ['page', 'iframe', frame],
      ['frame', 'empty', frame],
      ['https://evil.example', 'document', page],
    ];
    for (const [session, destination, to] of cases) {
      assert.equal(await locationAfter(cres, session, destination), to, String(session));
    }
    const { returnURL } = await merchant.read(paymentId);
    const order = (await merchant.read(paymentId))['order'] as Json;
    const ids = `paymentId=${paymentId}&extOrderId=${String(order['extOrderId'])}`;
    assert.equal(returnURL, `${redirectURL}&${ids}`);
  });

  test('other customers return to the shop, if its origin is still registered', async () => {
    const { token } = merchant;
    const extra = { merchant: { redirectURL } };
    const { paymentId, acsTxnId } = await payToChallenge(gateway, { token, extra });
    const { cres } = await passChallenge(gateway, acsTxnId);
    const back = `${redirectURL}&paymentId=${paymentId}`;
    assert.ok((await locationAfter(cres, 'frame', 'iframe'))?.startsWith(back));
    await register('https://other.example');
    try {
      assert.match((await locationAfter(cres)) ?? '', new RegExp(`^${gateway.url}/pay/`));
      const { returnURL } = await merchant.read(paymentId);
      assert.ok(String(returnURL).startsWith(`${shop}/home?paymentId=${paymentId}`));
    } finally {
      await register(shop);
    }
  });

  test('the page reads the return address with its token, also of a tokenization', async () => {
    const made = await create({ order: { amount: 5, currency: 'PLN' }, merchant: {} });
    const paymentId = paymentIdOf(made);
    const token = made.body['clientToken'] as string;
    const read = bodyOf(await gateway.call('GET', `${base}/${paymentId}`, { token }));
    assert.equal(read['returnURL'], `${shop}/home?paymentId=${paymentId}`);
    const body = {
      channel: 'PAYWALL',
      merchant: { redirectURL },
      customer: { extCustomerId: randomUUID() },
    };
    const saved = bodyOf(
      await gateway.call('POST', tokenizerPath, { token: merchant.token, body }),
    );
    const { tokenizerId, clientToken } = saved as Record<string, string>;
    const path = `${tokenizerPath}/${tokenizerId}`;
    const tokenization = bodyOf(await gateway.call('GET', path, { token: clientToken }));
    assert.equal(tokenization['returnURL'], `${redirectURL}&tokenizerId=${tokenizerId}`);
  });
});
