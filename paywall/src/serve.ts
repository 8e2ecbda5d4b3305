// The payment page as a process of its own, in front of a gateway elsewhere. A proxy sends /pay/ to
// it under the same public origin as the API.

import fastify from 'fastify';
import { buildPage } from './build.ts';
import { httpApi } from './server/api.ts';
import { httpBuilds } from './server/builds.ts';
import { addPaywall } from './server/paywall.ts';
import { readSettings } from './settings.ts';

/** Limits clients that are slow on purpose; the forms of the page are small. */
const REQUEST_TIMEOUT_MS = 10_000;
const CONNECTION_TIMEOUT_MS = 60_000;

interface ServedPage {
  readonly url: string;
  /** Finishes the requests in progress. */
  close(): Promise<void>;
}

/** The settings are environment variables. */
export async function servePage(
  env: Readonly<Record<string, string | undefined>>,
): Promise<ServedPage> {
  const { host, port, gatewayUrl, trustProxy, isSandbox } = readSettings(env);
  await buildPage();
  // One hop: anything further left in X-Forwarded-For was written by the client itself.
  const app = fastify({
    trustProxy: trustProxy && ((_address, hop) => hop === 0),
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
  });
  const now = (): number => performance.timeOrigin + performance.now();
  addPaywall(app, { api: httpApi(gatewayUrl), builds: httpBuilds(gatewayUrl), now, isSandbox });
  app.get('/health/live', async () => ({ status: 'live' }));
  const url = await app.listen({ host, port });
  return { url, close: () => app.close() };
}
