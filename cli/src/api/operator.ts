// The operator API of a running gateway (/v1/admin), and where its key comes from.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@bramka/client/src/calls/connection.ts';
import { givenToken } from '@bramka/client/src/calls/token.ts';
import type { Calls } from '@bramka/client/src/generated/operator/calls.ts';
import { operations } from '@bramka/client/src/generated/operator/operations.ts';
import { Failure } from '../failure.ts';
import { connection, throwingCalls, type Throwing } from './calls.ts';
import { gatewayUrl, type Env, type OperatorOptions } from './options.ts';

export const PAGE = 100;

export type OperatorClient = Throwing<Calls>;

export function operatorClient(options: OperatorOptions, env: Env): OperatorClient {
  return operatorClientAt(gatewayUrl(options.url, env), operatorKey(options.key, env));
}

export function operatorClientAt(url: string, key: string): OperatorClient {
  const settings = connect({ baseUrl: url, ...connection }, givenToken(key));
  return throwingCalls<Calls>(operations, settings);
}

/** The pages of a list, one by one; `idOf` is what the next page begins after. */
export async function* eachPage<Item>(
  read: (after: string | undefined) => Promise<readonly Item[]>,
  idOf: (item: Item) => string,
): AsyncGenerator<readonly Item[], void, undefined> {
  for (let after: string | undefined; ;) {
    const page = await read(after);
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = idOf(last);
  }
}

export async function allPages<Item>(...list: Parameters<typeof eachPage<Item>>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const page of eachPage(...list)) all.push(...page);
  return all;
}

export async function allMerchants(client: OperatorClient) {
  const read = async (after?: string) => (await client.merchants.list({ after })).merchants;
  return allPages(read, ({ merchantId }) => merchantId);
}

export async function allWalletCredentials(client: OperatorClient, merchantId?: string) {
  const read = async (after?: string) =>
    (await client.wallets.listCredentials({ merchantId, after })).credentials;
  return allPages(read, ({ credentialId }) => credentialId);
}

/** From --key, the environment, or the file that a sandbox writes into its data directory. */
function operatorKey(given: string | undefined, env: Env): string {
  const named = given ?? env['BRAMKA_ADMIN_KEY']?.trim();
  if (named) return named;
  const file = join(env['BRAMKA_DATA_DIR']?.trim() || './data', 'admin.key');
  if (!existsSync(file)) {
    throw new Failure(
      `the operator key is not known: there is no ${file}. Set BRAMKA_DATA_DIR to the data ` +
        'directory of the running sandbox, or give the key with --key or BRAMKA_ADMIN_KEY',
    );
  }
  return readFileSync(file, 'utf8').trim();
}
