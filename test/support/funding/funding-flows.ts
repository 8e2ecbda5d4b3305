// Card numbers of recipients through every path, for the search for leaked secrets: paid, declined,
// lost, waiting, stored, encrypted, refused early and refused as malformed.
import assert from 'node:assert/strict';
import { canaryTestCards } from '../canary.ts';
import type { Client, Json, Reply } from '../client.ts';
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

/** Returns a payment that still waits, with its recipient in the vault. */
export async function fundEverywhere(
  client: Client,
  token: string,
  trail: FundingTrail,
): Promise<string> {
  const merchant = merchantClientOf(client, token);
  const newNumber = canaryTestCards();
  /** Two digits make the number unique; its range can receive money. */
  const next = (digits: string, range?: string): string => {
    const number = newNumber(digits, range);
    trail.secrets.set(`recipient ${digits}`, number);
    trail.cards.set(`recipient ${digits}`, number);
    return number;
  };
  const to = (instrumentNo: string): FundingRequest => ({
    recipient: { instrument: { type: 'CARD', instrumentNo } },
  });
  const send = async (wanted: FundingRequest, status = 200): Promise<Reply> => {
    const body = fundingRequest(wanted);
    const headers = { 'idempotency-key': `funding-${String(trail.replies.length)}` };
    const reply = await client.call('POST', base, { token, body, headers });
    assert.equal(reply.status, status, reply.text);
    trail.replies.push(reply.text);
    return reply;
  };
  const idOf = ({ body }: Reply): string => String(body['paymentId']);
  const read = async (paymentId: string): Promise<void> => {
    for (const rest of ['', '/status', '/transactions', '/methods']) {
      trail.replies.push((await merchant.call('GET', paymentId, rest)).text);
    }
    trail.replies.push(JSON.stringify(await client.chargesOf(paymentId)));
  };
  const holder = (name: string): Json => ({
    instrument: { ...(fundingRequest()['instrument'] as Json), holder: name },
  });
  const ended = [
    await send(to(next('50'))),
    await send({ ...to(next('51')), extra: holder('DECLINE LOST_CARD') }),
    await send({ ...to(next('52')), extra: holder('ANSWER LOST') }),
    await send({ ...to(next('53')), extra: holder('NO ANSWER') }),
    await send({ ...to(next('54')), card: cards.frictionless }),
    // Not in the table of cards, so it is refused early.
    await send(to(next('55', '45399900'))),
  ];
  const { seal } = await readSealer(client);
  const sealed = { type: 'CARD', encInstrumentNo: seal(next('56')) };
  ended.push(await send({ recipient: { instrument: sealed } }));
  const stored = await tokenizerClient(client, token).tokenize(next('57', '40000000'));
  const byToken = { type: 'COF', instrumentNo: stored.instrumentNo };
  ended.push(await send({ recipient: { instrument: byToken } }));
  for (const reply of ended) {
    await client.waitForStatus(token, idOf(reply));
    await read(idOf(reply));
  }
  const wrong = next('58');
  await send(to(`${wrong}x`), 400);
  await send(
    { recipient: { instrument: { type: 'CARD', instrumentNo: wrong }, name: wrong } },
    400,
  );
  await send({ ...to(wrong), options: { fundSourceRef: wrong } }, 400);
  await send({ ...to(wrong), options: { purposeCode: wrong } }, 400);
  await send({ recipient: { instrument: { type: wrong, instrumentNo: wrong } } }, 400);
  const waiting = idOf(await send({ ...to(next('59')), extra: { instrument: null } }));
  await read(waiting);
  return waiting;
}
