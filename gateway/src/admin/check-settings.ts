// Checks merchant settings beyond their schema: values such as currencies, countries and URLs, and
// whether other merchants, providers and required facts exist.

import { isCurrency } from '../core/currency.ts';
import { countryNumeric } from '../core/iso/country.ts';
import { invalid, Refusal } from '../core/refusals.ts';
import { type TargetRules, targetProblem, targetRules } from '../events/egress/target.ts';
import { knownFields } from '../http/schema.ts';
import type { Merchant, MerchantSettings } from '../merchants/merchant.ts';
import type { PageSettings } from '../merchants/page/page-settings.ts';
import { checkPolicy } from '../merchants/sca-policy.ts';
import { isWebAddress, webAddressRule, originProblem } from '../merchants/web-address.ts';
import type { AdminParts } from './parts.ts';
import { readPage } from './page/page-schema.ts';
import { settingsSchema } from './merchant.view.ts';
import { checkProviders } from './check-providers.ts';
import { checkRouting } from './routing/check-rules.ts';
import { checkSettlement } from './settlement-schema.ts';
import { invalidFacts } from '../merchants/public-facts.ts';

/** The checked settings. A new logo is stored; the settings contain its hash. */
export async function readSettings(
  { providers, isProduction, logos, merchants }: AdminParts,
  mid: string,
  input: unknown,
): Promise<Partial<MerchantSettings>> {
  const settings = knownFields(settingsSchema, input ?? {}) as Partial<MerchantSettings>;
  checkProviders(settings, providers.list);
  checkRouting(settings, providers.list);
  const checked = checkSettings(settings, targetRules(isProduction));
  await requireOthers(merchants, mid, settings);
  if (!settings.page) return checked;
  const { page, logo } = readPage(settings.page, isProduction, 'settings.page');
  const stored = logo ? { logo: await logos.add(mid, logo) } : {};
  return { ...checked, page: { ...page, ...stored } as PageSettings };
}

/**
 * Checks that the schema cannot express: currencies, countries, URLs, and origins without a path.
 */
export function checkSettings(
  input: Partial<MerchantSettings>,
  receiverRules: TargetRules,
): Partial<MerchantSettings> {
  if (input.name !== undefined && !NAME.test(input.name)) {
    throw invalid('settings.name', 'must be one line of visible text');
  }
  for (const field of ['url', 'notificationUrl'] as const) {
    const url = input[field] ?? '';
    if (url !== '' && !isWebAddress(url)) throw invalid(`settings.${field}`, webAddressRule);
  }
  checkNotificationUrl(input.notificationUrl ?? '', receiverRules);
  const country = input.address?.country ?? '';
  if (country !== '' && countryNumeric(country) === undefined) {
    throw invalid('settings.address.country', 'must be an ISO 3166 country code such as PL');
  }
  for (const code of input.currencies ?? []) {
    if (!isCurrency(code))
      throw invalid('settings.currencies', 'must be active ISO 4217 currencies');
  }
  for (const origin of input.redirectOrigins ?? []) {
    const problem = originProblem(origin, receiverRules.requiresHttps);
    if (problem !== undefined) throw invalid('settings.redirectOrigins', problem);
  }
  checkSettlement(input.settlement ?? {});
  const problem = checkPolicy(input.sca ?? {});
  if (problem) throw invalid(`settings.sca.${problem.field}`, problem.message);
  return clearEmpty(input);
}

function checkNotificationUrl(url: string, rules: TargetRules): void {
  if (url === '') return;
  const problem = url.includes('#') ? 'must have no fragment' : targetProblem(url, rules);
  if (problem !== undefined) throw invalid('settings.notificationUrl', problem);
}

/** The name is part of messages to banks, which show a single line. */
const NAME = /^(?=.*[\p{L}\p{N}])[^\p{Cc}]+$/u;
const clearable = ['legalName', 'url', 'mcc', 'taxId', 'notificationUrl', 'dpaId'] as const;

function clearEmpty(input: Partial<MerchantSettings>): Partial<MerchantSettings> {
  const cleared = clearable.filter((name) => input[name] === '').map((name) => [name, null]);
  const { settlement } = input;
  return {
    ...input,
    ...(Object.fromEntries(cleared) as Partial<MerchantSettings>),
    ...(settlement?.account === '' ? { settlement: { ...settlement, account: null } } : {}),
  };
}

/** Whoever gets a MID later must not find that another merchant trusts it already. */
async function requireOthers(
  merchants: AdminParts['merchants'],
  mid: string,
  settings: Partial<MerchantSettings>,
): Promise<void> {
  const asked = [...(settings.agents ?? []), ...(settings.submerchants ?? [])];
  if (asked.length === 0) return;
  const existing = new Set([mid, ...(await merchants.known(asked))]);
  for (const field of ['agents', 'submerchants'] as const) {
    if (!(settings[field] ?? []).every((one) => existing.has(one))) {
      throw invalid(`settings.${field}`, 'must be MIDs of merchants that exist');
    }
  }
}

const FACT_RULE = 'is required, because 3-D Secure messages contain it';

/** A suspended merchant takes no payments, so its settings may be incomplete. */
export function requireFacts(
  { needsFacts }: AdminParts,
  { status, settings }: Pick<Merchant, 'status' | 'settings'>,
): void {
  if (!needsFacts || status === 'SUSPENDED') return;
  const details = invalidFacts(settings).map((name) => ({
    field: `settings.${name}`,
    message: name === 'url' ? webAddressRule : FACT_RULE,
  }));
  if (details.length > 0) throw new Refusal('INVALID_REQUEST', details);
}
