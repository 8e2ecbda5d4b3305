// Tests of the pages over HTTP, without a browser: errors, escaping of hostile texts, security
// headers, and a redirect after every change.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import { Refusal } from '@bramka/gateway/core/refusals.ts';
import type { PagesAcs } from './endpoints.ts';
import { base64url, fakeAcs, servePages, type Scene } from './testing/fake-acs.ts';

const FORM = 'application/x-www-form-urlencoded';
const unknownId = '0198a000-0000-7000-8000-ffffffffffff';

function pagesFixture(change: Partial<PagesAcs> = {}) {
  const acs = fakeAcs();
  const app = servePages({ ...acs, ...change });
  const get = (path: string, headers = {}) =>
    app.inject({ method: 'GET', url: `/sandbox/acs/${path}`, headers });
  const post = (path: string, fields: Record<string, string> | string, type = FORM) => {
    const payload = typeof fields === 'string' ? fields : String(new URLSearchParams(fields));
    const headers = { 'content-type': type };
    return app.inject({ method: 'POST', url: `/sandbox/acs/${path}`, payload, headers });
  };
  return { acs, app, get, post };
}

function assertPage(response: LightMyRequestResponse, status: number, text: RegExp): void {
  assert.equal(response.statusCode, status);
  assert.equal(response.headers['content-type'], 'text/html; charset=utf-8');
  assert.equal(response.headers['cache-control'], 'no-store');
  assert.equal(response.headers['referrer-policy'], 'no-referrer');
  assert.match(response.body, text);
}

const policyOf = (response: LightMyRequestResponse): string =>
  String(response.headers['content-security-policy']);

test("opens a shop's challenge, and any site may frame it", async () => {
  const { acs, get, post } = pagesFixture();
  const { acsTransID, creq } = acs.start();
  const opened = await post('challenge', { creq, threeDSSessionData: 'abc' });
  assert.deepEqual(
    [opened.statusCode, opened.headers.location],
    [303, `/sandbox/acs/challenge/${acsTransID}`],
  );
  const response = await get(`challenge/${acsTransID}`);
  assertPage(response, 200, /<h1>Confirm your payment<\/h1>/);
  assert.match(response.body, new RegExp(`action="/sandbox/acs/challenge/${acsTransID}/act`));
  assert.match(policyOf(response), /frame-ancestors \*/);
  assert.equal(response.headers['x-frame-options'], undefined);
});

const refusals: [path: string, fields: Record<string, string> | string, number, RegExp][] = [
  ['challenge', {}, 400, /creq\) sent by the shop is invalid/],
  ['challenge', { creq: 'hello' }, 400, /creq\) sent by the shop is invalid/],
  ['challenge', { creq: base64url({ messageType: 'AReq' }) }, 400, /is invalid/],
  [
    'challenge',
    { creq: base64url({ messageType: 'CReq', acsTransID: unknownId }) },
    404,
    /does not exist/,
  ],
  ['challenge', 'creq=1&creq=2', 400, /form is invalid/],
  ['challenge', `creq=${'x'.repeat(70_000)}`, 413, /too large/],
  ['method', {}, 400, /threeDSMethodData is invalid/],
  [`challenge/${unknownId}/act`, { do: 'cancel' }, 404, /challenge does not exist/],
  ['challenge/nonsense/act', { do: 'cancel' }, 404, /challenge does not exist/],
  [`challenge/${unknownId}/act`, { do: 'approve' }, 400, /answer is not valid/],
  [`challenge/${unknownId}/act`, {}, 400, /answer is not valid/],
  [`phone/${unknownId}/act`, { do: 'approve' }, 404, /challenge does not exist/],
  [`phone/${unknownId}/act`, { do: 'cancel' }, 400, /answer is not valid/],
  ['challenge/a/b/c', {}, 404, /page does not exist/],
];
for (const [path, fields, status, text] of refusals) {
  const form = JSON.stringify(fields).slice(0, 40);
  test(`answers a form ${form} to ${path} with ${status}`, async () => {
    const { acs, post } = pagesFixture();
    assertPage(await post(path, fields), status, text);
    assert.deepEqual(acs.actions, []);
  });
}

test('answers overlong session data, other media types and methods with a page', async () => {
  const { acs, get, post } = pagesFixture();
  const { creq } = acs.start();
  const long = await post('challenge', { creq, threeDSSessionData: 'x'.repeat(1025) });
  assertPage(long, 400, /longer than 1024/);
  assertPage(await post('challenge', '{}', 'application/json'), 415, /Only forms/);
  const looked = await get('challenge');
  assertPage(looked, 405, /only accepts forms/);
  assert.equal(looked.headers.allow, 'POST');
  assertPage(await get(`challenge/${unknownId}`), 404, /challenge does not exist/);
  assertPage(await get(`challenge/${unknownId}/watch`), 404, /challenge does not exist/);
  assertPage(await get('phone/nonsense'), 404, /challenge does not exist/);
});

test('an internal error is shown as a page without details', async () => {
  const broken = pagesFixture({ viewChallenge: () => Promise.reject(new Error('secret detail')) });
  const response = await broken.get(`challenge/${unknownId}`);
  assertPage(response, 500, /had an internal error/);
  assert.doesNotMatch(response.body, /secret/);
  const busy = pagesFixture({
    viewChallenge: () => Promise.reject(new Refusal('OVERLOADED', [], 1)),
  });
  const later = await busy.get(`challenge/${unknownId}`);
  assertPage(later, 503, /overloaded/);
  assert.equal(later.headers['retry-after'], '1');
});

