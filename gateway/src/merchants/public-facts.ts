// The merchant data that 3-D Secure sends to directory servers and issuers. In production nothing
// is substituted: without this data customers are not authenticated, and the operator sees which
// settings are missing.

import { countryNumeric } from '../core/iso/country.ts';
import type { MerchantSettings } from './merchant.ts';
import { isWebAddress } from './web-address.ts';

/** The settings under the operator's names. */
type FactName = 'mcc' | 'address.country' | 'url';

export interface PublicFacts {
  readonly name: string;
  /** Merchant category code, four digits. */
  readonly mcc: string;
  /** Two or three letters. */
  readonly country: string;
  /** Null: the address to which the ACS returns browsers is sent instead. */
  readonly url: string | null;
}

export type FactSubstitute = Pick<PublicFacts, 'mcc' | 'country'>;

/**
 * The sandbox's substitute for merchants without these settings, so that a shop can be tried before
 * it is configured: miscellaneous retail in Poland.
 */
export const sandboxSubstitute: FactSubstitute = { mcc: '5999', country: 'PL' };

type Settings = Pick<MerchantSettings, 'mcc' | 'address' | 'url'>;

/** Settings that are missing or that no directory server would accept. */
export function invalidFacts({ mcc, address, url }: Settings): FactName[] {
  const fits: Readonly<Record<FactName, boolean>> = {
    mcc: /^[0-9]{4}$/.test(mcc ?? ''),
    'address.country': countryNumeric(address.country ?? '') !== undefined,
    url: url === null || isWebAddress(url),
  };
  return (Object.keys(fits) as FactName[]).filter((name) => !fits[name]);
}

/**
 * Undefined when category or country is invalid and there is no substitute; an invalid url is not
 * sent.
 */
export function publicFacts(
  settings: MerchantSettings,
  standIn: FactSubstitute | null,
): PublicFacts | undefined {
  const unfit = invalidFacts(settings);
  const { name, url, address } = settings;
  const mcc = unfit.includes('mcc') ? standIn?.mcc : settings.mcc;
  const country = unfit.includes('address.country') ? standIn?.country : address.country;
  if (!mcc || !country) return undefined;
  return { name, mcc, country, url: unfit.includes('url') ? null : url };
}
