// Which providers an authorization may go to, in which order, and why.

import type { Instant } from '../core/clock.ts';
import type { MerchantSettings } from '../merchants/merchant.ts';
import type { MeansKind } from '../providers/means.ts';

/** What a rule can depend on. */
export interface RouteFacts {
  readonly paymentId: string;
  readonly method: string | null;
  readonly means: MeansKind;
  /** Whether it is account funding, which not every provider can do. */
  readonly isFunding: boolean;
  /** Of the card; null: not known, or no card. */
  readonly organization: string | null;
  /** The first 8 digits of the card number. */
  readonly bin: string | null;
  /** The country of the issuer. */
  readonly country: string | null;
  readonly amountMinor: bigint;
  readonly currency: string;
  /** Whether it is a payment of a series without the customer. */
  readonly isRecurring: boolean;
  readonly at: Instant;
}

export interface Route {
  /** The name of the rule; null: none fitted. */
  readonly rule: string | null;
  /** For operators, in one sentence. */
  readonly why: string;
  /** In the order in which they are tried; undefined: any provider that offers the means. */
  readonly providers: readonly string[] | undefined;
}

export type FindRoute = (
  settings: Pick<MerchantSettings, 'providers' | 'routing'>,
  facts: RouteFacts,
) => Route;
