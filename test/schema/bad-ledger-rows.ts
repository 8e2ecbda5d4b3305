// Valid and bad rows of the ledger; part of bad-rows.ts.

import type { Values } from './bad-sandbox-rows.ts';

const RECEIVABLE = 'RECEIVABLE:plain';
const HELD = 'HELD_AT_ISSUER:plain';
const FUNDS = 'MERCHANT_PAYABLE';
const SHARE = 'PAYABLE_TO:2000';
const PENDING = 'RETURNS_PENDING';
const LATE = 'LATE_CHARGES';

/** The accounts of each kind; a transfer with any other account on one side is refused. */
const sides: readonly (readonly [kind: string, debit: string, credit: string])[] = [
  ['HOLD', HELD, 'HELD_FOR_MERCHANT'],
  ['RELEASE', 'HELD_FOR_MERCHANT', HELD],
  ['SALE', RECEIVABLE, FUNDS],
  ['RESERVE', SHARE, PENDING],
  ['UNRESERVE', PENDING, FUNDS],
  ['REVERSAL', PENDING, RECEIVABLE],
  ['REFUND', PENDING, RECEIVABLE],
  ['LATE_SALE', RECEIVABLE, LATE],
  ['LATE_REVERSAL', LATE, RECEIVABLE],
  ['FEE', FUNDS, 'FEES'],
  ['COMMISSION', SHARE, FUNDS],
  ['CORRECTION', FUNDS, LATE],
];
const otherSides: readonly Values[] = sides.flatMap(([kind, debit, credit]) =>
  ['BANK', 'FEES', HELD, RECEIVABLE, PENDING, LATE, FUNDS, 'HELD_FOR_MERCHANT'].flatMap(
    (counterAccount) => {
      const isFunds = (one: string) =>
        counterAccount === FUNDS && one === SHARE && kind !== 'COMMISSION';
      return [
        ...(counterAccount === debit || counterAccount === credit || isFunds(debit)
          ? []
          : [{ kind, debit: counterAccount, credit }]),
        ...(counterAccount === credit || counterAccount === debit || isFunds(credit)
          ? []
          : [{ kind, debit, credit: counterAccount }]),
      ];
    },
  ),
);

export const goodLedgerRows: Readonly<Record<string, (number: number) => Values>> = {
  'public.ledger_balances': () => ({ account: 'MERCHANT_PAYABLE', balance_minor: 0 }),
  'public.ledger_transfers': () => ({
    currency: 'PLN',
    payment_id: '00000000-0000-7000-8000-000000000001',
    kind: 'SALE',
    debit: 'RECEIVABLE:plain',
    credit: 'MERCHANT_PAYABLE',
    amount_minor: 1,
  }),
};

export const badLedgerRows: Readonly<Record<string, readonly Values[]>> = {
  'public.ledger_balances ledger_balances_sign': [
    { account: 'HELD_FOR_MERCHANT', balance_minor: -1 },
    { account: 'MERCHANT_PAYABLE', balance_minor: -1 },
    { account: 'PAYABLE_TO:2000', balance_minor: -1 },
    { account: 'RETURNS_PENDING', balance_minor: -1 },
    { account: 'LATE_CHARGES', balance_minor: -1 },
    { account: 'FEES', balance_minor: -1 },
    { account: 'RECEIVABLE:plain', balance_minor: 1 },
    { account: 'HELD_AT_ISSUER:plain', balance_minor: 1 },
    { account: 'RECEIVABLE', balance_minor: 0 },
    { account: 'RECEIVABLE:', balance_minor: 0 },
    { account: 'RECEIVABLE:plain:BM', balance_minor: 0 },
    { account: 'MERCHANT_PAYABLE:plain', balance_minor: 0 },
    { account: 'PAYABLE_TO:plain', balance_minor: 0 },
    { account: 'BANK:plain', balance_minor: 0 },
    { account: 'GIFTS', balance_minor: 0 },
  ],
  'public.ledger_transfers ledger_transfers_accounts': [
    { debit: 'MERCHANT_PAYABLE' },
    { debit: 'RECEIVABLE' },
    { debit: 'RECEIVABLE:' },
    { debit: 'HELD_AT_ISSUER:plain' },
    { credit: 'HELD_FOR_MERCHANT' },
    { credit: 'RECEIVABLE:plain' },
    { credit: 'PAYABLE_TO:plain' },
    ...otherSides,
  ],
  'public.ledger_transfers ledger_transfers_payment': [
    { payment_id: null },
    { kind: 'PAYOUT', debit: 'MERCHANT_PAYABLE', credit: 'BANK' },
    { kind: 'DEPOSIT', debit: 'BANK', credit: 'MERCHANT_PAYABLE' },
    { kind: 'WITHDRAWAL', debit: 'MERCHANT_PAYABLE', credit: 'BANK' },
  ],
  'public.ledger_transfers ledger_transfers_amount_minor_check': [
    { amount_minor: 0 },
    { amount_minor: -1 },
  ],
  'public.ledger_transfers ledger_transfers_currency_check': [
    { currency: 'pln' },
    { currency: 'PL' },
    { currency: 'PLNX' },
  ],
  'public.ledger_transfers ledger_transfers_kind_check': [{ kind: 'GIFT' }],
};
