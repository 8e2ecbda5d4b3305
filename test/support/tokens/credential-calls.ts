// Who may call the endpoints for credentials, of wallets and of merchants at providers; part of
// expected-access.ts.
import { generateKeyPairSync } from 'node:crypto';
import { issueCertificate } from '@bramka/gateway/wallets/credentials/testing/issue-certificate.ts';
import type { Json } from '../client.ts';

const wallets = '/v1/admin/wallets/credentials';
const ofMerchant = '/v1/admin/merchants/{merchantId}/credentials';

/** With a new key each time. */
function importedCredential(): Json {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const privateKey = key.export({ type: 'pkcs8', format: 'pem' }).toString();
  const notAfter = Date.now() + 365 * 24 * 3_600_000;
  const certificate = issueCertificate(key, { notAfter });
  const owner = { kind: 'APAY_PROCESSING', merchantId: '10000001', name: 'merchant.com.shop' };
  return { ...owner, certificate, privateKey };
}

interface Called<Row> {
  readonly row: Row;
  readonly body?: () => Json;
}

export function credentialCalls<Row extends { readonly operator: number }>(
  operators: Row,
): Record<string, Called<Row>> {
  const missing = { ...operators, operator: 404 };
  return {
    [`POST ${wallets}`]: {
      row: operators,
      body: () => ({ kind: 'GPAY_ENCRYPTION', name: 'Google Pay' }),
    },
    [`GET ${wallets}`]: { row: operators },
    [`POST ${wallets}/import`]: { row: operators, body: importedCredential },
    [`POST ${wallets}/{credentialId}/certificate`]: {
      row: missing,
      body: () => ({ certificate: 'x' }),
    },
    [`POST ${wallets}/{credentialId}/remove`]: { row: missing },
    [`GET ${ofMerchant}`]: { row: operators },
    [`PUT ${ofMerchant}/{provider}`]: {
      row: missing,
      body: () => ({ fields: { key: 'no-such-provider' } }),
    },
    [`DELETE ${ofMerchant}/{provider}`]: { row: missing },
  };
}
