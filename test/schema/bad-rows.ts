// For every check constraint of the schema, rows at its exact boundary that it must refuse; and for
// every table with checks, a valid row. Other columns are filled by type.

import { badKeyRows, goodKeyRows, meetingKeyRows } from './bad-key-rows.ts';
import { badMoneyRows, goodMoneyRows, meetingMoneyRows } from './bad-money-rows.ts';
import { badLedgerRows, goodLedgerRows } from './bad-ledger-rows.ts';
import {
  badSettlementRows,
  goodSettlementRows,
  meetingSettlementRows,
} from './bad-settlement-rows.ts';
import {
  badReconciliationRows,
  goodReconciliationRows,
  meetingReconciliationRows,
} from './bad-reconciliation-rows.ts';
import { badTokenRows, goodTokenRows, meetingTokenRows } from './bad-token-rows.ts';
import { badEventRows, goodEventRows } from './bad-event-rows.ts';
import { badPageRows, goodPageRows } from './bad-page-rows.ts';
import { badWalletRows, goodWalletRows } from './bad-wallet-rows.ts';
import { badSandboxRows, goodSandboxRows, noMoney, at, type Values } from './bad-sandbox-rows.ts';

/** As long as a coordinate of a key. */
const X = 'x'.repeat(43);
/** Columns of a valid row for which any value of the right type is not enough. */
export const goodRows: Readonly<Record<string, (number: number) => Values>> = {
  ...goodKeyRows,
  ...goodEventRows,
  ...goodWalletRows,
  ...goodPageRows,
  ...goodReconciliationRows,
  ...goodMoneyRows,
  ...goodSettlementRows,
  'public.attempts': () => ({ state: 'OPEN', verb: 'authorize' }),
  'public.authentications': () => ({
    state: 'ASKING',
    due_at: at,
    device_channel: '02',
    method_completion: 'U',
  }),
  'public.blik_aliases': () => ({ type: 'UID', status: 'REGISTERED' }),
  'public.encryption_keys': () => ({ public_x: X, public_y: X, retired_at: at }),
  'public.installation': () => ({ environment: 'sandbox' }),
  ...goodLedgerRows,
  'public.merchants': (number) => ({ merchant_id: String(1000 + number), status: 'ACTIVE' }),
  'public.payments': () => ({
    status: 'PENDING',
    currency: 'PLN',
    amount_minor: 1,
    authorized_minor: 100,
    captured_minor: 100,
    refunded_minor: 100,
    sequence: 1,
    generation: 1,
    refused_tries: 1,
    refused_at: at,
  }),
  'public.recurring_agreements': () => ({
    amount_minor: 1,
    currency: 'PLN',
    cycle_days: 9999,
    expires_on: '20261231',
  }),
  'public.signing_keys': () => ({ retired_at: at }),
  'public.refund_parts': () => ({ funds: 'PAYABLE_TO:10000002', amount_minor: 1 }),
  'public.subpayments': () => ({
    merchant_id: '10000001',
    payee_id: '10000001',
    amount_minor: 100,
    commission_minor: 0,
    refunded_minor: 100,
  }),
  'public.transactions': () => ({ type: 'AUTH', status: 'PENDING', amount_minor: 0 }),
  ...goodTokenRows,
  ...goodSandboxRows,
};

