// Records what a provider reports about the alias of a customer.

import { refuse } from '../core/refusals.ts';
import { secret, open } from '../core/secret.ts';
import { registeredAliases, type AliasRow } from '../methods/aliases/alias.store.ts';
import { recordAliasChange } from '../payments/model/advance.ts';
import { newDecision, setPayment } from '../payments/decisions/decision.ts';
import type { PaymentParts } from '../payments/processing/parts.ts';
import type { ReportedAttempt } from '../payments/processing/processor.ts';
import type { AliasNews } from '../providers/provider-message.ts';

/** Records the alias and tells the merchant, once for every change of its status. */
export async function recordAlias(
  parts: Pick<PaymentParts, 'aliases' | 'vault' | 'processor' | 'log' | 'store'>,
  provider: string,
  { merchantId, type, alias, status }: AliasNews,
  /** With which it was registered. */
  reported: ReportedAttempt | undefined,
): Promise<void> {
  const { aliases, vault, processor, log } = parts;
  const aliasFingerprint = vault.fingerprint(merchantId, secret(`blik ${type} ${open(alias)}`));
  const key = { merchantId, type, aliasFingerprint };
  const known = await aliases.find(key);
  const found = reported && (await processor.findAttempt(provider, reported));
  const isOurs = found?.loaded.payment.merchantId === merchantId;
  const paymentId = isOurs ? found.loaded.payment.paymentId : known?.paymentId;
  if (paymentId === undefined) return log.warn({ merchantId }, 'ignored news of an unknown alias');
  const isRepeat = known?.status === status && known.paymentId === paymentId;
  // A late registration does not bring back an alias that was removed since.
  if (isRepeat || (known?.paymentId === paymentId && known.status === 'UNREGISTERED')) return;
  const payment = await parts.store.find(merchantId, paymentId);
  if (!payment) return log.warn({ merchantId, paymentId }, 'the payment of an alias was purged');
  await processor.change({ merchantId, paymentId }, async (loaded, now) => {
    // Another message was recorded meanwhile: the provider sends this one again.
    const version = (await aliases.find(key))?.version;
    if (version !== known?.version) return refuse('CHANGED_MEANWHILE');
    const moment = { at: now.at, eventId: now.ids.next() };
    const change = recordAliasChange(loaded.payment, status, moment);
    const row: AliasRow = {
      ...key,
      paymentId,
      status,
      version: (known?.version ?? 0) + 1,
      createdAt: known?.createdAt ?? now.at,
      updatedAt: now.at,
    };
    const decision = setPayment(newDecision(loaded), change.payment, change.event);
    decision.draft.insert(registeredAliases, row);
    return decision;
  });
}
