// The merchants that `bramka doctor` names: in production with a directory server, those whose
// customers cannot be authenticated because settings are missing.

import type { Config } from '@bramka/gateway/config.ts';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { open } from '@bramka/gateway/core/secret.ts';
import { merchantStore } from '@bramka/gateway/merchants/merchant.store.ts';
import type { MerchantSettings } from '@bramka/gateway/merchants/merchant.ts';
import { invalidFacts } from '@bramka/gateway/merchants/public-facts.ts';
import { openPostgres } from '@bramka/gateway/storage/postgres.ts';
import { Failure } from '../failure.ts';
import { allMerchants, operatorClientAt } from '../api/operator.ts';
import type { Finding } from './checks.ts';

const PAGE = 100;
const MOST_NAMED = 5;
const NO_SUCH_TABLE = '42P01';
const subject = 'merchants';

interface CheckedMerchant {
  readonly merchantId: string;
  readonly status: string;
  /** The operator API leaves out what is not set. */
  readonly settings: Partial<Pick<MerchantSettings, 'mcc' | 'address' | 'url'>>;
}

/** Nothing in the sandbox, or without 3-D Secure. */
export async function checkMerchants(config: Config, url?: string): Promise<Finding[]> {
  if (config.environment !== 'production' || config.directoryUrl === null) return [];
  try {
    return [findingOf(await readMerchants(config, url))];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [{ subject, ok: false, what: error.message }];
  }
}

/** Undefined when they cannot be read: an embedded database is open to its gateway only. */
async function readMerchants(config: Config, url?: string): Promise<CheckedMerchant[] | undefined> {
  if (config.databaseUrl) return storedMerchants(open(config.databaseUrl));
  if (url === undefined || !config.adminKey) return undefined;
  return allMerchants(operatorClientAt(url, open(config.adminKey)));
}

async function storedMerchants(url: string): Promise<CheckedMerchant[]> {
  const database = openPostgres({ url, connections: 1 });
  const all: CheckedMerchant[] = [];
  try {
    const store = merchantStore(database, systemClock);
    for (;;) {
      const page = await store.list(all.at(-1)?.merchantId ?? '', PAGE);
      all.push(...page);
      if (page.length < PAGE) return all;
    }
  } catch (error) {
    if ((error as { code?: unknown }).code === NO_SUCH_TABLE) return [];
    throw error;
  } finally {
    await database.close();
  }
}

function findingOf(merchants: readonly CheckedMerchant[] | undefined): Finding {
  if (!merchants) return { subject, ok: true, what: 'not checked: the gateway is not running' };
  const unfit = merchants.filter(({ status }) => status === 'ACTIVE').flatMap(missingSettings);
  if (unfit.length === 0) {
    return { subject, ok: true, what: 'all have the settings that 3-D Secure needs' };
  }
  const more = unfit.length > MOST_NAMED ? `, and ${unfit.length - MOST_NAMED} more` : '';
  const named = unfit.slice(0, MOST_NAMED).join(', ');
  const advice =
    'set them with `bramka merchants set`; until then customers cannot be authenticated';
  return { subject, ok: false, what: `settings missing or invalid: ${named}${more}; ${advice}` };
}

function missingSettings({ merchantId, settings }: CheckedMerchant): string[] {
  const { mcc = null, address = {}, url = null } = settings;
  const names = invalidFacts({ mcc, address, url });
  return names.length === 0 ? [] : [`${merchantId} (${names.join(', ')})`];
}
