// The merchant's settings of its payment page: how it looks, where its terms are, whether it offers
// to save cards, and which origins may show it in a frame.

import { isWebAddress, isWebOrigin, originProblem, webAddressRule } from '../web-address.ts';

export interface PageSettings {
  /** Such as `#0b6e4f`; null: the page's own colour. */
  readonly color: string | null;
  /** The hash of the logo in its table; null: none. */
  readonly logo: string | null;
  /** Pages of the shop that the payment page links to; null: none. */
  readonly termsURL: string | null;
  readonly privacyURL: string | null;
  /** Whether the page offers to save a card, and cards that were saved. */
  readonly savesCards: boolean;
  /** Origins that may frame the page of payments with `options.iframe`. */
  readonly frameOrigins: readonly string[];
}

export const defaultPageSettings: PageSettings = {
  color: null,
  logo: null,
  termsURL: null,
  privacyURL: null,
  savesCards: false,
  frameOrigins: [],
};

/** Nodes of the previous version write records without these settings during an upgrade. */
export function pageSettings(given: Partial<PageSettings> | undefined): PageSettings {
  return { ...defaultPageSettings, ...given };
}

/** CSP has no form for other hosts, and a host with a semicolon would end its directive. */
const HOST_FORM = /^https?:\/\/[a-z0-9.-]+(:[0-9]+)?$/;

/** What is wrong with an origin that may frame the page; undefined: nothing. */
export function frameOriginProblem(origin: string, isProduction: boolean): string | undefined {
  const hasNoForm = isWebOrigin(origin) && !HOST_FORM.test(origin);
  return originProblem(hasNoForm ? '' : origin, isProduction);
}

/** What is wrong with the address of a page that customers open; undefined: nothing. */
export function linkProblem(url: string, isProduction: boolean): string | undefined {
  if (!isWebAddress(url)) return webAddressRule;
  const isPlain = isProduction && new URL(url).protocol !== 'https:';
  return isPlain ? 'must be an https:// URL in production' : undefined;
}

export function logoPath(merchantId: string, hash: string): string {
  return `/pay/logo/${merchantId}/${hash}`;
}
