// `bramka routes`: sets and lists rules, explains a payment and a card, shows success rates; a
// whole card number is never sent.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  launchTwoAcquirers,
  unreachable,
  type TwoAcquirers,
} from '@bramka/test/support/routing/two-acquirers.ts';
import { advance } from '@bramka/test/support/sandbox.ts';
import { runBramka, type Ended } from './testing/run-bramka.ts';

const scratch = mkdtempSync(join(tmpdir(), 'bramka-routes-'));
const file = join(scratch, 'rules.json');

let acquirers: TwoAcquirers;
let mid: string;
let secret: string;
before(async () => {
  acquirers = await launchTwoAcquirers();
  ({ merchantId: mid, secret } = await acquirers.client.addMerchant());
});
after(async () => {
  await acquirers?.close();
  rmSync(scratch, { recursive: true, force: true });
});

const run = (...words: string[]): Promise<Ended> => {
  const env = { BRAMKA_URL: acquirers.url, BRAMKA_ADMIN_KEY: acquirers.client.adminKey };
  return runBramka(['routes', ...words], env);
};

const rules = [
  { name: 'blik', when: { methods: ['BLIK'] }, providers: ['blik'] },
  { name: 'trial', when: { methods: ['CARD'], percent: 1 }, providers: ['south'], best: true },
  { name: 'large', when: { minAmount: { PLN: '1000' } }, providers: ['south', 'sandbox'] },
  { name: 'others', providers: ['north', 'south'] },
];

test('rules are set from a file and listed', async () => {
  assert.equal((await run('list', mid)).stdout, `Merchant ${mid} has no routing rules.\n`);
  assert.equal((await run('list')).stdout, 'No merchant has routing rules.\n');
  writeFileSync(file, JSON.stringify(rules));
  const set = await run('set', mid, file);
  assert.equal(set.code, 0, set.stderr);
  const expected = `Merchant ${mid}:
     RULE    PROVIDERS       WHEN
  1  blik    blik            methods BLIK
  2  trial   best of south   methods CARD; percent 1
  3  large   south, sandbox  minAmount PLN:1000
  4  others  north, south    every payment
`;
  assert.equal(set.stdout, expected);
  assert.equal((await run('list', mid)).stdout, expected);
  assert.equal((await run('list')).stdout, expected);
  assert.deepEqual(JSON.parse((await run('list', mid, '--json')).stdout), rules);
  assert.deepEqual(JSON.parse((await run('list', '--json')).stdout), { [mid]: rules });
});

test('of a card it says which rule decides, and why the others do not', async () => {
  const { stdout, code, stderr } = await run('explain', '41111111', '--merchant', mid);
  assert.equal(code, 0, stderr);
  assert.equal(
    stdout,
    `A payment by CARD of 100.00 PLN with a card 41111111 (VISA, PL) goes to north,
  south.
Rule others decides: it fits every payment.

   RULE    RESULT            WHY
1  blik    does not fit      the method is CARD, the rule is for BLIK
2  trial   decides for some  the method is CARD, it decides for 1 % of the
  payments
3  large   does not fit      the amount is 100.00 PLN, the rule is for at
  least 1000 PLN
4  others  decides           it fits every payment
`,
  );
  const words = ['--amount', '2000', '--currency', 'PLN', '--at', '2026-12-24T18:00:00Z'];
  const large = await run('explain', '411111', '--merchant', mid, ...words);
  assert.match(
    large.stdout,
    /goes to south,\n? +sandbox\.\nRule large decides: the amount is 2000\.00/,
  );
  const data = await run('explain', '411111', '--merchant', mid, '--method', 'APAY', '--json');
  const { rule, providers } = JSON.parse(data.stdout) as { rule?: string; providers: object[] };
  assert.deepEqual([rule, providers], [undefined, [{ name: 'sandbox', state: 'USABLE' }]]);
});

test('of a payment it says where each authorization went, and why', async () => {
  acquirers.answer('north', unreachable);
  const token = await acquirers.client.authenticate(mid, secret);
  // The rule with the share of 1 percent takes few of them.
  const pay = async (): Promise<string> => {
    const made = await acquirers.client.payByCard({ token });
    const paymentId = String(made.body['paymentId']);
    await acquirers.client.waitForStatus(token, paymentId, 'COMPLETED');
    return acquirers.asked.at(-2) === 'north' ? paymentId : pay();
  };
  const paymentId = await pay();
  const { stdout } = await run('explain', paymentId, '--merchant', mid);
  assert.equal(
    stdout,
    `Authorizations of payment ${paymentId}:
1. north DECLINED, ISSUER_UNAVAILABLE, code of the provider 91
   rule others: it fits every payment
   providers in order: north, south
2. south APPROVED
   rule others: north declined with ISSUER_UNAVAILABLE
   providers in order: north, south
`,
  );
  await advance(acquirers.client, 60);
  const rates = await run('rates', '--by', 'organization');
  assert.match(
    rates.stdout,
    /^PROVIDER +ORGANIZATION +COUNTRY +LAST HOUR +APPROVED +24 HOURS +APPR/,
  );
  assert.match(rates.stdout, /^north +VISA +- +1 +0\.0 % +1 +0\.0 %$/m);
  assert.match(rates.stdout, /^south +VISA +- +\d+ +100\.0 % +\d+ +100\.0 %$/m);
  assert.match((await run('rates')).stdout, /^north +- +- +1 +0\.0 %/m);
});

test('what cannot be used is one sentence', async () => {
  const bad = join(scratch, 'bad.json');
  writeFileSync(bad, '{"name": "x"}');
  const text = join(scratch, 'text.json');
  writeFileSync(text, 'rules');
  const unknown = join(scratch, 'unknown.json');
  writeFileSync(unknown, '[{"name": "x", "providers": ["acme"]}]');
  const rows: [words: string[], stderr: RegExp][] = [
    [['set', mid, join(scratch, 'none.json')], /none\.json cannot be read \(ENOENT\)\n$/],
    [['set', mid, bad], /bad\.json must be a list of rules: /],
    [['set', mid, text], /text\.json is not JSON\n$/],
    [
      ['set', mid, unknown],
      /settings\.routing\[0\]\.providers\[0\] must be of .*; this one is not connected/,
    ],
    [['set', '29999999', file], /\(MERCHANT_NOT_FOUND\)\n$/],
    [['list', '29999999'], /\(MERCHANT_NOT_FOUND\)\n$/],
    [['explain', '4111111111111111', '--merchant', mid], /first 6 to 8 digits of the card only/],
    [['explain', '41111', '--merchant', mid], /\(PAYMENT_NOT_FOUND\)\n$/],
    [['explain', '019a9500-0000-7000-8000-000000000001', '--merchant', mid], /PAYMENT_NOT_FOUND/],
    [['explain', '411111', '--merchant', mid, '--method', 'PBL'], /choice decides about PBL/],
  ];
  for (const [words, stderr] of rows) {
    const ended = await run(...words);
    assert.equal(ended.code, 1, words.join(' '));
    assert.match(ended.stderr, stderr);
    assert.doesNotMatch(ended.stderr, /4111111111111111/);
  }
});

test('`merchants set` names no rules, which are set from a file', async () => {
  const env = { BRAMKA_URL: acquirers.url, BRAMKA_ADMIN_KEY: acquirers.client.adminKey };
  const { stderr } = await runBramka(['merchants', 'set', mid, 'routing=a'], env);
  assert.match(stderr, /unknown setting routing/);
});
