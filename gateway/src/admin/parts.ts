// The dependencies of the operator's endpoints.

import type { DepositParts } from '../deposits/deposit.ts';
import type { MerchantTools } from '../merchants/administer.ts';
import type { MerchantStore } from '../merchants/merchant.store.ts';
import type { LogoStore } from '../merchants/page/logo.store.ts';
import type { ProviderRegistry } from '../providers/registry.ts';

/** For fees, deposits, balances and checks of the ledger. */
export interface MoneyTools extends DepositParts {
  readonly merchants: Pick<MerchantStore, 'read'>;
}

export interface AdminParts extends MerchantTools {
  readonly logos: LogoStore;
  readonly providers: Pick<ProviderRegistry, 'list'>;
  /**
   * Whether merchants must have all settings that 3-D Secure sends, because nothing is substituted.
   */
  readonly needsFacts: boolean;
  /** Production limits which notification URLs merchants may have. */
  readonly isProduction: boolean;
}
