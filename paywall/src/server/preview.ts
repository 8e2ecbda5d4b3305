// The preview for the operator: the page with sample data and the look of a merchant or of a draft.
// Nothing can be sent.

import type { Facts, PaymentRecord } from '../page/state.ts';
import { isGood } from '../page/load-facts.ts';
import type { ApiAnswer, MerchantApi } from './api.ts';
import { lookIn, type LinkResult, type LookAnswer } from './load.ts';

const VALID_MS = 25 * 60_000;

export async function loadPreview(
  api: MerchantApi,
  key: string,
  address: string,
  nowMs: number,
): Promise<LinkResult> {
  const request = { method: 'POST', path: '/payment/preview', body: { key }, address } as const;
  const answer: ApiAnswer = await api(request);
  if (!isGood(answer)) return { kind: answer.status < 429 ? 'gone' : 'unavailable' };
  const { look, savesCards } = answer.body as { look: LookAnswer; savesCards: boolean };
  const facts: Facts = { ...sample(nowMs), savesCards, look: lookIn(look) };
  return { kind: 'open', token: '', language: null, frameOrigins: [], facts };
}

function sample(nowMs: number): Omit<Facts, 'savesCards' | 'look'> {
  const payment: PaymentRecord = {
    paymentId: '',
    status: 'NEW',
    dataRequest: 'INSTRUMENT',
    channel: 'PREVIEW',
    order: { amount: 123.45, currency: 'PLN', description: 'Sample', extOrderId: '2026/1' },
    validUntil: new Date(nowMs + VALID_MS).toISOString(),
  };
  const methods = (['CARD', 'BLIK', 'PBL'] as const).map((method) => ({
    method,
    status: 'ENABLED' as const,
  }));
  return { path: '', payment, methods, cards: [], details: {} };
}
