// Double-entry bookkeeping for every movement of money: a transfer names the account it debits and
// the one it credits, so every entry balances. Balances are credits minus debits.

import type { Instant } from '../core/clock.ts';
import type { Ids } from '../core/id.ts';
import type { Draft } from '../journal/entry.ts';
import { table } from '../journal/table.ts';

/**
 * Preauthorized money: held at the issuer against held for the merchant. Money taken: receivable
 * from the provider against payable to the merchant. The accounts of money at a provider name the
 * provider, because each provider pays out separately.
 */
export type MerchantAccount = 'HELD_FOR_MERCHANT' | 'MERCHANT_PAYABLE';
export type ProviderAccount = `${'HELD_AT_ISSUER' | 'RECEIVABLE'}:${string}`;
export type Account = MerchantAccount | ProviderAccount;

export type TransferKind = 'HOLD' | 'RELEASE' | 'SALE' | 'REVERSAL';

/** The accounts that a transfer of each kind debits and credits. */
function sidesOf(kind: TransferKind, provider: string): readonly [debit: Account, credit: Account] {
  switch (kind) {
    case 'HOLD':
      return [`HELD_AT_ISSUER:${provider}`, 'HELD_FOR_MERCHANT'];
    case 'RELEASE':
      return ['HELD_FOR_MERCHANT', `HELD_AT_ISSUER:${provider}`];
    case 'SALE':
      return [`RECEIVABLE:${provider}`, 'MERCHANT_PAYABLE'];
    case 'REVERSAL':
      return ['MERCHANT_PAYABLE', `RECEIVABLE:${provider}`];
  }
}

export interface Transfer {
  readonly merchantId: string;
  readonly transferId: string;
  readonly paymentId: string;
  readonly transId: string;
  readonly kind: TransferKind;
  readonly debit: Account;
  readonly credit: Account;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly createdAt: Instant;
}

export const transfers = table<Transfer>('ledger_transfers', {
  columns: {
    merchantId: 'text',
    transferId: 'uuid',
    paymentId: 'uuid',
    transId: 'uuid',
    kind: 'text',
    debit: 'text',
    credit: 'text',
    currency: 'text',
    amountMinor: 'bigint',
    createdAt: 'timestamptz',
  },
  key: ['merchantId', 'transferId'],
  hasOwnId: true,
});

export interface Balance {
  readonly merchantId: string;
  readonly account: Account;
  readonly currency: string;
  readonly balanceMinor: bigint;
}

export const balances = table<Balance>('ledger_balances', {
  columns: { merchantId: 'text', account: 'text', currency: 'text', balanceMinor: 'bigint' },
  key: ['merchantId', 'account', 'currency'],
});

/** What a transfer belongs to. */
export interface TransferContext {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly transId: string;
  /** The provider that moves the money. */
  readonly provider: string;
  readonly currency: string;
  readonly at: Instant;
}

/** Adds one transfer to the entry that records its cause; skips an amount of zero. */
export function addTransfer(
  draft: Draft,
  kind: TransferKind,
  amountMinor: bigint,
  occasion: TransferContext,
  ids: Ids,
): void {
  if (amountMinor === 0n) return;
  const [debit, credit] = sidesOf(kind, occasion.provider);
  const { merchantId, paymentId, transId, currency, at } = occasion;
  const transfer: Transfer = {
    merchantId,
    transferId: ids.next(),
    paymentId,
    transId,
    kind,
    debit,
    credit,
    currency,
    amountMinor,
    createdAt: at,
  };
  draft.insert(transfers, transfer);
  draft.increment(balances, { merchantId, account: debit, currency }, 'balanceMinor', -amountMinor);
  draft.increment(balances, { merchantId, account: credit, currency }, 'balanceMinor', amountMinor);
}
