// The life of a merchant through `bramka merchants`, against a real gateway with a data directory
// of its own, and what the commands say when something is wrong.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pictures } from '@bramka/gateway/merchants/page/testing/pictures.ts';
import { startGateway, type Gateway } from '@bramka/test/support/gateway.ts';
import { runBramka, type Ended } from './testing/run-bramka.ts';

let gateway: Gateway;
before(async () => {
  gateway = await startGateway({ env: { BRAMKA_ADMIN_KEY: '' } });
});
after(() => gateway?.stop());

/** A command as it is run in the directory of the sandbox: the key comes from admin.key. */
function bramka(...words: string[]): Promise<Ended> {
  return runBramka(words, {
    BRAMKA_URL: gateway.url,
    BRAMKA_DATA_DIR: gateway.installation.dataDir,
  });
}

async function succeed(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await bramka(...words);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  return stdout;
}

async function failing(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await bramka(...words);
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
  assert.match(stderr, /^bramka: [^\n]+\n$/);
  return stderr.trim();
}

async function login(merchantId: string, secret: string): Promise<number> {
  const body = { merchant: { merchantId }, secret };
  return (await gateway.call('POST', '/v1/ecommerce/auth', { body })).status;
}

/** The value that stands beside a name in what was printed. */
function fact(printed: string, name: string): string {
  const row = printed.split('\n').find((line) => line.trim().startsWith(`${name}  `));
  assert.ok(row, `no ${name} in:\n${printed}`);
  return row.trim().slice(name.length).trim();
}

