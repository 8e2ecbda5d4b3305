// The operator's endpoints for keys and certificates of wallets.
import { generateKeyPairSync } from 'node:crypto';
import {
  issueCertificate,
  issueFor,
} from '@bramka/gateway/wallets/credentials/testing/issue-certificate.ts';
import type { Json } from '../../../support/client.ts';
import type { Recorder } from '../../recorder.ts';

const credentials = '/v1/admin/wallets/credentials';
const one = `${credentials}/{credentialId}`;
const merchantId = '10000001';
const name = 'merchant.com.example.flowers';
const unknown = { credentialId: '01a1ddaa-94be-73d2-943c-8b7759934376' };
const YEAR_MS = 365 * 24 * 3_600_000;

export async function recordWalletCredentials(recorder: Recorder): Promise<void> {
  const token = recorder.gateway.adminKey;
  const { credentialId, publicKey } = await recordCreated(recorder, token);
  const notAfter = recorder.stable.clockMs() + YEAR_MS;
  const subject = { UID: name, CN: `Apple Pay Payment Processing:${name}` };
  const certificate = issueFor(publicKey, { subject, notAfter });
  const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const foreign = issueCertificate(otherKey, { subject, notAfter });
  const params = { credentialId };
  const install = `${one}/certificate`;
  await recorder.record('POST', install, { token, params, body: { certificate } });
  await recorder.record('POST', install, {
    when: 'when the certificate belongs to another key',
    token,
    params,
    body: { certificate: foreign },
    refusedWith: 'CERTIFICATE_OTHER_KEY',
  });
  const privateKey = otherKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const body = { kind: 'APAY_IDENTITY', merchantId, name, certificate: foreign, privateKey };
  await recorder.record('POST', `${credentials}/import`, { token, body });
  await recorder.record('POST', `${credentials}/import`, {
    when: 'of a key that is stored already',
    token,
    body,
    refusedWith: 'CREDENTIAL_EXISTS',
  });
  const asked = { token, query: { merchantId }, first: 1 };
  const listed = await recorder.send<{ credentials: Json[] }>('GET', credentials, asked);
  // Those of the simulated wallets were made at the real time of the start.
  const own = listed.body.credentials.filter((each) => !String(each['name']).includes('.sandbox.'));
  recorder.keep('GET', credentials, asked, { ...listed, body: { credentials: own } });
  await recorder.record('POST', `${one}/remove`, { token, params });
  await recorder.record('POST', `${one}/remove`, {
    when: 'for an unknown id',
    token,
    params: unknown,
    refusedWith: 'CREDENTIAL_NOT_FOUND',
  });
}

async function recordCreated(recorder: Recorder, token: string) {
  const reply = await recorder.record<{ credentialId: string; publicKey: string }>(
    'POST',
    credentials,
    { token, body: { kind: 'APAY_PROCESSING', merchantId, name } },
  );
  await recorder.record('POST', credentials, {
    when: 'for a key of the gateway, which needs no certificate',
    token,
    body: { kind: 'GPAY_ENCRYPTION', name: 'Google Pay 2026' },
  });
  await recorder.record('POST', credentials, {
    when: 'with an algorithm that the kind does not allow',
    token,
    body: { kind: 'GPAY_ENCRYPTION', name: 'Google Pay 2026', algorithm: 'RSA' },
    refusedWith: 'KEY_NOT_SUITABLE',
  });
  return reply.body;
}
