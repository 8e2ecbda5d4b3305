// What the operator's endpoints for fees, deposits and balances need.

import { refuse } from '../../core/refusals.ts';
import type { DepositParts } from '../../deposits/deposit.ts';
import { patternText } from '../../http/schema.ts';
import type { MerchantStore } from '../../merchants/merchant.store.ts';
import type { AuditLog } from '../../vault/audit/audit-log.ts';
import type { AuditReason } from '../../vault/audit/card-use.ts';

export interface MoneyTools extends DepositParts {
  readonly merchants: Pick<MerchantStore, 'read'>;
  readonly audit: Pick<AuditLog, 'record'>;
}

export const midField = patternText('^[0-9]{4,15}$', 'a MID of 4 to 15 digits', {
  description: 'MID',
});

export const afterField = (description: string) =>
  patternText('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', 'an id of the page before', {
    description,
  });

export async function requireMerchant(
  { merchants }: Pick<MoneyTools, 'merchants'>,
  merchantId: string,
): Promise<void> {
  if (!(await merchants.read(merchantId))) refuse('MERCHANT_NOT_FOUND');
}

/** Written before the action, so that no action is without its row. */
export function recordAction(
  { audit }: Pick<MoneyTools, 'audit'>,
  reason: AuditReason,
  merchantId: string,
  subjectId: string,
): Promise<void> {
  const none = { paymentId: null, tokenId: null };
  return audit.record({ actor: 'operator', reason, merchantId, subjectId, ...none });
}
