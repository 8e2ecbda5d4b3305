// Merchant data for 3-D Secure is never invented in production: the operator must provide it, a
// merchant without it is not reported to any directory server, and `bramka doctor` names it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { programEnvironment } from '../setup/program-environment.ts';
import type { Json, Reply } from '../support/client.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { deadAddress, openLoopback, type LoopbackServer } from '../support/loopback-server.ts';
import {
  createInstallation,
  databasesOfTier,
  skipOn,
  type Installation,
} from '../support/installation.ts';
import { cards, payWithDevice } from '../support/threeds/challenge.ts';
import { unpublished } from '../support/threeds/test-card.ts';
import { until } from '../support/waiting/until.ts';

const program = join(import.meta.dirname, '..', '..', 'bin', 'bramka');

async function doctor(env: Record<string, string>): Promise<string> {
  const child = spawn(program, ['doctor'], { env: { ...programEnvironment(), ...env } });
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return printed;
}

for (const database of databasesOfTier) {
  describe(
    `merchants in production on the ${database} database`,
    { skip: skipOn(database) },
    () => {
      let installation: Installation;
      let directory: LoopbackServer;
      let gateway: Gateway;
      let env: Record<string, string>;
      let shop: { merchantId: string; secret: string };
      const asked: Json[] = [];
      before(async () => {
        installation = await createInstallation(database);
        directory = await openLoopback();
        directory.behave = (_request, response, body) => {
          asked.push(JSON.parse(body) as Json);
          response.writeHead(503).end();
        };
        const publicUrl = await deadAddress();
        const alone = {
          BRAMKA_ENV: 'production',
          BRAMKA_ACQUIRER_URL: await deadAddress(),
          PORT: new URL(publicUrl).port,
        };
        env = {
          ...alone,
          BRAMKA_DS_URL: directory.url,
          BRAMKA_PUBLIC_URL: publicUrl,
          BRAMKA_ACQUIRER_BIN: '400000',
          BRAMKA_3DS_SERVER_REFERENCE: '3DS_LOA_SER_BRMK_020300_00001',
          BRAMKA_3DS_OPERATOR_ID: 'BRMK-7',
        };
        const first = await startGateway({ installation, env: alone });
        shop = await first.addMerchant({ name: 'Flower shop' });
        await first.stop();
        gateway = await startGateway({ installation, env });
      });
      after(async () => {
        await gateway?.stop();
        directory?.close();
        await installation?.remove();
      });

      const operate = (method: string, path: string, body?: Json): Promise<Reply> =>
        gateway.call(method, `/v1/admin/merchants${path}`, { token: installation.adminKey, body });
      const examine = (): Promise<string> =>
        doctor({
          ...env,
          BRAMKA_DATA_DIR: installation.dataDir,
          BRAMKA_ADMIN_KEY: installation.adminKey,
          BRAMKA_MASTER_KEY: installation.masterKey,
          ...(installation.databaseUrl === undefined
            ? {}
            : { DATABASE_URL: installation.databaseUrl }),
        });
      const pay = async (): Promise<Json> => {
        const token = await gateway.authenticate(shop.merchantId, shop.secret);
        const made = await payWithDevice(gateway, { token, card: unpublished(cards.frictionless) });
        return gateway.waitForStatus(token, made.body['paymentId'] as string);
      };
      const fieldsOf = ({ body }: Reply): unknown[] =>
        (body['details'] as { field: string }[]).map(({ field }) => field);

      test('a merchant with missing data is not sent, and the log names the fields', async () => {
        const ended = await pay();
        assert.deepEqual([ended['status'], ended['rejectCode']], ['REJECTED', 'SCA_UNAVAILABLE']);
        assert.ok(asked.length > 0, 'card ranges are asked for all the same');
        assert.ok(asked.every(({ messageType }) => messageType === 'PReq'));
        const notAsked = (): string[] => {
          const lines = gateway.logs().split('\n');
          return lines.filter((line) => line.includes('directory server: not asked'));
        };
        await until(() => notAsked().length > 0, 'the log line');
        const told = notAsked();
        assert.equal(told.length, 1);
        const { level, merchantId, settings } = JSON.parse(told[0] ?? '') as Json;
        assert.deepEqual([level, merchantId], ['warn', shop.merchantId]);
        assert.deepEqual(settings, ['mcc', 'address.country']);
      });

      test('doctor names the merchant', async () => {
        const named = `${shop.merchantId} \\(mcc, address\\.country\\); set them`;
        const line = new RegExp(`^problem +merchants +settings missing or invalid: ${named}`, 'm');
        assert.match(await examine(), line);
      });

      test('a merchant cannot be added without a category and a country', async () => {
        const add = (settings?: Json) => operate('POST', '', { merchantId: '77002', settings });
        const bare = await add();
        assert.deepEqual([bare.status, bare.body['code']], [400, 'INVALID_REQUEST']);
        assert.deepEqual(fieldsOf(bare), ['settings.mcc', 'settings.address.country']);
        assert.deepEqual(fieldsOf(await add({ mcc: '5992' })), ['settings.address.country']);
        const complete = await add({ mcc: '5992', address: { country: 'CZ' } });
        assert.equal(complete.status, 200, complete.text);
      });

      test('a merchant without them can be suspended, and reactivated later', async () => {
        const path = `/${shop.merchantId}`;
        const change = (body: Json): Promise<Reply> => operate('PATCH', path, body);
        const both = ['settings.mcc', 'settings.address.country'];
        assert.deepEqual(fieldsOf(await change({ settings: { holdDays: 3 } })), both);
        assert.equal((await change({ status: 'SUSPENDED' })).status, 200);
        assert.equal((await change({ settings: { mcc: '5992' } })).status, 200);
        const early = await change({ status: 'ACTIVE' });
        assert.deepEqual([early.status, fieldsOf(early)], [400, ['settings.address.country']]);
        const settings = { address: { country: 'CZ' }, url: 'https://shop.example' };
        assert.equal((await change({ status: 'ACTIVE', settings })).status, 200);
        assert.equal((await change({ settings: { mcc: '' } })).status, 400);
        assert.match(
          await examine(),
          /^ok +merchants +all have the settings that 3-D Secure needs$/m,
        );
      });

      test('afterwards its data is sent to the directory server', async () => {
        const ended = await pay();
        assert.equal(ended['rejectCode'], 'SCA_UNAVAILABLE', 'this directory server knows nothing');
        const areqs = asked.filter(({ messageType }) => messageType === 'AReq');
        assert.equal(areqs.length, 1);
        const [{ mcc, merchantCountryCode, threeDSRequestorURL: url, merchantName } = {}] = areqs;
        assert.deepEqual([mcc, merchantCountryCode], ['5992', '203']);
        assert.deepEqual([url, merchantName], ['https://shop.example', 'Flower shop']);
        // The doctor asks with an empty message.
        const messages = asked.filter(({ messageType }) => messageType !== undefined);
        for (const { threeDSServerRefNumber: reference, threeDSServerOperatorID: id } of messages) {
          assert.deepEqual([reference, id], ['3DS_LOA_SER_BRMK_020300_00001', 'BRMK-7']);
        }
      });
    },
  );
}
