// States of the page for tests.

import { untouched, type Facts, type PageState, type PaymentRecord } from '../page/state.ts';

export const NOW = Date.UTC(2026, 10, 16, 12);

export const samplePayment: PaymentRecord = {
  paymentId: '01890000-0000-7000-8000-000000000001',
  status: 'NEW',
  dataRequest: 'INSTRUMENT',
  channel: 'PAYWALL',
  order: { amount: 19.99, currency: 'PLN', description: 'Coffee', extOrderId: 'A-1' },
  returnURL: 'https://shop.example/back?paymentId=1',
  validUntil: new Date(NOW + 600_000).toISOString(),
};

const cardEntry = {
  method: 'CARD',
  status: 'ENABLED',
  cardGroups: ['VISA', 'MASTERCARD'],
} as const;

export const sampleFacts: Facts = {
  path: `/payment/${samplePayment.paymentId}`,
  payment: samplePayment,
  methods: [cardEntry],
  details: {},
  look: { name: 'Teashop', color: null, logoURL: null, termsURL: null, privacyURL: null },
};

/** `payment` and `facts` are merged over the sample. */
export function sampleState(
  payment: Partial<PaymentRecord> = {},
  facts: Partial<Facts> = {},
): PageState {
  return {
    language: 'en',
    link: '10000001/01890000-0000-7000-8000-000000000001/0123',
    facts: { ...sampleFacts, ...facts, payment: { ...samplePayment, ...payment } },
    written: null,
    isUnavailable: false,
    wayBack: null,
    nowMs: NOW,
    frameOrigins: [],
    seen: { ip: '203.0.113.7', accept: 'text/html' },
    fillId: 'fill-1',
    hasScript: false,
    expressSlots: 0,
    isPreview: false,
    isSandbox: false,
    local: untouched,
  };
}
