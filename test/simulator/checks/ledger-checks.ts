// Checks of the ledger: balances are the sums of their transfers and add up to zero per currency,
// and a payment's transfers match its money and name the provider of their attempt.

import type { Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import {
  balances,
  transfers,
  type Account,
  type Balance,
  type Transfer,
} from '@bramka/gateway/ledger/ledger.ts';
import { submerchantIds } from '../world/merchants.ts';
import type { Findings } from './findings.ts';
import { reservedBy, returnedBy, type Money } from './model.ts';
import type { PaymentRows } from './payment-rows.ts';

/** Credits minus debits of one account. */
function netOf(list: readonly Transfer[], account: Account): bigint {
  let net = 0n;
  for (const { debit, credit, amountMinor } of list) {
    if (credit === account) net += amountMinor;
    if (debit === account) net -= amountMinor;
  }
  return net;
}

/** Money that was taken and has not been returned, whether it is reserved for a return or not. */
const soldAccounts: readonly Account[] = [
  'MERCHANT_PAYABLE',
  'RETURNS_PENDING',
  'LATE_CHARGES',
  'FEES',
  ...submerchantIds.map((payeeId) => `PAYABLE_TO:${payeeId}` as const),
];

const atProvider = /^(HELD_AT_ISSUER|RECEIVABLE):/;

/** Transfers that do not go through a provider. */
const inside: readonly string[] = ['RESERVE', 'UNRESERVE', 'FEE', 'COMMISSION'];

export function checkLedgerOf(findings: Findings, rows: PaymentRows, money: Money): void {
  const { payment } = rows;
  if (!payment) return;
  const isHeld = payment.transKind === 'PREAUTH' && money.captured === 0n;
  const held = netOf(rows.transfers, 'HELD_FOR_MERCHANT');
  const sold = soldAccounts.reduce((sum, account) => sum + netOf(rows.transfers, account), 0n);
  const kept = money.captured - returnedBy(rows.attempts);
  const same = held === (isHeld ? money.authorized : 0n) && sold === kept;
  findings.expect(same, 'I1 money', () => {
    const booked = `${String(held)} held and ${String(sold)} sold`;
    return `the ledger of payment ${payment.paymentId.slice(-6)} says ${booked}`;
  });
  const reserved = netOf(rows.transfers, 'RETURNS_PENDING');
  findings.expect(reserved === reservedBy(payment, rows.attempts), 'M3 reserved', () => {
    return `${String(reserved)} are reserved for payment ${payment.paymentId.slice(-6)}`;
  });
  for (const transfer of rows.transfers) {
    const attempt = rows.attempts.find(({ transId }) => transId === transfer.transId);
    if (inside.includes(transfer.kind)) continue;
    const [named, ...more] = [transfer.debit, transfer.credit].filter((one) =>
      atProvider.test(one),
    );
    const isNamed = named?.split(':')[1] === attempt?.provider && more.length === 0;
    findings.expect(isNamed, 'I1 money', () => {
      return `a transfer of payment ${payment.paymentId.slice(-6)} names ${String(named)}`;
    });
  }
}

export function checkBalances(memory: Memory, findings: Findings): void {
  const moved = memory.rows<Transfer>(transfers);
  const perCurrency = new Map<string, bigint>();
  for (const balance of memory.rows<Balance>(balances)) {
    const { merchantId, account, currency, balanceMinor } = balance;
    const own = moved.filter((one) => one.merchantId === merchantId && one.currency === currency);
    findings.expect(netOf(own, account) === balanceMinor, 'I1 money', () => {
      const told = `${account} of ${merchantId} is ${String(balanceMinor)} ${currency}`;
      return `${told}, not the sum of its transfers`;
    });
    const isDebit = atProvider.test(account);
    const sign = isDebit ? balanceMinor <= 0n : balanceMinor >= 0n;
    findings.expect(
      sign || account === 'BANK',
      'I1 money',
      () => `${account} of ${merchantId} has the wrong sign`,
    );
    const key = `${merchantId} ${currency}`;
    perCurrency.set(key, (perCurrency.get(key) ?? 0n) + balanceMinor);
  }
  for (const [key, sum] of perCurrency) {
    findings.expect(sum === 0n, 'I1 money', () => `the ledger of ${key} sums to ${String(sum)}`);
  }
}
