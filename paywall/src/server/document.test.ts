// The rendered page: complete without a script, safe against what merchants and customers write.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildPage } from '../build.ts';
import { untouched, type PageState } from '../page/state.ts';
import { sampleFacts, sampleState } from '../testing/sample-state.ts';
import { jsonInHtml, pageHtml } from './document.ts';
import { stylesOf, styleSource } from './policy/styles.ts';

const html = async (state: PageState): Promise<string> => {
  const page = await buildPage();
  return pageHtml(state, page, '/pay', stylesOf(page, state.facts?.look.color ?? null));
};

test('shows amount, shop, order and the card form before any script runs', async () => {
  const text = await html(sampleState());
  assert.match(text, /<html lang="en">/);
  for (const part of ['Teashop', '19.99', 'Coffee', 'Order A-1', 'Card number', 'Security code']) {
    assert.ok(text.includes(part), part);
  }
  assert.match(text, /<form method="post" id="pay"/);
  assert.match(text, /autocomplete="cc-number"/i);
  assert.match(text, /Pay PLN.19\.99/);
});

test('has no script inside and only its own style, and every file of it has its hash', async () => {
  const text = await html(sampleState());
  assert.doesNotMatch(text, / style="| on\w+="/i);
  assert.deepEqual(text.match(/<style.*?<\/style>/gs), [
    `<style>${(await buildPage()).style}</style>`,
  ]);
  const scripts = text.match(/<script[^>]*>/g) ?? [];
  assert.equal(scripts.length, 2);
  const script = /^<script type="module" src="\/pay\/assets\/[\w-]{43}\/page\.\w+\.js" integrity=/;
  assert.match(scripts[0] ?? '', script);
  assert.equal(scripts[1], '<script type="application/json" id="state">');
  const files = text.match(/(?:src|href)="\/pay\/assets\/[^"]+" integrity="sha384-[^"]{64}"/g);
  assert.equal(files?.length, text.match(/\/pay\/assets\//g)?.length);
});

test('writes what merchants send only as text', async () => {
  const evil = `</script><script>alert(1)</script>"'><img src=x onerror=alert(1)>`;
  const order = { amount: 1, currency: 'PLN', description: evil, extOrderId: evil };
  const look = { ...sampleFacts.look, name: evil, color: '#000000"><script>' };
  const text = await html(sampleState({ order }, { look }));
  assert.doesNotMatch(text, /<script>|<img|alert\(1\)<\/script>/);
  assert.equal((text.match(/<script/g) ?? []).length, 2);
  const state = /id="state">(.*)<\/script>/.exec(text)?.[1] ?? '';
  assert.equal((JSON.parse(state) as PageState).facts?.look.name, evil);
});

test('a colour of the merchant is a style of its own, after that of the page', async () => {
  const look = { ...sampleFacts.look, color: '#FFCC00' };
  const [, own] = stylesOf(await buildPage(), look.color);
  assert.match(own ?? '', /^:root\{--accent:#[0-9a-f]{6};/);
  const text = await html(sampleState({}, { look }));
  assert.ok(text.includes(`</style>\n<style>${own ?? ''}</style>`));
  const [, ...none] = stylesOf(await buildPage(), 'red}body{display:none');
  assert.deepEqual(none, []);
});

test('a policy names a style by the hash of its bytes', () => {
  const source = "'sha256-M+bXP+6CkEyNevt43hFU0ejcKg7bCBIOY99bk4XC2cw='";
  assert.equal(styleSource('ä'), source);
});

test('without a script the page looks again while the payment moves', async () => {
  const moving = sampleState({ status: 'PENDING', dataRequest: 'CARD_3DS' });
  const refresh = /<noscript><meta http-equiv="refresh" content="([^"]*)"><\/noscript>/;
  assert.equal(refresh.exec(await html(moving))?.[1], '3');
  assert.equal(refresh.exec(await html(sampleState())), null);
  const paid = await html(sampleState({ status: 'COMPLETED' }));
  assert.equal(refresh.exec(paid)?.[1], '5;url=https://shop.example/back?paymentId=1');
});

test('an error stands once, in the place of the hint; the summary names the fields', async () => {
  const errors = [
    { field: 'card-number', text: 'card:number.short' },
    { field: 'card-expiry', text: 'card:expiry.past' },
  ] as const;
  const text = await html({ ...sampleState(), local: { ...untouched, errors } });
  const summary = /<div[^>]*id="errors".*?<\/div>/s.exec(text)?.[0] ?? '';
  assert.match(summary, /role="alert"/);
  assert.match(summary, /<a href="#card-number">Card number<\/a>, <a href="#card-expiry">Expiry/);
  assert.equal(text.split('The card number is too short').length, 2);
  assert.match(text, /id="card-number"[^>]*aria-invalid="true"/);
  assert.match(text, /id="card-expiry"[^>]*aria-describedby="card-expiry-error"/);
  assert.doesNotMatch(text, /MM\/YY/);
  assert.match(text, /id="card-code"[^>]*aria-describedby="card-code-hint"/);
});

test('an error of a field that was left is not in the summary, and the refusal stays', async () => {
  const errors = [{ field: 'card-number', text: 'card:number.short', isTyping: true }] as const;
  const state = sampleState({ rejectCode: 'DO_NOT_HONOR' });
  const text = await html({ ...state, local: { ...untouched, errors } });
  assert.match(text, /The card number is too short/);
  assert.doesNotMatch(text, /id="errors"/);
  assert.match(text, /id="refusal"/);
});

test('the place of wallets is kept free until the browser has found them', async () => {
  const methods = [{ method: 'GPAY', status: 'ENABLED' }] as const;
  const places = { ...sampleState({}, { methods }), expressSlots: 2 };
  const awaited = await html(places);
  assert.equal(awaited.match(/class="express-slot"/g)?.length, 2);
  assert.match(awaited, /class="notice is-bad is-plain"/, 'shown where no script runs');
  const found = await html({ ...places, local: { ...untouched, usable: ['GPAY'] } });
  assert.match(found, /aria-label="Pay with Google Pay"/);
  assert.doesNotMatch(found, /express-slot"|class="or"|No payment method/);
  const none = await html({ ...places, local: { ...untouched, usable: [] } });
  assert.match(none, /class="notice is-bad" role="alert">No payment method/);
  assert.doesNotMatch(none, /class="express/);
  const down = [{ method: 'GPAY', status: 'UNAVAILABLE' }] as const;
  const usable = { ...untouched, usable: ['GPAY'] } as const;
  const text = await html({ ...sampleState({}, { methods: down }), local: usable });
  assert.doesNotMatch(text, /data-form="pay"/, 'a wallet that is not available');
});

test('a refused try says what to do and keeps the form open', async () => {
  const text = await html(sampleState({ rejectCode: 'DO_NOT_HONOR' }));
  assert.match(text, /Your bank declined the payment\. You were not charged\./);
  assert.match(text, /id="pay"/);
});

test('JSON inside HTML contains no markup', () => {
  const text = jsonInHtml({ a: '</script>\u2028&' });
  assert.doesNotMatch(text, /[<>&\u2028]/);
  assert.deepEqual(JSON.parse(text), { a: '</script>\u2028&' });
});
