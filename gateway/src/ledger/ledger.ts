// Double-entry bookkeeping for every movement of money: a transfer names the account it debits and
// the one it credits, so every entry balances. Balances are credits minus debits.

import type { Instant } from '../core/clock.ts';
import type { Ids } from '../core/id.ts';
import type { Draft } from '../journal/entry.ts';
import { table } from '../journal/table.ts';

/**
 * Preauthorized money: held at the issuer against held for the merchant. Money taken: receivable
 * from the acquirer against payable to the merchant.
 */
export const accounts = [
  'HELD_AT_ISSUER',
  'HELD_FOR_MERCHANT',
  'ACQUIRER_RECEIVABLE',
  'MERCHANT_PAYABLE',
] as const;
export type Account = (typeof accounts)[number];

export type TransferKind = 'HOLD' | 'RELEASE' | 'SALE' | 'REVERSAL';

/** The accounts that each kind debits and credits. */
const sides: Readonly<Record<TransferKind, readonly [debit: Account, credit: Account]>> = {
  HOLD: ['HELD_AT_ISSUER', 'HELD_FOR_MERCHANT'],
  RELEASE: ['HELD_FOR_MERCHANT', 'HELD_AT_ISSUER'],
  SALE: ['ACQUIRER_RECEIVABLE', 'MERCHANT_PAYABLE'],
  REVERSAL: ['MERCHANT_PAYABLE', 'ACQUIRER_RECEIVABLE'],
};

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
  const [debit, credit] = sides[kind];
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
