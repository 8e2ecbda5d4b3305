// Every path of a card number through the tokenizer, for the search for leaked secrets: stored,
// converted, declined, paid with, looked up and discarded.
import assert from 'node:assert/strict';
import type { Client, Json } from '../client.ts';
import { tokenizerClient, type Token } from '../life/tokens.ts';

export interface CardTrail {
  /** A new recognizable card number. */
  readonly nextCard: (name: string) => string;
  /** All replies, which must not contain one. */
  readonly replies: string[];
}

export async function tokenizeEverywhere(
  client: Client,
  token: string,
  cvv: string,
  { nextCard, replies }: CardTrail,
): Promise<void> {
  const tokens = tokenizerClient(client, token);
  const instrument = (name: string, more: Json = {}) => ({
    type: 'CARD',
    instrumentNo: nextCard(name),
    expDate: '203912',
    cvv,
    ...more,
  });
  const store = async (name: string, body: Json = {}, more: Json = {}): Promise<Json> => {
    const reply = await tokens.call('POST', '', { instrument: instrument(name, more), ...body });
    assert.equal(reply.status, 200, reply.text);
    const record = await tokens.ended(String(reply.body['tokenizerId']));
    replies.push(reply.text, JSON.stringify(record));
    return record;
  };
  const keep = async (method: string, rest: string, body?: unknown): Promise<void> => {
    replies.push((await tokens.call(method, rest, body)).text);
  };
  const stored = (await store('stored'))['token'] as Token;
  const network = (await store('network token', { kind: 'NETWORK' }))['token'] as Token;
  const declined = await store('declined', {}, { holder: 'DECLINE LOST_CARD' });
  assert.equal(declined['status'], 'REJECTED');
  const found = nextCard('searched');
  await keep('POST', '/search', { instrumentNo: found });
  await keep('POST', '/search', { cardMask: stored.cardMask });
  await keep('POST', '/convert', { tokens: [stored.instrumentNo] });
  await payWith(client, token, { type: 'COF', instrumentNo: stored.instrumentNo }, replies);
  await payWith(client, token, { type: 'VTS', instrumentRef: network.instrumentRef }, replies);
  const extra = { instrument: instrument('of a payment'), options: { tokenize: true } };
  const made = await client.payByCard({ token, extra });
  replies.push(made.text, JSON.stringify(await tokens.ended(String(made.body['tokenizerId']))));
  await keep('POST', '/discard', { instrumentNo: stored.instrumentNo });
  await keep('POST', '/discard', { instrumentRef: network.instrumentRef });
  // In the place of token numbers and ids.
  const wrong = nextCard('instead of a token');
  await keep('POST', '/discard', { instrumentNo: wrong });
  await keep('POST', '/convert', { tokens: [wrong] });
  await keep('GET', `/${wrong}`);
  await payWith(client, token, { type: 'COF', instrumentNo: wrong }, replies);
}

async function payWith(
  client: Client,
  token: string,
  instrument: Json,
  replies: string[],
): Promise<void> {
  const body = { order: { amount: 1, currency: 'PLN' }, instrument };
  const reply = await client.call('POST', '/v1/ecommerce/payment', { token, body });
  replies.push(reply.text);
}
