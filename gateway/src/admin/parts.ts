// What the operator's endpoints are made with.

import type { MerchantTools } from '../merchants/administer.ts';

export interface AdminParts extends MerchantTools {
  /** Whether merchants must have all that 3-D Secure tells of them: nobody stands in for it. */
  readonly needsFacts: boolean;
}
