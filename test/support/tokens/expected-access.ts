// Who may call each endpoint: a status for each kind of token, for token-matrix.test.ts.
import { randomUUID } from 'node:crypto';
import { cardRequest, type Json } from '../client.ts';
import { base, card } from '../life/payments.ts';
import { tokenizerPath } from '../life/tokens.ts';
import { cards } from '../threeds/challenge.ts';
import {
  anyMerchant,
  everyone,
  merchants,
  nobody,
  noLink,
  operators,
  page,
  pages,
} from './access-rows.ts';
import { tokenOwner, tokenOwners, tokenPage, type Row } from './access-rows.ts';
import type { TokenizationStage } from './staged-tokenization.ts';
import { credentialCalls } from './credential-calls.ts';
import { eventCalls } from './event-calls.ts';
import { reconciliationCalls } from '../reconciliation/operator-calls.ts';

export type Stage =
  | 'waiting'
  | 'card held'
  | 'challenged'
  | 'on hold'
  | 'paid'
  | 'refunded'
  | 'adjusted'
  | 'declined'
  | 'tokenized'
  | TokenizationStage;

export interface Expectation {
  readonly row: Row;
  readonly stage?: Stage;
  readonly body?: () => Json;
  readonly query?: string;
  /** For tests that must not affect the merchant of the others. */
  readonly merchantId?: string;
}

/** Nothing is settled here: journeys/settlement.test.ts reads batches of others. */
const noBatch: Row = { ...merchants, universal: 404, payment: 404, agent: 404 };

const { cvv, ...rest } = card;
export const withoutCode = rest;
export const challenged = {
  instrument: { ...card, instrumentNo: cards.challenge },
  device: { browserData: { language: 'en', userAgent: 'test', acceptHeader: '*/*' } },
};
const mid = (): string => String(parseInt(randomUUID().slice(0, 8), 16) + 30_000_000_000);
const login = { merchant: { merchantId: '10000001' }, secret: 'sandbox-secret-10000001' };
const one = `${base}/{paymentId}`;
const token = `${tokenizerPath}/{tokenizerId}`;
const admin = '/v1/admin/merchants';
const movement = () => ({ amount: 5, currency: 'PLN', reference: randomUUID() });

