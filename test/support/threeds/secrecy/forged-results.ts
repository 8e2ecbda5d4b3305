// Sends results with recognizable proofs that must not be accepted, in every form, and one after
// the end of the payment.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Client, Json, Reply } from '../../client.ts';
import { bodyOf } from '../../life/payments.ts';
import { notificationPath, postForm, type PendingChallenge } from '../challenge.ts';
import type { ListeningDirectory } from './listening-directory.ts';

interface Trail {
  readonly bytes: Map<string, Buffer>;
  readonly replies: string[];
}

/** The result URL, including the key. */
function addressOf(directory: ListeningDirectory, transaction: unknown): string {
  const areq = directory.requests.find((one) => one['threeDSServerTransID'] === transaction);
  const { pathname, search } = new URL(areq?.['threeDSServerURL'] as string);
  return `${pathname}${search}`;
}

/** Sends forged results and a late one; returns the transaction of the late one. */
export async function forge(
  client: Client,
  directory: ListeningDirectory,
  trail: Trail,
  target: PendingChallenge,
): Promise<string> {
  const [invented, key] = [randomBytes(20), randomBytes(32)];
  trail.bytes.set("attacker's CAVV", invented).set('key of a thief', key);
  const resultOf = (ares: Json | undefined, overrides: Json = {}): Json => ({
    ...ares,
    messageType: 'RReq',
    messageCategory: '01',
    transStatus: 'Y',
    eci: '05',
    authenticationValue: invented.toString('base64'),
    authenticationType: '02',
    interactionCounter: '01',
    ...overrides,
  });
  const { tdsServerTxnId } = target.acsData;
  const asked = directory.answers.filter(({ transStatus }) => transStatus === 'C');
  const genuine = asked.find((one) => one['threeDSServerTransID'] === tdsServerTxnId);
  const rreq = resultOf(genuine, { dsTransID: tdsServerTxnId });
  const wrongKey = `${notificationPath}?key=${key.toString('hex')}`;
  const rightKey = addressOf(directory, tdsServerTxnId);
  const asForm = { cres: Buffer.from(JSON.stringify(rreq)).toString('base64url') };
  const sent: Promise<Reply>[] = [
    client.call('POST', wrongKey, { body: resultOf(genuine) }),
    client.call('POST', notificationPath, { body: resultOf(genuine) }),
    client.call('POST', rightKey, { body: rreq }),
    client.call('POST', rightKey, { body: { ...rreq, transStatus: 'Q', eci: [rreq] } }),
    client.call('POST', rightKey, { body: JSON.stringify(rreq).slice(0, -1) }),
    client.call('POST', `${rightKey}&key=${key.toString('hex')}`, { body: rreq }),
    client.call('GET', rightKey),
    postForm(client, wrongKey, rreq as Record<string, string>),
    postForm(client, wrongKey, asForm),
  ];
  for (const { status, text } of await Promise.all(sent)) {
    assert.ok(status >= 400 || text.includes('Erro'), text);
    trail.replies.push(text);
  }
  const [over] = asked;
  const transaction = over?.['threeDSServerTransID'] as string;
  const address = addressOf(directory, transaction);
  const late = await client.call('POST', address, { body: resultOf(over) });
  assert.equal(bodyOf(late)['messageType'], 'RRes', late.text);
  return transaction;
}
