// Production mode: a gateway that reaches its acquirer over HTTP, has no sandbox and no demo
// secret, and refuses to start with an unsafe configuration.
import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { createIds } from '@bramka/gateway/core/id.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { secret } from '@bramka/gateway/core/secret.ts';
import { groupCommit } from '@bramka/gateway/journal/group-commit.ts';
import { createMemory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import { createAcquirer, type SimulatedAcquirer } from '@bramka/sandbox/acquirer/acquirer.ts';
import { memoryChargeStore } from '@bramka/sandbox/testing/memory/charges.ts';
import { acquirerServer } from '@bramka/sandbox/testing/acquirer-fixture.ts';
import { issueCertificate } from '@bramka/gateway/wallets/credentials/testing/issue-certificate.ts';
import { isTestCard } from '@bramka/gateway/cards/test-cards.ts';
import { sandboxTriggers } from '@bramka/sandbox/parties.ts';
import type { Reply } from '../support/client.ts';
import { spawnGateway, startGateway, type Gateway } from '../support/gateway.ts';
import { base, card, merchantClientOf, bodyOf, paymentIdOf } from '../support/life/payments.ts';
import { plainCard } from '../support/threeds/test-card.ts';
import {
  createInstallation,
  databasesOfTier,
  skipOn,
  type Installation,
} from '../support/installation.ts';

const acquirerKey = 'the key of the acquirer';

/** The simulated acquirer as another company would run it. */
function foreignAcquirer() {
  const ids = createIds(systemClock, systemRandom);
  const memory = createMemory();
  const journal = groupCommit(memory.committer, { lanes: 1, batchSize: 64, defer: setImmediate });
  const acquirer: SimulatedAcquirer = createAcquirer({
    journal,
    store: memoryChargeStore(memory),
    clock: systemClock,
    ids,
    random: systemRandom,
  });
  return { acquirer, server: acquirerServer(acquirer, { key: secret(acquirerKey) }) };
}

for (const database of databasesOfTier) {
  describe(`production on the ${database} database`, { skip: skipOn(database) }, () => {
    const { acquirer, server } = foreignAcquirer();
    let installation: Installation;
    let gateway: Gateway;
    let env: Record<string, string>;
    before(async () => {
      installation = await createInstallation(database);
      const address = await server.listen({ host: '127.0.0.1', port: 0 });
      env = {
        BRAMKA_ENV: 'production',
        BRAMKA_ACQUIRER_URL: `${address}/acquirer`,
        BRAMKA_ACQUIRER_KEY: acquirerKey,
      };
      gateway = await startGateway({ installation, env });
    });
    after(async () => {
      await gateway?.stop();
      await server.close();
      await installation?.remove();
    });

    test('a payment completes', async () => {
      const shop = await gateway.addMerchant();
      const token = await gateway.authenticate(shop.merchantId, shop.secret);
      const made = await gateway.payByCard({ token, card: plainCard });
      const paymentId = made.body['paymentId'] as string;
      await gateway.waitForStatus(token, paymentId, 'COMPLETED');
      const charges = await acquirer.chargesOf(paymentId);
      assert.deepEqual(
        charges.map((one) => one.result),
        ['APPROVED'],
      );
    });

    test('published test cards are refused on every way in, and no acquirer is asked', async () => {
      const shop = await gateway.addMerchant();
      const merchant = merchantClientOf(
        gateway,
        await gateway.authenticate(shop.merchantId, shop.secret),
      );
      const ends: Record<string, Reply> = {};
      for (const card of ['4111111111111111', '4000000000000002', '4917110010000009']) {
        ends[`created with ${card}`] = await merchant.create({ card });
      }
      const { cvv, ...withoutCode } = card;
      const waiting = async (): Promise<string> =>
        paymentIdOf(await merchant.create({}, { method: null, instrument: null }));
      const put = await waiting();
      ends['PUT'] = await merchant.call('PUT', put, '/instrument', card);
      ends['PUT without its code'] = await merchant.call(
        'PUT',
        await waiting(),
        '/instrument',
        withoutCode,
      );
      ends['PATCH'] = await merchant.call('PATCH', await waiting(), '', { instrument: card });
      const held = await waiting();
      bodyOf(await merchant.call('PUT', held, '/instrument', { ...card, instrumentNo: plainCard }));
      for (const [what, reply] of Object.entries(ends)) {
        const { status, rejectCode, paymentId } = bodyOf(reply);
        assert.deepEqual([status, rejectCode], ['REJECTED', 'TEST_CARD'], what);
        assert.deepEqual(await acquirer.chargesOf(paymentId as string), [], what);
      }
      const half = await merchant.create(
        {},
        { instrument: { ...withoutCode, instrumentNo: plainCard } },
      );
      assert.equal(half.body['dataRequest'], 'CARD_CVV');
      const changed = { cvv, instrumentNo: card.instrumentNo };
      const patched = await merchant.call('PATCH', paymentIdOf(half), '/instrument', changed);
      assert.equal(bodyOf(patched)['rejectCode'], 'TEST_CARD');
      const info = await gateway.call('POST', `${base}/cardInfo`, {
        token: merchant.token,
        body: { instrument: card },
      });
      assert.equal(bodyOf(info)['organization'], 'VISA');
    });

    test('3-D Secure is off, and the start log says so', () => {
      assert.match(
        gateway.logs(),
        /"level":"warn".*3-D Secure is off.*no customer is authenticated/,
      );
      assert.match(gateway.logs(), /^ +3-D Secure +OFF: BRAMKA_DS_URL is not set/m);
    });

    const systemPaths = ['/docs', '/docs/search.json', '/openapi.json', '/metrics'];

    test('docs and metrics are not public: nowhere without an internal port', async () => {
      for (const path of systemPaths) {
        const reply = await gateway.call('GET', path);
        assert.deepEqual([reply.status, reply.body['code']], [404, 'ROUTE_NOT_FOUND'], path);
      }
      assert.match(gateway.logs(), /^ +Docs +off$/m);
      const admin = await gateway.call('GET', '/v1/admin/merchants', {
        token: installation.adminKey,
      });
      assert.equal(admin.status, 200);
    });

    test('docs and metrics are on the internal port, if there is one', async () => {
      await gateway.stop();
      gateway = await startGateway({ installation, env: { ...env, BRAMKA_INTERNAL_PORT: '0' } });
      const internal = /Internal +(http:\S+)/.exec(gateway.logs())?.[1] ?? assert.fail();
      for (const path of systemPaths) {
        assert.equal((await gateway.call('GET', path)).status, 404, path);
        assert.equal((await fetch(`${internal}${path}`)).status, 200, path);
      }
      assert.equal((await fetch(`${internal}/v1/admin/merchants`)).status, 404);
      await gateway.stop();
      gateway = await startGateway({ installation, env: { ...env, BRAMKA_DOCS: 'on' } });
      assert.equal((await gateway.call('GET', '/openapi.json')).status, 200);
      assert.equal((await gateway.call('GET', '/metrics')).status, 404);
    });

    test('there is no sandbox and no demo merchant', async () => {
      for (const path of ['/sandbox/triggers', '/sandbox/acquirer/charges', '/sandbox/clock']) {
        const reply = await gateway.call('GET', path);
        assert.deepEqual([reply.status, reply.body['code']], [404, 'ROUTE_NOT_FOUND']);
      }
      for (const merchantId of ['10000001', '10000002']) {
        const body = { merchant: { merchantId }, secret: `sandbox-secret-${merchantId}` };
        const reply = await gateway.call('POST', '/v1/ecommerce/auth', { body });
        assert.equal(reply.status, 401);
      }
      assert.doesNotMatch(gateway.logs(), /sandbox-secret|notify-secret|Operator key/);
      assert.ok(!gateway.logs().includes(installation.adminKey));
    });

    test('a certificate that a sandbox issued is refused', async () => {
      const { merchantId } = await gateway.addMerchant();
      const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
      const privateKey = key.export({ type: 'pkcs8', format: 'pem' }).toString();
      const owner = { kind: 'APAY_PROCESSING', merchantId, name: 'merchant.com.shop', privateKey };
      const send = (organization: string): Promise<Reply> => {
        const subject = { CN: 'shop', O: organization };
        const notAfter = Date.now() + 365 * 24 * 3_600_000;
        const body = { ...owner, certificate: issueCertificate(key, { subject, notAfter }) };
        const path = '/v1/admin/wallets/credentials/import';
        return gateway.call('POST', path, { token: installation.adminKey, body });
      };
      const refused = await send('Bramka Sandbox');
      assert.deepEqual([refused.status, refused.body['code']], [422, 'CERTIFICATE_SIMULATED']);
      assert.equal((await send('Shop')).status, 200);
    });

    test('the sandbox does not start on its database, nor another master key', async () => {
      if (database === 'embedded') await gateway.stop();
      const sandbox = spawnGateway(installation);
      assert.equal(await sandbox.refused(), 1);
      assert.match(sandbox.logs(), /belongs to the production environment, not sandbox/);
      const otherKey = { BRAMKA_MASTER_KEY: randomBytes(32).toString('base64') };
      const secondProcess = spawnGateway(installation, { ...env, ...otherKey });
      assert.equal(await secondProcess.refused(), 1);
      assert.match(
        secondProcess.logs(),
        /^bramka cannot start: the database was created with another master/m,
      );
      if (database === 'embedded') gateway = await startGateway({ installation, env });
    });
  });
}

test('production refuses every sandbox card', () => {
  const cards = sandboxTriggers.filter(({ kind }) => kind === 'card');
  assert.ok(cards.length > 40);
  const unknown = cards.map(({ value }) => value).filter((value) => !isTestCard(value));
  assert.deepEqual(unknown, []);
});

test('production refuses to start without its keys, or with switches meant for tests', async () => {
  const installation = await createInstallation('embedded');
  const complete = { BRAMKA_ENV: 'production', BRAMKA_ACQUIRER_URL: 'http://127.0.0.1:9/acquirer' };
  const cases: [Record<string, string>, RegExp][] = [
    [{ BRAMKA_ADMIN_KEY: '' }, /BRAMKA_ADMIN_KEY must be set/],
    [{ BRAMKA_MASTER_KEY: '' }, /BRAMKA_MASTER_KEY_FILE or BRAMKA_MASTER_KEY_COMMAND must be/],
    [{ BRAMKA_MASTER_KEY: 'c2hvcnQ=' }, /must be 32 bytes in base64/],
    [{ BRAMKA_ACQUIRER_URL: '' }, /BRAMKA_ACQUIRER_URL or .*BRAMKA_ISO8583_HOSTS must be set/],
    [
      { BRAMKA_FAILPOINTS: 'attempt.committed=kill' },
      /BRAMKA_FAILPOINTS is allowed in the sandbox only/,
    ],
    [{ BRAMKA_SANDBOX_HOSTS: 'gateway' }, /BRAMKA_SANDBOX_HOSTS is allowed in the sandbox only/],
    [{ BRAMKA_SANDBOX_PROVIDERS: 'acquirer' }, /BRAMKA_SANDBOX_PROVIDERS is allowed in the sandb/],
  ];
  for (const [change, sentence] of cases) {
    const started = spawnGateway(installation, { ...complete, ...change });
    assert.equal(await started.refused(), 1, started.logs());
    assert.match(started.logs(), sentence);
    assert.equal(started.logs().trim().split('\n').length, 1, 'one sentence, no stack trace');
  }
  await installation.remove();
});