export const expectations: Readonly<Record<string, Expectation>> = {
  'POST /v1/ecommerce/auth': { row: everyone, body: () => login },
  'GET /v1/ecommerce/keys': { row: everyone },
  [`POST ${base}`]: { row: anyMerchant, body: () => cardRequest() },
  [`GET ${one}`]: { row: page },
  [`PATCH ${one}`]: { row: page, body: () => ({ device: { ip: '192.0.2.1' } }) },
  [`PUT ${one}/instrument`]: { row: page, body: () => card },
  [`PATCH ${one}/instrument`]: { row: page, stage: 'card held', body: () => ({ cvv }) },
  [`GET ${one}/status`]: { row: page },
  [`GET ${one}/methods`]: { row: page },
  [`GET ${one}/cards`]: { row: page },
  [`GET ${one}/transactions`]: { row: merchants },
  [`GET ${one}/subpayments`]: { row: merchants },
  [`POST ${one}/transactions/{transId}/cancel`]: { row: merchants, stage: 'adjusted' },
  [`POST ${one}/retry`]: { row: merchants, stage: 'declined' },
  [`POST ${one}/restore`]: { row: merchants },
  [`POST ${one}/cancel`]: { row: page },
  [`POST ${one}/capture`]: { row: merchants, stage: 'on hold' },
  [`POST ${one}/adjustment`]: { row: merchants, stage: 'on hold', body: () => ({ amount: 120 }) },
  [`POST ${one}/refund`]: { row: merchants, stage: 'paid', body: () => ({ amount: 1 }) },
  [`GET ${one}/refunds`]: { row: merchants },
  [`GET ${one}/refund/{refundId}`]: { row: merchants, stage: 'refunded' },
  [`GET ${base}/refunds/balance`]: { row: anyMerchant },
  [`GET ${one}/acsData`]: { row: page, stage: 'challenged' },
  [`POST ${one}/binInfo`]: { row: page, stage: 'card held', body: () => ({}) },
  [`POST ${base}/binInfo`]: { row: anyMerchant, body: () => ({ instrument: card }) },
  [`POST ${base}/cardInfo`]: { row: anyMerchant, body: () => ({ instrument: card }) },
  [`GET ${one}/tokenizer`]: { row: merchants, stage: 'tokenized' },
  [`POST ${tokenizerPath}`]: { row: tokenOwners, body: () => ({}) },
  [`GET ${token}`]: { row: tokenPage, stage: 'token waiting' },
  [`PATCH ${token}`]: {
    row: tokenPage,
    stage: 'token waiting',
    body: () => ({ device: { ip: '192.0.2.1' } }),
  },
  [`PUT ${token}/instrument`]: { row: tokenPage, stage: 'token waiting', body: () => card },
  [`PATCH ${token}/instrument`]: {
    row: tokenPage,
    stage: 'token code wanted',
    body: () => ({ cvv }),
  },
  [`GET ${token}/status`]: { row: tokenPage, stage: 'token waiting' },
  [`POST ${token}/cancel`]: { row: tokenPage, stage: 'token waiting' },
  [`POST ${token}/discard`]: { row: tokenOwner, stage: 'token stored' },
  [`GET ${tokenizerPath}/vts/{instrumentRef}/cardVisual/{visualId}`]: {
    row: tokenOwner,
    stage: 'token stored',
  },
  [`POST ${tokenizerPath}/discard`]: {
    row: { ...tokenOwner, universal: 404, tokenizer: 404, agent: 404 },
    body: () => ({ tokenId: randomUUID() }),
  },
  [`POST ${tokenizerPath}/search`]: { row: tokenOwners, body: () => ({ instrumentNo: 'x' }) },
  [`POST ${tokenizerPath}/convert`]: { row: tokenOwners, body: () => ({ tokens: ['x'] }) },
  [`POST ${tokenizerPath}/binInfo`]: { row: tokenOwners, body: () => ({ instrument: card }) },
  // There is no token here: a message without a valid transaction is refused.
  'POST /v1/ecommerce/notifications/acs/status': { row: nobody, body: () => ({ cres: 'e30' }) },
  'POST /v1/ecommerce/notifications/bmweb/status': {
    row: nobody,
    body: () => ({ transactions: 'e30' }),
  },
  'GET /v1/ecommerce/notifications/bmweb/status': { row: nobody },
  'POST /v1/ecommerce/notifications/tokens/status': {
    body: () => ({ scheme: 'VTS' }),
    row: nobody,
  },
  'POST /v1/ecommerce/notifications/blikweb/status': {
    row: nobody,
    body: () => ({ orderId: 'e30' }),
  },
  'POST /v1/ecommerce/notifications/{provider}': { row: nobody, body: () => ({ orderId: 'e30' }) },
  'GET /v1/ecommerce/notifications/{provider}': { row: nobody },
  [`POST ${base}/link`]: { row: noLink, body: () => ({ link: `10000001/${randomUUID()}/0` }) },
  [`POST ${base}/preview`]: { row: noLink, body: () => ({ key: 'x' }) },
  [`POST ${base}/search`]: { row: anyMerchant, body: () => ({ extOrderId: 'nothing' }) },
  [`GET ${base}/methods`]: { row: anyMerchant },
  [`GET ${base}/methods/PBL`]: { row: pages },
  [`GET ${base}/methods/CARD`]: { row: pages },
  [`GET ${base}/methods/C2P`]: { row: pages },
  'POST /v1/admin/keys/rotations': { row: operators, body: () => ({ kind: 'MASTER' }) },
  'GET /v1/admin/keys/rotations': { row: operators },
  'GET /v1/admin/audit': { row: operators, query: `?paymentId=${randomUUID()}` },
  'GET /v1/admin/audit/verify': { row: operators },
  [`POST ${admin}`]: { row: operators, body: () => ({ merchantId: mid() }) },
  [`GET ${admin}`]: { row: operators },
  [`GET ${admin}/{merchantId}`]: { row: operators },
  [`PATCH ${admin}/{merchantId}`]: { row: operators, body: () => ({ settings: { holdDays: 30 } }) },
  [`POST ${admin}/{merchantId}/secrets`]: { row: operators, body: () => ({ kind: 'API' }) },
  [`POST ${admin}/{merchantId}/revoke-tokens`]: { row: operators, merchantId: '10000002' },
  [`POST ${admin}/{merchantId}/page-preview`]: { row: operators },
  ...credentialCalls(operators),
  // In a currency that no other test pays in.
  'POST /v1/admin/fees': { row: operators, body: () => ({ currency: 'XPF', percent: '1' }) },
  'GET /v1/admin/fees': { row: operators },
  [`POST ${admin}/{merchantId}/deposits`]: { row: operators, body: () => movement() },
  [`POST ${admin}/{merchantId}/withdrawals`]: {
    row: { ...operators, operator: 422 },
    body: () => ({ ...movement(), currency: 'XPF' }),
  },
  [`GET ${admin}/{merchantId}/deposits`]: { row: operators },
  [`GET ${admin}/{merchantId}/balances`]: { row: operators },
  'GET /v1/ecommerce/events': { row: anyMerchant },
  'GET /v1/ecommerce/events/stream': { row: anyMerchant },
  [`GET ${admin}/{merchantId}/events`]: { row: operators },
  ...Object.fromEntries(eventCalls(anyMerchant, operators)),
  'GET /v1/ecommerce/settlements': { row: anyMerchant },
  'GET /v1/ecommerce/settlements/{batchId}': { row: noBatch },
  'GET /v1/ecommerce/settlements/{batchId}/report': { row: noBatch },
  [`POST ${admin}/{merchantId}/settlement-runs`]: { row: operators, body: () => ({}) },
  [`GET ${admin}/{merchantId}/settlement-runs/{runId}`]: { row: { ...operators, operator: 404 } },
  [`GET ${admin}/{merchantId}/settlements`]: { row: operators },
  [`GET ${admin}/{merchantId}/settlements/{batchId}`]: { row: { ...operators, operator: 404 } },
  [`GET ${admin}/{merchantId}/settlements/{batchId}/report`]: {
    row: { ...operators, operator: 404 },
  },
  'POST /v1/admin/ledger/checks': { row: operators },
  'GET /v1/admin/ledger/checks/{checkId}': { row: { ...operators, operator: 404 } },
  'POST /v1/admin/keys/rotate': { row: operators },
  'POST /v1/admin/keys/rotate-encryption': { row: operators },
  ...Object.fromEntries(
    reconciliationCalls.map(([call, operator, body]) => [
      call,
      { row: { ...operators, operator }, ...(body ? { body } : {}) },
    ]),
  ),
  'GET /v1/admin/disputes': { row: operators },
  'GET /v1/admin/success-rates': { row: operators },
  'GET /v1/admin/merchants/{merchantId}/payments/{paymentId}/routes': { row: operators },
  'POST /v1/admin/merchants/{merchantId}/routes/explain': {
    row: operators,
    body: () => ({ method: 'CARD', bin: '491711', amount: 10, currency: 'PLN' }),
  },
  'POST /v1/admin/bins/find': { row: operators, body: () => ({ number: '491711' }) },
};