/** By table and constraint: the change to a valid row that this constraint refuses. */
export const badRows: Readonly<Record<string, readonly Values[]>> = {
  ...badKeyRows,
  ...badEventRows,
  ...badWalletRows,
  ...badPageRows,
  ...badReconciliationRows,
  ...badMoneyRows,
  ...badSettlementRows,
  'public.attempts attempts_check': [{ finished_at: at }, { state: 'APPROVED' }, { state: 'VOID' }],
  'public.attempts attempts_provider_code': [{ provider_code: '' }],
  'public.attempts attempts_state_check': [{ state: 'SENT', finished_at: at }],
  'public.attempts attempts_verb_check': [{ verb: 'void' }],
  'public.attempts attempts_wait_of_authorization': [{ verb: 'stop', wait_until: at }],
  'public.authentications authentications_check': [{ due_at: null }, { state: 'DONE' }],
  'public.authentications authentications_check1': [{ sealed_cavv: '\\x00' }, { key_version: 1 }],
  'public.authentications authentications_device_channel_check': [{ device_channel: '03' }],
  'public.authentications authentications_method_completion_check': [{ method_completion: 'X' }],
  'public.authentications authentications_state_check': [{ state: 'ENDED' }],
  'public.installation installation_environment_check': [{ environment: 'test' }],
  'public.installation installation_only_row_check': [{ only_row: false }],
  ...badLedgerRows,
  'public.merchants merchants_merchant_id_check': [
    { merchant_id: '123' },
    { merchant_id: '1234567890123456' },
    { merchant_id: '12a4' },
  ],
  'public.merchants merchants_status_check': [{ status: 'CLOSED' }],
  'public.payment_details payment_details_consents_size': [{ consents: 'x'.repeat(262_145) }],
  'public.encryption_keys encryption_keys_current_has_private': [
    { retired_at: null, sealed_private: null },
  ],
  'public.encryption_keys encryption_keys_x': [{ public_x: X.slice(1) }, { public_x: `${X}x` }],
  'public.encryption_keys encryption_keys_y': [{ public_y: X.slice(1) }, { public_y: `${X}x` }],
  'public.payments payments_amount': [
    { amount_minor: 0 },
    { amount_minor: -1 },
    { trans_kind: 'VERIFICATION', tokenizer_id: '00000000-0000-4000-8000-000000000000' },
    { trans_kind: 'VERIFICATION', amount_minor: 0 },
  ],
  'public.payments payments_authorized_minor_check': [{ authorized_minor: -1 }],
  'public.payments payments_check': [
    { captured_minor: 101 },
    { captured_minor: -1, refunded_minor: -1 },
  ],
  'public.payments payments_check1': [{ refunded_minor: 101 }, { refunded_minor: -1 }],
  'public.payments payments_completed_amount': [{ status: 'COMPLETED', ...noMoney }],
  'public.payments payments_currency_check': [
    { currency: 'pln' },
    { currency: 'PL' },
    { currency: 'PLNX' },
  ],
  'public.payments payments_generation_check': [{ generation: 0 }],
  'public.payments payments_refused_at': [{ refused_at: null }, { refused_tries: 0 }],
  'public.payments payments_refused_tries': [{ refused_tries: -1 }],
  'public.payments payments_sequence_check': [{ sequence: 0 }],
  'public.payments payments_status_check': [{ status: 'DONE' }, { status: 'pending' }],
  'public.refund_parts refund_parts_amount': [{ amount_minor: 0 }, { amount_minor: -1 }],
  'public.refund_parts refund_parts_funds': [
    { funds: 'BANK' },
    { funds: 'PAYABLE_TO:' },
    { funds: 'PAYABLE_TO:123' },
    { funds: 'MERCHANT_PAYABLE:1' },
  ],
  'public.subpayments subpayments_amount': [
    { amount_minor: 0, refunded_minor: 0 },
    { amount_minor: -1, refunded_minor: 0 },
  ],
  'public.subpayments subpayments_commission': [
    { payee_id: '10000002', commission_minor: 101 },
    { payee_id: '10000002', commission_minor: -1 },
  ],
  'public.subpayments subpayments_own_share': [{ commission_minor: 1 }],
  'public.subpayments subpayments_payee': [
    { payee_id: '123' },
    { payee_id: '1234567890123456' },
    { payee_id: '12a4' },
  ],
  'public.subpayments subpayments_refunded': [{ refunded_minor: 101 }, { refunded_minor: -1 }],
  'public.recurring_agreements recurring_agreements_amount': [
    { amount_minor: null },
    { currency: null },
    { amount_minor: 0 },
  ],
  'public.recurring_agreements recurring_agreements_cycle': [
    { cycle_days: 0 },
    { cycle_days: 10_000 },
  ],
  'public.recurring_agreements recurring_agreements_expiry': [
    { expires_on: '2026123' },
    { expires_on: '2026-12-31' },
  ],
  'public.transactions transactions_amount_minor_check': [{ amount_minor: -1 }],
  'public.transactions transactions_refund_fields': [
    { ext_refund_id: 'r-1' },
    { subpayment_id: '00000000-0000-7000-8000-000000000001' },
    { type: 'REVERSAL', ext_refund_id: 'r-1' },
  ],
  'public.transactions transactions_status_check': [{ status: 'NEW' }],
  'public.transactions transactions_type_check': [{ type: 'VOID' }],
  'public.blik_aliases blik_aliases_status': [{ status: 'GONE' }],
  'public.blik_aliases blik_aliases_type': [{ type: 'PHONE' }],
  ...badTokenRows,
  ...badSandboxRows,
};

/** Partial unique indexes: the values that put two rows into the index. */
export const meetingRows: Readonly<Record<string, Values>> = {
  ...meetingKeyRows,
  ...meetingMoneyRows,
  ...meetingTokenRows,
  ...meetingSettlementRows,
  ...meetingReconciliationRows,
  'public.encryption_keys encryption_keys_one_current': {
    retired_at: null,
    sealed_private: '\\x00',
  },
  'public.subpayments subpayments_ext_id': {
    merchant_id: '10000001',
    payment_id: '00000000-0000-4000-8000-000000000000',
    ext_subpayment_id: 'share',
  },
  'public.payments payments_one_per_order': { holds_order: true, ext_order_id: 'order' },
  'public.signing_keys signing_keys_one_current': { retired_at: null },
  'public.transactions transactions_one_per_ext_refund': { type: 'REFUND', ext_refund_id: 'r-1' },
  'sandbox.blik_aliases blik_aliases_active': {
    merchant_id: '1',
    type: 'UID',
    alias: 'alias',
    phone: '1',
    state: 'ACTIVE',
  },
};
