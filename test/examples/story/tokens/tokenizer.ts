// Tokenizations: a card that is stored step by step, a payment that stores its card, and tokens
// that are found, converted and discarded.
import type { Json } from '../../../support/client.ts';
import { until } from '../../../support/waiting/until.ts';
import { browser, card, cards, creation, onePayment, payment, type Shop } from '../shop.ts';

const tokenizer = '/v1/ecommerce/tokenizer';
const one = `${tokenizer}/{tokenizerId}`;

export async function recordTokenizer(shop: Shop): Promise<void> {
  const stored = await recordTokenizations(shop);
  await recordWithPayment(shop);
  await recordTokenOperations(shop, stored);
}

async function ended({ recorder, token }: Shop, tokenizerId: string): Promise<Json> {
  let record: Json = {};
  const isEnded = async (): Promise<boolean> => {
    const params = { tokenizerId };
    record = (await recorder.send('GET', one, { token, params })).body;
    return record['status'] !== 'NEW' && record['status'] !== 'PENDING';
  };
  await until(isEnded, 'the end of a tokenization');
  return record;
}

async function recordTokenizations(shop: Shop): Promise<string> {
  const { recorder, token } = shop;
  const customer = { extCustomerId: 'customer-7' };
  const reply = await recorder.record('POST', tokenizer, {
    token,
    body: { kind: 'COF', customer, instrument: card(cards.challenge), device: browser },
  });
  const challenged = { tokenizerId: String(reply.body['tokenizerId']) };
  await recorder.record('GET', `${one}/status`, { token, params: challenged });
  await recorder.record('POST', `${one}/cancel`, { token, params: challenged });
  const bare = await recorder.record('POST', tokenizer, {
    when: 'without a card',
    token,
    body: { kind: 'NETWORK', customer },
  });
  const params = { tokenizerId: String(bare.body['tokenizerId']) };
  const { cvv, ...withoutCode } = card(cards.frictionless);
  await recorder.record('PUT', `${one}/instrument`, { token, params, body: withoutCode });
  await recorder.record('PATCH', `${one}/instrument`, { token, params, body: { cvv } });
  await recorder.record('PATCH', one, { token, params, body: { device: browser } });
  await ended(shop, params.tokenizerId);
  await recorder.record('GET', one, { token, params });
  await recorder.record('GET', one, {
    when: 'of another merchant',
    token,
    params: { tokenizerId: '019ca9a1-3333-7000-8000-000000000001' },
    refusedWith: 'TOKENIZATION_NOT_FOUND',
  });
  return params.tokenizerId;
}

async function recordWithPayment(shop: Shop): Promise<void> {
  const { recorder, token } = shop;
  const body = creation('order-tokenize', { options: { tokenize: true } });
  const reply = await recorder.record('POST', payment, {
    when: 'that stores its card',
    token,
    body,
  });
  const { paymentId, tokenizerId } = reply.body as Record<string, string>;
  await ended(shop, tokenizerId ?? '');
  const params = { paymentId: paymentId ?? '' };
  await recorder.record('GET', `${onePayment}/tokenizer`, { token, params });
}

async function recordTokenOperations(shop: Shop, tokenizerId: string): Promise<void> {
  const { recorder, token } = shop;
  const reply = await recorder.record<Json[]>('POST', `${tokenizer}/search`, {
    token,
    body: { instrumentNo: cards.plain },
  });
  const { instrumentNo } = reply.body[0] as { instrumentNo: string };
  const tokens = [instrumentNo];
  const convert = `${tokenizer}/convert`;
  await recorder.record('POST', convert, { token, body: { tokens } });
  await recorder.record('POST', convert, {
    when: 'only tried',
    token,
    body: { tokens, dryRun: true },
  });
  const stored = await ended(shop, tokenizerId);
  const { instrumentRef, visualId } = stored['token'] as Record<string, string>;
  const visual = `${tokenizer}/vts/{instrumentRef}/cardVisual/{visualId}`;
  const asked = { token, params: { instrumentRef: instrumentRef ?? '', visualId: visualId ?? '' } };
  const shown = await recorder.send('GET', visual, asked);
  const data = `${String(shown.body['data']).slice(0, 40)}…`;
  recorder.keep('GET', visual, asked, { ...shown, body: { ...shown.body, data } });
  await recorder.record('POST', `${tokenizer}/discard`, { token, body: { instrumentNo } });
  await recorder.record('POST', `${one}/discard`, { token, params: { tokenizerId } });
}