const hostile = `"><script>alert('1')</script><img src=x onerror=alert(2)>&amp;`;
const places: [path: string, scene: Scene][] = [
  ['challenge', {}],
  ['challenge', { state: 'PUSHED' }],
  ['phone', { state: 'PUSHED' }],
];
for (const [path, scene] of places) {
  const state = scene.state ?? 'OPEN';
  test(`escapes a hostile merchant name on the ${path} page, ${state}`, async () => {
    const { acs, get } = pagesFixture();
    const { acsTransID } = acs.start({ ...scene, merchantName: hostile, cardMask: '<b>' });
    const { body } = await get(`${path}/${acsTransID}`);
    assert.doesNotMatch(body, /<script|<img|<b>/);
    assert.match(body, /&quot;&gt;&lt;script&gt;alert\(&#39;1&#39;\)&lt;\/script&gt;/);
  });
}

test('returns the result with a form that the shop may answer with a redirect', async () => {
  const { acs, get } = pagesFixture();
  const back = { url: 'https://shop.example/a?b="&c', cres: '"x', threeDSSessionData: '<y' };
  const { acsTransID } = acs.start({ state: 'FINISHED', transStatus: 'N', back });
  const response = await get(`challenge/${acsTransID}`);
  assertPage(response, 200, /<h1>Payment not confirmed<\/h1>/);
  assert.match(response.body, /action="https:\/\/shop\.example\/a\?b=%22&amp;c"/);
  assert.match(response.body, /name="cres" value="&quot;x"/);
  assert.match(response.body, /name="threeDSSessionData" value="&lt;y"/);
  assert.doesNotMatch(policyOf(response), /form-action/);
  const script = /<script>(.*)<\/script>/.exec(response.body)?.[1] ?? '';
  const hash = createHash('sha256').update(script).digest('base64');
  assert.ok(policyOf(response).includes(`script-src 'sha256-${hash}'`));
});

test('never sends a browser to a URL that is not http or https', async () => {
  const { acs, get } = pagesFixture();
  const back = { url: 'javascript:alert(1)', cres: 'x', threeDSSessionData: null };
  const { acsTransID } = acs.start({ state: 'FINISHED', transStatus: 'Y', back });
  const response = await get(`challenge/${acsTransID}`);
  assertPage(response, 400, /not a web address/);
  assert.doesNotMatch(response.body, /javascript|<form|<script/);
});

test('omits absent session data and an absent return URL', async () => {
  const { acs, get } = pagesFixture();
  const back = { url: 'https://shop.example', cres: 'x', threeDSSessionData: null };
  const finished: Scene = { state: 'FINISHED', transStatus: 'Y' };
  const withBack = await get(`challenge/${acs.start({ ...finished, back }).acsTransID}`);
  assert.doesNotMatch(withBack.body, /threeDSSessionData/);
  const app = await get(`challenge/${acs.start(finished).acsTransID}`);
  assertPage(app, 200, /to see the result/);
  assert.doesNotMatch(app.body, /<form/);
});

test('the 3DS Method page may only post to the notification URL', async () => {
  const { post } = pagesFixture();
  const threeDSMethodData = base64url({
    threeDSServerTransID: unknownId,
    threeDSMethodNotificationURL: 'https://gateway.example/3ds',
  });
  const response = await post('method', { threeDSMethodData });
  assertPage(response, 200, /action="https:\/\/gateway\.example\/3ds"/);
  assert.match(policyOf(response), /form-action https:\/\/gateway\.example;/);
});

test('redirects after a change, and does not count an empty password as an attempt', async () => {
  const { acs, post } = pagesFixture();
  const { acsTransID } = acs.start();
  const path = `challenge/${acsTransID}/act`;
  assertPage(await post(path, { do: 'password', password: '' }), 200, /Enter the password/);
  assert.equal(acs.actions.length, 0);
  for (const fields of [{ do: 'password', password: 'no' }, { do: 'push' }, { do: 'cancel' }]) {
    const response = await post(path, fields);
    assert.equal(response.statusCode, 303);
    assert.equal(response.headers.location, `/sandbox/acs/challenge/${acsTransID}`);
    assert.equal(response.headers['cache-control'], 'no-store');
  }
  assert.equal(acs.actions.length, 3);
});

test('the app can only answer a question that was sent to it', async () => {
  const { acs, get, post } = pagesFixture();
  const { acsTransID } = acs.start();
  assertPage(await get(`phone/${acsTransID}`), 200, /Nothing to confirm/);
  assert.equal((await post(`phone/${acsTransID}/act`, { do: 'approve' })).statusCode, 303);
  assert.deepEqual(acs.actions, []);
  const stuck = acs.start({ state: 'PUSHED', isStuck: true }).acsTransID;
  assertPage(await post(`phone/${stuck}/act`, { do: 'approve' }), 200, /bank does not answer/);
});

test('shows no amount if there is no purchase', async () => {
  const { acs, get } = pagesFixture();
  const { acsTransID } = acs.start({ amount: '', currency: '' });
  const response = await get(`challenge/${acsTransID}`);
  assertPage(response, 200, /Sklep Testowy/);
  assert.doesNotMatch(response.body, /Amount/);
});

test('uses the language of Accept-Language', async () => {
  const { acs, get } = pagesFixture();
  const { acsTransID } = acs.start();
  const response = await get(`challenge/${acsTransID}`, { 'accept-language': 'pl-PL,pl;q=0.9' });
  assertPage(response, 200, /<html lang="pl">[^]*Potwierdź płatność/);
  assert.equal(response.headers['content-language'], 'pl');
});
