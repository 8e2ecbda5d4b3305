// Valid and bad rows of the tables of settlement; part of bad-rows.ts.

import { at, type Values } from './bad-sandbox-rows.ts';

const PAYMENT = '00000000-0000-7000-8000-00000000000a';
const SHARE = '00000000-0000-7000-8000-00000000000b';
const date = { settlement_date: '2026-03-02' };
const closed = { status: 'CLOSED', payout_minor: 0, withheld_minor: 0, closed_at: at };
const sums = {
  gross_minor: 10,
  refunded_minor: 4,
  fee_minor: 3,
  commission_minor: 2,
  net_minor: 1,
};
const badDates: readonly Values[] = [
  { settlement_date: '2026-3-2' },
  { settlement_date: '20260302' },
];

export const goodSettlementRows: Readonly<Record<string, (number: number) => Values>> = {
  'public.settlement_batches': (number) => ({
    ...date,
    version: 1,
    number,
    currency: 'PLN',
    ...closed,
  }),
  'public.settlement_totals': () => ({ ...sums, items: 1, closed_items: 1 }),
  'public.settlement_items': () => ({
    ...sums,
    kind: 'PAYMENT',
    item_id: PAYMENT,
    payment_id: PAYMENT,
  }),
  'public.settlement_runs': () => ({
    ...date,
    version: 1,
    step: 0,
    examined: 0,
    settled: 0,
    postponed: 0,
    finished_at: at,
  }),
  'public.settlement_waiting': () => ({ reason: 'FUNDS' }),
};

export const badSettlementRows: Readonly<Record<string, readonly Values[]>> = {
  'public.settlement_batches settlement_batches_closed': [
    { status: 'OPEN' },
    { closed_at: null },
    { payout_minor: null },
    { withheld_minor: null },
  ],
  'public.settlement_batches settlement_batches_currency': [{ currency: 'pln' }],
  'public.settlement_batches settlement_batches_date': badDates,
  'public.settlement_batches settlement_batches_number': [{ number: 0 }],
  'public.settlement_batches settlement_batches_payout': [{ payout_minor: -1 }],
  'public.settlement_batches settlement_batches_status': [
    { status: 'PAID', payout_minor: null, withheld_minor: null, closed_at: null },
  ],
  'public.settlement_batches settlement_batches_version': [{ version: 0 }],
  'public.settlement_batches settlement_batches_withheld': [{ withheld_minor: -1 }],
  'public.settlement_totals settlement_totals_closed': [{ items: 2 }, { closed_items: 2 }],
  'public.settlement_totals settlement_totals_items': [{ items: 0, closed_items: 0 }],
  'public.settlement_totals settlement_totals_net': [{ net_minor: 2 }, { gross_minor: 11 }],
  'public.settlement_items settlement_items_commission': [{ commission_minor: -1, net_minor: 4 }],
  'public.settlement_items settlement_items_fee': [{ fee_minor: -1, net_minor: 5 }],
  'public.settlement_items settlement_items_id': [
    { item_id: SHARE },
    { kind: 'SHARE', subpayment_id: SHARE },
  ],
  'public.settlement_items settlement_items_kind': [
    { kind: 'REFUND', item_id: SHARE, subpayment_id: SHARE },
  ],
  'public.settlement_items settlement_items_net': [{ gross_minor: 8, net_minor: -1 }],
  'public.settlement_items settlement_items_refunded': [{ refunded_minor: -1, net_minor: 6 }],
  'public.settlement_items settlement_items_share': [
    { kind: 'SHARE' },
    { item_id: SHARE, subpayment_id: SHARE },
  ],
  'public.settlement_items settlement_items_sum': [{ net_minor: 2 }, { fee_minor: 2 }],
  'public.settlement_runs settlement_runs_date': badDates,
  'public.settlement_runs settlement_runs_examined': [{ examined: -1 }],
  'public.settlement_runs settlement_runs_postponed': [{ postponed: -1 }],
  'public.settlement_runs settlement_runs_settled': [{ settled: -1 }],
  'public.settlement_runs settlement_runs_step': [{ step: -1 }],
  'public.settlement_runs settlement_runs_version': [{ version: 0 }],
  'public.settlement_waiting settlement_waiting_reason': [{ reason: 'LATER' }],
};

export const meetingSettlementRows: Readonly<Record<string, Values>> = {
  'public.settlement_batches settlement_batches_one_open': {
    status: 'OPEN',
    payout_minor: null,
    withheld_minor: null,
    closed_at: null,
  },
  'public.settlement_runs settlement_runs_one_running': { finished_at: null },
};
