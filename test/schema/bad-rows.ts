// For every check constraint of the schema, rows at its exact boundary that it must refuse; and for
// every table with checks, a valid row. Other columns are filled by type.

export type Values = Readonly<Record<string, unknown>>;

const at = '2026-03-01T12:00:00.000Z';

/** Columns of a valid row for which any value of the right type is not enough. */
export const goodRows: Readonly<Record<string, (number: number) => Values>> = {
  'public.attempts': () => ({ state: 'OPEN', verb: 'authorize' }),
  'public.authentications': () => ({
    state: 'ASKING',
    due_at: at,
    device_channel: '02',
    method_completion: 'U',
  }),
  'public.installation': () => ({ environment: 'sandbox' }),
  'public.ledger_balances': () => ({ account: 'MERCHANT_PAYABLE', balance_minor: 0 }),
  'public.ledger_transfers': () => ({
    currency: 'PLN',
    kind: 'SALE',
    debit: 'RECEIVABLE:plain',
    credit: 'MERCHANT_PAYABLE',
    amount_minor: 1,
  }),
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
  }),
  'public.signing_keys': () => ({ retired_at: at }),
  'public.transactions': () => ({ type: 'AUTH', status: 'PENDING', amount_minor: 0 }),
  'sandbox.authentications': () => ({
    card_mask: '411111******1111',
    state: 'FINISHED',
    result_state: 'NONE',
    trans_status: 'N',
  }),
  'sandbox.charges': () => ({
    verb: 'authorize',
    kind: 'AUTH',
    result: 'APPROVED',
    amount_minor: 1,
    authorized_minor: 100,
    captured_minor: 100,
    refunded_minor: 100,
    card_last_four: '1111',
  }),
};

const noMoney = { authorized_minor: 0, captured_minor: 0, refunded_minor: 0 };

/** By table and constraint: the change to a valid row that this constraint refuses. */
export const badRows: Readonly<Record<string, readonly Values[]>> = {
  'public.attempts attempts_check': [{ finished_at: at }, { state: 'APPROVED' }, { state: 'VOID' }],
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
  'public.ledger_balances ledger_balances_sign': [
    { account: 'HELD_FOR_MERCHANT', balance_minor: -1 },
    { account: 'MERCHANT_PAYABLE', balance_minor: -1 },
    { account: 'RECEIVABLE:plain', balance_minor: 1 },
    { account: 'HELD_AT_ISSUER:plain', balance_minor: 1 },
    { account: 'RECEIVABLE', balance_minor: 0 },
    { account: 'RECEIVABLE:', balance_minor: 0 },
    { account: 'RECEIVABLE:plain:BM', balance_minor: 0 },
    { account: 'MERCHANT_PAYABLE:plain', balance_minor: 0 },
    { account: 'GIFTS', balance_minor: 0 },
  ],
  'public.ledger_transfers ledger_transfers_accounts': [
    { debit: 'MERCHANT_PAYABLE' },
    { debit: 'RECEIVABLE' },
    { debit: 'RECEIVABLE:' },
    { debit: 'HELD_AT_ISSUER:plain' },
    { credit: 'HELD_FOR_MERCHANT' },
    { credit: 'RECEIVABLE:plain' },
    { kind: 'REVERSAL' },
    { kind: 'REVERSAL', debit: 'MERCHANT_PAYABLE', credit: 'HELD_AT_ISSUER:plain' },
    { kind: 'HOLD' },
    { kind: 'HOLD', debit: 'HELD_AT_ISSUER:plain' },
    { kind: 'RELEASE' },
    { kind: 'RELEASE', debit: 'HELD_FOR_MERCHANT' },
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
  'public.merchants merchants_merchant_id_check': [
    { merchant_id: '123' },
    { merchant_id: '1234567890123456' },
    { merchant_id: '12a4' },
  ],
  'public.merchants merchants_status_check': [{ status: 'CLOSED' }],
  'public.payment_details payment_details_consents_size': [{ consents: 'x'.repeat(262_145) }],
  'public.payments payments_amount_minor_check': [{ amount_minor: 0 }, { amount_minor: -1 }],
  'public.payments payments_authorized_minor_check': [{ authorized_minor: -1 }],
  'public.payments payments_check': [
    { captured_minor: 101 },
    { captured_minor: -1, refunded_minor: -1 },
  ],
  'public.payments payments_check1': [{ refunded_minor: 101 }, { refunded_minor: -1 }],
  'public.payments payments_check2': [{ status: 'COMPLETED', ...noMoney }],
  'public.payments payments_currency_check': [
    { currency: 'pln' },
    { currency: 'PL' },
    { currency: 'PLNX' },
  ],
  'public.payments payments_generation_check': [{ generation: 0 }],
  'public.payments payments_sequence_check': [{ sequence: 0 }],
  'public.payments payments_status_check': [{ status: 'DONE' }, { status: 'pending' }],
  'public.transactions transactions_amount_minor_check': [{ amount_minor: -1 }],
  'public.transactions transactions_status_check': [{ status: 'NEW' }],
  'public.transactions transactions_type_check': [{ type: 'VOID' }],
  'sandbox.authentications authentications_card_mask': [{ card_mask: '4111111111111111' }],
  'sandbox.authentications authentications_due': [
    { state: 'OPEN' },
    { due_at: at },
    { result_state: 'DUE' },
  ],
  'sandbox.authentications authentications_proof': [{ trans_status: 'Y' }, { cavv: 'x' }],
  'sandbox.authentications authentications_result': [{ result_state: 'LOST' }],
  'sandbox.authentications authentications_result_at_end': [
    { state: 'OPEN', due_at: at, result_state: 'DELIVERED' },
  ],
  'sandbox.authentications authentications_state': [{ state: 'CLOSED', due_at: at }],
  'sandbox.charges charges_amount': [{ amount_minor: 0 }],
  'sandbox.charges charges_captured': [
    { captured_minor: 101 },
    { captured_minor: -1, refunded_minor: -1 },
  ],
  'sandbox.charges charges_due': [{ result: 'PENDING', ...noMoney }],
  'sandbox.charges charges_kind': [{ kind: null }, { verb: 'capture' }],
  'sandbox.charges charges_last_four': [{ card_last_four: '111' }, { card_last_four: '11111' }],
  'sandbox.charges charges_money_only_approved': [{ result: 'VOID' }],
  'sandbox.charges charges_reason': [{ result: 'DECLINED', ...noMoney }],
  'sandbox.charges charges_refunded': [{ refunded_minor: 101 }, { refunded_minor: -1 }],
  'sandbox.charges charges_result': [{ result: 'LOST', ...noMoney }],
  'sandbox.charges charges_verb': [{ verb: 'void', kind: null }],
  'sandbox.control control_only_row_check': [{ only_row: false }],
  'sandbox.directory_keys directory_keys_only_row_check': [{ only_row: false }],
  'sandbox.faults faults_remaining_check': [{ remaining: -1 }],
};

/** Partial unique indexes: the values that put two rows into the index. */
export const meetingRows: Readonly<Record<string, Values>> = {
  'public.payments payments_one_per_order': { holds_order: true, ext_order_id: 'order' },
  'public.signing_keys signing_keys_one_current': { retired_at: null },
};
