// Card numbers of recipients through every path, for the search for leaked secrets: paid, declined,
// lost, waiting, stored, encrypted, refused early and refused as malformed.
import assert from 'node:assert/strict';
import { canaryTestCards } from '../canary.ts';
import type { Client, Json } from '../client.ts';
import { readSealer } from '../jwe/keys.ts';
import { base, merchantClientOf } from '../life/payments.ts';
import { tokenizerClient } from '../life/tokens.ts';
import { cards } from '../threeds/challenge.ts';
import { fundingRequest, type FundingRequest } from './funding.ts';

export interface FundingTrail {
  readonly secrets: Map<string, string>;
  readonly cards: Map<string, string>;
  readonly replies: string[];
}

/** Sends requests and keeps every reply. */
function senderOf(client: Client, token: string, trail: FundingTrail) {
  const merchant = merchantClientOf(client, token);
  return {
    send: async (wanted: FundingRequest, status = 200): Promise<string> => {
      const body = fundingRequest(wanted);
      const headers = { 'idempotency-key': `funding-${String(trail.replies.length)}` };
      const reply = await client.call('POST', base, { token, body, headers });
      assert.equal(reply.status, status, reply.text);
      trail.replies.push(reply.text);
      return String(reply.body['paymentId']);
    },
    read: async (paymentId: string): Promise<void> => {
      for (const rest of ['', '/status', '/transactions', '/methods']) {
        trail.replies.push((await merchant.call('GET', paymentId, rest)).text);
      }
      trail.replies.push(JSON.stringify(await client.chargesOf(paymentId)));
    },
  };
}

const to = (instrumentNo: string): FundingRequest => ({
  recipient: { instrument: { type: 'CARD', instrumentNo } },
});
const paidBy = (holder: string): Json => ({
  instrument: { ...(fundingRequest()['instrument'] as Json), holder },
});

/** Returns a payment that still waits, with its recipient in the vault. */
export async function fundEverywhere(
  client: Client,
  token: string,
  trail: FundingTrail,
): Promise<string> {
  const newNumber = canaryTestCards();
  /** Two digits make the number unique; its range can receive money. */
  const next = (digits: string, range?: string): string => {
    const number = newNumber(digits, range);
    trail.secrets.set(`recipient ${digits}`, number);
    trail.cards.set(`recipient ${digits}`, number);
    return number;
  };
  const { send, read } = senderOf(client, token, trail);
  const { seal } = await readSealer(client);
  const stored = await tokenizerClient(client, token).tokenize(next('57', '40000000'));
  const byToken = { type: 'COF', instrumentNo: stored.instrumentNo };
  const ended = [
    await send(to(next('50'))),
    await send({ ...to(next('51')), extra: paidBy('DECLINE LOST_CARD') }),
    await send({ ...to(next('52')), extra: paidBy('ANSWER LOST') }),
    await send({ ...to(next('53')), extra: paidBy('NO ANSWER') }),
    await send({ ...to(next('54')), card: cards.frictionless }),
    // Not in the table of cards, so it is refused early.
    await send(to(next('55', '45399900'))),
    await send({ recipient: { instrument: { type: 'CARD', encInstrumentNo: seal(next('56')) } } }),
    await send({ recipient: { instrument: byToken } }),
  ];
  for (const paymentId of ended) {
    await client.waitForStatus(token, paymentId);
    await read(paymentId);
  }
  await sendWrong(send, next('58'));
  const waiting = await send({ ...to(next('59')), extra: { instrument: null } });
  await read(waiting);
  return waiting;
}

/** A card number in wrong fields, in requests that are refused. */
async function sendWrong(
  send: (wanted: FundingRequest, status: number) => Promise<string>,
  number: string,
): Promise<void> {
  const instrument = { type: 'CARD', instrumentNo: number };
  await send(to(`${number}x`), 400);
  await send({ recipient: { instrument, name: number } }, 400);
  await send({ recipient: { instrument: { ...instrument, type: number } } }, 400);
  await send({ ...to(number), options: { fundSourceRef: number } }, 400);
  await send({ ...to(number), options: { purposeCode: number } }, 400);
}
