// Routing rules on a running gateway with three acquirers: set and refused by the operator API,
// followed by payments, stored with each authorization, and explained to the operator only.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { approvalOf } from '@bramka/gateway/providers/outcome.ts';
import type { Json, Reply } from '../support/client.ts';
import { assertReplyFits, operationsOf } from '../support/reply-check.ts';
import {
  launchTwoAcquirers,
  unreachable,
  type TwoAcquirers,
} from '../support/routing/two-acquirers.ts';
import { advance } from '../support/sandbox.ts';

const merchants = '/v1/admin/merchants';
const VISA = '4111111111111111';
const MAESTRO = '6759649826438453';

let acquirers: TwoAcquirers;
before(async () => void (acquirers = await launchTwoAcquirers()));
after(() => acquirers?.close());
beforeEach(() => {
  acquirers.answer('north', approvalOf('n-1'));
  acquirers.answer('south', approvalOf('s-1'));
  acquirers.asked.length = 0;
});

const operate = (method: string, path: string, body?: Json): Promise<Reply> =>
  acquirers.client.call(method, path, { token: acquirers.client.adminKey, body });

const addShop = async (settings: Json) => {
  const { merchantId, secret } = await acquirers.client.addMerchant(settings);
  return { merchantId, token: await acquirers.client.authenticate(merchantId, secret) };
};
type Shop = Awaited<ReturnType<typeof addShop>>;

/** The id and the status of a card payment. */
const pay = async ({ token }: Shop, request: Json = {}): Promise<[id: string, status: string]> => {
  const made = await acquirers.client.payByCard({ token, ...request });
  assert.equal(made.status, 200, made.text);
  const paymentId = String(made.body['paymentId']);
  const { status } = await acquirers.client.waitForStatus(token, paymentId);
  return [paymentId, String(status)];
};
const routesOf = async ({ merchantId }: Shop, paymentId: string): Promise<Json[]> => {
  const reply = await operate('GET', `${merchants}/${merchantId}/payments/${paymentId}/routes`);
  assert.equal(reply.status, 200, reply.text);
  const path = `${merchants}/{merchantId}/payments/{paymentId}/routes`;
  assertReplyFits(await operationsOf(acquirers.client), 'GET', path, reply);
  return reply.body['authorizations'] as Json[];
};

const routing = [
  { name: 'small', when: { maxAmount: { PLN: '5.00' } }, providers: ['sandbox'] },
  { name: 'german', when: { countries: ['DE'] }, providers: ['south', 'north'] },
  { name: 'visa', when: { organizations: ['VISA'] }, providers: ['north', 'south'] },
];

test('a payment goes where the first rule that fits says', async () => {
  const shop = await addShop({ routing, providers: { CARD: ['sandbox'] } });
  await pay(shop, { card: VISA });
  await pay(shop, { card: MAESTRO });
  assert.deepEqual(acquirers.asked, ['north', 'south']);
  const [small] = await pay(shop, { card: VISA, amount: 5 });
  const [other] = await pay(shop, { card: '5555555555554444' });
  assert.equal(acquirers.asked.length, 2, 'the simulated acquirer took both');
  const [route] = await routesOf(shop, small);
  assert.deepEqual(
    [route?.['provider'], route?.['state'], route?.['rule'], route?.['why']],
    ['sandbox', 'APPROVED', 'small', 'the amount is 5.00 PLN'],
  );
  const [fallback] = await routesOf(shop, other);
  assert.deepEqual(
    [fallback?.['provider'], fallback?.['rule'], fallback?.['why']],
    ['sandbox', undefined, "no rule fits: the merchant's providers of CARD"],
  );
});

test('after a decline that another may approve, the next of the rule follows', async () => {
  const shop = await addShop({ routing });
  acquirers.answer('north', unreachable);
  const [paymentId, status] = await pay(shop, { card: VISA });
  assert.equal(status, 'COMPLETED');
  assert.deepEqual(acquirers.asked, ['north', 'south']);
  const routes = await routesOf(shop, paymentId);
  const facts = { organization: 'VISA', country: 'PL', rule: 'visa' };
  const providers = ['north', 'south'];
  assert.deepEqual(
    routes.map(({ attemptId, startedAt, finishedAt, ...route }) => {
      assert.ok(attemptId && startedAt && finishedAt);
      return route;
    }),
    [
      {
        ...facts,
        provider: 'north',
        state: 'DECLINED',
        why: 'the organization is VISA',
        providers,
        position: 0,
        rejectCode: 'ISSUER_UNAVAILABLE',
        providerCode: '91',
      },
      {
        ...facts,
        provider: 'south',
        state: 'APPROVED',
        why: 'north declined with ISSUER_UNAVAILABLE',
        providers,
        position: 1,
      },
    ],
  );
});

