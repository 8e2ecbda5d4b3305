// The merchant's settings of its payment page: how it looks, whether it offers to save cards, and
// which origins may show it in a frame.

import { isWebOrigin, originProblem } from '../web-address.ts';

export interface PageSettings {
  /** Such as `#0b6e4f`; null: the page's own colour. */
  readonly color: string | null;
  /** The hash of the logo in its table; null: none. */
  readonly logo: string | null;
  /** Whether the page offers to save a card, and cards that were saved. */
  readonly savesCards: boolean;
  /** Origins that may frame the page of payments with `options.iframe`. */
  readonly frameOrigins: readonly string[];
}

export const defaultPageSettings: PageSettings = {
  color: null,
  logo: null,
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

export function logoPath(merchantId: string, hash: string): string {
  return `/pay/logo/${merchantId}/${hash}`;
}
