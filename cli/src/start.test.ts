// `bramka start`: what keeps it from starting is exactly one sentence on standard error and exit
// code 1; SIGTERM ends it with 0.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { listVariables } from '@bramka/gateway/config.ts';
import { budgetSettings } from '@bramka/gateway/http/budget/budget-settings.ts';
import { limitSettings } from '@bramka/gateway/http/limits.ts';
import { variablesOf } from '@bramka/gateway/settings/setting.ts';
import { startGateway, type Gateway } from '@bramka/test/support/gateway.ts';
import { skipOn } from '@bramka/test/support/installation.ts';
import { badProviderVariables, type BadVariable } from './testing/bad-provider-variables.ts';
import { runBramka, spawnBramka } from './testing/run-bramka.ts';

const scratch = mkdtempSync(join(tmpdir(), 'bramka-start-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const masterKey = randomBytes(32).toString('base64');
const production = {
  BRAMKA_ENV: 'production',
  BRAMKA_ADMIN_KEY: 'the key of one who operates it',
  BRAMKA_MASTER_KEY: masterKey,
  BRAMKA_ACQUIRER_URL: 'http://127.0.0.1:1/acquirer',
};

/** What it says when it cannot start. */
async function reason(env: Record<string, string>, run = runBramka): Promise<string> {
  const dataDir = mkdtempSync(join(scratch, 'data-'));
  const ended = await run(['start'], { PORT: '0', BRAMKA_DATA_DIR: dataDir, ...env });
  assert.deepEqual([ended.code, ended.stdout], [1, ''], ended.stderr);
  assert.match(ended.stderr, /^bramka cannot start: [^\n]+\n$/);
  return ended.stderr.slice('bramka cannot start: '.length).trim();
}

describe('a bad variable is named', { concurrency: 2 }, () => {
  const cases: BadVariable[] = [
    ['PORT', '80800', /^PORT must be a whole number from 0 to 65535$/],
    ['PORT', 'http', /^PORT must be/],
    ['HOST', 'no-such-host.invalid', /^cannot listen on no-such-host\.invalid:0 /],
    ['BRAMKA_ENV', 'test', /^BRAMKA_ENV must be one of sandbox, production$/],
    ['DATABASE_URL', 'mysql://localhost/x', /^DATABASE_URL must be a postgres:\/\/ URL$/],
    ['DATABASE_URL', 'postgres://localhost:99999/x', /^DATABASE_URL must be/],
    ['BRAMKA_DB_CONNECTIONS', '0', /^BRAMKA_DB_CONNECTIONS must be/],
    ['BRAMKA_MASTER_KEY', 'short', /^the master key must be 32 bytes in base64/],
    ['BRAMKA_MASTER_KEY_FILE', join(scratch, 'none'), /^the key file \S+ cannot be read$/],
    ['BRAMKA_PUBLIC_URL', 'shop', /^BRAMKA_PUBLIC_URL must be an http/],
    ['BRAMKA_PUBLIC_URL', `https://${'a'.repeat(193)}`, /^BRAMKA_PUBLIC_URL must have at most/],
    [
      'BRAMKA_MASTER_KEY_COMMAND',
      'echo "no such key" >&2; exit 7;',
      /^the master key command failed at wrap: exit code 7 \(no such key\)$/,
    ],
    ['BRAMKA_MASTER_KEY_NEXT', 'key', /^the master key must be 32 bytes in base64/],
    ['BRAMKA_MASTER_KEY_NEXT_FILE', 'no-file', /^the key file no-file cannot be read$/],
    ...badProviderVariables(masterKey),
    [
      'BRAMKA_DS_ORGANIZATIONS',
      'VISA,AMEXCO',
      /^BRAMKA_DS_ORGANIZATIONS must be a comma-separated list of VISA/,
    ],
    [
      'BRAMKA_DS_ORGANIZATIONS',
      'visa,',
      /^BRAMKA_DS_ORGANIZATIONS must be a comma-separated list of VISA/,
    ],
    ['BRAMKA_3DS_SERVER_REFERENCE', 'a b', /^BRAMKA_3DS_SERVER_REFERENCE must be 1 to 32 /],
    ['BRAMKA_3DS_OPERATOR_ID', 'x'.repeat(33), /^BRAMKA_3DS_OPERATOR_ID must be 1 to 32 /],
    ['BRAMKA_CHALLENGE_TIMEOUT_SECONDS', '5', /^BRAMKA_CHALLENGE_TIMEOUT_SECONDS must be/],
    ['BRAMKA_ENCRYPTION_KEY_DAYS', '0', /^BRAMKA_ENCRYPTION_KEY_DAYS must be .* from 1 to 365$/],
    ['BRAMKA_ENCRYPTION_KEY_KEEP_HOURS', '0', /^BRAMKA_ENCRYPTION_KEY_KEEP_HOURS must be .* 720$/],
    ['BRAMKA_ENCRYPTED_FIELD_SECONDS', '59', /^BRAMKA_ENCRYPTED_FIELD_SECONDS must be .* 3600$/],
    ['BRAMKA_DELIVERY_LOG_DAYS', '0', /^BRAMKA_DELIVERY_LOG_DAYS must be .* from 1 to 365$/],
    ['BRAMKA_TEST_EVENTS_PER_SECOND', '-1', /^BRAMKA_TEST_EVENTS_PER_SECOND must be .* 1000000$/],
    ['BRAMKA_REPLAYED_EVENTS_PER_SECOND', 'x', /^BRAMKA_REPLAYED_EVENTS_PER_SECOND must be /],
    ['BRAMKA_SECURITY_CODE_SECONDS', '59', /^BRAMKA_SECURITY_CODE_SECONDS must be/],
    ['BRAMKA_BIN_TABLE', join(scratch, 'none'), /^the BIN table \S+ cannot be read: there is no/],
    ['BRAMKA_PROVIDER_TIMEOUT_MS', '1', /^BRAMKA_PROVIDER_TIMEOUT_MS must be/],
    ['BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS', 'x', /^BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS must be/],
    ['BRAMKA_PROVIDER_CALLS', '0', /^BRAMKA_PROVIDER_CALLS must be a whole number from 1 to /],
    ['BRAMKA_PROVIDER_FAILURES', '0', /^BRAMKA_PROVIDER_FAILURES must be/],
    ['BRAMKA_PROVIDER_PAUSE_MS', '9', /^BRAMKA_PROVIDER_PAUSE_MS must be/],
    ['BRAMKA_MERCHANT_PER_SECOND', '-1', /^BRAMKA_MERCHANT_PER_SECOND must be/],
    ['BRAMKA_ADDRESS_PER_SECOND', '1.5', /^BRAMKA_ADDRESS_PER_SECOND must be/],
    ['BRAMKA_AUTH_FAILURES_PER_SECOND', 'no', /^BRAMKA_AUTH_FAILURES_PER_SECOND must be/],
    ['BRAMKA_CARD_LOOKUPS_PER_SECOND', 'x', /^BRAMKA_CARD_LOOKUPS_PER_SECOND must be/],
    ['BRAMKA_REQUEST_TIMEOUT_MS', '4999', /^BRAMKA_REQUEST_TIMEOUT_MS must be at least BRAMKA_H/],
    ['BRAMKA_CONNECTIONS_PER_ADDRESS', '500', /^BRAMKA_CONNECTIONS_PER_ADDRESS must be greater /],
    ['BRAMKA_DOCS', 'yes', /^BRAMKA_DOCS must be one of on, internal, off$/],
    ['BRAMKA_DOCS', 'internal', /^BRAMKA_DOCS=internal needs BRAMKA_INTERNAL_PORT$/],
    ['BRAMKA_METRICS', 'internal', /^BRAMKA_METRICS=internal needs BRAMKA_INTERNAL_PORT$/],
    ['BRAMKA_ADMIN', 'internal', /^BRAMKA_ADMIN=internal needs BRAMKA_INTERNAL_PORT$/],
    ['BRAMKA_INTERNAL_PORT', '65536', /^BRAMKA_INTERNAL_PORT must be a whole number from 0 to 6/],
    ['BRAMKA_INTERNAL_HOST', '::1', /^BRAMKA_INTERNAL_HOST needs BRAMKA_INTERNAL_PORT$/],
    ['BRAMKA_TRUST_PROXY', 'yes', /^BRAMKA_TRUST_PROXY must be one of true, false$/],
    ['BRAMKA_SANDBOX_HOSTS', 'a,,b', /^BRAMKA_SANDBOX_HOSTS must be a comma-separated list of ho/],
    ['BRAMKA_SANDBOX_PROVIDERS', 'x', /^BRAMKA_SANDBOX_PROVIDERS: x is not one of acquirer, a/],
    ['BRAMKA_MIGRATE', 'later', /^BRAMKA_MIGRATE must be one of on, off$/],
    ['BRAMKA_LOG_LEVEL', 'loud', /^BRAMKA_LOG_LEVEL must be one of trace/],
    ['BRAMKA_FAILPOINTS', 'x', /^BRAMKA_FAILPOINTS must look like/],
  ];
  for (const [name, value, sentence] of cases) {
    test(`${name}=${value}`, async () => {
      // Found last of all, when a gateway could have logged something: nothing may be printed.
      const run = name === 'HOST' ? spawnBramka : runBramka;
      assert.match(await reason({ [name]: value }, run), sentence);
    });
  }

  test('a master key that is given twice', async () => {
    for (const name of ['BRAMKA_MASTER_KEY', 'BRAMKA_MASTER_KEY_NEXT']) {
      const twice = await reason({ [name]: masterKey, [`${name}_COMMAND`]: 'kms' });
      assert.equal(twice, `set only one of ${name}, ${name}_FILE and ${name}_COMMAND`);
    }
  });

  test('every variable that can be bad has a case', () => {
    const keys = ['BRAMKA_ADMIN_KEY', 'BRAMKA_ACQUIRER_KEY', 'BRAMKA_DS_KEY'];
    const anyText = ['BRAMKA_DATA_DIR', 'BRAMKA_MASTER_KEY_NEXT_COMMAND', ...keys];
    // The ranges of limits are tried in config.test.ts.
    const limits = variablesOf([limitSettings, budgetSettings]).map(([name]) => name);
    const tried = new Set([...cases.map(([name]) => name), ...anyText, ...limits]);
    const untried = listVariables().filter(([name]) => !tried.has(name));
    assert.deepEqual(untried, []);
  });
});

describe('production demands what a sandbox makes up', { concurrency: 2 }, () => {
  const cases: [name: string, sentence: RegExp][] = [
    ['BRAMKA_ADMIN_KEY', /^BRAMKA_ADMIN_KEY must be set in production$/],
    [
      'BRAMKA_MASTER_KEY',
      /^BRAMKA_MASTER_KEY, BRAMKA_MASTER_KEY_FILE or BRAMKA_MASTER_KEY_COMMAND must be/,
    ],
    ['BRAMKA_ACQUIRER_URL', /^BRAMKA_ACQUIRER_URL or BRAMKA_ADYEN_URL or .* must be set in/],
  ];
  for (const [name, sentence] of cases) {
    test(name, async () => assert.match(await reason({ ...production, [name]: '' }), sentence));
  }

  test('and does not let card numbers or results of 3-D Secure go astray', async () => {
    const ds = { ...production, BRAMKA_DS_URL: 'https://ds.example/{organization}' };
    const lost = await reason({ ...ds, BRAMKA_ACQUIRER_BIN: '412345' });
    assert.match(lost, /^BRAMKA_DS_URL needs BRAMKA_PUBLIC_URL in production$/);
    const withUrl = { ...ds, BRAMKA_PUBLIC_URL: 'https://pay.example' };
    const binless = await reason(withUrl);
    assert.match(binless, /^BRAMKA_DS_URL needs BRAMKA_ACQUIRER_BIN in production$/);
    const plain = { BRAMKA_ACQUIRER_BIN: '412345', BRAMKA_DS_URL: 'http://ds.example/' };
    const clear = await reason({ ...withUrl, ...plain });
    assert.match(clear, /^BRAMKA_DS_URL must be an https:\/\/ URL in production$/);
  });

  test('and reaches the BLIK operator only with TLS and a public URL', async () => {
    const own = { ...production, BRAMKA_BLIK_KEY: 'k', BRAMKA_BLIK_URL: 'https://blik.example' };
    assert.match(await reason(own), /^BRAMKA_BLIK_URL needs BRAMKA_PUBLIC_URL in production$/);
    const known = { ...own, BRAMKA_PUBLIC_URL: 'https://pay.example' };
    const clear = await reason({ ...known, BRAMKA_BLIK_URL: 'http://blik.example' });
    assert.match(clear, /^BRAMKA_BLIK_URL must be an https:\/\/ URL in production$/);
  });

  test('and reaches bank transfers only with TLS and a public URL', async () => {
    const service = { BRAMKA_AUTOPAY_SERVICE_ID: '100047', BRAMKA_AUTOPAY_KEY: 'k' };
    const autopay = { ...production, ...service, BRAMKA_AUTOPAY_URL: 'https://pay.autopay.eu' };
    const lost = /^BRAMKA_AUTOPAY_URL needs BRAMKA_PUBLIC_URL in production$/;
    assert.match(await reason(autopay), lost);
    const known = { ...autopay, BRAMKA_PUBLIC_URL: 'https://pay.example' };
    const clear = await reason({ ...known, BRAMKA_AUTOPAY_URL: 'http://pay.autopay.eu' });
    assert.match(clear, /^BRAMKA_AUTOPAY_URL must be an https:\/\/ URL in production$/);
  });

  test('and reaches token services only with TLS and a public URL', async () => {
    const shared = { BRAMKA_VTS_KEY: 'k', BRAMKA_VTS_SECRET: masterKey };
    const own = { ...production, ...shared, BRAMKA_VTS_URL: 'https://vts.example' };
    assert.match(await reason(own), /^BRAMKA_VTS_URL needs BRAMKA_PUBLIC_URL in production$/);
    const known = { ...own, BRAMKA_PUBLIC_URL: 'https://pay.example' };
    const clear = await reason({ ...known, BRAMKA_VTS_URL: 'http://vts.example' });
    assert.match(clear, /^BRAMKA_VTS_URL must be an https:\/\/ URL in production$/);
  });

  test('and reaches wallets only with TLS', async () => {
    const apple = { BRAMKA_APAY_URL: 'http://apple.example', BRAMKA_APAY_ROOTS_FILE: 'r' };
    const sentence = 'BRAMKA_APAY_URL must be an https:// URL in production';
    assert.equal(await reason({ ...production, ...apple }), sentence);
  });

  const unsafe: [what: string, env: Record<string, string>, sentence: string][] = [
    [
      'a plain acquirer',
      { BRAMKA_ACQUIRER_URL: 'http://bank.example/acquirer' },
      'BRAMKA_ACQUIRER_URL must be an https:// URL in production',
    ],
    [
      'a plain acquirer whose name looks like loopback',
      { BRAMKA_ACQUIRER_URL: 'http://127.0.0.1.example/acquirer' },
      'BRAMKA_ACQUIRER_URL must be an https:// URL in production',
    ],
    [
      'a plain public address',
      { BRAMKA_PUBLIC_URL: 'http://pay.example' },
      'BRAMKA_PUBLIC_URL must be an https:// URL in production',
    ],
    [
      'no public address though it listens for everybody',
      { HOST: '0.0.0.0' },
      'BRAMKA_PUBLIC_URL must be set in production when HOST is not loopback',
    ],
    [
      'an operator key of 23 characters',
      { BRAMKA_ADMIN_KEY: 'abcdefghijklmnopqrstuvw' },
      'BRAMKA_ADMIN_KEY must have at least 24 characters in production',
    ],
    [
      'an operator key that is a pattern',
      { BRAMKA_ADMIN_KEY: 'abcabcabcabcabcabcabcabcabc' },
      'BRAMKA_ADMIN_KEY is too easy to guess; generate one with `openssl rand -base64 24`',
    ],
    ...['CARD_GUESSES_PER_AGREEMENT', 'CARD_GUESSES_PER_MERCHANT', 'CARD_SEARCH_MISSES'].map(
      (name): [string, Record<string, string>, string] => [
        `no limit of wrong card numbers: ${name}`,
        { [`BRAMKA_${name}`]: '0' },
        `BRAMKA_${name} must not be 0 in production`,
      ],
    ),
    ...Object.entries({
      zeros: Buffer.alloc(32),
      'one byte': Buffer.alloc(32, 7),
      words: Buffer.from('correct horse battery staple 123'),
      'a sequence': Buffer.from(Array.from({ length: 32 }, (_, index) => index)),
    }).map(([what, key]): [string, Record<string, string>, string] => [
      `a master key of ${what}`,
      { BRAMKA_MASTER_KEY: key.toString('base64') },
      'the master key is not random; generate one with `openssl rand -base64 32`',
    ]),
  ];
  for (const [what, env, sentence] of unsafe) {
    test(`and refuses ${what}`, async () => {
      assert.equal(await reason({ ...production, ...env }), sentence);
    });
  }

  test('and tells all that is wrong at once, as the doctor does', async () => {
    const file = join(scratch, 'weak.key');
    writeFileSync(file, `${Buffer.alloc(32).toString('base64')}\n`);
    const env = {
      PORT: '0',
      BRAMKA_DATA_DIR: join(scratch, 'none'),
      BRAMKA_ENV: 'production',
      BRAMKA_ADMIN_KEY: 'operator',
      BRAMKA_MASTER_KEY_FILE: file,
      BRAMKA_ACQUIRER_URL: 'http://bank.example/',
      BRAMKA_DS_URL: 'http://ds.example/',
      BRAMKA_PUBLIC_URL: 'http://pay.example',
      BRAMKA_FAILPOINTS: 'attempt.committed=kill',
    };
    const sentences = [
      'BRAMKA_ACQUIRER_URL must be an https:// URL in production',
      'BRAMKA_PUBLIC_URL must be an https:// URL in production',
      'BRAMKA_ADMIN_KEY must have at least 24 characters in production',
      'BRAMKA_FAILPOINTS is allowed in the sandbox only',
      'BRAMKA_DS_URL must be an https:// URL in production',
      'the master key is not random; generate one with `openssl rand -base64 32`',
      'BRAMKA_DS_URL needs BRAMKA_ACQUIRER_BIN in production',
    ];
    const { code, stderr } = await runBramka(['start'], env);
    assert.equal(code, 1);
    assert.deepEqual(
      stderr.trim().split('\n'),
      sentences.map((sentence) => `bramka cannot start: ${sentence}`),
    );
    const told = await runBramka(['doctor'], env);
    assert.equal(told.code, 1);
    for (const sentence of sentences) assert.ok(told.stdout.includes(sentence), sentence);
    assert.match(told.stdout, /7 problems\.\n$/);
  });

  test('and the doctor says when 3-D Secure is off', async () => {
    const env = { ...production, PORT: '0', BRAMKA_DATA_DIR: join(scratch, 'none') };
    const off = await runBramka(['doctor'], env);
    assert.match(off.stdout, /^ok +3-D Secure +OFF \(BRAMKA_DS_URL is not set\): no customer/m);
    const { stdout } = await runBramka(['doctor'], { PORT: '0' });
    assert.match(stdout, /^ok +3-D Secure +on, simulated$/m);
  });

  test('and refuses failpoints', async () => {
    const env = { ...production, BRAMKA_FAILPOINTS: 'attempt.committed=kill' };
    assert.match(await reason(env), /^BRAMKA_FAILPOINTS is allowed in the sandbox only$/);
  });
});

for (const name of ['PORT', 'BRAMKA_INTERNAL_PORT']) {
  test(`a busy port as ${name}`, async () => {
    const busyServer = createServer().listen(0, '127.0.0.1').unref();
    await once(busyServer, 'listening');
    const { port } = busyServer.address() as AddressInfo;
    const sentence = await reason({ [name]: String(port) });
    busyServer.close();
    const what = `127.0.0.1:${port} is in use by another program`;
    assert.equal(sentence, `${what}; set ${name} to a free port`);
  });
}

test('a file in place of the data directory', async () => {
  const file = join(scratch, 'file');
  writeFileSync(file, '');
  const sentence = `the data directory ${file} cannot be read and written`;
  assert.equal(await reason({ BRAMKA_DATA_DIR: file }), sentence);
});

test('an unreachable database', async () => {
  const sentence = await reason({ DATABASE_URL: 'postgres://user:secret@localhost:1/shop' });
  assert.match(sentence, /^the database named by DATABASE_URL cannot be reached \(.+\)$/);
  assert.doesNotMatch(sentence, /secret/);
});

test('a database that refuses the connection', { skip: skipOn('postgres') }, async () => {
  const url = new URL(process.env['BRAMKA_TEST_POSTGRES'] ?? '');
  url.pathname = '/no_such_database';
  const missing = await reason({ DATABASE_URL: url.href });
  assert.match(missing, /refuses the connection \(database "no_such_database" does not exist\)$/);
});

describe('a started sandbox', () => {
  let gateway: Gateway;
  before(async () => {
    gateway = await startGateway({ database: 'embedded' });
  });

  test('keeps its data directory to itself', async () => {
    const sentence = await reason({ BRAMKA_DATA_DIR: gateway.installation.dataDir });
    assert.match(sentence, /^the data directory \S+ is in use by process \d+$/);
    assert.equal((await gateway.call('GET', '/health/ready')).status, 200);
  });

  test('has nothing of `npm run dev`', async () => {
    assert.equal((await fetch(`${gateway.url}/dev/version`)).status, 404);
    assert.doesNotMatch(await (await fetch(gateway.url)).text(), /\/dev\//);
  });

  test('ends with 0 on SIGTERM, and production does not start on what it leaves', async () => {
    const { dataDir, masterKey: key } = gateway.installation;
    process.kill(gateway.pid, 'SIGTERM');
    assert.equal(await gateway.exited(), 0);
    const env = { ...production, BRAMKA_MASTER_KEY: key, BRAMKA_DATA_DIR: dataDir };
    assert.match(await reason(env), /^the database belongs to the sandbox environment\b/);
    const otherKey = await reason({ BRAMKA_DATA_DIR: dataDir, BRAMKA_MASTER_KEY: masterKey });
    assert.equal(otherKey, 'the database was created with another master key');
    await gateway.installation.remove();
  });
});

test('production tells no secret, has no sandbox and no demo merchant', async () => {
  const gateway = await startGateway({ env: production });
  try {
    assert.match(gateway.logs(), /Bramka, production environment/);
    assert.doesNotMatch(gateway.logs(), /secret|10000001|curl|sandbox|operator/i);
    assert.equal((await gateway.call('GET', '/sandbox/triggers')).status, 404);
    const body = { merchant: { merchantId: '10000001' }, secret: 'sandbox-secret-10000001' };
    assert.equal((await gateway.call('POST', '/v1/ecommerce/auth', { body })).status, 401);
    const { stderr } = await runBramka(['triggers', '--url', gateway.url]);
    assert.match(stderr, /^bramka: the gateway at \S+ does not simulate providers[^\n]*\n$/);
  } finally {
    await gateway.stop();
  }
});
