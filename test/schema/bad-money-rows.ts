// Valid and bad rows of the tables of fees and deposits; part of bad-rows.ts.

import { at, type Values } from './bad-sandbox-rows.ts';

export const goodMoneyRows: Readonly<Record<string, (number: number) => Values>> = {
  'public.deposits': () => ({ kind: 'DEPOSIT', currency: 'PLN', amount_minor: 1 }),
  'public.ledger_checks': () => ({
    started_by: 'OPERATOR',
    state: 'DONE',
    finished_at: at,
  }),
  'public.fee_rules': () => ({
    currency: 'PLN',
    percent_millionths: 1_000_000,
    fixed_minor: 0,
    minimum_minor: 0,
    valid_from: at,
    created_at: at,
  }),
};

export const badMoneyRows: Readonly<Record<string, readonly Values[]>> = {
  'public.deposits deposits_amount': [{ amount_minor: 0 }],
  'public.deposits deposits_currency': [{ currency: 'PL' }],
  'public.deposits deposits_kind': [{ kind: 'PAYOUT' }],
  'public.deposits deposits_reference': [{ reference: '' }, { reference: 'x'.repeat(65) }],
  'public.fee_rules fee_rules_currency': [{ currency: 'pln' }, { currency: 'PLNX' }],
  'public.fee_rules fee_rules_fixed': [{ fixed_minor: -1 }],
  'public.fee_rules fee_rules_merchant': [{ merchant_id: '' }],
  'public.fee_rules fee_rules_method': [{ method: '' }, { method: 'card' }],
  'public.fee_rules fee_rules_minimum': [{ minimum_minor: -1 }],
  'public.fee_rules fee_rules_not_in_the_past': [{ created_at: '2026-03-01T12:00:00.001Z' }],
  'public.fee_rules fee_rules_organization': [{ organization: '' }, { organization: 'Visa' }],
  'public.ledger_checks ledger_checks_finished': [{ finished_at: null }, { state: 'RUNNING' }],
  'public.ledger_checks ledger_checks_merchant': [{ merchant_id: '' }],
  'public.ledger_checks ledger_checks_started_by': [{ started_by: 'JOB' }],
  'public.ledger_checks ledger_checks_state': [{ state: 'FAILED' }],
  'public.fee_rules fee_rules_percent': [
    { percent_millionths: -1 },
    { percent_millionths: 1_000_001 },
  ],
};

/** Partial unique indexes: the values that put two rows into the index. */
export const meetingMoneyRows: Readonly<Record<string, Values>> = {
  'public.ledger_checks ledger_checks_one_scheduled': {
    started_by: 'SCHEDULE',
    state: 'RUNNING',
    finished_at: null,
  },
};
