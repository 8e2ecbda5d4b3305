// What the operator's endpoints for fees, deposits and balances need.

import { refuse } from '../../core/refusals.ts';
import type { DepositParts } from '../../deposits/deposit.ts';
import { patternText } from '../../http/schema.ts';
import type { MerchantStore } from '../../merchants/merchant.store.ts';

export interface MoneyTools extends DepositParts {
  readonly merchants: Pick<MerchantStore, 'read'>;
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
