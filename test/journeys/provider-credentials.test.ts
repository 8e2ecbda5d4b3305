// Credentials of merchants at providers, in production over HTTP: each call to the acquirer has the
// key of its merchant, also after a replacement and a removal; and no key is in a log, an answer,
// the audit log or the database.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openLoopback, type LoopbackServer } from '../support/loopback-server.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import type { Json, Reply } from '../support/client.ts';
import {
  createInstallation,
  databasesOfTier,
  skipOn,
  type Installation,
} from '../support/installation.ts';
import { withTables } from '../support/tables.ts';
import { plainCard } from '../support/threeds/test-card.ts';
import { until } from '../support/waiting/until.ts';

const merchants = '/v1/admin/merchants';
const keys = {
  installation: 'canary-key-of-the-installation',
  first: 'canary-key-of-the-first-shop',
  replaced: 'canary-key-of-the-first-shop-2',
  second: 'canary-key-of-the-second-shop',
};

for (const database of databasesOfTier) {
  describe(`credentials at providers on ${database}`, { skip: skipOn(database) }, () => {
    let acquirer: LoopbackServer;
    let installation: Installation;
    let gateway: Gateway;
    /** Verb, merchant and key of every call. */
    let calls: string[] = [];
    before(async () => {
      acquirer = await openLoopback();
      acquirer.behave = ({ url = '', headers }, response, body) => {
        const { attemptId, merchantId = '' } = JSON.parse(body) as Record<string, string>;
        const key = headers.authorization?.replace('Bearer ', '') ?? '';
        calls.push([url.slice(1), merchantId, key].join(' '));
        response.end(JSON.stringify({ attemptId, result: 'APPROVED', reference: 'r-1' }));
      };
      installation = await createInstallation(database);
      const env = {
        BRAMKA_ENV: 'production',
        BRAMKA_LOG_LEVEL: 'trace',
        BRAMKA_ACQUIRER_URL: acquirer.url,
        BRAMKA_ACQUIRER_KEY: keys.installation,
      };
      gateway = await startGateway({ installation, env });
    });
    after(async () => {
      if (gateway?.isRunning()) await gateway.stop();
      acquirer?.close();
      await installation?.remove();
    });

    const answers: string[] = [];
    const operate = async (method: string, path: string, body?: Json): Promise<Reply> => {
      const reply = await gateway.call(method, path, { token: installation.adminKey, body });
      answers.push(reply.text);
      return reply;
    };
    const setKey = async (merchantId: string, key: string): Promise<Json> => {
      const path = `${merchants}/${merchantId}/credentials/plain`;
      const reply = await operate('PUT', path, { fields: { key } });
      assert.equal(reply.status, 200, reply.text);
      return reply.body;
    };
    const passed = (time: unknown): Promise<void> =>
      until(() => Date.now() > Date.parse(String(time)), `the time ${String(time)}`);
    const addShop = async () => {
      const { merchantId, secret } = await gateway.addMerchant();
      return { merchantId, token: await gateway.authenticate(merchantId, secret) };
    };
    type Shop = Awaited<ReturnType<typeof addShop>>;
    /** Pays, and returns the payment and the key of the call. */
    const pay = async ({ token, merchantId }: Shop) => {
      calls = [];
      const made = await gateway.payByCard({ token, card: plainCard });
      const paymentId = String(made.body['paymentId']);
      await gateway.waitForStatus(token, paymentId, 'COMPLETED');
      assert.equal(calls.length, 1);
      return { paymentId, key: calls[0]?.replace(`authorize ${merchantId} `, '') };
    };
    const refund = async ({ token, merchantId }: Shop, paymentId: string) => {
      calls = [];
      const path = `/v1/ecommerce/payment/${paymentId}/refund`;
      const reply = await gateway.call('POST', path, { token, body: { amount: 1 } });
      assert.equal(reply.status, 200, reply.text);
      await until(() => calls.length > 0, 'the refund');
      return calls[0]?.replace(`refund ${merchantId} `, '');
    };

    test('every merchant pays with its own key, from the first to the last', async () => {
      const [first, second, third] = [await addShop(), await addShop(), await addShop()];
      const early = await pay(first);
      assert.equal(early.key, keys.installation);
      await setKey(first.merchantId, keys.first);
      const { usedFrom } = await setKey(second.merchantId, keys.second);
      await passed(usedFrom);
      const [one, two, three] = [await pay(first), await pay(second), await pay(third)];
      assert.deepEqual([one.key, two.key, three.key], [keys.first, keys.second, keys.installation]);
      assert.equal(await refund(first, early.paymentId), keys.installation, 'as it was paid');

      await setKey(first.merchantId, keys.replaced);
      assert.equal((await pay(first)).key, keys.replaced, 'without a restart');
      assert.equal(await refund(first, one.paymentId), keys.replaced, 'of the same account');
      assert.equal((await pay(second)).key, keys.second);

      const path = `${merchants}/${second.merchantId}/credentials/plain`;
      const { usedUntil } = (await operate('DELETE', path)).body;
      await passed(usedUntil);
      assert.equal((await pay(second)).key, keys.installation);
      assert.equal(await refund(second, two.paymentId), keys.second, 'as it was paid');
    });

    test('no key is in an answer, the log, the audit log or the database', async () => {
      const { merchantId } = await gateway.addMerchant();
      await setKey(merchantId, keys.second);
      await operate('DELETE', `${merchants}/${merchantId}/credentials/plain`);
      const audit = await operate('GET', `/v1/admin/audit?merchantId=${merchantId}`);
      const steps = (audit.body['uses'] as Json[])
        .filter(({ reason }) => /CREDENTIALS/.test(String(reason)))
        .map(({ reason, action }) => `${String(reason)} ${String((action as Json)['step'])}`);
      assert.deepEqual(steps, [
        'SET_PROVIDER_CREDENTIALS BEGUN',
        'SET_PROVIDER_CREDENTIALS DONE',
        'REMOVE_PROVIDER_CREDENTIALS BEGUN',
        'REMOVE_PROVIDER_CREDENTIALS DONE',
      ]);
      for (const misplaced of [
        { fields: { key: keys.first }, key: keys.second },
        { fields: keys.second },
        { fields: [keys.second] },
        { fields: { [keys.second]: keys.second } },
        { fields: { key: { value: keys.second } } },
        { fields: { key: ` ${keys.second}` } },
        { field: { key: keys.second } },
      ]) {
        const path = `${merchants}/${merchantId}/credentials/plain`;
        const { status } = await operate('PUT', path, misplaced);
        assert.equal(status, 400, JSON.stringify(Object.keys(misplaced)));
      }
      assert.doesNotMatch(answers.join('\n'), /canary/);
      await gateway.stop();
      assert.doesNotMatch(gateway.logs(), /canary/);
      const hex = Buffer.from('canary').toString('hex');
      await withTables(installation, async (run) => {
        const tables = await run<{ name: string }>(
          `select tablename as name from pg_tables where schemaname = 'public'`,
        );
        assert.ok(tables.some(({ name }) => name === 'provider_credentials'));
        for (const { name } of tables) {
          const rows = await run<{ text: string }>(`select (t.*)::text as text from ${name} t`);
          for (const { text } of rows) assert.doesNotMatch(text, new RegExp(`canary|${hex}`), name);
        }
      });
    });
  });
}
