// Fields of requests that several endpoints of the operator have, and the check of a merchant.

import { Type } from 'typebox';
import { refuse } from '../core/refusals.ts';
import { patternText } from '../http/schema.ts';
import type { Merchant } from '../merchants/merchant.ts';
import type { MerchantStore } from '../merchants/merchant.store.ts';

export const mid = (description: string) =>
  patternText('^[0-9]{4,15}$', 'a MID of 4 to 15 digits', { description });

export const midField = mid('MID');
export const midParams = Type.Object({ merchantId: midField });

export const uuidText = (rule: string, description: string) =>
  patternText('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', rule, { description });

export const afterField = (description: string) =>
  uuidText('an id of the page before', description);

export async function requireMerchant(
  { merchants }: { readonly merchants: Pick<MerchantStore, 'read'> },
  merchantId: string,
): Promise<Merchant> {
  return (await merchants.read(merchantId)) ?? refuse('MERCHANT_NOT_FOUND');
}
