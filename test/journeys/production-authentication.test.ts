// Strong authentication in production mode: gateways that reach acquirer, directory servers and ACS
// in another process over HTTP, one gateway on the embedded database and two on PostgreSQL.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { programEnvironment } from '../setup/program-environment.ts';
import { commandOf } from '../setup/programs.ts';
import { createClient, type Client, type Json } from '../support/client.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { deadAddress } from '../support/loopback-server.ts';
import {
  createInstallation,
  databasesOfTier,
  skipOn,
  type Installation,
} from '../support/installation.ts';
import {
  browserDevice,
  cards,
  payToChallenge,
  payWithDevice,
} from '../support/threeds/challenge.ts';
import { plainCard, unpublished } from '../support/threeds/test-card.ts';

interface Outside {
  readonly url: string;
  readonly child: ChildProcess;
}

/**
 * The simulated providers as another company would run them: in their own process with their own
 * storage.
 */
async function startOutside(): Promise<Outside> {
  const env = { ...programEnvironment(), PORT: '0' };
  const { command, args } = commandOf('sandbox');
  const child = spawn(command, args, { env });
  let printed = '';
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    printed += String(chunk);
    const url = /(http:\S+)\/acquirer/.exec(printed)?.[1];
    if (url !== undefined) return { url, child };
  }
  throw new Error(`the outside world did not start: ${printed}`);
}

for (const database of databasesOfTier) {
  describe(
    `3-D Secure in production on the ${database} database`,
    { skip: skipOn(database) },
    () => {
      let outside: Outside;
      let acs: Client;
      let installation: Installation;
      const gateways: Gateway[] = [];
      before(async () => {
        outside = await startOutside();
        acs = createClient(outside.url, '');
        installation = await createInstallation(database);
        const env = {
          BRAMKA_ENV: 'production',
          BRAMKA_ACQUIRER_URL: `${outside.url}/acquirer`,
          BRAMKA_DS_URL: `${outside.url}/directory/{organization}`,
          BRAMKA_ACQUIRER_BIN: '400000',
        };
        for (let count = 0; count < (database === 'postgres' ? 2 : 1); count += 1) {
          const url = await deadAddress();
          const own = { ...env, PORT: new URL(url).port, BRAMKA_PUBLIC_URL: url };
          gateways.push(await startGateway({ installation, env: own }));
        }
      });
      after(async () => {
        for (const gateway of gateways) await gateway.stop();
        outside?.child.kill('SIGTERM');
        if (outside) await once(outside.child, 'exit');
        await installation?.remove();
      });

      async function shopAt(gateway: Gateway): Promise<string> {
        const settings = { name: 'Flower shop', mcc: '5992', address: { country: 'PL' } };
        const { merchantId, secret } = await gateway.addMerchant(settings);
        return gateway.authenticate(merchantId, secret);
      }

      test('a challenge whose result arrives over HTTP completes the payment', async () => {
        for (const [index, gateway] of gateways.entries()) {
          const token = await shopAt(gateway);
          const pending = await payToChallenge(gateway, {
            token,
            card: unpublished(cards.challenge),
          });
          assert.ok(
            pending.acsData.acsURL?.startsWith(`${outside.url}/acs/`),
            pending.acsData.acsURL,
          );
          // With two nodes the shop polls the other one.
          const otherNode = gateways[gateways.length - 1 - index] ?? gateway;
          const before = await otherNode.statusOf(token, pending.paymentId);
          assert.deepEqual([before['status'], before['dataRequest']], ['PENDING', 'CARD_3DS']);
          const body = { action: 'password', password: '1234' };
          const seen = await acs.call('POST', `/acs/challenges/${pending.acsTxnId}`, { body });
          assert.deepEqual([seen.status, seen.body['transStatus']], [200, 'Y']);
          await otherNode.waitForStatus(token, pending.paymentId, 'COMPLETED');
          const path = `/acquirer/charges?paymentId=${pending.paymentId}`;
          const { body: charges } = await acs.call<Json[]>('GET', path);
          assert.deepEqual(
            charges.map(({ result, eci }) => [result, eci]),
            [['APPROVED', '05']],
          );
        }
      });

      test('frictionless, refused and unenrolled cards end as expected', async () => {
        const [gateway] = gateways as [Gateway];
        const token = await shopAt(gateway);
        const rows = [
          [unpublished(cards.frictionless), 'COMPLETED', undefined],
          [unpublished(cards.failed), 'REJECTED', 'SCA_FAILED'],
          [unpublished(cards.unavailable), 'REJECTED', 'SCA_UNAVAILABLE'],
          [plainCard, 'COMPLETED', undefined],
          [cards.frictionless, 'REJECTED', 'TEST_CARD'],
        ] as const;
        for (const [card, status, code] of rows) {
          const made = await payWithDevice(gateway, { token, card });
          const ended = await gateway.waitForStatus(token, made.body['paymentId'] as string);
          assert.deepEqual([ended['status'], ended['rejectCode']], [status, code], card);
        }
      });

      test('serves no sandbox pages, and requests device data', async () => {
        const [gateway] = gateways as [Gateway];
        const token = await shopAt(gateway);
        assert.equal((await gateway.call('GET', '/sandbox/directory/keys')).status, 404);
        const reply = await gateway.payByCard({ token, card: unpublished(cards.frictionless) });
        assert.deepEqual([reply.body['status'], reply.body['dataRequest']], ['NEW', 'DEVICE']);
        const path = `/v1/ecommerce/payment/${String(reply.body['paymentId'])}`;
        await gateway.call('PATCH', path, { token, body: { device: browserDevice() } });
        await gateway.waitForStatus(token, reply.body['paymentId'] as string, 'COMPLETED');
      });
    },
  );
}
