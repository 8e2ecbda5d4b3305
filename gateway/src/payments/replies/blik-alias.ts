// What a page offers for BLIK besides a code: OneClick, or to save the shop.

import { secret } from '../../core/secret.ts';
import { isAlias } from '../../methods/blik/blik-instrument.ts';
import type { PaymentParts } from '../processing/parts.ts';
import type { Payment } from '../model/payment.ts';
import type { PaymentDetails } from '../model/payment-details.ts';

/** Whether the customer of the payment pays with BLIK without a code, or may save the shop. */
export async function blikAliasOf(
  { aliases, vault }: Pick<PaymentParts, 'aliases' | 'vault'>,
  { merchantId, recurring }: Payment,
  { customer }: PaymentDetails,
): Promise<object> {
  const alias = customer?.extCustomerId;
  if (alias === undefined || !isAlias(alias) || recurring !== null) return {};
  const aliasFingerprint = vault.fingerprint(merchantId, secret(`blik UID ${alias}`));
  const known = await aliases.find({ merchantId, type: 'UID', aliasFingerprint });
  return known?.status === 'REGISTERED' ? { oneClick: true } : { registerAlias: true };
}
