// Double-entry bookkeeping for every movement of money: a transfer names the account it debits and
// the one it credits, so every entry balances. Balances are credits minus debits.

import type { Instant } from '../core/clock.ts';
import type { Ids } from '../core/id.ts';
import type { Draft } from '../journal/entry.ts';
import { orNull, table, typed, type Row, type RowOf } from '../journal/table.ts';

/**
 * The account of money that is payable to somebody: to the merchant (captured money that was not
 * paid out, and deposits), or to the submerchant of a share. Refunds are paid from it.
 */
export type Funds = 'MERCHANT_PAYABLE' | `PAYABLE_TO:${string}`;

/**
 * Preauthorized money: held at the issuer against held for the merchant. Money taken: receivable
 * from the provider against payable. The accounts of money at a provider name the provider, because
 * each provider pays out separately. RETURNS_PENDING: reserved for refunds and cancellations in
 * progress. LATE_CHARGES: taken after the payment had ended, so it is returned. FEES: income of the
 * gateway. BANK: the operator's bank account.
 */
type MerchantAccount =
  | Funds
  | 'HELD_FOR_MERCHANT'
  | 'RETURNS_PENDING'
  | 'LATE_CHARGES'
  | 'FEES'
  | 'BANK';
type ProviderAccount = `${'HELD_AT_ISSUER' | 'RECEIVABLE'}:${string}`;
export type Account = MerchantAccount | ProviderAccount;

export type TransferKind =
  | 'HOLD'
  | 'RELEASE'
  | 'SALE'
  | 'RESERVE'
  | 'UNRESERVE'
  | 'REVERSAL'
  | 'REFUND'
  | 'LATE_SALE'
  | 'LATE_REVERSAL'
  | 'FEE'
  | 'COMMISSION'
  | 'PAYOUT'
  | 'DEPOSIT'
  | 'WITHDRAWAL';

type Sides = readonly [debit: Account, credit: Account];

/** The accounts that a transfer of each kind debits and credits. */
function sidesOf(kind: TransferKind, { provider, funds }: Required<TransferSides>): Sides {
  switch (kind) {
    case 'HOLD':
      return [`HELD_AT_ISSUER:${provider}`, 'HELD_FOR_MERCHANT'];
    case 'RELEASE':
      return ['HELD_FOR_MERCHANT', `HELD_AT_ISSUER:${provider}`];
    case 'SALE':
      return [`RECEIVABLE:${provider}`, funds];
    case 'RESERVE':
      return [funds, 'RETURNS_PENDING'];
    case 'UNRESERVE':
      return ['RETURNS_PENDING', funds];
    case 'REVERSAL':
    case 'REFUND':
      return ['RETURNS_PENDING', `RECEIVABLE:${provider}`];
    case 'LATE_SALE':
      return [`RECEIVABLE:${provider}`, 'LATE_CHARGES'];
    case 'LATE_REVERSAL':
      return ['LATE_CHARGES', `RECEIVABLE:${provider}`];
    case 'FEE':
      return [funds, 'FEES'];
    case 'COMMISSION':
      return [funds, 'MERCHANT_PAYABLE'];
    case 'PAYOUT':
      return [funds, 'BANK'];
    case 'DEPOSIT':
      return ['BANK', 'MERCHANT_PAYABLE'];
    case 'WITHDRAWAL':
      return ['MERCHANT_PAYABLE', 'BANK'];
  }
}

/** The constraint that refuses a transfer from an account without enough money. */
export const balanceConstraint = 'ledger_balances_sign';

export const transfers = table('ledger_transfers', {
  columns: {
    merchantId: 'text',
    transferId: 'uuid',
    /** Null for payouts and deposits. */
    paymentId: orNull('uuid'),
    /** The transaction, deposit, withdrawal or batch. */
    transId: 'uuid',
    kind: typed<TransferKind>('text'),
    debit: typed<Account>('text'),
    credit: typed<Account>('text'),
    currency: 'text',
    amountMinor: 'bigint',
    createdAt: 'timestamptz',
  },
  key: ['merchantId', 'transferId'],
  hasOwnId: true,
});

export type Transfer = RowOf<typeof transfers>;

export const balances = table('ledger_balances', {
  columns: {
    merchantId: 'text',
    account: typed<Account>('text'),
    currency: 'text',
    balanceMinor: 'bigint',
  },
  key: ['merchantId', 'account', 'currency'],
  checks: [{ name: balanceConstraint, holds: hasRightSign }],
});

export type Balance = RowOf<typeof balances>;

/** Money at a provider is a debit balance; the operator's bank account may have either. */
function hasRightSign(row: Row): boolean {
  const { account, balanceMinor } = row as Pick<Balance, 'account' | 'balanceMinor'>;
  if (account === 'BANK') return true;
  return /^(HELD_AT_ISSUER|RECEIVABLE):/.test(account) ? balanceMinor <= 0n : balanceMinor >= 0n;
}

interface TransferSides {
  /** The provider that moves the money, for kinds that name one. */
  readonly provider?: string;
  /** Absent: MERCHANT_PAYABLE. */
  readonly funds?: Funds;
}

/** What a transfer belongs to. */
interface TransferContext extends TransferSides {
  readonly merchantId: string;
  readonly paymentId: string | null;
  readonly transId: string;
  readonly currency: string;
  readonly at: Instant;
}

/** Adds one transfer to the entry that records its cause; skips an amount of zero. */
export function addTransfer(
  draft: Draft,
  kind: TransferKind,
  amountMinor: bigint,
  context: TransferContext,
  ids: Ids,
): void {
  if (amountMinor === 0n) return;
  const { provider = '', funds = 'MERCHANT_PAYABLE' } = context;
  const [debit, credit] = sidesOf(kind, { provider, funds });
  const { merchantId, paymentId, transId, currency, at } = context;
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
