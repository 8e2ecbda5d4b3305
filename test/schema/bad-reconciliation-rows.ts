// Valid and bad rows of the tables of reconciliations and disputes; part of bad-rows.ts.

import { at, type Values } from './bad-sandbox-rows.ts';

const HASH = `\\x${'00'.repeat(32)}`;
const hashOf = (number: number): string => `\\x${number.toString(16).padStart(64, '0')}`;
const ID = '00000000-0000-7000-8000-00000000abcd';
const later = '2026-03-02T12:00:00.000Z';

const line = { line_no: 3, file_minor: 1 };
const ownMovement = { own_minor: 1, payment_id: ID };

export const goodReconciliationRows: Readonly<Record<string, (number: number) => Values>> = {
  'public.disputes': () => ({
    reference: 'x',
    stage: 'OPENED',
    amount_minor: 0,
    reason: 'x',
    history: [],
  }),
  'public.reconciliation_imports': (number) => ({
    provider: 'sandbox',
    fingerprint: hashOf(number),
    line_hash: hashOf(number),
    period_from: at,
    period_to: later,
    state: 'LOADING',
    line_count: 1,
    row_count: 0,
    is_complete: false,
    line_cursor: 0,
    compared: 0,
  }),
  'public.reconciliation_items': () => ({ kind: 'EXTRA', ...line }),
  'public.reconciliation_lines': () => ({
    line_no: 3,
    kind: 'SALE',
    amount_minor: 1,
    currency: 'PLN',
  }),
  'public.reconciliation_totals': () => ({
    result: 'EXTRA',
    item_count: 0,
    file_minor: 0,
    own_minor: 0,
  }),
};

const comparing = {
  state: 'COMPARING',
  phase: 'LINES',
  is_complete: true,
};

export const badReconciliationRows: Readonly<Record<string, readonly Values[]>> = {
  'public.disputes disputes_amount': [{ amount_minor: -1 }],
  'public.disputes disputes_history': [{ history: {} }],
  'public.disputes disputes_reason': [{ reason: '' }, { reason: 'x'.repeat(65) }],
  'public.disputes disputes_reference': [{ reference: '' }, { reference: 'x'.repeat(129) }],
  'public.disputes disputes_stage': [{ stage: 'SUBMITTED' }],
  'public.reconciliation_imports reconciliation_imports_compared': [
    { ...comparing, is_complete: false },
    { ...comparing, fingerprint: HASH },
    { state: 'DONE', finished_at: at },
  ],
  'public.reconciliation_imports reconciliation_imports_counts': [
    { row_count: -1 },
    { row_count: 1 },
    { line_cursor: -1 },
    { compared: -1 },
  ],
  'public.reconciliation_imports reconciliation_imports_end': [
    { finished_at: at },
    { ...comparing, finished_at: at },
    { state: 'REJECTED' },
  ],
  'public.reconciliation_imports reconciliation_imports_fingerprint': [
    { fingerprint: HASH.slice(0, -2) },
    { fingerprint: `${HASH}00` },
  ],
  'public.reconciliation_imports reconciliation_imports_hash': [{ line_hash: `${HASH}00` }],
  'public.reconciliation_imports reconciliation_imports_period': [{ period_to: at }],
  'public.reconciliation_imports reconciliation_imports_phase': [{ ...comparing, phase: 'OWN' }],
  'public.reconciliation_imports reconciliation_imports_phase_of_state': [
    { phase: 'LINES' },
    { ...comparing, phase: null },
  ],
  'public.reconciliation_imports reconciliation_imports_provider': [
    { provider: '' },
    { provider: 'a:b' },
    { provider: 'x'.repeat(65) },
  ],
  'public.reconciliation_imports reconciliation_imports_state': [{ state: 'OPEN' }],
  'public.reconciliation_items reconciliation_items_earlier': [
    { earlier_import_id: ID, earlier_line_no: 3 },
    { kind: 'DUPLICATE' },
    { kind: 'DUPLICATE', earlier_import_id: ID },
    { earlier_line_no: 3 },
  ],
  'public.reconciliation_items reconciliation_items_file_side': [
    { line_no: null },
    { file_minor: null },
    { kind: 'MISSING', ...ownMovement },
    { kind: 'MISSING', ...ownMovement, line_no: null },
  ],
  'public.reconciliation_items reconciliation_items_found': [{ found_import_id: ID }],
  'public.reconciliation_items reconciliation_items_kind': [{ kind: 'MATCHED' }],
  'public.reconciliation_items reconciliation_items_own_side': [
    { ...ownMovement },
    { kind: 'DIFFERENT' },
    { kind: 'DIFFERENT', own_minor: 1 },
    { payment_id: ID },
  ],
  'public.reconciliation_items reconciliation_items_resolved': [
    { resolved_at: at },
    { resolved_at: at, resolved_by: 'a' },
    { resolved_at: at, note: 'a' },
    { resolved_by: 'a', note: 'a' },
  ],
  'public.reconciliation_items reconciliation_items_texts': [
    { resolved_at: at, resolved_by: '', note: 'a' },
    { resolved_at: at, resolved_by: 'a'.repeat(101), note: 'a' },
    { resolved_at: at, resolved_by: 'a', note: '' },
    { resolved_at: at, resolved_by: 'a', note: 'a'.repeat(1001) },
  ],
  'public.reconciliation_lines reconciliation_lines_amount': [{ amount_minor: 0 }],
  'public.reconciliation_lines reconciliation_lines_currency': [
    { currency: 'pln' },
    { currency: 'PLNX' },
  ],
  'public.reconciliation_lines reconciliation_lines_kind': [{ kind: 'HOLD' }],
  'public.reconciliation_lines reconciliation_lines_line': [{ line_no: 2 }],
  'public.reconciliation_lines reconciliation_lines_result': [{ result: 'MISSING' }],
  'public.reconciliation_totals reconciliation_totals_matched': [
    { result: 'MATCHED', file_minor: 1 },
  ],
  'public.reconciliation_totals reconciliation_totals_result': [{ result: 'matched' }],
  'public.reconciliation_totals reconciliation_totals_values': [
    { item_count: -1 },
    { file_minor: -1 },
    { own_minor: -1 },
  ],
};

/** For unique indexes that hold for some rows only. */
export const meetingReconciliationRows: Readonly<Record<string, Values>> = {
  'public.reconciliation_imports reconciliation_imports_one_comparing': comparing,
  'public.reconciliation_items reconciliation_items_one_missing': {
    kind: 'MISSING',
    ...ownMovement,
    line_no: null,
    file_minor: null,
  },
  'public.reconciliation_lines reconciliation_lines_matched_once': { result: 'MATCHED' },
};
