// The preview for the operator: the page with sample data and the look of a merchant or of a draft.
// Nothing can be sent.

import { isGood } from '../page/load-facts.ts';
import { pageMethods } from '../page/methods/registry.ts';
import type { Facts, MethodEntry, PaymentRecord } from '../page/state.ts';
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
  // Beside the look: settings of the merchant that forms depend on, as in the entry of a method.
  const { look, ...settings } = answer.body as { readonly look: LookAnswer };
  const facts = { ...sample(nowMs, settings), look: lookIn(look) };
  return { kind: 'open', token: '', language: null, frameOrigins: [], facts };
}

function sample(nowMs: number, settings: object): Omit<Facts, 'look'> {
  const payment: PaymentRecord = {
    paymentId: '',
    status: 'NEW',
    dataRequest: 'INSTRUMENT',
    channel: 'PREVIEW',
    order: { amount: 123.45, currency: 'PLN', description: 'Sample', extOrderId: '2026/1' },
    validUntil: new Date(nowMs + VALID_MS).toISOString(),
  };
  const methods = pageMethods
    .filter(({ isInPreview }) => isInPreview)
    .map(({ name }): MethodEntry => ({ ...settings, method: name, status: 'ENABLED' }));
  return { path: '', payment, methods, details: {} };
}
