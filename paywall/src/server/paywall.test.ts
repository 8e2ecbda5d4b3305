// The routes of the page with a merchant API of the test: visits, forms, files and headers.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { buildPage } from '../build.ts';
import { memoryBuilds } from '../testing/memory-builds.ts';
import { NOW, sampleFacts, samplePayment } from '../testing/sample-state.ts';
import type { ApiAnswer, ApiRequest } from './api.ts';
import { closedPages } from './closed-page.ts';
import { addPaywall } from './paywall.ts';

const LINK = `/pay/10000001/${samplePayment.paymentId}/0123`;
const TOKEN = 'secret-client-token';

const app = fastify();
const builds = memoryBuilds();
const calls: ApiRequest[] = [];
let answers: Record<string, ApiAnswer> = {};
const opened = {
  kind: 'PAYMENT',
  paymentId: samplePayment.paymentId,
  clientToken: TOKEN,
  frameOrigins: [] as string[],
  look: { name: 'Teashop' },
};
const usual: Record<string, ApiAnswer> = {
  'POST /payment/link': { status: 200, body: opened },
  [`GET ${sampleFacts.path}`]: { status: 200, body: samplePayment },
  [`GET ${sampleFacts.path}/methods`]: { status: 200, body: { methods: sampleFacts.methods } },
  [`PUT ${sampleFacts.path}/instrument`]: { status: 200, body: {} },
  [`POST ${sampleFacts.path}/cancel`]: { status: 200, body: {} },
};
addPaywall(app, {
  api: async (request) => {
    calls.push(request);
    const name = `${request.method} ${request.path}`;
    return answers[name] ?? usual[name] ?? { status: 404, body: null };
  },
  builds,
  now: () => NOW,
  isSandbox: false,
});
after(() => app.close());

interface Visit {
  readonly method?: 'POST';
  readonly headers?: Record<string, string>;
  readonly payload?: string;
}

async function visit(options: Visit, own: typeof answers = {}) {
  answers = own;
  calls.length = 0;
  return app.inject({ url: LINK, remoteAddress: '203.0.113.7', ...options });
}

const form = (fields: Record<string, string>) => ({
  method: 'POST' as const,
  headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Tester' },
  payload: new URLSearchParams(fields).toString(),
});
const card = {
  method: 'CARD',
  fill: 'fill-00000000000000001',
  'card-number': '4111 1111 1111 1111',
  'card-expiry': '12/30',
  'card-code': '123',
};

test('the page never contains the token, and uses the address of the customer', async () => {
  const answer = await visit({});
  assert.equal(answer.statusCode, 200);
  assert.ok(!answer.body.includes(TOKEN));
  assert.ok(calls.every(({ address }) => address === '203.0.113.7'));
  assert.deepEqual(calls[0]?.body, { link: LINK.slice('/pay/'.length) });
});

test('the page is compressed as the browser accepts it', async () => {
  const { body, headers: plain } = await visit({});
  assert.equal(plain['content-encoding'], undefined);
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const [encoding, opened] of Object.entries(unpack)) {
    const { headers, rawPayload } = await visit({ headers: { 'accept-encoding': encoding } });
    assert.equal(headers['content-encoding'], encoding);
    assert.equal(headers['vary'], 'accept-encoding');
    assert.ok(rawPayload.length < body.length / 2, `${rawPayload.length} of ${body.length} bytes`);
    assert.match(opened(rawPayload).toString(), /^<!doctype html>[\s\S]*<\/html>\n$/);
  }
});

test('the headers allow no foreign or inline script, no frame and no cache', async () => {
  const { headers } = await visit({});
  const policy = String(headers['content-security-policy']);
  for (const part of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]) {
    assert.ok(policy.includes(part), part);
  }
  assert.match(policy, /require-trusted-types-for 'script'; trusted-types 'none'/);
  assert.match(policy, /form-action 'self' https:;/);
  assert.doesNotMatch(policy, /unsafe|http:/);
  assert.equal(headers['x-frame-options'], 'DENY');
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['referrer-policy'], 'no-referrer');
});