test('a rule for all payments leaves methods alone that its providers do not offer', async () => {
  const shop = await addShop({ routing: [{ name: 'all', providers: ['south'] }] });
  const methods = await acquirers.client.call<{ methods: Json[] }>(
    'GET',
    '/v1/ecommerce/payment/methods',
    { token: shop.token },
  );
  const statuses = methods.body.methods.map(({ method, status }) => `${method} ${status}`);
  assert.ok(statuses.includes('BLIK ENABLED') && statuses.includes('PBL ENABLED'));
  const order = { amount: 10, currency: 'PLN' };
  const device = { ip: '192.0.2.7', browserData: { userAgent: 'Mozilla/5.0' } };
  for (const instrument of [
    { type: 'BLIK_CODE', code: '700000' },
    { type: 'PBL', bank: '204' },
  ]) {
    const made = await acquirers.client.call('POST', '/v1/ecommerce/payment', {
      token: shop.token,
      body: { channel: 'WEBAPI', order, instrument, device },
    });
    assert.equal(made.body['status'], 'PENDING', made.text);
  }
  assert.deepEqual(acquirers.asked, []);
});

test('a payment may name a provider of a rule, and no other', async () => {
  const shop = await addShop({ routing, providers: { CARD: ['sandbox'] } });
  const order = { amount: 10, currency: 'PLN' };
  const named = (provider: string) => {
    const instrument = {
      type: 'CARD',
      instrumentNo: VISA,
      expDate: '203912',
      cvv: '123',
      provider,
    };
    const body = { channel: 'WEBAPI', order, instrument };
    return acquirers.client.call('POST', '/v1/ecommerce/payment', { token: shop.token, body });
  };
  const made = await named('south');
  assert.equal(made.status, 200, made.text);
  await acquirers.client.waitForStatus(shop.token, String(made.body['paymentId']), 'COMPLETED');
  assert.deepEqual(acquirers.asked, ['south'], 'although the rule prefers north');
  const [route] = await routesOf(shop, String(made.body['paymentId']));
  assert.deepEqual([route?.['rule'], route?.['providers']], [undefined, ['south']]);
  const [first, ...others] = routing;
  assert.ok(first && others.length > 0);
  await operate('PATCH', `${merchants}/${shop.merchantId}`, { settings: { routing: [first] } });
  await advance(acquirers.client, 2);
  const refused = await named('south');
  assert.equal(refused.status, 400, refused.text);
  assert.match(refused.text, /instrument\.provider.*must be sandbox, or be left out/);
});

