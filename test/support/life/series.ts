// Recurring payments for tests: an initial one with the customer, and subsequent ones without.
import { randomUUID } from 'node:crypto';
import type { Client, Json, Reply } from '../client.ts';
import { cardRequest } from '../client.ts';
import { base, paymentIdOf } from './payments.ts';
import { cards, challengeAfter, passChallenge, payWithDevice } from '../threeds/challenge.ts';

export interface Series {
  readonly token: string;
  readonly card?: string;
  readonly amount?: number;
  readonly options?: Json;
}

/** Creates an INITIAL payment; the customer has not authenticated yet. */
export function askInitial(client: Client, { token, options, ...rest }: Series): Promise<Reply> {
  const extra = { options: { recurring: 'INITIAL', ...options } };
  return payWithDevice(client, { token, card: cards.challenge, ...rest, extra });
}

/** An INITIAL payment that is COMPLETED after the customer passed the challenge. */
export async function beginSeries(client: Client, series: Series): Promise<string> {
  const reply = await askInitial(client, series);
  const { acsTxnId } = await challengeAfter(client, series.token, reply);
  await passChallenge(client, acsTxnId);
  await client.waitForStatus(series.token, paymentIdOf(reply), 'COMPLETED');
  return paymentIdOf(reply);
}

/** A payment without the customer: no device data, no security code. */
export function askSubsequent(
  client: Client,
  refPaymentId: string | undefined,
  { token, card = cards.challenge, amount = 40, options = {} }: Series,
  extra: Json = {},
  key: string = randomUUID(),
): Promise<Reply> {
  const instrument = { type: 'CARD', instrumentNo: card, expDate: '203912' };
  const reference = refPaymentId === undefined ? {} : { refPaymentId };
  const body = {
    ...cardRequest({ amount }),
    instrument,
    options: { recurring: 'SUBSEQUENT', ...reference, ...options },
    ...extra,
  };
  return client.call('POST', base, { token, body, headers: { 'idempotency-key': key } });
}
