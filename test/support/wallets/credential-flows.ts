// Every path of a private key into the gateway, for the search for leaked secrets: imported,
// refused, in the wrong field, in a damaged body, removed.
import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { issueCertificate } from '@bramka/gateway/wallets/credentials/testing/issue-certificate.ts';
import type { Client, Json } from '../client.ts';

const path = '/v1/admin/wallets/credentials';
const YEAR_MS = 365 * 24 * 3_600_000;

export interface KeyTrail {
  /** The first line of each key in PEM, which contains a part of the private number. */
  readonly secrets: Map<string, string>;
  /** The private numbers. */
  readonly bytes: Map<string, Buffer>;
  readonly replies: string[];
}

export async function importKeysEverywhere(
  client: Client,
  adminKey: string,
  { secrets, bytes, replies }: KeyTrail,
): Promise<void> {
  const newKey = (name: string): { key: KeyObject; pem: string } => {
    const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const pem = key.export({ type: 'pkcs8', format: 'pem' }).toString();
    secrets.set(`PEM of the key ${name}`, pem.split('\n')[1] ?? '');
    bytes.set(`number of the key ${name}`, numberOf(key));
    return { key, pem };
  };
  const send = async (to: string, body: unknown, token = adminKey) => {
    const reply = await client.call('POST', `${path}${to}`, { token, body });
    replies.push(reply.text);
    return reply;
  };
  const owner = { kind: 'APAY_PROCESSING', merchantId: '10000001', name: 'merchant.com.shop' };
  const of = (key: KeyObject, privateKey: string): Json => {
    const certificate = issueCertificate(key, { notAfter: Date.now() + YEAR_MS });
    return { ...owner, certificate, privateKey };
  };

  const good = newKey('that is imported');
  const added = await send('/import', of(good.key, good.pem));
  assert.equal(added.status, 200, added.text);
  const twice = await send('/import', of(good.key, good.pem));
  assert.equal(twice.body['code'], 'CREDENTIAL_EXISTS');
  const removed = newKey('that is removed');
  const { body } = await send('/import', of(removed.key, removed.pem));
  assert.equal((await send(`/${String(body['credentialId'])}/remove`, undefined)).status, 200);

  const { key, pem } = newKey('that is refused');
  const complete = of(key, pem);
  const wrong: unknown[] = [
    of(good.key, pem),
    { ...complete, kind: pem },
    { ...complete, name: pem },
    { ...complete, merchantId: pem },
    { ...complete, certificate: pem },
    { ...complete, privateKey: [pem] },
    { ...complete, privateKey: pem.repeat(40) },
    { ...complete, privateKey: pem.replace('PRIVATE KEY', 'EC PRIVATE KEY') },
    { ...complete, privateKey: pem.replace('\nM', '\nN') },
    { ...owner, certificate: complete['certificate'], private_key: pem },
    { ...owner, certificate: complete['certificate'], PrivateKey: pem },
    JSON.stringify(complete).slice(0, -3),
    `{"privateKey":"${pem}"}`,
    pem,
  ];
  for (const sent of wrong) {
    const reply = await send('/import', sent);
    assert.ok(reply.status >= 400 && reply.status < 500, reply.text);
  }
  assert.equal((await send('/import', complete, 'not-the-key')).status, 401);
  const listed = await client.call('GET', path, { token: adminKey });
  assert.match(listed.text, /"REMOVED"/);
  replies.push(listed.text);
}

const numberOf = (key: KeyObject): Buffer =>
  Buffer.from(String(key.export({ format: 'jwk' }).d), 'base64url');
