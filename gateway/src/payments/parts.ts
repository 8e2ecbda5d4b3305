// The dependencies of the payment endpoints.

import type { Clock } from '../core/clock.ts';
import type { Ids } from '../core/id.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import type { MerchantStore } from '../merchants/merchant.store.ts';
import type { Vault } from '../vault/held-card.ts';
import type { ScaParts } from './decisions/sca.ts';
import type { Links } from './links/links.ts';
import type { PaymentStore } from './payment.store.ts';
import type { Processor } from './processing/processor.ts';

export interface PaymentParts extends ScaParts {
  readonly store: PaymentStore;
  readonly merchants: MerchantStore;
  readonly providers: ProviderRegistry;
  readonly processor: Processor;
  readonly clock: Clock;
  readonly ids: Ids;
  /** How long after its start the resolver checks an attempt without a report. */
  readonly firstLookMs: number;
  readonly vault: Vault;
  readonly links: Links;
  /** Whether notification URLs of single payments must be https: true in production. */
  readonly requireHttps: boolean;
}
