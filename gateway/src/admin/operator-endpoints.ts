// The endpoints of the operator, in the order of the reference.

import { auditEndpoints } from './endpoints/audit.ts';
import { depositEndpoints } from './endpoints/deposits.ts';
import { disputeEndpoints } from './endpoints/disputes.ts';
import { eventEndpoints } from './endpoints/events.ts';
import { feeEndpoints } from './endpoints/fees.ts';
import { findBin } from './endpoints/find-bin.ts';
import { ledgerCheckEndpoints } from './endpoints/ledger-checks.ts';
import { merchantEndpoints } from './endpoints/merchants.ts';
import { createPagePreview } from './endpoints/page-preview.ts';
import { providerCredentialEndpoints } from './endpoints/provider-credentials.ts';
import { reconciliationItemEndpoints } from './endpoints/reconciliation-items.ts';
import { reconciliationEndpoints } from './endpoints/reconciliations.ts';
import { routeEndpoints } from './endpoints/routes.ts';
import { keyEndpoints } from './endpoints/rotate-keys.ts';
import { rotationEndpoints } from './endpoints/rotations.ts';
import { settlementEndpoints } from './endpoints/settlements.ts';
import { walletCredentialEndpoints } from './endpoints/wallet-credentials.ts';

export const operatorEndpoints = [
  ...merchantEndpoints,
  createPagePreview,
  ...providerCredentialEndpoints,
  ...routeEndpoints,
  ...keyEndpoints,
  ...rotationEndpoints,
  ...walletCredentialEndpoints,
  ...reconciliationEndpoints,
  ...reconciliationItemEndpoints,
  ...disputeEndpoints,
  ...auditEndpoints,
  findBin,
  ...feeEndpoints,
  ...depositEndpoints,
  ...ledgerCheckEndpoints,
  ...settlementEndpoints,
  ...eventEndpoints,
];
