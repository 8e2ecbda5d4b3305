// The merchants that `bramka doctor` names: in production with a directory server, those whose
// customers cannot be authenticated because settings are missing.

import type { Config } from '@bramka/gateway/config.ts';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { open } from '@bramka/gateway/core/secret.ts';
import { merchantStore } from '@bramka/gateway/merchants/merchant.store.ts';
import type { MerchantSettings } from '@bramka/gateway/merchants/merchant.ts';
import { invalidFacts } from '@bramka/gateway/merchants/public-facts.ts';
import { methodNames } from '@bramka/gateway/methods/registry.ts';
import { allMerchants, allPages, operatorClientAt, PAGE } from '../api/operator.ts';
import { checkOrExplain, namesOf, readStored, type Finding } from './finding.ts';

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
  return checkOrExplain(subject, async () => [findingOf(await readMerchants(config, url))]);
}

/** Undefined when they cannot be read: an embedded database is open to its gateway only. */
async function readMerchants(config: Config, url?: string): Promise<CheckedMerchant[] | undefined> {
  if (config.databaseUrl) {
    return readStored(open(config.databaseUrl), (database) => {
      const store = merchantStore(database, systemClock, methodNames);
      return allPages(
        (after = '') => store.list(after, PAGE),
        ({ merchantId }) => merchantId,
      );
    });
  }
  if (url === undefined || !config.adminKey) return undefined;
  return allMerchants(operatorClientAt(url, open(config.adminKey)));
}

function findingOf(merchants: readonly CheckedMerchant[] | undefined): Finding {
  if (!merchants) return { subject, ok: true, what: 'not checked: the gateway is not running' };
  const unfit = merchants.filter(({ status }) => status === 'ACTIVE').flatMap(missingSettings);
  if (unfit.length === 0) {
    return { subject, ok: true, what: 'all have the settings that 3-D Secure needs' };
  }
  const advice =
    'set them with `bramka merchants set`; until then customers cannot be authenticated';
  return { subject, ok: false, what: `settings missing or invalid: ${namesOf(unfit)}; ${advice}` };
}

function missingSettings({ merchantId, settings }: CheckedMerchant): string[] {
  const { mcc = null, address = {}, url = null } = settings;
  const names = invalidFacts({ mcc, address, url });
  return names.length === 0 ? [] : [`${merchantId} (${names.join(', ')})`];
}
