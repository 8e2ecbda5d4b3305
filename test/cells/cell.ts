// One cell of the run: a gateway of its own on one schema, with all jobs, and a merchant's client.
// All gateways of the run are in this process, as the cells of one node are.
import { randomBytes } from 'node:crypto';
import { readConfig } from '@bramka/gateway/config.ts';
import { httpProviders } from '@bramka/gateway/connect-providers.ts';
import { launch } from '@bramka/gateway/launch.ts';
import { createClient } from '../support/client.ts';
import {
  merchantClientOf,
  withoutRateLimits,
  type MerchantClient,
} from '../support/life/payments.ts';

export interface Cell {
  readonly schema: string;
  readonly merchant: MerchantClient;
  close(): Promise<void>;
}

/** Creates the schema with all its tables and starts the gateway. */
export async function startCell(url: string, schema: string, acquirerUrl: string): Promise<Cell> {
  const adminKey = randomBytes(24).toString('base64url');
  const config = readConfig({
    ...withoutRateLimits,
    BRAMKA_LOG_LEVEL: 'error',
    PORT: '0',
    DATABASE_URL: url,
    BRAMKA_ADMIN_KEY: adminKey,
    BRAMKA_MASTER_KEY: randomBytes(32).toString('base64'),
    BRAMKA_ACQUIRER_URL: acquirerUrl,
    BRAMKA_PROVIDER_TIMEOUT_MS: '2000',
    BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS: '10000',
  });
  const gateway = await launch({ config, schema, migrations: [], connectProviders: httpProviders });
  const client = createClient(gateway.url, adminKey);
  const merchant = merchantClientOf(client, await client.authenticate());
  return { schema, merchant, close: () => gateway.close() };
}
