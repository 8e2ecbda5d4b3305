// The dependencies of the operator's endpoints.

import type { MerchantTools } from '../merchants/administer.ts';
import type { LogoStore } from '../merchants/page/logo.store.ts';
import type { ProviderRegistry } from '../providers/registry.ts';

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