test('a page of another channel may be framed by all once there is nothing to enter', async () => {
  const framedBy = async (payment: object) => {
    const body = { ...samplePayment, channel: 'WEBAPI', ...payment };
    const { headers } = await visit({}, { [`GET ${sampleFacts.path}`]: { status: 200, body } });
    return /frame-ancestors ([^;]+)/.exec(String(headers['content-security-policy']))?.[1];
  };
  assert.equal(await framedBy({}), "'none'");
  assert.equal(await framedBy({ status: 'PENDING', dataRequest: 'CARD_3DS' }), '*');
});

test('only the origins of the payment may frame it', async () => {
  const body = { ...opened, frameOrigins: ['https://shop.example'] };
  const { headers } = await visit({}, { 'POST /payment/link': { status: 200, body } });
  assert.match(
    String(headers['content-security-policy']),
    /frame-ancestors https:\/\/shop\.example;/,
  );
  assert.equal(headers['x-frame-options'], undefined);
});

test('the page in a frame is one from its first byte', async () => {
  const framed = { url: LINK, headers: { 'sec-fetch-dest': 'iframe' } };
  answers = {};
  assert.match((await app.inject(framed)).body, /<html lang="en" data-framed="">/);
  const whole = { url: LINK, headers: { 'sec-fetch-dest': 'document' } };
  assert.match((await app.inject(whole)).body, /<html lang="en">/);
});

test('a link that was cut off shows the page of links that open nothing', async () => {
  for (const url of ['/pay/', '/pay/10000001', LINK.slice(0, LINK.lastIndexOf('/')), `${LINK}/x`]) {
    const answer = await app.inject({ url });
    assert.equal(answer.statusCode, 404, url);
    assert.match(answer.body, /This payment link is not valid/, url);
  }
});

const closed: [status: number, code: number, title: RegExp][] = [
  [404, 404, /This payment link is not valid/],
  [400, 404, /This payment link is not valid/],
  [429, 503, /The payment page is not available/],
  [503, 503, /The payment page is not available/],
];
for (const [status, code, title] of closed) {
  test(`a link that is answered with ${status} shows ${code}`, async () => {
    const answer = await visit({}, { 'POST /payment/link': { status, body: {} } });
    assert.equal(answer.statusCode, code);
    assert.match(answer.body, title);
    assert.doesNotMatch(answer.body, /Teashop/);
  });
}

test('a page that is kept is sent in the encoding that each browser accepts', async () => {
  answers = { 'POST /payment/link': { status: 404, body: {} } };
  const get = (encoding: string) =>
    app.inject({ url: '/pay/1/2/3', headers: { 'accept-encoding': encoding } });
  const packed = await get('br');
  const plain = await get('identity');
  const zipped = await get('gzip');
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.match(plain.body, /This payment link is not valid/);
  assert.equal(brotliDecompressSync(packed.rawPayload).toString(), plain.body);
  assert.equal(gunzipSync(zipped.rawPayload).toString(), plain.body);
});

test('a link that opens nothing shows everybody the same page', async () => {
  answers = { 'POST /payment/link': { status: 404, body: {} } };
  const get = (link: string, ip: string, language: string) =>
    app.inject({
      url: `/pay/${link}`,
      remoteAddress: ip,
      headers: { 'accept-language': language, accept: `text/${link.slice(0, 1)}` },
    });
  const [one, other, polish] = await Promise.all([
    get('1/2/3', '203.0.113.7', 'en'),
    get('4/5/6', '203.0.113.8', 'en'),
    get('1/2/3', '203.0.113.7', 'pl'),
  ]);
  assert.equal(one.body, other.body);
  assert.match(polish.body, /<html lang="pl">/);
  assert.match(String(one.headers['content-security-policy']), /frame-ancestors 'none'/);
  const closed = closedPages('/pay', false);
  const made = await closed('gone', 'en', 'br');
  assert.equal(await closed('gone', 'en', 'br'), made, 'rendered once');
  assert.notEqual(await closed('unavailable', 'en', 'br'), made);
});

