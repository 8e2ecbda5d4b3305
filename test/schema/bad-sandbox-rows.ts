// Valid rows of the sandbox's tables, and rows that their check constraints must refuse; part of
// bad-rows.ts.

export type Values = Readonly<Record<string, unknown>>;

export const at = '2026-03-01T12:00:00.000Z';
export const noMoney = { authorized_minor: 0, captured_minor: 0, refunded_minor: 0 };

export const goodSandboxRows: Readonly<Record<string, (number: number) => Values>> = {
  'sandbox.authentications': () => ({
    card_mask: '411111******1111',
    state: 'FINISHED',
    result_state: 'NONE',
    trans_status: 'N',
  }),
  'sandbox.blik_aliases': () => ({ type: 'UID', state: 'ACTIVE', used_minor: 0, used_count: 0 }),
  'sandbox.blik_codes': () => ({ state: 'ISSUED', code: '123456' }),
  'sandbox.blik_messages': () => ({ state: 'DELIVERED' }),
  'sandbox.blik_payments': () => ({
    verb: 'authorize',
    state: 'APPROVED',
    amount_minor: 100,
    refunded_minor: 100,
  }),
  'sandbox.network_tokens': () => ({
    scheme: 'VTS',
    status: 'ACTIVE',
    cryptograms: 0,
    sequence: 0,
  }),
  'sandbox.token_cryptograms': () => ({ amount_minor: 0 }),
  'sandbox.token_messages': () => ({ state: 'DELIVERED' }),
  'sandbox.transfers': () => ({
    amount_minor: 100,
    refunded_minor: 0,
    state: 'PAID',
    due_at: null,
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
    token_last_four: null,
  }),
};

export const badSandboxRows: Readonly<Record<string, readonly Values[]>> = {
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
  'sandbox.blik_aliases blik_aliases_state': [{ state: 'LOST' }],
  'sandbox.blik_aliases blik_aliases_type': [{ type: 'PHONE' }],
  'sandbox.blik_aliases blik_aliases_used': [{ used_minor: -1 }, { used_count: -1 }],
  'sandbox.blik_codes blik_codes_only_while_issued': [{ code: null }, { state: 'USED' }],
  'sandbox.blik_codes blik_codes_state': [{ state: 'LOST', code: null }],
  'sandbox.blik_messages blik_messages_due': [{ due_at: at }, { state: 'DUE' }],
  'sandbox.blik_messages blik_messages_state': [{ state: 'LOST' }],
  'sandbox.blik_payments blik_payments_amount': [{ amount_minor: 0, refunded_minor: 0 }],
  'sandbox.blik_payments blik_payments_apps': [{ apps: '[]' }, { state: 'AMBIGUOUS' }],
  'sandbox.blik_payments blik_payments_due': [{ due_at: at }, { state: 'WAITING' }],
  'sandbox.blik_payments blik_payments_reason': [{ reason: 'TIMEOUT' }, { state: 'DECLINED' }],
  'sandbox.blik_payments blik_payments_refunded': [{ refunded_minor: 101 }, { refunded_minor: -1 }],
  'sandbox.blik_payments blik_payments_state': [{ state: 'LOST' }],
  'sandbox.blik_payments blik_payments_verb': [{ verb: 'void' }],
  'sandbox.charges charges_amount': [{ amount_minor: 0, verb: 'capture' }, { amount_minor: -1 }],
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
  'sandbox.charges charges_token_last_four': [{ token_last_four: '111' }],
  'sandbox.charges charges_verb': [{ verb: 'void', kind: null }],
  'sandbox.network_tokens network_tokens_counts': [{ cryptograms: -1 }, { sequence: -1 }],
  'sandbox.network_tokens network_tokens_scheme': [{ scheme: 'MDES' }],
  'sandbox.network_tokens network_tokens_status': [{ status: 'LOST' }],
  'sandbox.token_cryptograms token_cryptograms_amount': [{ amount_minor: -1 }],
  'sandbox.token_messages token_messages_due': [{ due_at: at }, { state: 'DUE' }],
  'sandbox.token_messages token_messages_state': [{ state: 'LOST' }],
  'sandbox.transfers transfers_amount': [{ amount_minor: 0 }],
  'sandbox.transfers transfers_due': [{ due_at: at }, { state: 'WAITING' }],
  'sandbox.transfers transfers_refunded': [{ refunded_minor: 101 }, { refunded_minor: -1 }],
  'sandbox.transfers transfers_state': [{ state: 'LOST' }],
  'sandbox.control control_only_row_check': [{ only_row: false }],
  'sandbox.directory_keys directory_keys_only_row_check': [{ only_row: false }],
  'sandbox.faults faults_remaining_check': [{ remaining: -1 }],
};