test('rules are refused by field, replaced as a whole, and audited', async () => {
  const shop = await addShop({ routing });
  const path = `${merchants}/${shop.merchantId}`;
  const wrong = [
    ['[0].providers[0]', { name: 'a', providers: ['acme'] }],
    ['[0].providers', { name: 'a', providers: [] }],
    ['[0].providers', { name: 'a', providers: ['1', '2', '3', '4', '5', '6'] }],
    ['[0].name', { name: 'a b', providers: ['north'] }],
    ['[0].name', { name: '4111111111111111', providers: ['north'] }],
    ['[0].when.percent', { name: 'a', when: { percent: 0 }, providers: ['north'] }],
    ['[0].when.percent', { name: 'a', when: { percent: 101 }, providers: ['north'] }],
    ['[0].when.bins[0]', { name: 'a', when: { bins: ['41111'] }, providers: ['north'] }],
    ['[0].when.bins[0]', { name: 'a', when: { bins: [VISA] }, providers: ['north'] }],
    ['[0].when.bins[0]', { name: 'a', when: { bins: ['411112-411111'] }, providers: ['north'] }],
    ['[0].when.methods', { name: 'a', when: { methods: [] }, providers: ['north'] }],
    ['[0].when.country', { name: 'a', when: { country: ['PL'] }, providers: ['north'] }],
    [
      '[0].when.time.to',
      { name: 'a', when: { time: { timeZone: 'UTC', to: '24:01' } }, providers: ['north'] },
    ],
    ['', Array.from({ length: 51 }, (_, index) => ({ name: `r${index}`, providers: ['north'] }))],
  ] as const;
  for (const [field, rule] of wrong) {
    const rules = Array.isArray(rule) ? (rule as Json[]) : [rule];
    const reply = await operate('PATCH', path, { settings: { routing: rules } });
    assert.equal(reply.status, 400, reply.text);
    const fields = (reply.body['details'] as Json[]).map((detail) => detail['field']);
    assert.deepEqual(fields, [`settings.routing${field}`], reply.text);
  }
  const unchanged = await operate('GET', path);
  assert.deepEqual((unchanged.body['settings'] as Json)['routing'], routing);
  const mine = [{ name: 'mine', providers: ['south'] }];
  const replaced = await operate('PATCH', path, { settings: { routing: mine } });
  assert.deepEqual((replaced.body['settings'] as Json)['routing'], mine);
  const { text } = await operate('GET', `/v1/admin/audit?merchantId=${shop.merchantId}`);
  assert.match(text, /CHANGE_MERCHANT/);
  assert.match(text, /"mine"/);
  const cleared = await operate('PATCH', path, { settings: { routing: [] } });
  assert.deepEqual((cleared.body['settings'] as Json)['routing'], []);
});

test('the operator learns where a card would go, from its first digits only', async () => {
  const share = { name: 'trial', when: { percent: 20 }, providers: ['sandbox'] };
  const blik = { name: 'blik', when: { methods: ['BLIK'] }, providers: ['blik'] };
  const shop = await addShop({ routing: [blik, share, ...routing] });
  const path = `${merchants}/${shop.merchantId}/routes/explain`;
  const question = { method: 'CARD', bin: '411111', currency: 'PLN', amount: 10 };
  const reply = await operate('POST', path, question);
  assert.equal(reply.status, 200, reply.text);
  const documented = `${merchants}/{merchantId}/routes/explain`;
  assertReplyFits(await operationsOf(acquirers.client), 'POST', documented, reply);
  const { rules, ...decided } = reply.body;
  assert.deepEqual(decided, {
    organization: 'VISA',
    country: 'PL',
    rule: 'visa',
    why: 'the organization is VISA',
    providers: [
      { name: 'north', state: 'USABLE' },
      { name: 'south', state: 'USABLE' },
    ],
  });
  assert.deepEqual(
    (rules as Json[]).map(({ name, result, why }) => [name, result, why].join(': ')),
    [
      'blik: FITS_NOT: the method is CARD, the rule is for BLIK',
      'trial: SHARE: it fits every payment, it decides for 20 % of the payments',
      'small: FITS_NOT: the amount is 10.00 PLN, the rule is for at most 5.00 PLN',
      'german: FITS_NOT: the country of the issuer is PL, the rule is for DE',
      'visa: FITS: the organization is VISA',
    ],
  );
  const wallet = await operate('POST', path, { ...question, method: 'APAY' });
  assert.deepEqual(
    [wallet.body['country'], wallet.body['rule']],
    [undefined, undefined],
    'a token number says nothing about the country, and these acquirers take no tokens',
  );
  const blikRoute = await operate('POST', path, { method: 'BLIK', currency: 'PLN', amount: 10 });
  assert.deepEqual(
    [blikRoute.body['rule'], blikRoute.body['providers']],
    ['blik', [{ name: 'blik', state: 'USABLE' }]],
  );
  for (const [field, wrong] of [
    ['bin', { ...question, bin: VISA }],
    ['bin', { ...question, bin: '41111' }],
    ['bin', { ...question, method: 'BLIK' }],
    ['method', { ...question, bin: undefined, method: 'PBL' }],
    ['currency', { ...question, currency: 'XXY' }],
    ['amount', { ...question, amount: 0 }],
  ] as const) {
    const refused = await operate('POST', path, wrong);
    assert.equal(refused.status, 400, refused.text);
    assert.equal((refused.body['details'] as Json[])[0]?.['field'], field);
    assert.doesNotMatch(refused.text, /4111111111111111/);
  }
});

