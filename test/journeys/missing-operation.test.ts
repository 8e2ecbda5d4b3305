// An operation that the provider of a payment does not offer, or a provider that is no longer
// connected: refused before anything is written.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sandboxLaunch } from '@bramka/cli/start/sandbox-launch.ts';
import { readConfig } from '@bramka/gateway/config.ts';
import { open } from '@bramka/gateway/core/secret.ts';
import { launch, type Launched } from '@bramka/gateway/launch.ts';
import type { Provider } from '@bramka/gateway/providers/provider.ts';
import { createClient, type Client, type Json } from '../support/client.ts';

let gateway: Launched;
let client: Client;
let token: string;
let directory: string;

async function start(change: (provider: Provider) => Provider): Promise<void> {
  const env = { PORT: '0', BRAMKA_DATA_DIR: directory, BRAMKA_LOG_LEVEL: 'silent' };
  const { options } = sandboxLaunch();
  gateway = await launch({
    config: readConfig(env),
    ...options,
    async connectProviders(context) {
      const connected = await options.connectProviders(context);
      return { ...connected, providers: connected.providers.map(change) };
    },
  });
  client = createClient(gateway.url, open(gateway.adminKey));
  token = await client.authenticate();
}

before(() => {
  directory = mkdtempSync(join(tmpdir(), 'bramka-missing-operation-'));
});
after(async () => {
  await gateway?.close();
  rmSync(directory, { recursive: true, force: true });
});

const cardNumber = '4111111111111111';

async function pay(transKind: string): Promise<string> {
  const instrument = { type: 'CARD', instrumentNo: cardNumber, expDate: '203012', cvv: '123' };
  const order = { amount: 12.5, currency: 'PLN' };
  const options = { transKind };
  const device = { browserData: { userAgent: 'Mozilla/5.0' } };
  const body = { order, instrument, options, device };
  const reply = await client.call('POST', '/v1/ecommerce/payment', { token, body });
  assert.equal(reply.status, 200, reply.text);
  const paymentId = String(reply.body['paymentId']);
  await client.waitForStatus(token, paymentId, 'COMPLETED');
  return paymentId;
}

async function stateOf(paymentId: string): Promise<Json[]> {
  const paths = [paymentId, `${paymentId}/transactions`, 'refunds/balance'];
  const read = (path: string) => client.call('GET', `/v1/ecommerce/payment/${path}`, { token });
  return (await Promise.all(paths.map(read))).map(({ body }) => body);
}

async function assertRefused(paymentId: string, verb: string): Promise<void> {
  const before = await stateOf(paymentId);
  const path = `/v1/ecommerce/payment/${paymentId}/${verb}`;
  const reply = await client.call('POST', path, { token, body: {} });
  assert.deepEqual([reply.status, reply.body['code']], [409, 'OPERATION_NOT_SUPPORTED'], verb);
  assert.deepEqual(await stateOf(paymentId), before);
}

test('an operation that the provider does not offer', async () => {
  await start((provider) => ({ ...provider, followUps: {} }));
  await assertRefused(await pay('PREAUTH'), 'capture');
  await assertRefused(await pay('AUTH'), 'refund');
  await gateway.close();
});

test('a provider that is no longer connected', async () => {
  await start((provider) => provider);
  const [held, paid] = [await pay('PREAUTH'), await pay('AUTH')];
  await gateway.close();
  await start((provider) => ({ ...provider, name: `other ${provider.name}` }));
  await assertRefused(held, 'capture');
  await assertRefused(paid, 'refund');
});
