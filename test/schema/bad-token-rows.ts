// Valid rows of the tokenizer's tables, and rows that their constraints must refuse; part of
// bad-rows.ts.

import { at, type Values } from './bad-sandbox-rows.ts';

/** The sealed card of a token that is not discarded. */
const keyMaterial = {
  fingerprint: '\\x00',
  key_version: 1,
  sealed_row_key: '\\x00',
  sealed_card: '\\x00',
};

export const goodTokenRows: Readonly<Record<string, (number: number) => Values>> = {
  'public.card_tokens': (number) => ({
    type: 'COF',
    status: 'DISCARDED',
    token_number: `T${String(number)}`,
    instrument_ref: null,
    fingerprint: null,
    exp_date: '203912',
    news_sequence: 0,
    key_version: null,
    sealed_row_key: null,
    sealed_card: null,
    remove_at: null,
  }),
  'public.tokenizations': () => ({
    sequence: 1,
    status: 'NEW',
    kind: 'COF',
    payment_id: '00000000-0000-4000-8000-000000000000',
    source_token_id: null,
    token_id: null,
  }),
};

export const badTokenRows: Readonly<Record<string, readonly Values[]>> = {
  'public.card_tokens card_tokens_exp_date_check': [
    { exp_date: '203913' },
    { exp_date: '3912' },
    { exp_date: '193912' },
  ],
  'public.card_tokens card_tokens_key_material': [
    { sealed_card: '\\x00' },
    { fingerprint: '\\x00' },
    { status: 'ACTIVE' },
    { status: 'SUSPENDED' },
    keyMaterial,
  ],
  'public.card_tokens card_tokens_news_sequence_check': [{ news_sequence: -1 }],
  'public.card_tokens card_tokens_reference': [
    { type: 'VTS' },
    { type: 'COF', instrument_ref: 'a' },
  ],
  'public.card_tokens card_tokens_removal': [{ remove_at: at }],
  'public.card_tokens card_tokens_status_check': [{ status: 'DELETED', ...keyMaterial }],
  'public.card_tokens card_tokens_type_check': [{ type: 'PAN', instrument_ref: 'a' }],
  'public.tokenizations tokenizations_kind_check': [{ kind: 'VTS' }],
  'public.tokenizations tokenizations_sequence_check': [{ sequence: 0 }],
  'public.tokenizations tokenizations_source': [
    { payment_id: null },
    { source_token_id: '00000000-0000-4000-8000-000000000000' },
  ],
  'public.tokenizations tokenizations_status_check': [{ status: 'DONE' }],
  'public.tokenizations tokenizations_token': [
    { status: 'COMPLETED' },
    { token_id: '00000000-0000-4000-8000-000000000000' },
  ],
};

/** Partial unique indexes: the values that put two rows into the index. */
export const meetingTokenRows: Readonly<Record<string, Values>> = {
  'public.card_tokens card_tokens_by_reference': { type: 'VTS', instrument_ref: 'a' },
  'public.card_tokens card_tokens_one_per_card': { status: 'ACTIVE', ...keyMaterial },
  'public.tokenizations tokenizations_one_conversion': {
    payment_id: null,
    source_token_id: '00000000-0000-4000-8000-000000000000',
  },
};