test('a card form is sent with browser data and the id of the fill, then a redirect', async () => {
  const answer = await visit(form(card));
  assert.equal(answer.statusCode, 303);
  assert.equal(answer.headers.location, LINK);
  const put = calls.find(({ method }) => method === 'PUT');
  assert.equal(put?.token, TOKEN);
  assert.equal(put?.idempotencyKey, 'fill-00000000000000001');
  assert.deepEqual(put?.body, {
    instrument: {
      type: 'CARD',
      instrumentNo: '4111111111111111',
      expDate: '203012',
      cvv: '123',
    },
    device: {
      ip: '203.0.113.7',
      browserData: {
        javascriptEnabled: false,
        userAgent: 'Tester',
        acceptHeader: '*/*',
        language: 'en',
      },
    },
  });
});

test('a wrong form is not sent, and nothing that was typed is in the answer', async () => {
  const answer = await visit(form({ ...card, 'card-expiry': '12/20' }));
  assert.equal(answer.statusCode, 422);
  assert.match(answer.body, /This card has expired/);
  assert.ok(calls.every(({ method }) => method !== 'PUT'));
  assert.doesNotMatch(answer.body, /4111|value="123"/);
});

test('says that nothing was charged when a form cannot be sent', async () => {
  const path = `PUT ${sampleFacts.path}/instrument`;
  const failed = await visit(form(card), { [path]: { status: 503, body: null } });
  assert.match(failed.body, /That could not be sent\. Nothing was charged/);
  const many = await visit(form(card), { [path]: { status: 429, body: null } });
  assert.match(many.body, /Too many tries/);
  // Another tab was faster: the page shows what became of it.
  const late = await visit(form(card), { [path]: { status: 409, body: null } });
  assert.equal(late.statusCode, 303);
});

test('a form that was sent before with other values was not sent', async () => {
  const path = `PUT ${sampleFacts.path}/instrument`;
  const reused = { status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } };
  const answer = await visit(form(card), { [path]: reused });
  assert.match(answer.body, /That could not be sent\. Nothing was charged/);
  assert.doesNotMatch(answer.body, /name="fill" value="fill-00000000000000001"/);
});

test('without an answer only the payment tells what became of it', async () => {
  const path = `PUT ${sampleFacts.path}/instrument`;
  const payment = `GET ${sampleFacts.path}`;
  const own: typeof answers = {
    get [path]() {
      const { dataRequest: _none, ...rest } = samplePayment;
      own[payment] = { status: 200, body: { ...rest, status: 'COMPLETED' } };
      return { status: 503, body: null };
    },
  };
  assert.equal((await visit(form(card), own)).statusCode, 303);
  const unreachable: typeof answers = {
    get [path]() {
      unreachable['POST /payment/link'] = { status: 503, body: null };
      return { status: 503, body: null };
    },
  };
  const answer = await visit(form(card), unreachable);
  assert.equal(answer.statusCode, 503);
  assert.doesNotMatch(answer.body, /Nothing was charged/);
});

test('every answer of the page forbids guessing its type and sends no referrer', async () => {
  const { build, script } = await buildPage();
  const answers = [
    await app.inject({ url: `/pay/assets/${build}/${script}` }),
    await app.inject({ url: `/pay/assets/${build}/missing.js` }),
    await app.inject({ url: '/pay/returned' }),
    await app.inject({ url: '/pay/inventory.json' }),
    await visit(form(card)),
    await visit({ ...form({}), payload: 'x'.repeat(16 * 1024 + 1) }),
    await visit({ method: 'POST', headers: { 'content-type': 'text/plain' }, payload: 'x' }),
  ];
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [200, 404, 200, 200, 303, 413, 415],
  );
  for (const { headers, statusCode } of answers) {
    assert.equal(headers['x-content-type-options'], 'nosniff', String(statusCode));
    assert.equal(headers['referrer-policy'], 'no-referrer', String(statusCode));
    assert.ok(headers['cache-control'], String(statusCode));
  }
});

