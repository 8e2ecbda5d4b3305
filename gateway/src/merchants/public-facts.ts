// What 3-D Secure tells directory servers and issuers of a merchant. In production nothing of it is
// made up: whoever lacks it is not authenticated, and the operator is told which settings to make.

import { countryNumeric } from '../core/iso/country.ts';
import type { MerchantSettings } from './merchant.ts';
import { isWebAddress } from './web-address.ts';

/** The settings as the operator names them. */
export type FactName = 'mcc' | 'address.country' | 'url';

export interface PublicFacts {
  readonly name: string;
  /** Merchant category code, four digits. */
  readonly mcc: string;
  /** Two or three letters. */
  readonly country: string;
  /** Null: the address that the ACS sends browsers back to is told. */
  readonly url: string | null;
}

export type StandIn = Pick<PublicFacts, 'mcc' | 'country'>;

/**
 * What a sandbox tells for merchants that lack it, so that a shop can be tried before it is set up:
 * a shop of other goods, in Poland.
 */
export const sandboxStandIn: StandIn = { mcc: '5999', country: 'PL' };

type Settings = Pick<MerchantSettings, 'mcc' | 'address' | 'url'>;

/** Settings that are missing, or that no directory server would take. */
export function unfitFacts({ mcc, address, url }: Settings): FactName[] {
  const fits: Readonly<Record<FactName, boolean>> = {
    mcc: /^[0-9]{4}$/.test(mcc ?? ''),
    'address.country': countryNumeric(address.country ?? '') !== undefined,
    url: url === null || isWebAddress(url),
  };
  return (Object.keys(fits) as FactName[]).filter((name) => !fits[name]);
}

/** Undefined when category or country is unfit and nothing stands in; an unfit url is not told. */
export function publicFacts(
  settings: MerchantSettings,
  standIn: StandIn | null,
): PublicFacts | undefined {
  const unfit = unfitFacts(settings);
  const { name, url, address } = settings;
  const mcc = unfit.includes('mcc') ? standIn?.mcc : settings.mcc;
  const country = unfit.includes('address.country') ? standIn?.country : address.country;
  if (!mcc || !country) return undefined;
  return { name, mcc, country, url: unfit.includes('url') ? null : url };
}
