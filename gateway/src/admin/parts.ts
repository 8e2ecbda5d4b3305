// The dependencies of the operator's endpoints.

import type { MerchantTools } from '../merchants/administer.ts';

export interface AdminParts extends MerchantTools {
  /**
   * Whether merchants must have all settings that 3-D Secure sends, because none is substituted.
   */
  readonly needsFacts: boolean;
}
