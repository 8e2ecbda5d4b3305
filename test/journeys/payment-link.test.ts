// The payment page exchanges its link for the CLIENT token: for every payment and tokenization that
// can be read, with the latest link only, and also while the merchant is suspended.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import {
  addMerchantClient,
  base,
  bodyOf,
  card,
  merchantClientOf,
  paymentIdOf,
  refusalOf,
  type MerchantClient,
} from '../support/life/payments.ts';
import { tokenizerPath } from '../support/life/tokens.ts';
import { anyDatabase } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { assertErrorReply } from '../support/reply-check.ts';
import { cards, waitForChallenge } from '../support/threeds/challenge.ts';

const browser = { browserData: { language: 'en', userAgent: 'test', acceptHeader: '*/*' } };

describe('payment links', () => {
  let gateway: BorrowedGateway;
  let merchant: MerchantClient;
  before(async () => {
    gateway = await sharedGateway(anyDatabase);
    merchant = await addMerchantClient(gateway, { name: 'Flower shop' });
  });
  after(() => gateway?.release());

  const linkIn = (reply: Reply): string =>
    new URL(bodyOf(reply)['redirectURL'] as string).pathname.replace('/pay/', '');
  const exchange = (link: unknown, token?: string): Promise<Reply> =>
    gateway.call('POST', `${base}/link`, { body: { link }, token });
  const tokenFor = async (link: string): Promise<string> =>
    bodyOf(await exchange(link))['clientToken'] as string;
  const create = (extra: Json = {}, by = merchant): Promise<Reply> => {
    const page = { instrument: null, method: null, channel: 'PAYWALL' };
    return by.create({}, { ...page, ...extra });
  };

  test('a link gives the token of its payment and what the page needs to start', async () => {
    const created = await create({ options: { language: 'pl', validTime: 7200 } });
    const paymentId = paymentIdOf(created);
    const reply = await exchange(linkIn(created));
    const { clientToken, expiresIn, ...rest } = bodyOf(reply);
    assert.deepEqual(rest, {
      kind: 'PAYMENT',
      paymentId,
      language: 'pl',
      frameOrigins: [],
      look: { name: 'Flower shop' },
    });
    assert.ok(Number(expiresIn) > 7000 && Number(expiresIn) <= 7200, String(expiresIn));
    assert.equal(reply.headers.get('cache-control'), 'no-store');
    const page = merchantClientOf(gateway, clientToken as string);
    assert.equal((await page.read(paymentId))['status'], 'NEW');
    const other = await page.call('GET', paymentIdOf(await create()));
    assert.deepEqual(refusalOf(other), [404, 'PAYMENT_NOT_FOUND']);
    bodyOf(await page.call('PUT', paymentId, '/instrument', card));
    await gateway.waitForStatus(merchant.token, paymentId, 'COMPLETED');
    const finished = merchantClientOf(gateway, await tokenFor(linkIn(created)));
    assert.equal((await finished.read(paymentId))['status'], 'COMPLETED');
  });

  test('a pending payment can be read and cancelled with the token of its link', async () => {
    const reply = await create();
    const paymentId = paymentIdOf(reply);
    const instrument = { ...card, instrumentNo: cards.challenge };
    bodyOf(await merchant.call('PUT', paymentId, '/instrument', { instrument, device: browser }));
    await waitForChallenge(gateway, merchant.token, paymentId);
    const page = merchantClientOf(gateway, await tokenFor(linkIn(reply)));
    assert.equal((await page.read(paymentId))['dataRequest'], 'CARD_3DS');
    assert.equal(bodyOf(await page.call('POST', paymentId, '/cancel'))['status'], 'CANCELLED');
  });

  test('the link of a tokenization gives a token for it', async () => {
    const { token } = merchant;
    const made = await gateway.call('POST', tokenizerPath, { token, body: { channel: 'PAYWALL' } });
    const { tokenizerId } = bodyOf(made);
    const { clientToken, expiresIn: _seconds, ...rest } = bodyOf(await exchange(linkIn(made)));
    assert.deepEqual(rest, {
      kind: 'TOKENIZATION',
      tokenizerId,
      frameOrigins: [],
      look: { name: 'Flower shop' },
    });
    const path = `${tokenizerPath}/${String(tokenizerId)}/status`;
    const read = await gateway.call('GET', path, { token: clientToken as string });
    assert.equal(bodyOf(read)['status'], 'NEW');
  });

  test('links that do not work get the same answer, whoever sends them', async () => {
    const made = await create();
    const replaced = linkIn(made);
    const latest = linkIn(await merchant.call('POST', paymentIdOf(made), '/restore'));
    const [mid, id, key] = latest.split('/');
    const otherId = linkIn(await create()).split('/')[2];
    const bad = {
      replaced,
      'the key of another payment': `${mid}/${id}/${otherId}`,
      'another merchant': `10000001/${id}/${key}`,
      'an unknown payment': `${mid}/01890000-0000-7000-8000-000000000000/${key}`,
      malformed: 'x',
      empty: '',
      'with markup': '<script>/../%00',
    };
    const answers = new Set<string>();
    for (const [name, link] of Object.entries(bad)) {
      for (const token of [undefined, merchant.token]) {
        const reply = await exchange(link, token);
        assert.deepEqual(refusalOf(reply), [404, 'LINK_NOT_FOUND'], name);
        assertErrorReply(reply);
        const { traceId: _traceId, ...rest } = reply.body;
        answers.add(JSON.stringify(rest));
      }
    }
    assert.equal(answers.size, 1);
    bodyOf(await exchange(latest));
    for (const link of [undefined, 7, ['x'], 'x'.repeat(257)]) {
      assert.deepEqual(refusalOf(await exchange(link)), [400, 'INVALID_REQUEST']);
    }
    const read = await fetch(`${gateway.url}${base}/link?link=${latest}`);
    assert.equal(read.status, 405, 'only POST gives a token');
  });

  test('while its merchant is suspended, a payment can be read and not paid', async () => {
    const shop = await gateway.addMerchant();
    const active = await gateway.authenticate(shop.merchantId, shop.secret);
    const reply = await create({}, merchantClientOf(gateway, active));
    const paymentId = paymentIdOf(reply);
    const before = await tokenFor(linkIn(reply));
    const at = `/v1/admin/merchants/${shop.merchantId}`;
    const setStatus = async (status: string) =>
      bodyOf(await gateway.call('PATCH', at, { token: gateway.adminKey, body: { status } }));
    await setStatus('SUSPENDED');
    const suspended = [403, 'MERCHANT_SUSPENDED'];
    const old = merchantClientOf(gateway, before);
    assert.deepEqual(refusalOf(await old.call('GET', paymentId)), suspended);
    const page = merchantClientOf(gateway, await tokenFor(linkIn(reply)));
    assert.equal((await page.read(paymentId))['status'], 'NEW');
    const paid = await page.call('PUT', paymentId, '/instrument', card);
    assert.deepEqual(refusalOf(paid), suspended);
    assert.deepEqual(refusalOf(await page.call('GET', paymentId, '/methods')), suspended);
    await setStatus('ACTIVE');
    bodyOf(await page.call('PUT', paymentId, '/instrument', card));
    assert.deepEqual(refusalOf(await old.call('GET', paymentId)), [401, 'CLIENT_TOKEN_INVALID']);
  });
});
