// The alias of a customer: what a page offers with it, and which one a customer may use.

import { secret } from '../../core/secret.ts';
import { refuseForCustomer, type Instrument } from '../instrument.ts';
import type { CustomerPayment, MethodDetails, MethodOffer, MethodParts } from '../method.ts';
import { isAlias } from './blik-instrument.ts';

/** Whether the customer of the payment pays without a code, or may save the shop. */
export async function aliasOffer(
  { aliases, vault }: Pick<MethodParts, 'aliases' | 'vault'>,
  { payment, details }: MethodOffer,
): Promise<object> {
  const alias = details?.customer?.extCustomerId;
  if (!payment || alias === undefined || !isAlias(alias) || payment.recurring !== null) return {};
  const { merchantId } = payment;
  const aliasFingerprint = vault.fingerprint(merchantId, secret(`blik UID ${alias}`));
  const stored = await aliases.find({ merchantId, type: 'UID', aliasFingerprint });
  return stored?.status === 'REGISTERED' ? { oneClick: true } : { registerAlias: true };
}

/**
 * A customer pays with the alias that the merchant named at creation, and never with one that is
 * charged without a confirmation in the app.
 */
export function withOwnAlias(
  instrument: Instrument,
  { cardHeld, dataRequest }: CustomerPayment,
  { customer }: MethodDetails,
): Instrument {
  const { type, alias, app } = instrument;
  if (type === 'BLIK_PAYID') refuseForCustomer('instrument.type', 'BLIK_PAYID');
  const ownAlias = customer?.extCustomerId;
  if (alias !== undefined && alias !== ownAlias) {
    refuseForCustomer('instrument.alias', 'an alias other than customer.extCustomerId');
  }
  if (type !== 'BLIK_UID' || ownAlias === undefined) return instrument;
  // The app belongs to the alias that is held, whoever named it.
  const isChoice = dataRequest === 'BLIK_APP' && cardHeld && app !== undefined;
  if (isChoice && alias === undefined) return instrument;
  return { ...instrument, alias: ownAlias };
}
