// Example answers of payment endpoints for the documentation. A test holds every one of them
// against the schema of its endpoint.

import { rejectReasons } from '../../acquirers/reject-codes.ts';
import { acsDataExamples } from '../../threeds/acs-data.ts';

const PAYMENT_ID = '019a8f52-7c3e-7b14-9d20-5e6f0c1a2b3d';

const record = { paymentId: PAYMENT_ID, channel: 'WEBAPI', method: 'CARD' };
const pending = { ...record, status: 'PENDING' };
const challenged = { ...pending, dataRequest: 'CARD_3DS', acsData: acsDataExamples.browser };
const lacksDevice = {
  ...record,
  status: 'NEW',
  dataRequest: 'DEVICE',
  missingFields: ['device.browserData.userAgent', 'device.browserData.acceptHeader'],
};

const IN_A_CHALLENGE = 'when the customer has to prove who they are';
const WITHOUT_DEVICE = 'when data about the device is missing';

export const createdExamples = {
  exampleReply: pending,
  otherReplies: {
    [IN_A_CHALLENGE]: challenged,
    [WITHOUT_DEVICE]: lacksDevice,
    'on channel PAYWALL, without an instrument': {
      paymentId: PAYMENT_ID,
      status: 'NEW',
      dataRequest: 'INSTRUMENT',
      channel: 'PAYWALL',
      redirectURL: `https://gateway.example/pay/10000001/${PAYMENT_ID}/5f0c…`,
      clientToken: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCIs…',
    },
    'after an early refusal': {
      ...record,
      status: 'REJECTED',
      rejectCode: 'UNSUPPORTED_BIN',
      rejectInfo: rejectReasons.UNSUPPORTED_BIN.info,
    },
  },
};

export const completedExamples = {
  exampleReply: pending,
  otherReplies: { [IN_A_CHALLENGE]: challenged, [WITHOUT_DEVICE]: lacksDevice },
};

const paid = {
  ...record,
  status: 'COMPLETED',
  order: { amount: 123.45, currency: 'PLN', description: 'Two tickets', extOrderId: 'order-1' },
  merchant: { merchantId: '10000001', name: 'Demo shop 1', redirectURL: 'https://shop.example/' },
  customer: { email: 'a***@example.com' },
  instrument: { type: 'CARD', cardMask: '491711******0007', organization: 'VISA' },
  transKind: 'AUTH',
  transType: 'STANDARD',
  authorizedAmount: 123.45,
  capturedAmount: 123.45,
  refundedAmount: 0,
  createdAt: '2026-01-31T12:00:00.000Z',
  updatedAt: '2026-01-31T12:00:07.000Z',
  validUntil: '2026-01-31T12:30:00.000Z',
};

const held = {
  ...paid,
  dataRequest: 'CAPTURE',
  transKind: 'PREAUTH',
  capturedAmount: 0,
  holdUntil: '2026-03-02T12:00:07.000Z',
};

export const paymentExamples = {
  exampleReply: paid,
  otherReplies: {
    'while a hold is being captured': {
      ...held,
      pendingOperation: { type: 'CAPTURE', amount: 100, since: '2026-02-02T09:30:00.000Z' },
    },
    'while dataRequest is CARD_3DS': {
      ...paid,
      ...challenged,
      authorizedAmount: 0,
      capturedAmount: 0,
    },
  },
};
