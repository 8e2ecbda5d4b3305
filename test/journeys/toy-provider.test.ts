// A provider is one object in a list: a toy provider from a fixture folder is in the settings, the
// documentation and the checks of `bramka doctor`, and production takes cards without an acquirer.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { checkProviders, doctorContext } from '@bramka/cli/doctor/providers.ts';
import { listVariables, readConfig, standardDeclared } from '@bramka/gateway/config.ts';
import { httpProviders } from '@bramka/gateway/connect-providers.ts';
import { open } from '@bramka/gateway/core/secret.ts';
import { launch } from '@bramka/gateway/launch.ts';
import { BadConfig } from '@bramka/gateway/settings/read-settings.ts';
import { createClient } from '../support/client.ts';
import { plainCard } from '../support/threeds/test-card.ts';
import { connectedWith, toyConnection } from '../support/toy-provider/connection.ts';

const declared = {
  ...standardDeclared,
  providers: [...standardDeclared.providers, toyConnection],
};
const directory = mkdtempSync(join(tmpdir(), 'bramka-toy-provider-'));
after(() => rmSync(directory, { recursive: true, force: true }));

const toy = { BRAMKA_TOY_URL: 'https://toy.example', BRAMKA_TOY_KEY: 'k' };
const production = {
  PORT: '0',
  BRAMKA_ENV: 'production',
  BRAMKA_LOG_LEVEL: 'silent',
  BRAMKA_DATA_DIR: directory,
  BRAMKA_ADMIN_KEY: 'the-key-of-one-who-operates-it',
  BRAMKA_MASTER_KEY: randomBytes(32).toString('base64'),
  BRAMKA_PUBLIC_URL: 'https://pay.example',
};

const problems = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env, declared);
    return [];
  } catch (error) {
    assert.ok(error instanceof BadConfig);
    return error.sentences;
  }
};

test('its settings are documented', () => {
  assert.deepEqual(
    listVariables(declared).filter(([name]) => name.startsWith('BRAMKA_TOY')),
    [
      ['BRAMKA_TOY_URL', '', 'URL of the toy provider', false],
      ['BRAMKA_TOY_KEY', '', 'key of the toy provider', true],
      ['BRAMKA_TOY_TIMEOUT_MS', '700', 'its own time limit', false],
    ],
  );
});

test('its settings are read and checked', () => {
  assert.equal(readConfig({}, declared).providers.length, 0);
  assert.deepEqual(
    readConfig(toy, declared).providers.map(({ title }) => title),
    ['toy'],
  );
  assert.deepEqual(problems({ BRAMKA_TOY_KEY: 'k' }), ['BRAMKA_TOY_KEY needs BRAMKA_TOY_URL']);
  assert.deepEqual(problems({ ...toy, BRAMKA_TOY_TIMEOUT_MS: '0' }), [
    'BRAMKA_TOY_TIMEOUT_MS must be a whole number from 1 to 1000',
  ]);
  const unsafe = { ...production, BRAMKA_PUBLIC_URL: '', ...toy };
  assert.deepEqual(problems({ ...unsafe, BRAMKA_TOY_URL: 'http://toy.example' }), [
    'BRAMKA_TOY_URL must be an https:// URL in production',
    'BRAMKA_TOY_URL needs BRAMKA_PUBLIC_URL in production',
  ]);
});

test('the doctor calls it', async () => {
  assert.deepEqual(await checkProviders(readConfig(toy, declared)), [
    { subject: 'toy', ok: true, what: 'answers at BRAMKA_TOY_URL' },
  ]);
  assert.equal(connectedWith.at(-1), 700);
});

test('a sandbox simulates providers unless one that takes cards is configured', () => {
  const blik = { BRAMKA_BLIK_URL: 'https://blik.example', BRAMKA_BLIK_KEY: 'k' };
  const isSimulated = (env: Record<string, string>) => readConfig(env, declared).isSimulated;
  assert.deepEqual([{}, blik, toy, { ...production, ...toy }].map(isSimulated), [
    true,
    true,
    false,
    false,
  ]);
});

test('production needs a provider that takes cards, and any of them will do', async () => {
  const blik = { BRAMKA_BLIK_URL: 'https://blik.example', BRAMKA_BLIK_KEY: 'k' };
  for (const others of [{}, blik]) {
    assert.deepEqual(problems({ ...production, ...others }), [
      'BRAMKA_ACQUIRER_URL or BRAMKA_ADYEN_URL or BRAMKA_STRIPE_KEY or BRAMKA_ISO8583_HOSTS or ' +
        'BRAMKA_TOY_URL must be set in production',
    ]);
  }
  const config = readConfig({ ...production, ...toy }, declared);
  const gateway = await launch({ config, migrations: [], connectProviders: httpProviders });
  try {
    const client = createClient(gateway.url, open(gateway.adminKey));
    const shop = await client.addMerchant();
    const token = await client.authenticate(shop.merchantId, shop.secret);
    const paid = await client.payByCard({ token, card: plainCard });
    const paymentId = String(paid.body['paymentId']);
    await client.waitForStatus(token, paymentId, 'COMPLETED');
  } finally {
    await gateway.close();
  }
});

test('a provider says whether it takes cards as its means do', async () => {
  const config = readConfig({
    BRAMKA_ACQUIRER_URL: 'http://127.0.0.1:1',
    BRAMKA_BLIK_URL: 'http://127.0.0.1:1',
    BRAMKA_BLIK_KEY: 'k',
    BRAMKA_ADYEN_URL: 'http://127.0.0.1:1',
    BRAMKA_ADYEN_MERCHANT_ACCOUNT: 'Account',
    BRAMKA_ADYEN_API_KEY: 'k',
    BRAMKA_ADYEN_HMAC_KEY: 'ab'.repeat(32),
    BRAMKA_STRIPE_KEY: 'k',
    BRAMKA_STRIPE_WEBHOOK_SECRET: 'k',
    BRAMKA_ISO8583_HOSTS: '127.0.0.1:1',
    BRAMKA_ISO8583_CARD_ACCEPTOR_ID: '1',
    BRAMKA_ISO8583_TERMINAL_ID: '1',
    BRAMKA_ISO8583_MCC: '5999',
    BRAMKA_ISO8583_ACQUIRER_ID: '400000',
    ...Object.fromEntries(
      ['AUTOPAY', 'PA'].flatMap((name) => [
        [`BRAMKA_${name}_URL`, 'http://127.0.0.1:1'],
        [`BRAMKA_${name}_SERVICE_ID`, '1'],
        [`BRAMKA_${name}_KEY`, 'k'],
      ]),
    ),
  });
  assert.equal(config.providers.length, standardDeclared.providers.length);
  for (const { title, takesCards = false, connect } of config.providers) {
    const { adapter, close } = await connect(doctorContext(config));
    const kinds: readonly string[] = ['PAN', 'NETWORK_TOKEN'];
    assert.equal(
      adapter.means.some((kind) => kinds.includes(kind)),
      takesCards,
      title,
    );
    await close();
  }
});
