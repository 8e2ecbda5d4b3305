// The payment page as a process of its own, in front of a gateway elsewhere. A proxy sends /pay/ to
// it under the same public origin as the API, and this process stops on SIGTERM.

import fastify from 'fastify';
import { buildPage, CannotBuild } from './build.ts';
import { httpApi } from './server/api.ts';
import { addPaywall } from './server/paywall.ts';
import { BadSetting, readSettings } from './settings.ts';

/** For senders who are slow on purpose; the forms of the page are small. */
const REQUEST_TIMEOUT_MS = 10_000;
const CONNECTION_TIMEOUT_MS = 60_000;

async function start(): Promise<void> {
  const { host, port, gatewayUrl, trustProxy, isSandbox } = readSettings(process.env);
  await buildPage();
  // One hop: anything further left in X-Forwarded-For was written by the client itself.
  const app = fastify({
    trustProxy: trustProxy && ((_address, hop) => hop === 0),
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
  });
  const now = (): number => performance.timeOrigin + performance.now();
  addPaywall(app, { api: httpApi(gatewayUrl), now, isSandbox });
  app.get('/health/live', async () => ({ status: 'live' }));
  const url = await app.listen({ host, port });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void app.close().then(() => process.exit(0)));
  }
  process.stdout.write(`bramka payment page listens on ${url}\n`);
}

try {
  await start();
} catch (error) {
  if (!(error instanceof BadSetting || error instanceof CannotBuild)) throw error;
  process.stderr.write(`bramka payment page cannot start: ${error.message}\n`);
  process.exit(1);
}