test('cancels as the customer', async () => {
  const answer = await visit(form({ action: 'cancel' }));
  assert.equal(answer.statusCode, 303);
  const cancel = calls.find(({ path }) => path.endsWith('/cancel'));
  assert.deepEqual(cancel?.body, { reason: 'CLIENT' });
});

test('a preview shows the look with sample data, and can send nothing', async () => {
  const body = { look: { name: 'Draft', color: '#0b6e4f' }, savesCards: true };
  answers = { 'POST /payment/preview': { status: 200, body } };
  calls.length = 0;
  const key = `${'k'.repeat(1000)}.1`;
  const answer = await app.inject({ url: `/pay/preview/${key}` });
  assert.equal(answer.statusCode, 200);
  assert.deepEqual(calls[0]?.body, { key });
  for (const part of ['Draft', '--accent:#0b6e4f', 'Save this card', 'Nothing can be paid']) {
    assert.ok(answer.body.includes(part), part);
  }
  assert.doesNotMatch(answer.body, /value="cancel"/);
  assert.match(answer.body, /"isPreview":true/);
  assert.equal((await app.inject({ url: '/pay/preview/key.1', method: 'POST' })).statusCode, 404);
  answers = {};
  assert.equal((await app.inject({ url: '/pay/preview/old' })).statusCode, 404);
});

test('a fill that the page did not make is not passed on, such as a card number', async () => {
  const keyOf = async (fill: string) => {
    await visit(form({ ...card, fill }));
    return calls.find(({ method }) => method === 'PUT')?.idempotencyKey;
  };
  assert.equal(await keyOf(card.fill), card.fill);
  const page = await visit({});
  const own = /name="fill" value="([^"]+)"/.exec(page.body)?.[1] ?? assert.fail(page.body);
  assert.equal(await keyOf(own), own);
  const numbers = ['4111111111111111', '4111-1111-1111-1111', '4000000000000000006'];
  for (const fill of [...numbers, '', `${own}x`, own.slice(1), own.replace(/.$/, ' ')]) {
    assert.equal(await keyOf(fill), undefined, fill);
  }
});

test('an unknown method is ignored', async () => {
  const answer = await visit(form({ ...card, method: 'GOLD' }));
  assert.equal(answer.statusCode, 303);
  assert.ok(calls.every(({ method }) => method !== 'PUT'));
});

test('files are compressed, kept by browsers and have no other names', async () => {
  const { build, script } = await buildPage();
  const get = (name: string, encoding: string) =>
    app.inject({ url: `/pay/assets/${build}/${name}`, headers: { 'accept-encoding': encoding } });
  const br = await get(script, 'gzip, br');
  assert.equal(br.headers['content-encoding'], 'br');
  assert.match(String(br.headers['cache-control']), /immutable/);
  assert.equal((await get(script, 'gzip')).headers['content-encoding'], 'gzip');
  const plain = await get(script, 'br;q=0');
  assert.equal(plain.headers['content-encoding'], undefined);
  for (const name of ['manifest.json', '..%2fbuild.ts', `${script}.br`, 'page.js']) {
    assert.equal((await get(name, '')).statusCode, 404, name);
  }
});

test('the first load is below 60 kB', async () => {
  const page = await buildPage();
  const names = [page.script, page.texts['uk'] ?? '', ...page.imports];
  const bytes = names.map((name) => page.files.get(name)?.bytes.br.length ?? 0);
  const document = (await visit({})).body.length;
  const total = bytes.reduce((sum, one) => sum + one, document);
  assert.ok(total > 5_000 && total < 60_000, String(total));
});