test('only the operator sees routes, and only with the merchant of the payment', async () => {
  const shop = await addShop({ routing });
  const other = await addShop({});
  const [paymentId] = await pay(shop, { card: VISA });
  const path = `${merchants}/${shop.merchantId}/payments/${paymentId}/routes`;
  const explain = `${merchants}/${shop.merchantId}/routes/explain`;
  for (const token of [shop.token, other.token, undefined]) {
    for (const [method, route] of [
      ['GET', path],
      ['POST', explain],
      ['GET', '/v1/admin/success-rates'],
    ] as const) {
      const { status } = await acquirers.client.call(method, route, { token });
      assert.ok(status === 401 || status === 403, `${method} ${route} ${status}`);
    }
  }
  const elsewhere = path.replace(shop.merchantId, other.merchantId);
  assert.equal((await operate('GET', elsewhere)).body['code'], 'PAYMENT_NOT_FOUND');
  const nobody = path.replace(shop.merchantId, '29999999');
  assert.equal((await operate('GET', nobody)).body['code'], 'MERCHANT_NOT_FOUND');
});

test('success rates count what was approved, for the operator and in the metrics', async () => {
  const shop = await addShop({ routing });
  const before = await ratesOf('north');
  acquirers.answer('north', unreachable);
  await pay(shop, { card: VISA });
  acquirers.answer('north', approvalOf('n-2'));
  for (let made = 0; made < 3; made += 1) await pay(shop, { card: VISA });
  await advance(acquirers.client, 60);
  const after = await ratesOf('north');
  assert.deepEqual([after.finished - before.finished, after.approved - before.approved], [4, 3]);
  const percent = ((after.approved / after.finished) * 100).toFixed(1);
  assert.equal(after.percent, percent);
  const { text } = await acquirers.client.call('GET', '/metrics');
  const metric =
    /^bramka_authorizations_finished\{provider="north",organization="VISA",window="hour"\} (\d+)$/m;
  assert.ok(Number(metric.exec(text)?.[1]) >= 4);
  const list = await operate('GET', '/v1/admin/success-rates?by=COUNTRY');
  assertReplyFits(await operationsOf(acquirers.client), 'GET', '/v1/admin/success-rates', list);
  const rows = list.body['rates'] as Json[];
  assert.ok(rows.some((row) => row['provider'] === 'north' && row['country'] === 'PL'));
});

test('the provider that did better is the first of a rule with `best`', async () => {
  const only = (name: string) => addShop({ routing: [{ name, providers: [name] }] });
  const shops = [await only('north'), await only('south')];
  acquirers.answer('north', { ...unreachable, rejectCode: 'DO_NOT_HONOR' });
  for (const shop of shops) {
    await Promise.all(Array.from({ length: 30 }, () => pay(shop, { card: MAESTRO })));
  }
  await advance(acquirers.client, 60);
  acquirers.asked.length = 0;
  const best = { name: 'best', providers: ['north', 'south'], best: true };
  const shop = await addShop({ routing: [best] });
  const ids: string[] = [];
  for (let made = 0; made < 5; made += 1) ids.push((await pay(shop, { card: MAESTRO }))[0]);
  const routes = await Promise.all(ids.map((id) => routesOf(shop, id)));
  const reasons = routes.map(([route]) => String(route?.['why']));
  const rates = 'for MAESTRO DE of the last hour: south 100.0 %, north 0.0 %';
  assert.ok(
    reasons.every((why) => why.includes(rates)),
    reasons[0],
  );
  const explored = reasons.filter((why) => why.endsWith('north first, to compare'));
  const firsts = routes.map(([route]) => route?.['provider']);
  assert.equal(firsts.filter((name) => name === 'north').length, explored.length);
});

async function ratesOf(provider: string) {
  await advance(acquirers.client, 60);
  const { body } = await operate('GET', '/v1/admin/success-rates');
  const row = (body['rates'] as Json[]).find((one) => one['provider'] === provider);
  const none = { finished: 0, approved: 0, percent: undefined };
  return (row?.['hour'] ?? none) as { finished: number; approved: number; percent?: string };
}
