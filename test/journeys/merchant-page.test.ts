// The settings of the payment page: colour and logo for the look of the page, the origins that may
// frame it, and previews for the operator.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { pictures } from '@bramka/gateway/merchants/page/testing/pictures.ts';
import type { Json, Reply } from '../support/client.ts';
import {
  base,
  bodyOf,
  merchantClientOf,
  refusalOf,
  type MerchantClient,
} from '../support/life/payments.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';

const origin = 'https://shop.example';

for (const database of databasesOfTier) {
  describe(`the payment page of a merchant on ${database}`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    before(async () => {
      gateway = await sharedGateway(database);
    });
    after(() => gateway?.release());

    const admin = '/v1/admin/merchants';
    const operate = (method: string, path: string, body?: unknown): Promise<Reply> =>
      gateway.call(method, `${admin}/${path}`, { token: gateway.adminKey, body });
    const setPage = (merchantId: string, page: Json): Promise<Reply> =>
      operate('PATCH', merchantId, { settings: { page } });
    const pageOf = (reply: Reply): Json => (bodyOf(reply)['settings'] as Json)['page'] as Json;
    const problemOf = (reply: Reply): unknown[] => {
      assert.equal(reply.status, 400, reply.text);
      const [detail] = reply.body['details'] as Json[];
      return [detail?.['field'], detail?.['message']];
    };
    const open = (path: string): Promise<Response> => fetch(`${gateway.url}${path}`);

    async function addShop(page: Json = {}) {
      const { merchantId, secret } = await gateway.addMerchant({ name: 'Flower shop', page });
      const token = await gateway.authenticate(merchantId, secret);
      return { merchantId, merchant: merchantClientOf(gateway, token) };
    }
    const create = (merchant: MerchantClient, options: Json, channel = 'PAYWALL') =>
      merchant.create({}, { instrument: null, method: null, channel, options });
    const exchange = async (made: Reply): Promise<Json> => {
      const url = new URL(bodyOf(made)['redirectURL'] as string);
      const body = { link: url.pathname.replace('/pay/', '') };
      return bodyOf(await gateway.call('POST', `${base}/link`, { body }));
    };

    test('colour and logo are stored, changed one by one and cleared', async () => {
      const { merchantId, merchant } = await addShop();
      const initial = { savesCards: false, frameOrigins: [] };
      assert.deepEqual(pageOf(await operate('GET', merchantId)), initial);
      const set = pageOf(await setPage(merchantId, { color: '#0B6E4F', logo: pictures.png }));
      const logo = set['logo'] as string;
      assert.match(logo, new RegExp(`^/pay/logo/${merchantId}/[0-9a-f]{32}$`));
      assert.deepEqual(set, { ...initial, color: '#0b6e4f', logo });
      const changed = pageOf(await setPage(merchantId, { savesCards: true }));
      assert.deepEqual(changed, { ...set, savesCards: true });
      assert.deepEqual((await exchange(await create(merchant, {})))['look'], {
        name: 'Flower shop',
        color: '#0b6e4f',
        logoURL: logo,
      });
      const cleared = pageOf(await setPage(merchantId, { color: '', logo: '' }));
      assert.deepEqual(cleared, { ...initial, savesCards: true });
      const look = (await exchange(await create(merchant, {})))['look'];
      assert.deepEqual(look, { name: 'Flower shop' });
    });

    test('the links of the shop are stored, changed one by one and cleared', async () => {
      const { merchantId, merchant } = await addShop();
      const lookNow = async (): Promise<unknown> =>
        (await exchange(await create(merchant, {})))['look'];
      const termsURL = `${origin}/terms`;
      const privacyURL = `${origin}/privacy?lang=pl`;
      const initial = pageOf(await setPage(merchantId, { termsURL }));
      assert.deepEqual(initial, { savesCards: false, frameOrigins: [], termsURL });
      assert.deepEqual(pageOf(await setPage(merchantId, { privacyURL })), {
        ...initial,
        privacyURL,
      });
      assert.deepEqual(await lookNow(), { name: 'Flower shop', termsURL, privacyURL });
      pageOf(await setPage(merchantId, { termsURL: '' }));
      assert.deepEqual(await lookNow(), { name: 'Flower shop', privacyURL });
    });

    test('logos are served unchanged, for ever, and as nothing but pictures', async () => {
      for (const url of [pictures.png, pictures.jpeg, pictures.lossyWebp]) {
        const { merchantId } = await addShop({ logo: url });
        const path = pageOf(await operate('GET', merchantId))['logo'] as string;
        const reply = await open(path);
        assert.equal(reply.status, 200);
        const { headers } = reply;
        assert.equal(headers.get('content-type'), url.slice(5, url.indexOf(';')));
        assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
        assert.equal(headers.get('x-content-type-options'), 'nosniff');
        assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; sandbox;/);
        const bytes = Buffer.from(await reply.arrayBuffer());
        assert.equal(bytes.toString('base64'), url.split(',')[1]);
        const hash = path.split('/').at(-1) ?? '';
        const bad = [`10000001/${hash}`, `${merchantId}/${'0'.repeat(32)}`, `${merchantId}/x`];
        for (const other of [...bad, `x/${hash}`]) {
          const missing = await open(`/pay/logo/${other}`);
          assert.equal(missing.status, 404, other);
          assert.equal(missing.headers.get('cache-control'), 'no-store');
        }
      }
    });

    test('what the page cannot use is refused with a reason', async () => {
      const { merchantId } = await addShop();
      const dataUrl = 'must be a data URL of a PNG, JPEG or WebP picture in base64';
      const cases: [name: string, value: unknown, message: RegExp][] = [
        ['color', 'green', /^must be a colour such as #0b6e4f/],
        ['color', '#0b6e4', /^must be a colour/],
        ['color', '#0b6e4f;}', /^must be a colour/],
        ['logo', 'https://shop.example/logo.png', new RegExp(dataUrl)],
        ['logo', 'data:image/svg+xml;base64,PHN2Zy8+', new RegExp(dataUrl)],
        ['logo', pictures.png.replace('image/png', 'image/jpeg'), /complete picture of the type/],
        ['logo', 'x'.repeat(60_000), /./],
        ['frameOrigins', ['shop.example'], /^must be origins such as https:\/\/shop\.example$/],
        ['frameOrigins', ['https://shop.example/'], /^must be origins/],
        ['frameOrigins', ['https://a;sandbox'], /^must be origins/],
        ['frameOrigins', ["https://a'none'"], /^must be origins/],
        ['frameOrigins', ['https://*.example'], /^must be origins/],
        ['frameOrigins', ['null'], /^must be origins/],
        ['termsURL', 'javascript:alert(1)', /^must be an http:\/\/ or https:\/\/ URL/],
        ['privacyURL', 'shop.example/privacy', /^must be an http:\/\/ or https:\/\/ URL/],
      ];
      for (const [name, value, message] of cases) {
        const [field, problem] = problemOf(await setPage(merchantId, { [name]: value }));
        assert.equal(String(field).replace(/\.\d+$/, ''), `settings.page.${name}`, String(value));
        assert.match(String(problem), message);
      }
      const unknown = await setPage('99999999', { logo: pictures.png });
      assert.deepEqual(refusalOf(unknown), [404, 'MERCHANT_NOT_FOUND']);
    });

    test('only payments made for a frame name the origins, as they are now', async () => {
      const { merchantId, merchant } = await addShop();
      const [field, message] = problemOf(await create(merchant, { iframe: true }));
      assert.equal(field, 'options.iframe');
      assert.match(String(message), /^No origin may show .* page\.frameOrigins\.$/);
      bodyOf(await create(merchant, { iframe: false }));
      bodyOf(await setPage(merchantId, { frameOrigins: [origin, 'http://localhost:3000'] }));
      const elsewhere = problemOf(await create(merchant, { iframe: true }, 'WEBAPI'));
      assert.match(String(elsewhere[1]), /^needs channel PAYWALL/);
      const framed = await create(merchant, { iframe: true });
      assert.deepEqual((await exchange(framed))['frameOrigins'], [origin, 'http://localhost:3000']);
      assert.deepEqual((await exchange(await create(merchant, {})))['frameOrigins'], []);
      bodyOf(await setPage(merchantId, { frameOrigins: [] }));
      assert.deepEqual((await exchange(framed))['frameOrigins'], []);
    });

    test('a preview shows a draft that is not stored', async () => {
      const { merchantId } = await addShop({ color: '#0b6e4f', savesCards: true });
      const preview = async (page?: Json): Promise<Json> => {
        const body = page === undefined ? undefined : { page };
        const preview = bodyOf(await operate('POST', `${merchantId}/page-preview`, body));
        const url = new URL(preview['url'] as string);
        assert.equal(url.origin, gateway.url);
        const key = url.pathname.replace('/pay/preview/', '');
        const read = await gateway.call('POST', `${base}/preview`, { body: { key } });
        const { validUntil, ...rest } = bodyOf(read);
        assert.equal(validUntil, preview['validUntil']);
        return rest;
      };
      const stored = { look: { name: 'Flower shop', color: '#0b6e4f' }, savesCards: true };
      assert.deepEqual(await preview(), stored);
      const draft = await preview({ color: '#7A2E8E', logo: pictures.jpeg, savesCards: false });
      const { logoURL, ...look } = draft['look'] as Json;
      assert.deepEqual(look, { name: 'Flower shop', color: '#7a2e8e' });
      assert.equal(draft['savesCards'], false);
      assert.equal((await open(String(logoURL))).status, 200);
      const without = { look: { name: 'Flower shop' }, savesCards: true };
      assert.deepEqual(await preview({ color: '', logo: '' }), without);
      assert.deepEqual(await preview(), stored, 'nothing was stored');
      const bad = await operate('POST', `${merchantId}/page-preview`, { page: { logo: 'x' } });
      assert.equal(problemOf(bad)[0], 'page.logo');
      const nobody = await operate('POST', '99999999/page-preview');
      assert.deepEqual(refusalOf(nobody), [404, 'MERCHANT_NOT_FOUND']);
      const guessed = await gateway.call('POST', `${base}/preview`, { body: { key: 'x' } });
      assert.deepEqual(refusalOf(guessed), [404, 'PREVIEW_NOT_FOUND']);
    });
  });
}