test('the payment page gets a colour and a logo from a file, with a preview', async () => {
  const file = join(gateway.installation.dataDir, 'Logo.PNG');
  writeFileSync(file, Buffer.from(pictures.png.split(',')[1] ?? '', 'base64'));
  await succeed('merchants', 'add', '20000011', '--set', 'page.savesCards=true');
  const draft = ['--set', 'page.color=#7a2e8e', `page.logo=@${file}`];
  const shown = await succeed('merchants', 'preview', '20000011', ...draft);
  assert.match(
    shown,
    /^http\S+\/pay\/preview\/\S+\nNothing can be paid there. It ends at \S+Z\.\n$/,
  );
  const before = await succeed('merchants', 'show', '20000011');
  assert.equal(fact(before, 'page.color'), '-', 'a preview changes nothing');
  await succeed('merchants', 'set', '20000011', 'page.color=#7a2e8e', `page.logo=@${file}`);
  const set = await succeed('merchants', 'show', '20000011');
  assert.equal(fact(set, 'page.color'), '#7a2e8e');
  assert.equal(fact(set, 'page.savesCards'), 'true');
  assert.match(fact(set, 'page.logo'), /^\/pay\/logo\/20000011\/[0-9a-f]{32}$/);
  const words = ['merchants', 'set', '20000011'];
  assert.match(
    await failing(...words, 'page.logo=@none.png'),
    /the logo none\.png cannot be read$/,
  );
  assert.match(
    await failing(...words, 'page.logo=@a.svg'),
    /must be a \.png, \.jpg or \.webp file$/,
  );
  assert.match(await failing(...words, 'page.color=green'), /must be a colour such as #0b6e4f/);
  const termsURL = 'https://shop.example/terms';
  const linked = await succeed('merchants', 'set', '20000011', `page.termsURL=${termsURL}`);
  assert.equal(fact(linked, 'page.termsURL'), `- → ${termsURL}`);
  const cleared = await succeed('merchants', 'set', '20000011', 'page.termsURL=');
  assert.equal(fact(cleared, 'page.termsURL'), `${termsURL} → -`);
  assert.match(await failing(...words, 'page.privacyURL=shop'), /page\.privacyURL must be an http/);
  const others = ['page.frameOrigins=https://a.example', `page.termsURL=${termsURL}`];
  for (const pair of ['holdDays=7', 'status=ACTIVE', ...others]) {
    const refused = await failing('merchants', 'preview', '20000011', '--set', pair);
    assert.match(refused, /a preview takes only page\.color, page\.logo and page\.savesCards$/);
  }
});

test('a merchant is added, changed, suspended and taken back', async () => {
  const words = ['--name', 'Flower shop', '--set', 'address.city=Łódź', 'currencies=PLN,EUR'];
  const added = await succeed('merchants', 'add', '20000001', ...words);
  const secret = fact(added, 'API secret');
  assert.equal(await login('20000001', secret), 200);
  assert.notEqual(fact(added, 'Notification secret'), secret);

  const pairs = ['holdDays=7', 'address.street=Piotrkowska 1', 'methods=CARD,BLIK'];
  const change = ['merchants', 'set', '20000001', ...pairs, 'settlement.account=PL61'];
  assert.equal(
    await succeed(...change),
    'Merchant 20000001 changed:\n\n' +
      '  address.street      - → Piotrkowska 1\n' +
      '  methods             CARD, BLIK, PBL, GPAY, APAY, C2P → CARD, BLIK\n' +
      '  holdDays            30 → 7\n' +
      '  settlement.account  - → PL61\n',
  );
  const nothing = 'Nothing changed: merchant 20000001 had these values already.\n';
  assert.equal(await succeed(...change), nothing);
  const asJson = JSON.parse(await succeed(...change, '--json')) as { status: string };
  assert.equal(asJson.status, 'ACTIVE');
  const times = ['settlement.cutOff=18:00', 'settlement.timeZone=Africa/Cairo'];
  const delays = ['settlement.methods.BLIK.afterDays=0', 'settlement.methods.PBL.afterDays=7'];
  await succeed('merchants', 'set', '20000001', ...times, ...delays);
  await succeed('merchants', 'set', '20000001', 'settlement.afterDays=2', 'currencies=');
  await succeed('merchants', 'set', '20000001', 'settlement.methods.PBL.afterDays=');
  const shown = await succeed('merchants', 'show', '20000001');
  const facts = {
    name: 'Flower shop',
    'address.city': 'Łódź',
    'address.street': 'Piotrkowska 1',
    currencies: '-',
    methods: 'CARD, BLIK',
    holdDays: '7',
    'settlement.afterDays': '2',
    'settlement.account': 'PL61',
    'settlement.cutOff': '18:00',
    'settlement.timeZone': 'Africa/Cairo',
    'settlement.methods.BLIK.afterDays': '0',
    'settlement.methods.PBL.afterDays': '-',
    status: 'ACTIVE',
  };
  for (const [name, value] of Object.entries(facts)) assert.equal(fact(shown, name), value, name);

  const suspended = await succeed('merchants', 'set', '20000001', 'status=SUSPENDED');
  assert.match(suspended, /^ {2}status +ACTIVE → SUSPENDED$/m);
  assert.match(await succeed('merchants', 'list'), /^20000001 +SUSPENDED +Flower shop /m);
  await succeed('merchants', 'set', '20000001', 'status=ACTIVE');
  assert.equal(await login('20000001', secret), 200);
});

test('providers of a method are chosen; unknown ones are refused', async () => {
  await succeed('merchants', 'add', '20000009', '--set', 'providers.CARD=sandbox');
  const acme = await failing('merchants', 'set', '20000009', 'providers.CARD=acme,sandbox');
  assert.match(acme, /settings\.providers\.CARD must be of sandbox/);
  await failing('merchants', 'set', '20000009', 'providers.BLIK=sandbox');
  const shown = await succeed('merchants', 'show', '20000009');
  assert.equal(fact(shown, 'providers.CARD'), 'sandbox');
  assert.equal(fact(shown, 'providers.BLIK'), '-');
  await succeed('merchants', 'set', '20000009', 'providers.CARD=');
  assert.equal(fact(await succeed('merchants', 'show', '20000009'), 'providers.CARD'), '-');
});

test('a rolled secret leaves the one before it live, unless told otherwise', async () => {
  const first = fact(await succeed('merchants', 'add', '20000002'), 'API secret');
  const second = fact(await succeed('merchants', 'roll-secret', '20000002'), 'API secret');
  assert.equal(await login('20000002', first), 200);
  assert.equal(await login('20000002', second), 200);
  const dropped = await succeed('merchants', 'roll-secret', '20000002', '--drop-old');
  const third = fact(dropped, 'API secret');
  assert.deepEqual(
    await Promise.all([first, second, third].map((one) => login('20000002', one))),
    [401, 401, 200],
  );
  await succeed('merchants', 'roll-secret', '20000002', '--notification');
  assert.match(fact(await succeed('merchants', 'show', '20000002'), 'API secrets'), /^1 valid/);
  assert.match(
    fact(await succeed('merchants', 'show', '20000002'), 'notification secrets'),
    /^2 valid/,
  );
});

test('tokens are revoked by hand, and end with a secret that is dropped', async () => {
  const secret = fact(await succeed('merchants', 'add', '20000004'), 'API secret');
  const pay = async (token: string) => {
    const reply = await gateway.payByCard({ token });
    return [reply.status, reply.body['code']];
  };
  const token = await gateway.authenticate('20000004', secret);
  const said = await succeed('merchants', 'revoke-tokens', '20000004');
  assert.match(said, /^The access tokens of merchant 20000004 are revoked on every node within/);
  assert.deepEqual(await pay(token), [401, 'TOKEN_REVOKED']);
  const next = await gateway.authenticate('20000004', secret);
  assert.deepEqual(await pay(next), [200, undefined]);
  const rolled = await succeed('merchants', 'roll-secret', '20000004', '--drop-old');
  assert.match(rolled, /^The older secrets and their access tokens were revoked\.$/m);
  assert.deepEqual(await pay(next), [401, 'TOKEN_REVOKED']);
  const json = await succeed('merchants', 'revoke-tokens', '20000004', '--json');
  assert.equal((JSON.parse(json) as { merchantId: string }).merchantId, '20000004');
});

test('machines get the answers as JSON', async () => {
  const added = JSON.parse(await succeed('merchants', 'add', '20000003', '--json')) as {
    apiSecret: string;
  };
  assert.equal(await login('20000003', added.apiSecret), 200);
  const rolled = JSON.parse(await succeed('merchants', 'roll-secret', '20000003', '--json')) as {
    apiSecret: string;
  };
  assert.equal(await login('20000003', rolled.apiSecret), 200);
  const list = JSON.parse(await succeed('merchants', 'list', '--json')) as object[];
  assert.ok(list.some((one) => 'merchantId' in one && one.merchantId === '10000002'));
  const shown = await succeed('merchants', 'show', '20000003', '--json');
  assert.deepEqual((JSON.parse(shown) as { status: string }).status, 'ACTIVE');
  const { keyId } = JSON.parse(await succeed('keys', 'rotate', '--json')) as { keyId: string };
  assert.ok(keyId.length > 8);
});

test('a key rotation logs nobody out', async () => {
  const token = await gateway.authenticate();
  assert.match(await succeed('keys', 'rotate'), /^Access tokens are now signed with key \S+\.\n$/);
  const paid = await gateway.payByCard({ token });
  assert.equal(paid.status, 200, paid.text);
  assert.equal((await gateway.payByCard({ token: await gateway.authenticate() })).status, 200);
});

test('the key for encrypted card fields is replaced', async () => {
  const { keyId: newKeyId } = JSON.parse(await succeed('keys', 'rotate-encryption', '--json')) as {
    keyId: string;
  };
  const text = await succeed('keys', 'rotate-encryption');
  const [, keyId] = /^Card fields are now encrypted to key (\S+)\.\n$/.exec(text) ?? [];
  assert.notEqual(keyId, newKeyId);
  const { body } = await gateway.call<{ keys: { kid: string }[] }>('GET', '/v1/ecommerce/keys');
  assert.deepEqual(
    body.keys.map(({ kid }) => kid),
    [keyId],
  );
});

test('the banner tells the key that the sandbox made, and it is the one in the file', () => {
  const key = readFileSync(join(gateway.installation.dataDir, 'admin.key'), 'utf8').trim();
  const banner = gateway.logs();
  assert.match(banner, new RegExp(`^ +Operator key +${key}$`, 'm'));
  assert.ok(banner.includes(`from ${gateway.installation.dataDir}/admin.key\n`));
});

describe('what is wrong is said in one sentence', { concurrency: 2 }, () => {
  const cases: [title: string, words: string[], sentence: RegExp][] = [
    ['a wrong key', ['list', '--key', 'wrong'], /operator key is missing or wrong/],
    ['an unknown MID', ['show', '29999999'], /No such merchant\. .* \(MERCHANT_NOT_FOUND\)$/],
    ['an unknown MID to change', ['set', '29999999', 'holdDays=1'], /No such merchant/],
    ['an unknown MID to roll', ['roll-secret', '29999999'], /No such merchant/],
    ['a MID that is taken', ['add', '10000001'], /A merchant with this id already exists/],
    ['a MID with letters', ['add', 'shop'], /merchantId must be a MID of 4 to 15 digits/],
    [
      'a number out of range',
      ['set', '10000002', 'holdDays=99'],
      /settings\.holdDays must be at most 30/,
    ],
    [
      'a word for a number',
      ['set', '10000002', 'holdDays=week'],
      /settings\.holdDays must be a whole number/,
    ],
    [
      'an unknown method',
      ['set', '10000002', 'methods=CARD,CASH'],
      /settings\.methods\[1\] must be/,
    ],
    [
      'an unknown status',
      ['set', '10000002', 'status=GONE'],
      /status must be one of ACTIVE, SUSPEND/,
    ],
    ['an unknown setting', ['set', '10000002', 'holdDay=3'], /unknown setting holdDay; .*holdDays/],
    ['no value', ['set', '10000002', 'holdDays'], /"holdDays" must have the form key=value/],
    ['an address without http', ['list', '--url', 'localhost:1'], /begin with http/],
    [
      'nobody there',
      ['list', '--url', 'http://127.0.0.1:1'],
      /no gateway answers at .*`bramka start`/,
    ],
    [
      'a Click to Pay id with a space',
      ['set', '10000002', 'dpaId=a b'],
      /settings\.dpaId must be at most 128 letters/,
    ],
    [
      'two wrong settings',
      ['set', '10000002', 'holdDays=0', 'mcc=1'],
      /settings\.mcc must .*\(settings\.holdDays must be at least 1; /,
    ],
  ];
  for (const [title, words, sentence] of cases) {
    test(title, async () => assert.match(await failing('merchants', ...words), sentence));
  }

  test('no key at all', async () => {
    const env = {
      BRAMKA_URL: gateway.url,
      BRAMKA_DATA_DIR: `${gateway.installation.dataDir}/none`,
    };
    const { code, stderr } = await runBramka(['merchants', 'list'], env);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^bramka: [^\n]*: there is no \S+admin\.key\. Set BRAMKA_DATA_DIR [^\n]*\n$/,
    );
  });

  test('a program that is no gateway', async () => {
    const htmlServer = createServer((_request, reply) => reply.end('<html>')).listen(
      0,
      '127.0.0.1',
    );
    await once(htmlServer, 'listening');
    const url = `http://127.0.0.1:${(htmlServer.address() as AddressInfo).port}`;
    assert.match(await failing('merchants', 'list', '--url', url), /is not a Bramka gateway/);
    htmlServer.close();
  });
});
